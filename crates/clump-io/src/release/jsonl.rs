//! JSON lines: one object per row, with the keys of the columns that other formats have.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Deserialize;

use super::read::LineReader;
use super::released::Incoming;
use super::write::RowWriter;
use super::{ITEMS, OWNERS};
use crate::error::Fault;

pub(super) struct JsonRows<W> {
    out: W,
    line: Vec<u8>,
}

impl<W> JsonRows<W> {
    pub fn new(out: W) -> JsonRows<W> {
        JsonRows { out, line: Vec::new() }
    }
}

impl<W: Write> RowWriter<W> for JsonRows<W> {
    fn row(&mut self, owners: u64, items: &[&str]) -> io::Result<()> {
        self.rows(1, owners, items)
    }

    fn rows(&mut self, times: usize, owners: u64, items: &[&str]) -> io::Result<()> {
        self.line.clear();
        write!(self.line, "{{\"{ITEMS}\":")?;
        serde_json::to_writer(&mut self.line, items)?;
        writeln!(self.line, ",\"{OWNERS}\":{owners}}}")?;
        (0..times).try_for_each(|_| self.out.write_all(&self.line))
    }

    fn finish(mut self: Box<Self>) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A line. Text is borrowed from it where it holds no escapes.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Row<'a> {
    #[serde(borrow)]
    items: Vec<Label<'a>>,
    owners_in_group: Option<u64>,
}

#[derive(Deserialize)]
struct Label<'a>(#[serde(borrow)] Cow<'a, str>);

pub(super) struct JsonLines;

impl LineReader for JsonLines {
    const IS_LINE_A_ROW: bool = true;

    fn line(&mut self, line: &str, release: &mut Incoming) -> Result<(), Fault> {
        // What the parser says may quote the line, so only the place is kept.
        let row: Row<'_> =
            serde_json::from_str(line).map_err(|error| Fault::Json { column: error.column() })?;
        let owners = row.owners_in_group.ok_or(Fault::NoOwnersInGroup)?;
        for Label(label) in &row.items {
            release.label(label)?;
        }
        release.end_row(owners);
        Ok(())
    }
}
