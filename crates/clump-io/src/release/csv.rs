//! Comma separated values in long form: one line per item, with the number of its row, from 1, and the number
//! of owners of that row. A row without items has one line, with an empty item.
//!
//! No label holds a line break, so each record is a line.

use std::io::{self, Write};

use super::cell::{cells, push_cell, unguarded};
use super::released::Incoming;
use super::write::ReleaseRow;
use super::{OWNERS, ReleaseColumns, TEXT};
use crate::error::Fault;

/// The columns; whole rows have no text.
pub(super) const COLUMNS: [&str; 4] = ["row", OWNERS, "item", TEXT];

/// Writes the row of this `number` to `lines`.
pub(super) fn push(
    lines: &mut Vec<u8>,
    ReleaseRow { owners, items, text }: ReleaseRow<'_>,
    number: u64,
    columns: ReleaseColumns,
) -> io::Result<()> {
    lines.clear();
    for item in if items.is_empty() { &[""] } else { items } {
        write!(lines, "{number},{owners},")?;
        push_cell(lines, item, b',');
        if columns.has_text() {
            lines.push(b',');
            push_cell(lines, text.unwrap_or_default(), b',');
        }
        lines.push(b'\n');
    }
    Ok(())
}

/// The row that the next line may belong to.
#[derive(Default)]
pub(super) struct OpenRow {
    /// 0 before the first row.
    number: u64,
    owners: u64,
    /// True if its only line has no item.
    is_empty: bool,
    /// Empty where there is none.
    text: String,
}

impl OpenRow {
    /// Reads a line; a row may have several.
    pub(super) fn read(
        &mut self,
        line: &str,
        columns: ReleaseColumns,
        release: &mut Incoming,
    ) -> Result<(), Fault> {
        let [row, owners, item, text] =
            cells(line, ',', columns.of(&COLUMNS).len()).ok_or(Fault::CsvRecord)?;
        let text = unguarded(&text);
        let number: u64 = row.parse().map_err(|_| Fault::RowNumber)?;
        let owners: u64 = owners.parse().map_err(|_| Fault::NoOwnersInGroup)?;
        if number > 0 && number == self.number {
            if self.owners != owners {
                return Err(Fault::OtherOwners);
            }
            if self.text != text {
                return Err(Fault::Text);
            }
            // A row without items has no second line.
            if self.is_empty || item.is_empty() {
                return Err(Fault::Label { column: release.pending() + 1 });
            }
        } else {
            if number.checked_sub(1) != Some(self.number) {
                return Err(Fault::RowNumber);
            }
            self.end(release)?;
            *self = OpenRow { number, owners, is_empty: item.is_empty(), text: text.to_owned() };
        }
        if item.is_empty() { Ok(()) } else { release.label(unguarded(&item)) }
    }

    /// Ends the row.
    pub(super) fn end(&self, release: &mut Incoming) -> Result<(), Fault> {
        match self.number {
            0 => Ok(()),
            _ => release.end_piece(self.owners, Some(self.text.as_str()).filter(|text| !text.is_empty())),
        }
    }
}
