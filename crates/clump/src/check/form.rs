//! The form of a release: sorted rows, sorted labels within each row, and exactly the bytes that clump writes
//! for them.
//!
//! A promise is about rows as sets of labels. The order or the encoding of rows could mark one of them, so a
//! file of another form is refused. The check looks at the order of the rows that were read, without the code
//! that sorts releases. It writes the content again and compares the bytes. For a folder, whose files another
//! program wrote on many machines, it checks only the order.

use std::path::Path;

use clump_core::facts::FactTable;
use clump_core::log::Table;
use clump_io::release::{
    Difference, ReleaseFormat, Released, fact_table_difference, release_difference, table_difference,
};
use serde::{Deserialize, Serialize};

/// Result of comparing a file with the form of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// Byte for byte what clump writes for its rows.
    Canonical,
    /// Not canonical, but the reader stated that another program saved the file again.
    Rewritten(Deviation),
    /// Not canonical.
    Other(Deviation),
}

/// First difference from what clump writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Deviation {
    /// A row, from 1, that belongs before the one above it.
    Row(usize),
    /// A row, from 1, whose labels are not sorted.
    Labels(usize),
    /// A line, from 1, of other bytes.
    Line(u64),
    /// A byte, from 0, of a file that is not plain text.
    Byte(u64),
}

impl Form {
    /// The form of a file with this deviation, which is refused unless the file is known to be `rewritten`.
    pub(crate) fn of(deviation: Option<Deviation>, rewritten: bool) -> Form {
        match deviation {
            None => Form::Canonical,
            Some(deviation) if rewritten => Form::Rewritten(deviation),
            Some(deviation) => Form::Other(deviation),
        }
    }

    /// True if the file is refused for its form.
    pub fn is_refused(self) -> bool {
        matches!(self, Form::Other(_))
    }
}

/// First deviation of the file at `path`, which `released` was read from, from what clump writes.
pub(crate) fn rows_deviation(
    path: &Path,
    released: &Released,
    format: ReleaseFormat,
) -> std::io::Result<Option<Deviation>> {
    // Most rows equal the one above them.
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

/// The same of a file of lines.
pub(crate) fn lines_deviation(path: &Path, table: &Table) -> std::io::Result<Option<Deviation>> {
    match (1..table.len()).find(|&row| table.row(row - 1).gt(table.row(row))) {
        Some(row) => Ok(Some(Deviation::Row(row + 1))),
        None => Ok(table_difference(path, table)?.map(Deviation::from)),
    }
}

/// The same of a table of facts: the largest number first, equal ones by their texts.
pub(crate) fn facts_deviation(
    path: &Path,
    table: &FactTable,
    format: ReleaseFormat,
) -> std::io::Result<Option<Deviation>> {
    let is_before = |row: usize| {
        let [above, below] = [row - 1, row].map(|row| table.number(row));
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
