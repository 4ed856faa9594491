//! Options for reading a log: columns, layouts, memory, and rules for matching the text of queries; also
//! counts of the matching results.

use std::io;
use std::ops::AddAssign;
use std::path::PathBuf;

use clump_core::progress::Cancelled;
use clump_core::promise::Share;
use serde::{Deserialize, Serialize};

use crate::columns::ColumnNames;
use crate::error::ReadError;
use crate::layout::{Delimiter, Layout, Separator};
use crate::spelling::Spellings;
use crate::time::TimeFormat;
use crate::tokens::Compounds;
use crate::unit::{Repeats, Unit};
use crate::unknown::Unknown;

/// Treatment of lines that cannot be read as a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BadLines {
    /// Reading stops with an error at the first malformed line.
    #[default]
    Error,
    /// A malformed line is left out, and counted.
    Skip,
}

/// Options for reading a log. The defaults are those of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadOptions {
    /// Layout of all files; `None` to detect it for each file.
    pub layout: Option<Layout>,
    /// Columns that the user named for each role in a table.
    pub columns: ColumnNames,
    /// Delimiter between the columns of a text table; `None` to detect it for each file.
    pub delimiter: Option<Delimiter>,
    /// Format of times; `None` to detect it for each time.
    pub time_format: Option<TimeFormat>,
    /// Treatment of owners whose names differ only in spelling.
    pub spellings: Spellings,
    /// Separator between the items of a basket; `None` to detect it for each file. It also separates the
    /// items in one cell of a table; there, `None` means that a cell is one item.
    pub separator: Option<Separator>,
    /// Definition of a transaction: all data of an owner, a session, a query, or a value of a column.
    pub unit: Unit,
    /// Treatment of an item that occurs several times in one transaction.
    pub repeats: Repeats,
    /// True to also read whole queries, in addition to their words.
    pub whole_queries: bool,
    /// Rule that turns the text of a query into items.
    pub matching: Matching,
    /// Kind of items. `None` means words, or senses if `matching` is the paper's rule.
    pub items: Option<Items>,
    /// Treatment of words that the taxonomy does not have; `None` for the default of [`Unknown`].
    pub unknown: Option<Unknown>,
    /// Treatment of lines that cannot be read.
    pub bad_lines: BadLines,
    /// File of overrides, with lines `word or phrase<TAB>node` or `word or phrase<TAB>drop`.
    pub overrides: Option<PathBuf>,
    /// File of words and phrases that are never published. A query or item with one of them is left out
    /// whole.
    pub never: Option<PathBuf>,
    /// Names of the nodes whose owners will be counted. Reading stops with an error if `overrides` or `never`
    /// drop a word at or below one of them, because then the count would be wrong.
    pub counted_nodes: Vec<String>,
    /// Names of the nodes that guards protect. A text that the taxonomy lacks becomes an item below such a
    /// node, if a word of the text is at or below the node.
    pub guarded_nodes: Vec<String>,
    /// Memory that reading may use.
    pub room: ReadingMemory,
    /// Maximum number of lines (or rows) to read of each file, for a look at a large input; `None` for all.
    pub first: Option<u64>,
    /// Approximate share of the owners to read, each with all of their data, for a comparison on a large
    /// input; `None` for all owners.
    pub sample: Option<Share>,
    /// Part of the owners to read, to test a release on owners who are not in it; `None` for all owners.
    pub split: Option<OwnerSplit>,
    /// True if published numbers will carry noise. Then nothing that one owner did may end the reading or
    /// change the reading of other owners. So owners who differ only in spelling are one owner, and times in
    /// different units are accepted. Counting facts with noise sets this option.
    pub with_noise: bool,
}

/// Division of the owners into those of whom a release is made, about 80 %, and the others, on whom it is tested.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OwnerSplit {
    /// Number that chooses the division.
    pub seed: u64,
    /// The part to read.
    pub side: SplitSide,
}

/// Part of the owners of a division.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SplitSide {
    /// About 80 % of the owners.
    Train,
    /// The other owners.
    HeldOut,
}

/// Memory for reading.
///
/// It does not include the memory that every input needs. These are the compact rows (4 bytes per item
/// occurrence, without repeats), the owners (about 40 bytes each), and items of a tree from data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingMemory {
    /// Maximum number of bytes of memory for all other needs of reading.
    pub bytes: usize,
    /// Folder for temporary data that does not fit in memory. Its files vanish with the process.
    pub folder: PathBuf,
    /// Maximum number of words of the data that may become leaves of the tree; `None` for no limit. Leaves
    /// must stay in memory, so reading stops with an error if there are more.
    #[serde(default)]
    pub leaves: Option<usize>,
    /// Limit on the memory for facts to publish; `None` for no limit. Counting stops with an error above it.
    #[serde(default)]
    pub facts: Option<FactMemory>,
}

/// Limit on the memory for facts to publish, and the cost of one fact, in bytes at the peak of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactMemory {
    /// Bytes that each fact or cell costs, in addition to its text.
    pub row: u64,
    /// Memory in bytes that each byte of text costs.
    pub byte: u64,
    /// Maximum number of bytes that all facts and cells may cost together.
    pub most: u64,
}

impl Default for ReadingMemory {
    fn default() -> Self {
        ReadingMemory { bytes: 1 << 30, folder: std::env::temp_dir(), leaves: None, facts: None }
    }
}

impl ReadingMemory {
    /// Checks that files can be created in the folder, before reading needs it.
    pub(crate) fn check_folder(&self) -> Result<(), ReadError> {
        tempfile::tempfile_in(&self.folder).map(drop).map_err(|source| self.temporary(source))
    }

    pub(crate) fn temporary(&self, source: io::Error) -> ReadError {
        if Cancelled::is_in(&source) {
            return ReadError::Cancelled(Cancelled);
        }
        ReadError::Temporary { folder: self.folder.clone(), source }
    }

    /// Bytes for runs of items before they are sorted. Sorting needs one copy of them.
    pub(crate) fn for_runs(&self) -> usize {
        self.bytes / 8 * 3
    }

    pub(crate) fn for_words(&self) -> usize {
        self.bytes / 8
    }

    /// Bytes for remembered queries and their meanings. The maximum fits in the processor's cache, since a
    /// lookup outside the cache costs as much as mapping the query again.
    pub(crate) fn for_queries(&self) -> usize {
        (self.bytes / 8).min(2 << 20)
    }
}

/// Rule that turns the text of a query into items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Matching {
    /// Takes phrases first, then drops stop words, then takes single words and their plurals.
    #[default]
    Full,
    /// The paper's rule: exact single words with their first sense, without stop words, plurals or phrases.
    Paper,
}

impl Matching {
    /// Treatment of tokens that have punctuation inside, such as `e-mail`.
    pub(crate) fn compounds(self) -> Compounds {
        match self {
            Matching::Full => Compounds::Split,
            Matching::Paper => Compounds::Keep,
        }
    }
}

/// Number of words (of items, for baskets) by result of mapping. `tokens` is the sum of `mapped`,
/// `stop_words`, `dropped` and `unknown`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapCounts {
    /// All words or items.
    pub tokens: u64,
    /// Words that became a node, alone or as part of a phrase.
    pub mapped: u64,
    /// Stop words, which were left out.
    pub stop_words: u64,
    /// Words left out because an override drops them.
    pub dropped: u64,
    /// Words that the taxonomy does not have; `placed` of them still became a node.
    pub unknown: u64,
    /// Unknown words that still became a node, because of [`Unknown::As`](crate::Unknown::As) or
    /// [`Unknown::Keep`](crate::Unknown::Keep): none or all of `unknown`.
    #[serde(default)]
    pub placed: u64,
    /// Items of baskets that were recognized only by their shape, such as numbers.
    #[serde(default)]
    pub by_shape: u64,
    /// Phrases of several words that were mapped or dropped as one unit.
    pub phrases: u64,
}

impl AddAssign for MapCounts {
    fn add_assign(&mut self, more: MapCounts) {
        self.tokens += more.tokens;
        self.mapped += more.mapped;
        self.stop_words += more.stop_words;
        self.dropped += more.dropped;
        self.unknown += more.unknown;
        self.placed += more.placed;
        self.by_shape += more.by_shape;
        self.phrases += more.phrases;
    }
}

/// Kind of an item: a word, or its meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Items {
    /// The word in lower case: a leaf of the taxonomy, below the category of its meaning. `car`, `cars` and
    /// `automobile` are siblings below `<car>`.
    #[default]
    Words,
    /// The category of the word, as in the paper. `car`, `cars` and `automobile` are all `<car>`. A word
    /// without a category is unknown.
    Senses,
}

impl Items {
    /// Default kind of items: senses for the paper's rule of matching, else words.
    pub fn usual(matching: Matching) -> Items {
        match matching {
            Matching::Paper => Items::Senses,
            Matching::Full => Items::Words,
        }
    }
}
