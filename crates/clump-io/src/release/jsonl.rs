//! JSON lines: one object per row, with the keys of the columns that other formats have.

use std::borrow::Cow;
use std::io::{self, Write};

use serde::Deserialize;

use super::read::LineReader;
use super::released::Incoming;
use super::write::{ReleaseRow, RowWriter};
use super::{ITEMS, OWNERS, ReleaseColumns, TEXT};
use crate::error::Fault;

pub(super) struct JsonRows<W> {
    out: W,
    columns: ReleaseColumns,
    line: Vec<u8>,
}

impl<W> JsonRows<W> {
    pub fn new(out: W, columns: ReleaseColumns) -> JsonRows<W> {
        JsonRows { out, columns, line: Vec::new() }
    }
}

impl<W: Write> RowWriter<W> for JsonRows<W> {
    fn row(&mut self, row: ReleaseRow<'_>) -> io::Result<()> {
        self.rows(1, row)
    }

    fn rows(&mut self, times: usize, ReleaseRow { owners, items, text }: ReleaseRow<'_>) -> io::Result<()> {
        self.line.clear();
        write!(self.line, "{{\"{ITEMS}\":")?;
        serde_json::to_writer(&mut self.line, items)?;
        write!(self.line, ",\"{OWNERS}\":{owners}")?;
        if self.columns.has_text() {
            write!(self.line, ",\"{TEXT}\":")?;
            serde_json::to_writer(&mut self.line, &text)?;
        }
        self.line.extend_from_slice(b"}\n");
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
struct JsonRow<'a> {
    #[serde(borrow)]
    items: Vec<BorrowedText<'a>>,
    owners_in_group: Option<u64>,
    /// Whether it is there at all, and what it says.
    #[serde(borrow, default, deserialize_with = "given")]
    text: Option<Option<BorrowedText<'a>>>,
}

/// What is given, be it null.
fn given<'de, D: serde::Deserializer<'de>>(text: D) -> Result<Option<Option<BorrowedText<'de>>>, D::Error> {
    Option::deserialize(text).map(Some)
}

#[derive(Deserialize)]
struct BorrowedText<'a>(#[serde(borrow)] Cow<'a, str>);

#[derive(Default)]
pub(super) struct JsonLines {
    /// What the first row says.
    columns: Option<ReleaseColumns>,
}

impl LineReader for JsonLines {
    const IS_LINE_A_ROW: bool = true;

    fn line(&mut self, line: &str, release: &mut Incoming) -> Result<(), Fault> {
        // What the parser says may quote the line, so only the place is kept.
        let row: JsonRow<'_> =
            serde_json::from_str(line).map_err(|error| Fault::Json { column: error.column() })?;
        let owners = row.owners_in_group.ok_or(Fault::NoOwnersInGroup)?;
        let columns = if row.text.is_some() { ReleaseColumns::Pieces } else { ReleaseColumns::Rows };
        if *self.columns.get_or_insert(columns) != columns {
            return Err(Fault::Text);
        }
        release.has_columns(columns);
        for BorrowedText(label) in &row.items {
            release.label(label)?;
        }
        let text = row.text.flatten();
        release.end_piece(owners, text.as_ref().map(|BorrowedText(text)| &**text))
    }
}
