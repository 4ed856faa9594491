//! What can be wrong with an input. Every error says where, what was found and what was expected; none holds a
//! value of the data, because messages end up in logs that nobody anonymizes.

use std::io;
use std::path::PathBuf;

use clump_core::built::BuiltWithout;
use clump_core::progress::Cancelled;
use clump_core::taxonomy::TaxonomyError;
use clump_wordnet::DatabaseError;

use crate::input::Input;
use crate::layout::{Foreign, Layout};
use crate::repair::Defect;
use crate::spelling::Shown;

mod fault;
mod remedy;
mod table_look;

pub use fault::{FactNeed, Fault};
pub(crate) use remedy::column;
pub use table_look::{ColumnList, LikelyOwner, TableLook};

/// Why an input could not be read. Lines, rows, columns and positions are counted from 1.
#[allow(missing_docs, reason = "the message of each variant says what is wrong")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    #[error("no input was given")]
    NoInput,
    #[error(transparent)]
    BuiltWithout(#[from] BuiltWithout),
    #[error("a taxonomy that is made from the data has no words before the data are read")]
    MadeFromData,
    #[error("the paper's rule of matching leads to senses, not to words as they were typed")]
    WordsOfThePaper,
    #[error("{file}: there is no such file")]
    Missing { file: Input },
    #[error("{file}: is a directory")]
    Directory { file: Input },
    #[error("{file}: cannot be read")]
    Io { file: Input, source: io::Error },
    #[error("{file}: has become shorter while it was read")]
    Shrunk { file: Input },
    #[error("{}: temporary files cannot be written there", .folder.display())]
    Temporary { folder: PathBuf, source: io::Error },
    #[error(
        "there are more than {most} distinct items, which is what fits in the memory that the run may have"
    )]
    TooManyItems { most: usize },
    #[error("{file}: line {line}: a NUL byte; this is not a text file")]
    Binary { file: Input, line: u64 },
    #[error("{file}: is {what}")]
    Foreign { file: Input, what: Foreign },
    /// Not one line of data.
    #[error("{file}: holds no data{}", others(*.files))]
    Empty { file: Input, files: usize },
    #[error("{file}: the layout cannot be told from the first line or the file name")]
    UnknownLayout { file: Input },
    #[error("{file}: has the layout {found}, but the files before it have {first}")]
    MixedLayouts { file: Input, found: Layout, first: Layout },
    #[error("{pattern}: no file matches")]
    NoMatch { pattern: Input },
    #[error("{file}: columns were named, but the layout {layout} has none with names")]
    NoNamedColumns { file: Input, layout: Layout },
    #[error("{file}: the delimiter of its columns cannot be told: {}", fitting_delimiters(*.fitting))]
    UnknownDelimiter { file: Input, fitting: usize },
    #[error("{file}: a delimiter was given, but the layout {layout} {}", own_delimiter(*.layout))]
    IdleDelimiter { file: Input, layout: Layout },
    #[error("{file}: a format of times was given, but the column of times has a type that needs none")]
    IdleTimeFormat { file: Input },
    #[error("{file}: nothing says who the owner of a row is")]
    UnsaidOwner {
        file: Input,
        #[source]
        look: Box<TableLook>,
    },
    #[error("{file}: looks like a table, and is not read as baskets unless that is said")]
    LooksLikeTable {
        file: Input,
        layout: Option<Layout>,
        #[source]
        look: Box<TableLook>,
    },
    #[error("facts of enough owners would need {bytes} bytes of memory, and may not have them")]
    TooManyFacts { bytes: u64 },
    #[error(
        "{owners} owners differ only in spelling (case, Unicode form, spaces, the form of a number): they may be {people} {}",
        if *.people == 1 { "person" } else { "people" }
    )]
    OwnerSpellings { owners: usize, people: usize },
    #[error("the owners are dates or times: that column says when, and not whose a row is")]
    OwnersAreTimes,
    #[error("{file}: each line of a basket file is one owner, so there is nothing to be spelled")]
    NoOwnerNames { file: Input },
    #[error("{file}: none of its columns is called `{}`; they are {columns}", Shown(.name))]
    NoColumn { file: Input, columns: ColumnList, key: &'static str, name: String },
    #[error("{file}: several columns are called `{}`", Shown(.name))]
    RepeatedColumn { file: Input, name: String },
    #[error("{file}: none of its columns is known to hold items or queries; they are {columns}")]
    NoContent { file: Input, columns: ColumnList },
    #[error("{file}: both items and queries are in the table")]
    TwoContents { file: Input },
    #[error("{file}: has other columns than the files before it")]
    MixedTables { file: Input },
    #[error("{file}: column {column} is of a type that cannot be read as {what}")]
    ColumnType { file: Input, column: usize, what: &'static str },
    #[error("{file}: the name of column {column} holds a tab or a line break, or stands in angle brackets")]
    ColumnLabel { file: Input, column: usize },
    #[error("{file}: all cells of its item columns say yes or no")]
    OnlyTruth { file: Input },
    #[error("{file}: no cell holds several items, so there is nothing to separate")]
    IdleSeparator { file: Input },
    #[error("{file}: each row is counted as one owner, so that is the only unit")]
    NoOwners { file: Input },
    #[error("{file}: has no column of times, and sessions need them")]
    NoTimes { file: Input },
    #[error("{file}: has no column that names transactions")]
    NoTransactions { file: Input },
    #[error("{file}: cannot be read as {layout}")]
    Damaged { file: Input, layout: Layout },
    #[error("{file}: row {row}: {fault}")]
    MalformedRow { file: Input, row: u64, fault: Fault },
    #[error("{file}: row {row}: item {position} is not in the taxonomy")]
    UnknownItemOfRow { file: Input, row: u64, position: usize },
    #[error("{file}: a basket file has no times and no queries, so an owner is the only unit")]
    NoQueries { file: Input },
    #[error("{file}: {need}")]
    FactNeeds { file: Input, need: FactNeed },
    #[error(
        "{file}: does not have the columns of a table of facts: texts, then `owners` or `popularity`, then maybe `times`"
    )]
    FactColumns { file: Input },
    #[error("{file}: is not a query log")]
    NotALog { file: Input },
    #[error("{file}: line 1: expected the header `{}`", .header.join("<TAB>"))]
    Header { file: Input, header: &'static [&'static str] },
    #[error("{file}: line {line}: {fault}")]
    Malformed { file: Input, line: u64, fault: Fault },
    #[error("{file}: there is no column `{column}` of type {kind}")]
    ReleaseColumn { file: Input, column: &'static str, kind: &'static str },
    #[error("{file}: besides the columns of a release there {}", more(*.columns))]
    OtherColumns { file: Input, columns: usize },
    #[error("{file}: `{entry}` is no part of the release: {what}")]
    StrayEntry { file: Input, entry: String, what: &'static str },
    #[error("{file}: its metadata has {what} that neither clump nor Spark writes")]
    StrayMetadata { file: Input, what: &'static str },
    #[error("{file}: is not a whole {format} file")]
    DamagedRelease { file: Input, format: &'static str },
    #[error("{file}: {format} cannot be read from there")]
    NotAFile { file: Input, format: &'static str },
    #[error("{file}: line {line}: item {position} is not in the taxonomy")]
    UnknownItem { file: Input, line: u64, position: usize },
    #[error("a word of a query is not in the taxonomy")]
    UnknownWord,
    #[error(
        "cannot count who has what is sensitive: the overrides or the list of words that are never published drop words at or below a sensitive node"
    )]
    DroppedCounted,
    #[error("{file}: is not a taxonomy")]
    Taxonomy { file: Input, source: Defect },
    #[error("{file}: the taxonomy has no nodes")]
    EmptyTaxonomy { file: Input },
    #[error("{file}: {nodes} nodes are more than a taxonomy can hold")]
    LargeTaxonomy { file: Input, nodes: usize },
    #[error("{file}: names have no language in this format")]
    IdleLanguage { file: Input },
    #[error("{file}: a node is called by the name of another in angle brackets")]
    MarkedTwice { file: Input },
    #[error("{directory}: there are no files data.noun and index.noun in it")]
    NoDatabase { directory: Input },
    #[error("{directory}: is not a WordNet database")]
    Database { directory: Input, source: DatabaseError },
    #[error("{file}: the format of the taxonomy cannot be told from its lines")]
    UnknownTaxonomyFormat { file: Input },
    #[error("the items of the data do not make a taxonomy")]
    MadeTaxonomy { source: TaxonomyError },
    #[error("the taxonomy has no node of the name that unknown words were to get")]
    NoSuchNode,
    #[error("a taxonomy that is made from the items of the data knows all of them")]
    NothingUnknown,
    #[error("{file}: line {line}: the taxonomy has no node of that name")]
    OverrideLabel { file: Input, line: u64 },
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl ReadError {
    /// The same error about a row of a table that has no lines.
    pub(crate) fn of_row(self) -> ReadError {
        match self {
            ReadError::Malformed { file, line: row, fault } => ReadError::MalformedRow { file, row, fault },
            ReadError::UnknownItem { file, line: row, position } => {
                ReadError::UnknownItemOfRow { file, row, position }
            }
            other => other,
        }
    }

    /// The same error with another list of the columns that there are.
    pub(crate) fn listing(self, columns: ColumnList) -> ReadError {
        match self {
            ReadError::NoColumn { file, key, name, .. } => ReadError::NoColumn { file, columns, key, name },
            ReadError::NoContent { file, .. } => ReadError::NoContent { file, columns },
            other => other,
        }
    }
}

fn more(columns: usize) -> String {
    if columns == 1 { "is one more".to_owned() } else { format!("are {columns} more") }
}

fn fitting_delimiters(fitting: usize) -> String {
    match fitting {
        0 => "several cut the header, but none cuts the lines below into as many columns".to_owned(),
        fitting => format!("{fitting} cut the header and the lines below into as many columns"),
    }
}

fn own_delimiter(layout: Layout) -> &'static str {
    if layout == Layout::Tsv { "is separated by tabs" } else { "has none" }
}

fn others(files: usize) -> String {
    if files > 1 { format!(", nor do the other {} files", files - 1) } else { String::new() }
}
