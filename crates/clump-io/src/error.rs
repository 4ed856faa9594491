//! Errors of reading an input. Every error states the place of the fault, what was found and what was
//! expected. No error contains a value of the data, because messages end up in logs that are not anonymized.

use std::io;
use std::path::PathBuf;

use clump_core::features::BuiltWithout;
use clump_core::progress::Cancelled;
use clump_core::taxonomy::TaxonomyError;
use clump_wordnet::DatabaseError;

use crate::input::Input;
use crate::layout::{Foreign, Layout};
use crate::repair::Defect;
use crate::spelling::EscapedText;

mod fault;
mod remedy;
mod table_look;

pub use fault::{FactNeed, Fault};
pub(crate) use remedy::column;
pub use table_look::{ColumnList, LikelyOwner, TableLook};

/// Errors of reading an input. Lines, rows, columns and positions are counted from 1.
#[allow(missing_docs, reason = "the message of each variant says what is wrong")]
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    #[error("no input was given")]
    NoInput,
    #[error(transparent)]
    BuiltWithout(#[from] BuiltWithout),
    #[error("a taxonomy that is made from the data does not exist before the data are read")]
    MadeFromData,
    #[error("the paper's rule of matching finds senses, and the items were to be words as typed")]
    WordsOfThePaper,
    #[error("{file}: there is no such file")]
    Missing { file: Input },
    #[error("{file}: is a directory")]
    Directory { file: Input },
    #[error("{file}: cannot be read")]
    Io { file: Input, source: io::Error },
    #[error("{file}: became shorter while it was read")]
    Shrunk { file: Input },
    #[error("{}: temporary files cannot be written there", .folder.display())]
    Temporary { folder: PathBuf, source: io::Error },
    #[error("there are more than {most} distinct items, and no more fit in the memory of the run")]
    TooManyItems { most: usize },
    #[error("{file}: line {line} has a NUL byte, so this is not a text file")]
    Binary { file: Input, line: u64 },
    #[error("{file}: is {what}, which cannot be read")]
    Foreign { file: Input, what: Foreign },
    /// The input files together have no line of data.
    #[error("{file}: holds no data{}", others(*.files))]
    Empty { file: Input, files: usize },
    #[error("{file}: neither the first line nor the file name shows the layout")]
    UnknownLayout { file: Input },
    #[error("{file}: has the layout {found}, but the files before it have {first}")]
    MixedLayouts { file: Input, found: Layout, first: Layout },
    #[error("{pattern}: no file matches")]
    NoMatch { pattern: Input },
    #[error("{file}: columns were named, but columns have no names in the layout {layout}")]
    NoNamedColumns { file: Input, layout: Layout },
    #[error("{file}: the delimiter of its columns is not clear: {}", fitting_delimiters(*.fitting))]
    UnknownDelimiter { file: Input, fitting: usize },
    #[error("{file}: a delimiter was given, but the layout {layout} {}", own_delimiter(*.layout))]
    IdleDelimiter { file: Input, layout: Layout },
    #[error("{file}: a time format was given, but the type of the time column needs none")]
    IdleTimeFormat { file: Input },
    #[error("{file}: no column is stated as the owner, the person behind each row")]
    UnsaidOwner {
        file: Input,
        #[source]
        look: Box<TableLook>,
    },
    #[error("{file}: looks like a table, so it is read as baskets only on request")]
    LooksLikeTable {
        file: Input,
        layout: Option<Layout>,
        #[source]
        look: Box<TableLook>,
    },
    #[error("the facts that enough owners share would need {bytes} bytes, more memory than the run may use")]
    TooManyFacts { bytes: u64 },
    #[error(
        "{owners} owners differ only in spelling (case, Unicode form, spaces, the form of a number): they may be {people} {}",
        if *.people == 1 { "person" } else { "people" }
    )]
    OwnerSpellings { owners: usize, people: usize },
    #[error("the owner column holds dates or times, and these do not identify people")]
    OwnersAreTimes,
    #[error("{file}: each line of a basket file is one owner, so owners have no names to compare")]
    NoOwnerNames { file: Input },
    #[error("{file}: none of its columns is called `{}`; they are {columns}", EscapedText(.name))]
    NoColumn { file: Input, columns: ColumnList, key: &'static str, name: Box<str> },
    #[error("{file}: several columns are called `{}`", EscapedText(.name))]
    RepeatedColumn { file: Input, name: String },
    #[error("{file}: no column has a usual name for items or queries; the columns are {columns}")]
    NoContent { file: Input, columns: ColumnList },
    #[error("{file}: the table has both items and queries, and a run reads one of them")]
    TwoContents { file: Input },
    #[error("{file}: has other columns than the files before it")]
    MixedTables { file: Input },
    #[error("{file}: column {column} has a type that cannot be read as {what}")]
    ColumnType { file: Input, column: usize, what: &'static str },
    #[error("{file}: the name of column {column} contains a tab or a line break, or is in angle brackets")]
    ColumnLabel { file: Input, column: usize },
    #[error("{file}: all cells of its item columns are yes or no")]
    OnlyTruth { file: Input },
    #[error("{file}: no cell holds several items, so there is nothing to separate")]
    IdleSeparator { file: Input },
    #[error("{file}: each row counts as one owner, so the only unit is `owner`")]
    NoOwners { file: Input },
    #[error("{file}: has no time column, and sessions need times")]
    NoTimes { file: Input },
    #[error("{file}: has no column that names transactions")]
    NoTransactions { file: Input },
    #[error("{file}: cannot be read as {layout}")]
    Damaged { file: Input, layout: Layout },
    #[error("{file}: row {row}: {fault}")]
    MalformedRow { file: Input, row: u64, fault: Fault },
    #[error("{file}: a basket file has no times and no queries, so the only unit is `owner`")]
    NoQueries { file: Input },
    #[error("{file}: {need}")]
    FactNeeds { file: Input, need: FactNeed },
    #[error(
        "{file}: does not have the columns of a table of facts: texts, then `owners` or `popularity`, then optionally `times`"
    )]
    FactColumns { file: Input },
    #[error("{file}: is not a query log, and this method needs one")]
    NotALog { file: Input },
    #[error("{file}: line 1: expected the header `{}`", .header.join("<TAB>"))]
    Header { file: Input, header: &'static [&'static str] },
    #[error("{file}: line {line}: {fault}")]
    Malformed { file: Input, line: u64, fault: Fault },
    #[error("{file}: has no column `{column}` of type {kind}")]
    ReleaseColumn { file: Input, column: &'static str, kind: &'static str },
    #[error("{file}: has {} that a release does not have", more(*.columns))]
    OtherColumns { file: Input, columns: usize },
    #[error("{file}: `{entry}` is not part of the release: {what}")]
    StrayEntry { file: Input, entry: String, what: &'static str },
    #[error("{file}: its metadata has {what} that neither clump nor Spark writes")]
    StrayMetadata { file: Input, what: &'static str },
    #[error("{file}: is not a complete {format} file")]
    DamagedRelease { file: Input, format: &'static str },
    #[error("{file}: {format} can be read from a file only")]
    NotAFile { file: Input, format: &'static str },
    #[error("a word of a query is not in the taxonomy")]
    UnknownWord,
    #[error(
        "sensitive items cannot be counted: the overrides or the list of excluded words drop words at or below a sensitive node"
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
    #[error("{file}: a node has the name of another node in angle brackets")]
    MarkedTwice { file: Input },
    #[error("{directory}: the files data.noun and index.noun are not in it")]
    NoDatabase { directory: Input },
    #[error("{directory}: is not a WordNet database")]
    Database { directory: Input, source: DatabaseError },
    #[error("{file}: the lines do not show the format of the taxonomy")]
    UnknownTaxonomyFormat { file: Input },
    #[error("no taxonomy can be made from the items of the data")]
    MadeTaxonomy { source: TaxonomyError },
    #[error("the taxonomy does not have the node that `unknown` names")]
    NoSuchNode,
    #[error("a taxonomy that is made from the data has all items, so none is unknown")]
    NothingUnknown,
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl ReadError {
    /// The same error for a row of a table in memory, which has rows and no lines.
    pub(crate) fn of_row(self) -> ReadError {
        match self {
            ReadError::Malformed { file, line: row, fault } => ReadError::MalformedRow { file, row, fault },
            other => other,
        }
    }

    pub(crate) fn listing(self, columns: ColumnList) -> ReadError {
        match self {
            ReadError::NoColumn { file, key, name, .. } => ReadError::NoColumn { file, columns, key, name },
            ReadError::NoContent { file, .. } => ReadError::NoContent { file, columns },
            other => other,
        }
    }
}

fn more(columns: usize) -> String {
    if columns == 1 { "one column".to_owned() } else { format!("{columns} columns") }
}

fn fitting_delimiters(fitting: usize) -> String {
    match fitting {
        0 => "several characters divide the header, but none divides the lines below into as many columns"
            .to_owned(),
        fitting => format!("{fitting} characters divide the header and the lines below into as many columns"),
    }
}

fn own_delimiter(layout: Layout) -> &'static str {
    if layout == Layout::Tsv { "is separated by tabs" } else { "has none" }
}

fn others(files: usize) -> String {
    if files > 1 { format!(", nor do the other {} files", files - 1) } else { String::new() }
}
