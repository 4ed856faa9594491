//! What can be wrong with one line.

/// Why a line is malformed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    /// A line of a query log with too few or too many columns.
    #[error("expected 3 to 5 columns separated by tabs, found {found}")]
    Columns {
        /// How many there are.
        found: usize,
    },
    /// The owner's column is empty.
    #[error("column 1, the owner, is empty")]
    NoOwner,
    /// A time that cannot be read.
    #[error("column 3 is not a time (expected 2006-03-01 07:17:12, 2006-03-01T07:17:12 or 060301071712)")]
    Time,
    /// A rank that is none.
    #[error("column 4, the rank of a clicked result, is neither empty nor a number")]
    Rank,
    /// A quote that is not closed on its line, or text after a closing quote.
    #[error("column {column}: the double quotes do not match")]
    Quotes {
        /// Which item of the line, from 1.
        column: usize,
    },
    /// An item that a release could not carry.
    #[error("column {column}: the item holds a tab")]
    Tab {
        /// Which item of the line, from 1.
        column: usize,
    },
    /// A line of an override file without its two columns.
    #[error("expected two columns separated by a tab (a word or phrase; a node or `drop`), found {found}")]
    OverrideColumns {
        /// How many there are.
        found: usize,
    },
    /// An override file that gives a phrase twice.
    #[error("the same word or phrase stands on line {first} already")]
    RepeatedOverride {
        /// Where it was given first.
        first: u64,
    },
    /// A line of an edge list that has not one or two columns.
    #[error("expected child and parent separated by a comma or a tab, found {found} columns")]
    EdgeColumns {
        /// How many there are.
        found: usize,
    },
    /// A line of a release that is not the JSON of a row.
    #[error("column {column}: not a row of a release in JSON")]
    Json {
        /// Where the parser stopped, in bytes from 1.
        column: usize,
    },
    /// A group of a release without its number of owners.
    #[error("column 1 is not a number of owners")]
    NoOwnerCount,
    /// A number of owners in a release of rows.
    #[error("the row has a number of owners, but this is a release of rows, not of groups")]
    UnexpectedOwnerCount,
    /// A label that is empty.
    #[error("column {column}: the label is empty or holds a tab")]
    Label {
        /// Which label, from 1.
        column: usize,
    },
    /// A line of a published table with too few or too many columns.
    #[error("expected {expected} columns separated by tabs, found {found}")]
    Cells {
        /// How many the header has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The first line of an audit file is not its header.
    #[error("expected the header `owner<TAB>row`")]
    AuditHeader,
    /// A line of an audit file that is not an owner and a row number.
    #[error("expected an owner and a row number from 1, separated by a tab")]
    AuditEntry,
}
