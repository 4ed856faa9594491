//! The check of a release of lines: what the written file shows, read back.

use std::path::Path;

use clump_core::log::{LOG_COLUMNS, Table};
use clump_core::promise::Promise;
use clump_core::verify::{Verdict, common_queries};
use clump_io::Input;
use clump_io::release::read_table;
use clump_log::share::{SEALED_COLUMNS, SealedRow, sealed_queries};

use crate::RunError;
use crate::check::Checked;

/// How the lines of a release lie in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineLayout {
    /// The columns of a query log.
    Log,
    /// Shares of sealed queries.
    Shares,
}

impl LineLayout {
    /// The layout of a table with these columns.
    pub fn of(header: &[&str]) -> LineLayout {
        if header == SEALED_COLUMNS { LineLayout::Shares } else { LineLayout::Log }
    }

    /// The word for it in a certificate.
    pub fn word(self) -> &'static str {
        match self {
            LineLayout::Log => "log",
            LineLayout::Shares => "shares",
        }
    }

    /// The layout that a certificate calls `word`; none if it is one of rows.
    pub fn parse(word: &str) -> Option<LineLayout> {
        [LineLayout::Log, LineLayout::Shares].into_iter().find(|layout| layout.word() == word)
    }

    /// The columns of the file.
    pub fn columns(self) -> &'static [&'static str] {
        match self {
            LineLayout::Log => LOG_COLUMNS,
            LineLayout::Shares => SEALED_COLUMNS,
        }
    }
}

/// Checks `promise` on the file at `path`.
///
/// # Errors
/// When the file is not what its layout says.
pub fn check_lines(path: &Path, layout: LineLayout, promise: Promise) -> Result<Checked, RunError> {
    let table = read_table(&Input::from(path), layout.columns())?;
    let verdict = match promise {
        Promise::CommonQueries { k } => Some(check_queries(&table, k)),
        Promise::SealedQueries { k } => Some(sealed_queries(&sealed_rows(path, &table)?, k)),
        _ => None,
    };
    Ok(Checked::alone(promise, verdict))
}

fn check_queries(table: &Table, k: usize) -> Verdict {
    let lines = (0..table.len()).map(|row| {
        let mut cells = table.row(row);
        // As a log is read: white space around an owner makes no other owner.
        (cells.next().map(str::trim), cells.next())
    });
    common_queries(lines, k)
}

/// The rows of a release of shares.
///
/// # Errors
/// When a cell is not what it must be.
pub fn sealed_rows(path: &Path, table: &Table) -> Result<Vec<SealedRow>, RunError> {
    let rows = (0..table.len()).map(|row| SealedRow::parse(row + 1, table.row(row)));
    rows.collect::<Result<_, _>>().map_err(|source| RunError::Sealed { path: path.to_owned(), source })
}
