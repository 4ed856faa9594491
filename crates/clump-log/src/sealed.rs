//! Contents of a release of sealed queries, and questions to it.

use clump_core::names::Names;

use crate::Key;

/// The columns of a release: the owner's pseudonym, the time as in the log, and in hexadecimal digits the tag of the
/// query, the owner's share (x, y) as two numbers, and the query under its cipher.
pub const SEALED_COLUMNS: &[&str] = &["Owner", "QueryTime", "Tag", "X", "Y", "Sealed"];

/// Why a row cannot be read; by place and not by value.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("row {row}, column {column}: expected {expected}")]
pub struct RowError {
    /// Which row, as the caller counts.
    pub row: usize,
    /// Which column.
    pub column: &'static str,
    /// Text that should stand there.
    pub expected: &'static str,
}

/// Content that could be read of a release.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decoded<'a> {
    /// The queries that were opened, by the first row they are in.
    pub queries: Names,
    /// The lines of these queries, in the order of the rows.
    pub lines: Vec<DecodedLine<'a>>,
    /// Number of queries that stay sealed because too few owners asked them.
    pub sealed: usize,
    /// Number of queries that have enough shares but were changed: they do not open, or some share is not one of theirs.
    pub damaged: usize,
    /// Rows of these, from 1: those that are wrong, or all rows of the query when that cannot be told. The first
    /// [`ROWS_NAMED`](clump_core::verify::ROWS_NAMED) of them.
    pub damaged_rows: Vec<usize>,
}

/// A line of a log that was opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DecodedLine<'a> {
    /// The owner's pseudonym.
    pub owner: &'a str,
    /// Number of the query in [`Decoded::queries`].
    pub query: u32,
    /// When it was asked, as in the log.
    pub time: &'a str,
}

impl Decoded<'_> {
    /// The query of `line`.
    pub fn query(&self, line: &DecodedLine) -> &str {
        self.queries.get(line.query as usize)
    }
}

/// Parameters of [`SecretSharing`](crate::share::SecretSharing) before they are checked.
#[derive(Clone, Debug)]
pub struct ShareParameters {
    /// Number of owners who must have asked a query so that it can be read.
    pub k: usize,
    /// Source of all randomness. Forgotten after the run, nobody has an advantage over the other readers.
    pub key: Key,
}
