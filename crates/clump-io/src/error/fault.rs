//! Faults of a single line, and the parts of a log that counting facts needs.

use clump_core::remedy::Remedy;

/// Faults of a single line. Columns, items and labels of a line are counted from 1.
#[allow(missing_docs, reason = "the message of each variant says what is wrong")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Fault {
    #[error("expected 3 to 5 columns separated by tabs, found {found}")]
    Columns { found: usize },
    #[error("the line is longer than {} MiB", .most >> 20)]
    LongLine { most: usize },
    #[error("the line has a NUL byte")]
    Nul,
    #[error("the owner is empty")]
    NoOwner,
    #[error("the transaction is empty")]
    NoTransaction,
    /// The owner is a word for a missing value (`null`). As an owner, it would join the rows of many people.
    #[error("the owner is a word for a missing value, such as NULL or NaN")]
    NullOwner,
    #[error("the owner contains a tab or a line break")]
    OwnerText,
    #[error(
        "the time cannot be read (expected 2006-03-01 07:17:12 with a zone or without, 2006-03-01, 01.03.2006 07:17, 060301071712, or seconds, milliseconds, microseconds or nanoseconds since 1970 in 9 or 10, 13, 16 or 19 digits)"
    )]
    Time,
    #[error("the date has slashes, so either the day or the month may come first")]
    SlashedTime,
    #[error("the time has another number of digits than the times before it, so its unit differs")]
    MixedTimes,
    #[error("the time is not written in the format that was given")]
    OtherTimeFormat,
    #[error("column 4, the rank of a clicked result, is neither empty nor a number")]
    Rank,
    #[error("column {column}: the double quotes do not match")]
    Quotes { column: usize },
    #[error("column {column}: the item contains a tab or a line break")]
    Tab { column: usize },
    #[error("column {column}: the item is in angle brackets, which mark categories")]
    Marked { column: usize },
    #[error("the header has {expected} columns, the row has {found}")]
    Width { expected: usize, found: usize },
    #[error("column {column}: a double quote is opened but not closed")]
    OpenQuote { column: usize },
    #[error("column {column}: not a JSON object")]
    NotAnObject { column: usize },
    #[error("the record has the field of its owner, transaction, query or time twice")]
    RepeatedKey,
    #[error("the {what} is neither text nor a whole number")]
    NotText { what: &'static str },
    #[error("column {column}: neither a count nor yes or no")]
    Count { column: usize },
    #[error("the counts of the row add up to more than {most}")]
    TooMany { most: u64 },
    #[error("item {position} is not in the taxonomy")]
    UnknownItem { position: usize },
    #[error("the taxonomy has no node of that name")]
    NoSuchNode,
    #[error("expected two columns separated by a tab (a word or phrase; a node or `drop`), found {found}")]
    OverrideColumns { found: usize },
    #[error("the same word or phrase is already on line {first}")]
    RepeatedOverride { first: u64 },
    #[error("a term has no letter and no digit")]
    NoWord,
    #[error("expected child and parent separated by a comma or a tab, found {found} columns")]
    EdgeColumns { found: usize },
    #[error("expected a parent, `has` and its children, separated by single blanks")]
    NoFamily,
    #[error("the line is indented with tabs and others with spaces, or the other way round")]
    MixedIndent,
    #[error("the line begins further to the left than its siblings, and no line above begins there")]
    Indent,
    #[error("column {column}: not JSON")]
    JsonText { column: usize },
    #[error("expected nodes with a name and children, or Amnesia's lists of nodes and edges")]
    JsonTree,
    #[error("column {column}: not Turtle")]
    Turtle { column: usize },
    #[error("column {column}: not a row of a release in JSON")]
    Json { column: usize },
    #[error("the row has no number `owners_in_group`")]
    NoOwnersInGroup,
    #[error("the row has no `items`")]
    NoItems,
    #[error("label {column} of the row is empty, or contains a tab or a line break")]
    Label { column: usize },
    #[error("expected the header `owners_in_group<TAB>items`")]
    TsvHeader,
    #[error("expected a number of owners and a cell of items, separated by a tab, with quotes where needed")]
    TsvRecord,
    #[error("expected the header `row,owners_in_group,item`")]
    CsvHeader,
    #[error(
        "expected a row number, a number of owners and an item, separated by commas, with quotes where needed"
    )]
    CsvRecord,
    #[error("column 1 is neither the number of the row above nor the next one")]
    RowNumber,
    #[error("column 2 states another number of owners than the line above, which belongs to the same row")]
    OtherOwners,
    /// The text of a whole query is empty, contains a tab or a line break, or differs within a row. Or only
    /// some rows of the release have a text column.
    #[error("the text of a whole query is malformed, or missing in some rows")]
    Text,
    #[error("expected {expected} columns separated by tabs, found {found}")]
    Cells { expected: usize, found: usize },
    #[error("expected the line that identifies the release of this audit")]
    AuditRelease,
    #[error("expected the header `owner<TAB>row`")]
    AuditHeader,
    #[error("expected an owner and a row number from 1, separated by a tab")]
    AuditEntry,
    #[error("the audit ends here, but its first line states another number of entries")]
    AuditLength,
}

impl Fault {
    /// The action that fixes the fault; `None` if there is none.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            Fault::NoOwner => {
                "remove these rows, or use {skip-bad-lines!} to leave such lines out and count them"
            }
            Fault::NullOwner => {
                "remove these rows, or use {skip-bad-lines!} to leave such lines out and count them; add {spelling=as-they-are} if this is the name of a person"
            }
            Fault::Nul
            | Fault::NoTransaction
            | Fault::OwnerText
            | Fault::Width { .. }
            | Fault::NotAnObject { .. }
            | Fault::RepeatedKey
            | Fault::NotText { .. } => "use {skip-bad-lines!} to leave such lines out and count them",
            Fault::LongLine { .. } => {
                "put each row on its own line, or set the layout with {from}; in a taxonomy in JSON, break lines between values"
            }
            Fault::OpenQuote { .. } => {
                "close the quote, or double it; the end of such a row is unknown, so it cannot be skipped"
            }
            Fault::Count { .. } => "use {skip-bad-lines!}, or name only the columns of items with {items}",
            Fault::TooMany { .. } => "use {skip-bad-lines!}, or leave out {keep-repeats!}",
            Fault::Columns { .. } => {
                "use {skip-bad-lines!} to leave such lines out and count them, or {from=basket} if this is not a log"
            }
            Fault::Time => {
                "set the form of times with {time-format}, like `%d/%m/%Y %H:%M:%S`, or use {skip-bad-lines!} to leave such lines out and count them; with {unit=owner}, methods on transactions need no times"
            }
            Fault::SlashedTime => {
                "set the form of times with {time-format}, like `%d/%m/%Y %H:%M:%S` or `%m/%d/%Y %H:%M:%S`"
            }
            Fault::MixedTimes => {
                "convert the times to one unit, or use {skip-bad-lines!} to leave such lines out and count them"
            }
            Fault::OtherTimeFormat => {
                "check {time-format}: `%Y %m %d %H %M %S` are year to second, `%z` is an offset, `%s` are seconds since 1970; {skip-bad-lines!} leaves such lines out and counts them"
            }
            Fault::Rank => {
                "use {skip-bad-lines!} to leave such lines out and count them, or bring the columns in order"
            }
            Fault::Quotes { .. } | Fault::Tab { .. } => "use {skip-bad-lines!}, or name another {separator}",
            Fault::Marked { .. } => {
                "rename such items, or use {skip-bad-lines!}: in a release, a name in angle brackets is a category"
            }
            Fault::EdgeColumns { .. } => {
                "put names with commas in double quotes, or use {taxonomy-format=arx|paths}"
            }
            Fault::NoFamily => {
                "remove blanks from the names, or set another {taxonomy-format} if this is not a file of Amnesia"
            }
            Fault::MixedIndent | Fault::Indent => {
                "indent children by tabs or by spaces, one way in the whole file, or set another {taxonomy-format}"
            }
            Fault::JsonText { .. } | Fault::JsonTree => {
                "write `{{\"name\": \"food\", \"children\": [...]}}`, or set another {taxonomy-format}"
            }
            Fault::Turtle { .. } => "convert RDF/XML to Turtle, or set another {taxonomy-format}",
            Fault::NoWord => "give a text file with one term per line",
            Fault::UnknownItem { .. } => {
                "use {unknown=drop} to leave such items out and count them, {unknown=as:NODE} to make them a node, or map them with {overrides}"
            }
            Fault::NoSuchNode => {
                "name a node as the taxonomy spells it, or `drop`; trees made from the data accept only `drop`"
            }
            Fault::OverrideColumns { .. } => "write `java<TAB>drop`, or the name of a node instead of `drop`",
            Fault::RepeatedOverride { .. } => "remove one of the two lines",
            Fault::Json { .. } | Fault::Label { .. } | Fault::TsvHeader | Fault::CsvHeader => {
                "set the format with {to} if the release has another one; check a table of facts with {promise=common-facts}"
            }
            Fault::NoOwnersInGroup | Fault::NoItems => {
                "check the path: every row of a release has `items` and `owners_in_group`, the number of owners who share it"
            }
            Fault::Cells { .. }
            | Fault::TsvRecord
            | Fault::CsvRecord
            | Fault::RowNumber
            | Fault::Text
            | Fault::OtherOwners => "get the file again from its publisher: it was changed or cut short",
            Fault::AuditRelease | Fault::AuditHeader | Fault::AuditEntry | Fault::AuditLength => {
                "pass the file that {clump anonymize audit?} wrote with this release"
            }
        };
        Some(Remedy::of(sentence))
    }
}

/// A part that a log lacks although a requested fact is computed from it.
#[allow(missing_docs, reason = "the message of each variant says what is missing")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FactNeed {
    #[error("no line has a clicked result")]
    Clicks,
    #[error("has items but no queries")]
    Queries,
    #[error("has queries but no items")]
    Items,
    #[error("has no time column")]
    Times,
    #[error("has no columns with names")]
    Columns,
    #[error("pairs of items cannot be divided by time or columns")]
    WholeOwners,
    #[error("no column names the owner of a query")]
    Owners,
}

impl FactNeed {
    /// The action that fixes the error.
    pub fn remedy(self) -> Remedy {
        Remedy::of(match self {
            FactNeed::Clicks => {
                "count {table=query}; or give a log whose fifth column, or a table whose column `url`, has the clicked address; or name its column with {url}"
            }
            FactNeed::Queries => {
                "count {table=item} or {table=item,item}; or name the column of queries with {query}"
            }
            FactNeed::Items => {
                "count {table=word} or {table=word,word}; or name the columns of items with {items}"
            }
            FactNeed::Times => {
                "name the column of times with {time}, or leave out what needs times: cells by time, and {table=query,next}"
            }
            FactNeed::Columns => {
                "leave out the columns of {table}; the file has none with names, except for times such as {table=query:day}"
            }
            FactNeed::WholeOwners => {
                "leave out the cells and further columns of {table=item,item}, or count {table=item}"
            }
            FactNeed::Owners => "name the column of the owner with {owner}",
        })
    }
}
