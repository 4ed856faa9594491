//! What can be wrong with one line, and what a log may lack.

use clump_core::remedy::Remedy;

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
    /// A line that nobody would write.
    #[error("the line is longer than {} MiB", .most >> 20)]
    LongLine {
        /// The most bytes of a line.
        most: usize,
    },
    /// A line that is no text.
    #[error("the line has a NUL byte")]
    Nul,
    /// Nobody owns the line.
    #[error("the owner is empty")]
    NoOwner,
    /// Nothing says which transaction the row is part of.
    #[error("the transaction is empty")]
    NoTransaction,
    /// The owner is a word for nothing, which would be one person with the rows of many.
    #[error("the owner is a word for nothing, such as NULL or NaN")]
    NullOwner,
    /// An owner that an audit could not carry.
    #[error("the owner holds a tab or a line break")]
    OwnerText,
    /// A time that cannot be read.
    #[error(
        "the time cannot be read (expected 2006-03-01 07:17:12 with a zone or without, 2006-03-01, 01.03.2006 07:17, 060301071712, or seconds, milliseconds, microseconds or nanoseconds since 1970 in 9 or 10, 13, 16 or 19 digits)"
    )]
    Time,
    /// A date with slashes.
    #[error("the date of the time has slashes, so either the day or the month may come first")]
    SlashedTime,
    /// A time that is a number, but of another kind than the first one.
    #[error(
        "the time is a number with another count of digits than the times before it, so it counts something else"
    )]
    MixedTimes,
    /// A query that was asked before the one above it, where the next one of an owner is looked for.
    #[error("the time is before that of the owner's line before it")]
    TimeGoesBack,
    /// A time that is not in the format that was given.
    #[error("the time is not written in the format that was given")]
    OtherTimeFormat,
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
    #[error("column {column}: the item holds a tab or a line break")]
    Tab {
        /// Which item of the line, from 1.
        column: usize,
    },
    /// An item that would be taken for a node of the taxonomy.
    #[error("column {column}: the item stands in angle brackets, as only nodes of the taxonomy do")]
    Marked {
        /// Which item of the line, from 1.
        column: usize,
    },
    /// A row of a table with too few or too many cells.
    #[error("the header has {expected} columns, the row has {found}")]
    Width {
        /// How many the header has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A quote that is not closed before the end, for very many lines, or for more text than a line may have.
    #[error("column {column}: a double quote is opened and not closed")]
    OpenQuote {
        /// Which column, from 1.
        column: usize,
    },
    /// A line that is not a JSON object.
    #[error("column {column}: not a JSON object")]
    NotAnObject {
        /// Where the parser stopped, in bytes from 1.
        column: usize,
    },
    /// A JSON object that says something twice.
    #[error("the owner, the transaction, the query or the time stands twice")]
    RepeatedKey,
    /// A value where text or a whole number is needed.
    #[error("the {what} is neither text nor a whole number")]
    NotText {
        /// What it should be.
        what: &'static str,
    },
    /// A cell that says nothing about how often.
    #[error("column {column}: neither a count nor yes or no")]
    Count {
        /// Which column, from 1.
        column: usize,
    },
    /// Counts of a row that nothing could hold.
    #[error("the counts of the row add up to more than {most}")]
    TooMany {
        /// The largest sum that is taken.
        most: u64,
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
    /// A line of a list of what is never published that would match nothing.
    #[error("a term has no letter and no digit")]
    NoWord,
    /// A line of an edge list that has not one or two columns.
    #[error("expected child and parent separated by a comma or a tab, found {found} columns")]
    EdgeColumns {
        /// How many there are.
        found: usize,
    },
    /// A line of an Amnesia hierarchy that is neither of its head nor a parent with its children.
    #[error("expected a parent, `has` and its children, separated by single blanks")]
    NoFamily,
    /// Tabs and spaces before the names of an outline.
    #[error("the line is indented by tabs where others are by spaces, or the other way round")]
    MixedIndent,
    /// A line of an outline between two levels.
    #[error("the line begins further to the left than its siblings, and no line above begins there")]
    Indent,
    /// A taxonomy in JSON that is no JSON.
    #[error("column {column}: not JSON")]
    JsonText {
        /// Where the parser stopped, in bytes from 1.
        column: usize,
    },
    /// JSON that is no tree.
    #[error("expected nodes with a name and children, or Amnesia's lists of nodes and edges")]
    JsonTree,
    /// A taxonomy in SKOS that is no Turtle.
    #[error("column {column}: not Turtle")]
    Turtle {
        /// Where the parser stopped, from 1.
        column: usize,
    },
    /// A line of a release that is not the JSON of a row.
    #[error("column {column}: not a row of a release in JSON")]
    Json {
        /// Where the parser stopped, in bytes from 1.
        column: usize,
    },
    /// A row of a release that does not state how many owners share it.
    #[error("the row has no number `owners_in_group`")]
    NoOwnersInGroup,
    /// A row of a release that is null.
    #[error("the row has no `items`")]
    NoItems,
    /// A label that a release does not have.
    #[error("label {column} of the row is empty or holds a tab or a line break")]
    Label {
        /// Which label, from 1.
        column: usize,
    },
    /// The first line of a release in tab separated values is not its header.
    #[error("expected the header `owners_in_group<TAB>items`")]
    TsvHeader,
    /// A line of such a release that has not its two columns.
    #[error(
        "expected a number of owners and a cell of items, separated by a tab and quoted where they must be"
    )]
    TsvRecord,
    /// The first line of a release in comma separated values is not its header.
    #[error("expected the header `row,owners_in_group,item`")]
    CsvHeader,
    /// A line of such a release that has not its three columns.
    #[error(
        "expected a row number, a number of owners and an item, separated by commas and quoted where they must be"
    )]
    CsvRecord,
    /// A line whose row does not follow those before it.
    #[error("column 1 is neither the number of the row above nor the next one")]
    RowNumber,
    /// A row of which two lines state different numbers of owners.
    #[error("column 2 states another number of owners than the line above, of the same row")]
    OtherOwners,
    /// The text of a whole query that is empty, holds a tab or a line break, or differs within a row; or some rows have a
    /// place for it and others have none.
    #[error("the text of a whole query is not one, or is there in some rows only")]
    Text,
    /// A line of a published table with too few or too many columns.
    #[error("expected {expected} columns separated by tabs, found {found}")]
    Cells {
        /// How many the header has.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A file that does not say which release it is the audit of.
    #[error("expected which release this is the audit of")]
    AuditRelease,
    /// The first line of an audit file is not its header.
    #[error("expected the header `owner<TAB>row`")]
    AuditHeader,
    /// A line of an audit file that is not an owner and a row number.
    #[error("expected an owner and a row number from 1, separated by a tab")]
    AuditEntry,
    /// Another number of entries than the first line says.
    #[error("the audit ends here, and has another number of entries than its first line says")]
    AuditLength,
}

/// What a fact needs of a log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FactNeed {
    /// Addresses of results.
    #[error("no line says which result was clicked")]
    Clicks,
    /// Queries.
    #[error("has items and no queries")]
    Queries,
    /// Items.
    #[error("has queries and no items")]
    Items,
    /// Times.
    #[error("has no column of times")]
    Times,
    /// Named columns, of which one divides the owners of a fact.
    #[error("has no column to count by")]
    Columns,
    /// Facts that are not divided: two items stand in one basket, and its rows may be in several cells.
    #[error("pairs of items cannot be divided")]
    WholeOwners,
    /// An owner of several queries.
    #[error("no column says who asked a query")]
    Owners,
}

impl FactNeed {
    /// What the user can do.
    pub fn remedy(self) -> Remedy {
        Remedy::of(match self {
            FactNeed::Clicks => {
                "count {fact=query}; or give a log whose fifth column, or a table whose column `url`, has the clicked address"
            }
            FactNeed::Queries => {
                "count {fact=item} or {fact=item,item}; or name the column of queries with {query}"
            }
            FactNeed::Items => {
                "count {fact=word} or {fact=word,word}; or name the columns of items with {items}"
            }
            FactNeed::Times => {
                "name the column of times with {time}, or leave out what needs times: {by} and {fact=query,next}"
            }
            FactNeed::Columns => {
                "leave out {by}, or count {by=day}, {by=week} or {by=month}; columns have tables of queries or of single items"
            }
            FactNeed::WholeOwners => "leave out {by}, or count {fact=item}",
            FactNeed::Owners => "name the column of the owner with {owner}",
        })
    }
}
