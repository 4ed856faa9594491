//! Comma separated, in the long form that tables like: one line per item, with the number of its row, from 1, and what that
//! row states of its owners. A row without items has one line, and no item on it.
//!
//! No label holds a line break, so a record is a line.

use std::io::{self, Write};

use super::cell::{cells, push_cell, unguarded};
use super::read::LineReader;
use super::released::Incoming;
use super::write::RowWriter;
use crate::error::Fault;

const HEADER: &str = "row,owners_in_group,item";

pub(super) struct CsvRows<W> {
    out: W,
    /// Rows written.
    rows: u64,
    lines: Vec<u8>,
    /// What all lines of a row begin with.
    begin: Vec<u8>,
}

impl<W: Write> CsvRows<W> {
    pub fn new(mut out: W) -> io::Result<CsvRows<W>> {
        writeln!(out, "{HEADER}")?;
        Ok(CsvRows { out, rows: 0, lines: Vec::new(), begin: Vec::new() })
    }
}

impl<W: Write> RowWriter<W> for CsvRows<W> {
    fn row(&mut self, owners: u64, items: &[&str]) -> io::Result<()> {
        self.rows += 1;
        self.begin.clear();
        self.lines.clear();
        write!(self.begin, "{},{owners},", self.rows)?;
        let items = if items.is_empty() { &[""] } else { items };
        for item in items {
            self.lines.extend_from_slice(&self.begin);
            push_cell(&mut self.lines, item, b',');
            self.lines.push(b'\n');
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
    has_header: bool,
    row: Option<OpenRow>,
}

/// The row that the next line may belong to.
struct OpenRow {
    number: u64,
    owners: u64,
    /// Its one line has no item.
    is_empty: bool,
}

impl LineReader for CsvLines {
    const IS_LINE_A_ROW: bool = false;

    fn line(&mut self, line: &str, release: &mut Incoming) -> Result<(), Fault> {
        if !self.has_header {
            self.has_header = cells::<3>(line, ',').is_some_and(|names| names.join(",") == HEADER);
            return if self.has_header { Ok(()) } else { Err(Fault::CsvHeader) };
        }
        let [row, owners, item] = cells(line, ',').ok_or(Fault::CsvRecord)?;
        let number: u64 = row.parse().map_err(|_| Fault::RowNumber)?;
        let owners: u64 = owners.parse().map_err(|_| Fault::NoOwnersInGroup)?;
        match &self.row {
            Some(open) if open.number == number => {
                if open.owners != owners {
                    return Err(Fault::OtherOwners);
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
                self.row = Some(OpenRow { number, owners, is_empty: item.is_empty() });
            }
        }
        if item.is_empty() { Ok(()) } else { release.label(unguarded(&item)) }
    }

    fn end(&mut self, release: &mut Incoming) -> Result<(), Fault> {
        if !self.has_header {
            return Err(Fault::CsvHeader);
        }
        if let Some(row) = self.row.take() {
            release.end_row(row.owners);
        }
        Ok(())
    }
}
