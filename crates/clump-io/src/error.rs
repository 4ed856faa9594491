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
use crate::shown::Shown;

mod fault;
mod remedy;
mod table_look;

pub use fault::{FactNeed, Fault};
pub(crate) use remedy::column;
pub use table_look::{ColumnList, LikelyOwner, TableLook};

/// Why an input could not be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReadError {
    /// No input was named.
    #[error("no input was given")]
    NoInput,
    /// A format or a taxonomy that this build does not have.
    #[error(transparent)]
    BuiltWithout(#[from] BuiltWithout),
    /// A taxonomy that is made from the data, where there are none yet.
    #[error("a taxonomy that is made from the data has no words before the data are read")]
    MadeFromData,
    /// Words as they are typed, by a rule that knows senses only.
    #[error("the paper's rule of matching leads to senses, not to words as they were typed")]
    WordsOfThePaper,
    /// The file does not exist.
    #[error("{file}: there is no such file")]
    Missing {
        /// Which file.
        file: Input,
    },
    /// A directory where a file is expected.
    #[error("{file}: is a directory")]
    Directory {
        /// Which path.
        file: Input,
    },
    /// The operating system or a decompressor gave up.
    #[error("{file}: cannot be read")]
    Io {
        /// Which file.
        file: Input,
        /// What it said.
        source: io::Error,
    },
    /// The file was longer when it was opened.
    #[error("{file}: has become shorter while it was read")]
    Shrunk {
        /// Which file.
        file: Input,
    },
    /// The folder for temporary files does not take what does not fit in memory.
    #[error("{}: temporary files cannot be written there", .folder.display())]
    Temporary {
        /// Which folder.
        folder: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// More distinct items than the memory of the run has room for.
    #[error(
        "there are more than {most} distinct items, which is what fits in the memory that the run may have"
    )]
    TooManyItems {
        /// How many there may be.
        most: usize,
    },
    /// A NUL byte, which text does not have.
    #[error("{file}: line {line}: a NUL byte; this is not a text file")]
    Binary {
        /// Which file.
        file: Input,
        /// The line of the first NUL byte.
        line: u64,
    },
    /// A file of a kind that is not read.
    #[error("{file}: is {what}")]
    Foreign {
        /// Which file.
        file: Input,
        /// What it is.
        what: Foreign,
    },
    /// Not one line of data.
    #[error("{file}: holds no data{}", others(*.files))]
    Empty {
        /// The first file.
        file: Input,
        /// How many files were read.
        files: usize,
    },
    /// Neither a header nor the extension tells the layout.
    #[error("{file}: the layout cannot be told from the first line or the file name")]
    UnknownLayout {
        /// Which file.
        file: Input,
    },
    /// Files of two layouts in one run.
    #[error("{file}: has the layout {found}, but the files before it have {first}")]
    MixedLayouts {
        /// The first file of the other layout.
        file: Input,
        /// Its layout.
        found: Layout,
        /// The layout of those before it.
        first: Layout,
    },
    /// A pattern that no file matches.
    #[error("{pattern}: no file matches")]
    NoMatch {
        /// The pattern.
        pattern: Input,
    },
    /// Columns are named, but the layout has none with names.
    #[error("{file}: columns were named, but the layout {layout} has none with names")]
    NoNamedColumns {
        /// Which file.
        file: Input,
        /// Its layout.
        layout: Layout,
    },
    /// The first lines of a table can be cut into columns in several ways, or in none.
    #[error("{file}: the delimiter of its columns cannot be told: {}", fitting_delimiters(*.fitting))]
    UnknownDelimiter {
        /// Which file.
        file: Input,
        /// How many delimiters cut the header and the lines below into as many columns.
        fitting: usize,
    },
    /// A delimiter for a layout that has another one, or none.
    #[error("{file}: a delimiter was given, but the layout {layout} {}", own_delimiter(*.layout))]
    IdleDelimiter {
        /// Which file.
        file: Input,
        /// Its layout.
        layout: Layout,
    },
    /// A format of times where times are not text.
    #[error("{file}: a format of times was given, but the column of times has a type that needs none")]
    IdleTimeFormat {
        /// Which file.
        file: Input,
    },
    /// A table of which nobody said whose rows they are.
    #[error("{file}: nothing says who the owner of a row is")]
    UnsaidOwner {
        /// Which file.
        file: Input,
        /// What it looks like.
        #[source]
        look: Box<TableLook>,
    },
    /// A text that would be read as baskets if its first line were not the header of a table.
    #[error("{file}: looks like a table, and is not read as baskets unless that is said")]
    LooksLikeTable {
        /// Which file.
        file: Input,
        /// Which kind of table; none if it is of no kind that is read.
        layout: Option<Layout>,
        /// What it looks like.
        #[source]
        look: Box<TableLook>,
    },
    /// More facts are kept than memory may be used for.
    #[error("facts of enough owners would need {bytes} bytes of memory, and may not have them")]
    TooManyFacts {
        /// What they would need.
        bytes: u64,
    },
    /// Owners who are likely the same people, spelled in several ways.
    #[error(
        "{owners} owners differ only in spelling (case, Unicode form, spaces, the form of a number): they may be {people} {}",
        if *.people == 1 { "person" } else { "people" }
    )]
    OwnerSpellings {
        /// How many owners have a spelling of which there is another.
        owners: usize,
        /// How many there are if spellings do not count.
        people: usize,
    },
    /// The column of the owners says when.
    #[error("the owners are dates or times: that column says when, and not whose a row is")]
    OwnersAreTimes,
    /// Something is said about the spelling of owners who have no names.
    #[error("{file}: each line of a basket file is one owner, so there is nothing to be spelled")]
    NoOwnerNames {
        /// Which file.
        file: Input,
    },
    /// A column that was named is not there.
    #[error("{file}: none of its columns is called `{}`; they are {columns}", Shown(.name))]
    NoColumn {
        /// Which file.
        file: Input,
        /// The columns that it has.
        columns: ColumnList,
        /// The setting that names it.
        key: &'static str,
        /// What the user called it.
        name: String,
    },
    /// A name that several columns have where one is needed.
    #[error("{file}: several columns are called `{}`", Shown(.name))]
    RepeatedColumn {
        /// Which file.
        file: Input,
        /// What the user called it, or its usual name.
        name: String,
    },
    /// A table in which nothing is known to be items or queries.
    #[error("{file}: none of its columns is known to hold items or queries; they are {columns}")]
    NoContent {
        /// Which file.
        file: Input,
        /// The columns that it has.
        columns: ColumnList,
    },
    /// A table with both items and queries.
    #[error("{file}: both items and queries are in the table")]
    TwoContents {
        /// Which file.
        file: Input,
    },
    /// Tables of one run that mean different things.
    #[error("{file}: has other columns than the files before it")]
    MixedTables {
        /// The first file that differs.
        file: Input,
    },
    /// A column of a type that cannot hold what it should.
    #[error("{file}: column {column} is of a type that cannot be read as {what}")]
    ColumnType {
        /// Which file.
        file: Input,
        /// Which column, from 1.
        column: usize,
        /// What it should hold.
        what: &'static str,
    },
    /// A column that is an item of which a release could not carry the name.
    #[error("{file}: the name of column {column} holds a tab or a line break, or stands in angle brackets")]
    ColumnLabel {
        /// Which file.
        file: Input,
        /// Which column, from 1.
        column: usize,
    },
    /// A wide table of counts that is read as one of items.
    #[error("{file}: all cells of its item columns say yes or no")]
    OnlyTruth {
        /// Which file.
        file: Input,
    },
    /// A separator where no cell holds several items.
    #[error("{file}: no cell holds several items, so there is nothing to separate")]
    IdleSeparator {
        /// Which file.
        file: Input,
    },
    /// Sessions or queries were asked for, but nothing says whose rows they are.
    #[error("{file}: each row is counted as one owner, so that is the only unit")]
    NoOwners {
        /// Which file.
        file: Input,
    },
    /// Sessions were asked for, but nothing says when.
    #[error("{file}: has no column of times, and sessions need them")]
    NoTimes {
        /// Which file.
        file: Input,
    },
    /// Transactions are to be told by a column, but none does.
    #[error("{file}: has no column that names transactions")]
    NoTransactions {
        /// Which file.
        file: Input,
    },
    /// A file that is not what its name, its first bytes or the user says.
    #[error("{file}: cannot be read as {layout}")]
    Damaged {
        /// Which file.
        file: Input,
        /// What it should be.
        layout: Layout,
    },
    /// A row of a table that has no lines.
    #[error("{file}: row {row}: {fault}")]
    MalformedRow {
        /// Which file.
        file: Input,
        /// Which row, from 1.
        row: u64,
        /// What is wrong with it.
        fault: Fault,
    },
    /// An item of such a row that the taxonomy does not have, where that is an error.
    #[error("{file}: row {row}: item {position} is not in the taxonomy")]
    UnknownItemOfRow {
        /// Which file.
        file: Input,
        /// Which row, from 1.
        row: u64,
        /// Which of its items or words, from 1.
        position: usize,
    },
    /// Sessions or queries were asked for, but baskets have none.
    #[error("{file}: a basket file has no times and no queries, so an owner is the only unit")]
    NoQueries {
        /// Which file.
        file: Input,
    },
    /// A log that does not have what a fact is about.
    #[error("{file}: {need}")]
    FactNeeds {
        /// Which file.
        file: Input,
        /// What it does not have.
        need: FactNeed,
    },
    /// A file that has other columns than a table of facts.
    #[error(
        "{file}: does not have the columns of a table of facts: texts, then `owners` or `popularity`, then maybe `times`"
    )]
    FactColumns {
        /// Which file.
        file: Input,
    },
    /// Something else where a method needs the lines of a query log.
    #[error("{file}: is not a query log")]
    NotALog {
        /// Which file.
        file: Input,
    },
    /// A table with another header than expected.
    #[error("{file}: line 1: expected the header `{}`", .header.join("<TAB>"))]
    Header {
        /// Which file.
        file: Input,
        /// What it should be.
        header: &'static [&'static str],
    },
    /// A line that is not what its format demands.
    #[error("{file}: line {line}: {fault}")]
    Malformed {
        /// Which file.
        file: Input,
        /// Which line, from 1.
        line: u64,
        /// What is wrong with it.
        fault: Fault,
    },
    /// A file of columns in which one of them is missing or holds something else.
    #[error("{file}: there is no column `{column}` of type {kind}")]
    ReleaseColumn {
        /// Which file.
        file: Input,
        /// Which column.
        column: &'static str,
        /// What it must hold.
        kind: &'static str,
    },
    /// A release with columns that a release does not have.
    #[error("{file}: besides the columns of a release there {}", more(*.columns))]
    OtherColumns {
        /// Which file.
        file: Input,
        /// How many more there are.
        columns: usize,
    },
    /// A folder with something that is no part of the release in it.
    #[error("{file}: `{entry}` is no part of the release: {what}")]
    StrayEntry {
        /// Which folder.
        file: Input,
        /// The name of what is there.
        entry: String,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A file of columns with something besides the rows that neither clump nor Spark writes.
    #[error("{file}: its metadata has {what} that neither clump nor Spark writes")]
    StrayMetadata {
        /// Which file.
        file: Input,
        /// What is there.
        what: &'static str,
    },
    /// A file of columns that cannot be decoded.
    #[error("{file}: is not a whole {format} file")]
    DamagedRelease {
        /// Which file.
        file: Input,
        /// What it should be.
        format: &'static str,
    },
    /// A format that is read from its end, from something that has none yet.
    #[error("{file}: {format} cannot be read from there")]
    NotAFile {
        /// What was to be read.
        file: Input,
        /// In which format.
        format: &'static str,
    },
    /// A word or an item that the taxonomy does not have, where that is an error.
    #[error("{file}: line {line}: item {position} is not in the taxonomy")]
    UnknownItem {
        /// Which file.
        file: Input,
        /// Which line, from 1.
        line: u64,
        /// Which word of the query or item of the basket, from 1.
        position: usize,
    },
    /// The same, of a query whose line is no longer known.
    #[error("a word of a query is not in the taxonomy")]
    UnknownWord,
    /// Owners of a sensitive node are to be counted, and lists leave out words that some of them are known by.
    #[error(
        "cannot count who has what is sensitive: the overrides or the list of words that are never published drop words at or below a sensitive node"
    )]
    DroppedCounted,
    /// The lines of a taxonomy file are not one tree.
    #[error("{file}: is not a taxonomy")]
    Taxonomy {
        /// Which file.
        file: Input,
        /// The first thing that keeps them from it, with its lines.
        source: Defect,
    },
    /// A taxonomy file without a node.
    #[error("{file}: the taxonomy has no nodes")]
    EmptyTaxonomy {
        /// Which file.
        file: Input,
    },
    /// More nodes than node numbers.
    #[error("{file}: {nodes} nodes are more than a taxonomy can hold")]
    LargeTaxonomy {
        /// Which file.
        file: Input,
        /// How many there are.
        nodes: usize,
    },
    /// A language was asked for where labels have none.
    #[error("{file}: names have no language in this format")]
    IdleLanguage {
        /// Which file.
        file: Input,
    },
    /// A node would be called as another is once it is marked.
    #[error("{file}: a node is called by the name of another in angle brackets")]
    MarkedTwice {
        /// Which file.
        file: Input,
    },
    /// A directory that holds no WordNet database.
    #[error("{directory}: there are no files data.noun and index.noun in it")]
    NoDatabase {
        /// Which directory.
        directory: Input,
    },
    /// A WordNet database that cannot be understood.
    #[error("{directory}: is not a WordNet database")]
    Database {
        /// Which directory.
        directory: Input,
        /// Why not.
        source: DatabaseError,
    },
    /// The format of a taxonomy file is not evident.
    #[error("{file}: the format of the taxonomy cannot be told from its lines")]
    UnknownTaxonomyFormat {
        /// Which file.
        file: Input,
    },
    /// The items of the data do not make a taxonomy.
    #[error("the items of the data do not make a taxonomy")]
    MadeTaxonomy {
        /// Why not.
        source: TaxonomyError,
    },
    /// Unknown words were to become a node that the taxonomy does not have.
    #[error("the taxonomy has no node of the name that unknown words were to get")]
    NoSuchNode,
    /// Unknown words were to become a node of a tree that is made from all words.
    #[error("a taxonomy that is made from the items of the data knows all of them")]
    NothingUnknown,
    /// An override names a node that the taxonomy does not have.
    #[error("{file}: line {line}: the taxonomy has no node of that name")]
    OverrideLabel {
        /// The override file.
        file: Input,
        /// Which line, from 1.
        line: u64,
    },
    /// Somebody ended the run.
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
