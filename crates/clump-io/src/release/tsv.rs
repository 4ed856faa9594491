//! Tab separated values, with a header: the number of owners of a row, and its labels in one cell with `|`
//! between them. A row without items has an empty cell.
//!
//! No label holds a tab or a line break, so a record is a line. A label that holds `|` cannot be written in
//! this format. The number comes first, so that no line begins with a label: some readers take `#` there for
//! a comment.

use std::io::{self, Write};

use super::cell::{cells, push_cell, unguarded};
use super::released::Incoming;
use super::write::ReleaseRow;
use super::{ITEMS, OWNERS, ReleaseColumns, TEXT};
use crate::error::Fault;

/// The columns; whole rows have no text.
pub(super) const COLUMNS: [&str; 3] = [OWNERS, ITEMS, TEXT];

/// The separator of the labels of a row.
pub(super) const BETWEEN_ITEMS: &str = "|";

/// Writes a row to `line`.
pub(super) fn push(line: &mut Vec<u8>, row: ReleaseRow<'_>, columns: ReleaseColumns) -> io::Result<()> {
    line.clear();
    write!(line, "{}\t", row.owners)?;
    push_cell(line, &row.items.join(BETWEEN_ITEMS), b'\t');
    if columns.has_text() {
        line.push(b'\t');
        push_cell(line, row.text.unwrap_or_default(), b'\t');
    }
    line.push(b'\n');
    Ok(())
}

/// Reads a line, which is a row.
pub(super) fn read(line: &str, columns: ReleaseColumns, release: &mut Incoming) -> Result<(), Fault> {
    let [owners, items, text] = cells(line, '\t', columns.of(&COLUMNS).len()).ok_or(Fault::TsvRecord)?;
    let owners = owners.parse().map_err(|_| Fault::NoOwnersInGroup)?;
    let items = Some(unguarded(&items)).filter(|items| !items.is_empty());
    for label in items.into_iter().flat_map(|items| items.split(BETWEEN_ITEMS)) {
        release.label(label)?;
    }
    release.end_piece(owners, Some(unguarded(&text)).filter(|text| !text.is_empty()))
}
