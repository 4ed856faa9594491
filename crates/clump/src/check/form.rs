//! Checks the form of a release: rows are sorted, labels are sorted within each row, and the file has exactly
//! the bytes that clump writes for this content.
//!
//! A promise is about rows as sets of labels. The order or encoding of rows could mark one of them, so a file
//! of another form is refused. The check compares neighbouring rows, without the code that sorts releases.
//! Then it writes the content again and compares the bytes. A folder is written by another program on many
//! machines, so only its order is checked.

use std::path::Path;

use clump_core::facts::FactTable;
use clump_core::log::Table;
use clump_io::release::{
    Difference, ReleaseFormat, Released, fact_table_difference, release_difference, table_difference,
};
use serde::{Deserialize, Serialize};

/// Result of comparing a file with the form that clump writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Every byte is what clump writes for this content.
    Canonical,
    /// The file differs from what clump writes, and the reader stated that another program saved it again.
    Rewritten(Deviation),
    /// The file differs from what clump writes.
    Other(Deviation),
}

/// The first difference between a file and what clump writes for its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deviation {
    /// Number, from 1, of a row that should come before the row above it.
    Row(usize),
    /// Number, from 1, of a row whose labels are not sorted.
    Labels(usize),
    /// Number, from 1, of a line whose bytes differ from what clump writes.
    Line(u64),
    /// Offset, from 0, of the first different byte in a file that is not plain text.
    Byte(u64),
}

impl Form {
    /// The form of a file with this deviation. If `rewritten` is true, the deviation is accepted.
    pub(crate) fn of(deviation: Option<Deviation>, rewritten: bool) -> Form {
        match deviation {
            None => Form::Canonical,
            Some(deviation) if rewritten => Form::Rewritten(deviation),
            Some(deviation) => Form::Other(deviation),
        }
    }

    /// True if the file must be refused because of its form.
    pub fn is_refused(self) -> bool {
        matches!(self, Form::Other(_))
    }
}

/// Compares the file at `path` with `released` as clump writes it. Returns the first difference.
pub(crate) fn rows_deviation(
    path: &Path,
    released: &Released,
    format: ReleaseFormat,
) -> std::io::Result<Option<Deviation>> {
    // Most rows equal the row above, so only rows that differ from it are compared.
    let is_new = |row: usize| {
        row == 0
            || released.row(row) != released.row(row - 1)
            || released.text_number(row) != released.text_number(row - 1)
    };
    for row in (0..released.len()).filter(|&row| is_new(row)) {
        let order = |row: usize| (released.items(row).collect::<Vec<_>>(), released.text(row));
        if row > 0 && order(row - 1) > order(row) {
            return Ok(Some(Deviation::Row(row + 1)));
        }
        if !released.items(row).is_sorted() {
            return Ok(Some(Deviation::Labels(row + 1)));
        }
    }
    if path.is_dir() {
        return Ok(None);
    }
    Ok(release_difference(path, released, format)?.map(Deviation::from))
}

/// Compares the file at `path` with the log lines in `table` as clump writes them.
pub(crate) fn lines_deviation(path: &Path, table: &Table) -> std::io::Result<Option<Deviation>> {
    match (1..table.len()).find(|&row| table.row(row - 1).gt(table.row(row))) {
        Some(row) => Ok(Some(Deviation::Row(row + 1))),
        None => Ok(table_difference(path, table)?.map(Deviation::from)),
    }
}

/// Compares the file at `path` with `table` as clump writes it: largest number first, then by texts, and the rest
/// at the end.
pub(crate) fn facts_deviation(
    path: &Path,
    table: &FactTable,
    format: ReleaseFormat,
) -> std::io::Result<Option<Deviation>> {
    let is_before = |row: usize| {
        let [above, below] = [row - 1, row].map(|row| table.number(row));
        let [rest_above, rest_below] = [row - 1, row].map(|row| table.is_rest(row));
        if rest_above != rest_below {
            return rest_below;
        }
        above > below || (above == below && table.texts(row - 1).le(table.texts(row)))
    };
    match (1..table.len()).find(|&row| !is_before(row)) {
        Some(row) => Ok(Some(Deviation::Row(row + 1))),
        None if path.is_dir() => Ok(None),
        None => Ok(fact_table_difference(path, table, format)?.map(Deviation::from)),
    }
}

impl From<Difference> for Deviation {
    fn from(Difference { byte, line }: Difference) -> Deviation {
        line.map_or(Deviation::Byte(byte), Deviation::Line)
    }
}
