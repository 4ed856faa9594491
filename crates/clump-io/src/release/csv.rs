//! Comma separated, in the long form that tables like: one line per item, with the number of its row, from 1, and what that
//! row states of its owners. A row without items has one line, and no item on it.
//!
//! No label holds a line break, so a record is a line.

use std::borrow::Cow;
use std::io::{self, Write};

use super::ReleaseColumns;
use super::cell::{cells, push_cell, unguarded};
use super::read::LineReader;
use super::released::Incoming;
use super::write::{ReleaseRow, RowWriter};
use crate::error::Fault;

const HEADER: &str = "row,owners_in_group,item";
const HEADER_OF_PIECES: &str = "row,owners_in_group,item,text";

pub(super) struct CsvRows<W> {
    out: W,
    columns: ReleaseColumns,
    /// Rows written.
    rows: u64,
    lines: Vec<u8>,
    /// What all lines of a row begin with, and what they end with.
    begin: Vec<u8>,
    end: Vec<u8>,
}

impl<W: Write> CsvRows<W> {
    pub fn new(mut out: W, columns: ReleaseColumns) -> io::Result<CsvRows<W>> {
        writeln!(out, "{}", if columns.has_text() { HEADER_OF_PIECES } else { HEADER })?;
        Ok(CsvRows { out, columns, rows: 0, lines: Vec::new(), begin: Vec::new(), end: Vec::new() })
    }
}

impl<W: Write> RowWriter<W> for CsvRows<W> {
    fn row(&mut self, ReleaseRow { owners, items, text }: ReleaseRow<'_>) -> io::Result<()> {
        self.rows += 1;
        self.begin.clear();
        self.lines.clear();
        write!(self.begin, "{},{owners},", self.rows)?;
        self.end.clear();
        if self.columns.has_text() {
            self.end.push(b',');
            push_cell(&mut self.end, text.unwrap_or_default(), b',');
        }
        self.end.push(b'\n');
        let items = if items.is_empty() { &[""] } else { items };
        for item in items {
            self.lines.extend_from_slice(&self.begin);
            push_cell(&mut self.lines, item, b',');
            self.lines.extend_from_slice(&self.end);
        }
        self.out.write_all(&self.lines)
    }

    fn finish(mut self: Box<Self>) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// Lines of a release, of which a row has several.
#[derive(Default)]
pub(super) struct CsvLines {
    /// What the header says.
    columns: Option<ReleaseColumns>,
    row: Option<OpenRow>,
}

/// The row that the next line may belong to.
struct OpenRow {
    number: u64,
    owners: u64,
    /// Its one line has no item.
    is_empty: bool,
    /// Empty where there is none.
    text: String,
}

impl LineReader for CsvLines {
    const IS_LINE_A_ROW: bool = false;

    fn line(&mut self, line: &str, release: &mut Incoming) -> Result<(), Fault> {
        let Some(columns) = self.columns else {
            let columns = columns(line).ok_or(Fault::CsvHeader)?;
            self.columns = Some(columns);
            release.has_columns(columns);
            return Ok(());
        };
        let [row, owners, item, text] = match columns {
            ReleaseColumns::Rows => {
                cells(line, ',').map(|[row, owners, item]| [row, owners, item, Cow::Borrowed("")])
            }
            ReleaseColumns::Pieces => cells(line, ','),
        }
        .ok_or(Fault::CsvRecord)?;
        let text = unguarded(&text);
        let number: u64 = row.parse().map_err(|_| Fault::RowNumber)?;
        let owners: u64 = owners.parse().map_err(|_| Fault::NoOwnersInGroup)?;
        match &self.row {
            Some(open) if open.number == number => {
                if open.owners != owners {
                    return Err(Fault::OtherOwners);
                }
                if open.text != text {
                    return Err(Fault::Text);
                }
                // A row without items has no second line.
                if open.is_empty || item.is_empty() {
                    return Err(Fault::Label { column: release.pending() + 1 });
                }
            }
            open => {
                let last = open.as_ref().map_or(0, |open| open.number);
                if number.checked_sub(1) != Some(last) {
                    return Err(Fault::RowNumber);
                }
                self.end(release)?;
                self.row = Some(OpenRow { number, owners, is_empty: item.is_empty(), text: text.to_owned() });
            }
        }
        if item.is_empty() { Ok(()) } else { release.label(unguarded(&item)) }
    }

    fn end(&mut self, release: &mut Incoming) -> Result<(), Fault> {
        if self.columns.is_none() {
            return Err(Fault::CsvHeader);
        }
        match self.row.take() {
            Some(OpenRow { owners, text, .. }) => {
                release.end_piece(owners, Some(text.as_str()).filter(|text| !text.is_empty()))
            }
            None => Ok(()),
        }
    }
}

/// The columns that a header names.
fn columns(header: &str) -> Option<ReleaseColumns> {
    let is_rows = cells::<3>(header, ',').is_some_and(|names| names.join(",") == HEADER);
    let is_pieces = || cells::<4>(header, ',').is_some_and(|names| names.join(",") == HEADER_OF_PIECES);
    match is_rows {
        true => Some(ReleaseColumns::Rows),
        false => is_pieces().then_some(ReleaseColumns::Pieces),
    }
}
