//! Tab separated, with a header: the number of owners of a row, and its labels in one cell with `|` between them. A row
//! without items has an empty cell.
//!
//! No label holds a tab or a line break, so a record is a line; one that holds `|` cannot be written in this format.
//! The number comes first, so that no line begins with a label: some readers take `#` there for a comment.

use std::io::{self, Write};

use super::cell::{cells, push_cell, unguarded};
use super::read::LineReader;
use super::released::Incoming;
use super::write::RowWriter;
use crate::error::Fault;

const HEADER: &str = "owners_in_group\titems";
/// What stands between the labels of a row.
pub(super) const BETWEEN_ITEMS: char = '|';

pub(super) struct TsvRows<W> {
    out: W,
    line: Vec<u8>,
    items: String,
}

impl<W: Write> TsvRows<W> {
    pub fn new(mut out: W) -> io::Result<TsvRows<W>> {
        writeln!(out, "{HEADER}")?;
        Ok(TsvRows { out, line: Vec::new(), items: String::new() })
    }
}

impl<W: Write> RowWriter<W> for TsvRows<W> {
    fn row(&mut self, owners: u64, items: &[&str]) -> io::Result<()> {
        self.rows(1, owners, items)
    }

    fn rows(&mut self, times: usize, owners: u64, items: &[&str]) -> io::Result<()> {
        self.line.clear();
        self.items.clear();
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                self.items.push(BETWEEN_ITEMS);
            }
            self.items.push_str(item);
        }
        write!(self.line, "{owners}\t")?;
        push_cell(&mut self.line, &self.items, b'\t');
        self.line.push(b'\n');
        (0..times).try_for_each(|_| self.out.write_all(&self.line))
    }

    fn finish(mut self: Box<Self>) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Lines of a release, each a row.
#[derive(Default)]
pub(super) struct TsvLines {
    has_header: bool,
}

impl LineReader for TsvLines {
    const IS_LINE_A_ROW: bool = true;

    fn line(&mut self, line: &str, release: &mut Incoming) -> Result<(), Fault> {
        if !self.has_header {
            self.has_header = cells::<2>(line, '\t').is_some_and(|names| names.join("\t") == HEADER);
            return if self.has_header { Ok(()) } else { Err(Fault::TsvHeader) };
        }
        let [owners, items] = cells(line, '\t').ok_or(Fault::TsvRecord)?;
        let owners = owners.parse().map_err(|_| Fault::NoOwnersInGroup)?;
        let items = Some(unguarded(&items)).filter(|items| !items.is_empty());
        for label in items.into_iter().flat_map(|items| items.split(BETWEEN_ITEMS)) {
            release.label(label)?;
        }
        release.end_row(owners);
        Ok(())
    }

    fn end(&mut self, _release: &mut Incoming) -> Result<(), Fault> {
        if self.has_header { Ok(()) } else { Err(Fault::TsvHeader) }
    }
}
