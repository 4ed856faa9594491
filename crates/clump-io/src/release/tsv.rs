//! Tab separated, with a header: the number of owners of a row, and its labels in one cell with `|` between them. A row
//! without items has an empty cell.
//!
//! No label holds a tab or a line break, so a record is a line; one that holds `|` cannot be written in this format.
//! The number comes first, so that no line begins with a label: some readers take `#` there for a comment.

use std::borrow::Cow;
use std::io::{self, Write};

use super::ReleaseColumns;
use super::cell::{cells, push_cell, unguarded};
use super::read::LineReader;
use super::released::Incoming;
use super::write::{ReleaseRow, RowWriter};
use crate::error::Fault;

const HEADER: &str = "owners_in_group\titems";
const HEADER_OF_PIECES: &str = "owners_in_group\titems\ttext";
/// What stands between the labels of a row.
pub(super) const BETWEEN_ITEMS: char = '|';

pub(super) struct TsvRows<W> {
    out: W,
    columns: ReleaseColumns,
    line: Vec<u8>,
    items: String,
}

impl<W: Write> TsvRows<W> {
    pub fn new(mut out: W, columns: ReleaseColumns) -> io::Result<TsvRows<W>> {
        writeln!(out, "{}", if columns.has_text() { HEADER_OF_PIECES } else { HEADER })?;
        Ok(TsvRows { out, columns, line: Vec::new(), items: String::new() })
    }
}

impl<W: Write> RowWriter<W> for TsvRows<W> {
    fn row(&mut self, row: ReleaseRow<'_>) -> io::Result<()> {
        self.rows(1, row)
    }

    fn rows(&mut self, times: usize, ReleaseRow { owners, items, text }: ReleaseRow<'_>) -> io::Result<()> {
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
        if self.columns.has_text() {
            self.line.push(b'\t');
            push_cell(&mut self.line, text.unwrap_or_default(), b'\t');
        }
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
    /// What the header says.
    columns: Option<ReleaseColumns>,
}

impl LineReader for TsvLines {
    const IS_LINE_A_ROW: bool = true;

    fn line(&mut self, line: &str, release: &mut Incoming) -> Result<(), Fault> {
        let Some(columns) = self.columns else {
            let columns = columns(line).ok_or(Fault::TsvHeader)?;
            self.columns = Some(columns);
            release.has_columns(columns);
            return Ok(());
        };
        let [owners, items, text] = match columns {
            ReleaseColumns::Rows => {
                cells(line, '\t').map(|[owners, items]| [owners, items, Cow::Borrowed("")])
            }
            ReleaseColumns::Pieces => cells(line, '\t'),
        }
        .ok_or(Fault::TsvRecord)?;
        let owners = owners.parse().map_err(|_| Fault::NoOwnersInGroup)?;
        let items = Some(unguarded(&items)).filter(|items| !items.is_empty());
        for label in items.into_iter().flat_map(|items| items.split(BETWEEN_ITEMS)) {
            release.label(label)?;
        }
        let text = Some(unguarded(&text)).filter(|text| !text.is_empty());
        release.end_piece(owners, text)
    }

    fn end(&mut self, _release: &mut Incoming) -> Result<(), Fault> {
        if self.columns.is_some() { Ok(()) } else { Err(Fault::TsvHeader) }
    }
}

/// The columns that a header names.
fn columns(header: &str) -> Option<ReleaseColumns> {
    let is_rows = cells::<2>(header, '\t').is_some_and(|names| names.join("\t") == HEADER);
    let is_pieces = || cells::<3>(header, '\t').is_some_and(|names| names.join("\t") == HEADER_OF_PIECES);
    match is_rows {
        true => Some(ReleaseColumns::Rows),
        false => is_pieces().then_some(ReleaseColumns::Pieces),
    }
}
