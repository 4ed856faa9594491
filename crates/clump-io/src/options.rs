//! Options for reading a log: the memory for it, and the rules for matching the text of queries, with counts of the
//! results.

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

/// The treatment of malformed lines.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BadLines {
    /// Reading ends with an error.
    #[default]
    Error,
    /// The line is left out, and counted.
    Skip,
}

/// Options for reading a log. The defaults are those of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadOptions {
    /// The layout; detected for each file if not stated.
    pub layout: Option<Layout>,
    /// Names of the columns of a table.
    pub columns: ColumnNames,
    /// The delimiter of the columns of a text table; detected for each file if not stated.
    pub delimiter: Option<Delimiter>,
    /// The format of times; detected for each time if not stated.
    pub time_format: Option<TimeFormat>,
    /// The treatment of owners who differ only in spelling.
    pub spellings: Spellings,
    /// The separator of the items of a basket, detected for each file if not stated. Also the separator of
    /// the items in one cell of a table; a cell is one item if it is not stated.
    pub separator: Option<Separator>,
    /// The unit of a transaction.
    pub unit: Unit,
    /// The treatment of repeated items in a transaction.
    pub repeats: Repeats,
    /// True if the texts of queries are wanted in addition to their words.
    pub whole_queries: bool,
    /// The rule for matching the text of queries.
    pub matching: Matching,
    /// The meaning of items. If not stated: words, or senses with the paper's rule of matching.
    pub items: Option<Items>,
    /// The treatment of unknown words; see [`Unknown`] for the default.
    pub unknown: Option<Unknown>,
    /// The treatment of malformed lines.
    pub bad_lines: BadLines,
    /// A file of overrides: lines `word or phrase<TAB>node`, or `drop`.
    pub overrides: Option<PathBuf>,
    /// A file of words and phrases. A query that has one of them, or an item, is left out with all its words.
    pub never: Option<PathBuf>,
    /// Nodes whose owners will be counted, with everything that these owners have. Reading ends with an error
    /// if `overrides` or `never` leave out a word that leads to one of them.
    pub counted_nodes: Vec<String>,
    /// Nodes that guards are about. A text that the taxonomy lacks, but that has a word at or below one of them, is
    /// placed below that node.
    pub guarded_nodes: Vec<String>,
    /// The memory for reading.
    pub room: ReadingMemory,
    /// Reads only so many lines (or rows) of each file, for a look at a large input.
    pub first: Option<u64>,
    /// Reads only about this share of the owners, each with all of their data, for a comparison on a large
    /// input.
    pub sample: Option<Share>,
    /// True if numbers will carry noise. Then nothing that one owner did may end the reading or change how
    /// others are read. So owners who differ only in spelling are one owner, and every time is read by
    /// itself. Counting facts with noise sets it.
    pub with_noise: bool,
}

/// Memory for reading.
///
/// It does not include what an input needs in any case: the compact rows (4 bytes per item occurrence,
/// repeats removed if asked for), the owners (about 40 bytes each), and the items of a tree that is made from
/// the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingMemory {
    /// Bytes of memory for everything else.
    pub bytes: usize,
    /// The folder for data that does not fit. Files there have no name and are gone with the process.
    pub folder: PathBuf,
    /// Maximum number of words of the data that may become leaves of the tree; no limit if not stated. Leaves
    /// must stay in memory, so reading ends with an error if there are more.
    #[serde(default)]
    pub leaves: Option<usize>,
    /// Maximum cost of kept facts; no limit if not stated. Counting ends with an error if they cost more.
    #[serde(default)]
    pub facts: Option<FactMemory>,
}

/// The cost of kept facts, in bytes of memory at the peak of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FactMemory {
    /// Cost of each fact or cell.
    pub row: u64,
    /// Cost of each byte of its texts.
    pub byte: u64,
    /// Maximum cost of all of them together.
    pub most: u64,
}

impl Default for ReadingMemory {
    fn default() -> Self {
        ReadingMemory { bytes: 1 << 30, folder: std::env::temp_dir(), leaves: None, facts: None }
    }
}

impl ReadingMemory {
    /// Checks that the folder takes files, before reading needs it.
    pub(crate) fn check_folder(&self) -> Result<(), ReadError> {
        tempfile::tempfile_in(&self.folder).map(drop).map_err(|source| self.temporary(source))
    }

    pub(crate) fn temporary(&self, source: io::Error) -> ReadError {
        if Cancelled::is_in(&source) {
            return ReadError::Cancelled(Cancelled);
        }
        ReadError::Temporary { folder: self.folder.clone(), source }
    }

    /// Bytes for runs of items before they are sorted. Sorting copies them once.
    pub(crate) fn for_runs(&self) -> usize {
        self.bytes / 8 * 3
    }

    pub(crate) fn for_words(&self) -> usize {
        self.bytes / 8
    }

    /// Bytes for queries and their meanings: no more than caches hold, since a miss there costs as much as
    /// mapping.
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
    /// The treatment of tokens with punctuation inside.
    pub(crate) fn compounds(self) -> Compounds {
        match self {
            Matching::Full => Compounds::Split,
            Matching::Paper => Compounds::Keep,
        }
    }
}

/// Counts of the words (or, of baskets, items) by result: `tokens` is the sum of the four after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapCounts {
    /// Words in all.
    pub tokens: u64,
    /// Words that led to a node, alone or in a phrase.
    pub mapped: u64,
    /// Stop words left out.
    pub stop_words: u64,
    /// Words left out because an override says `drop`.
    pub dropped: u64,
    /// Words that the taxonomy does not have.
    pub unknown: u64,
    /// Unknown words that became a node all the same, as [`Unknown::As`](crate::Unknown::As) asks: none or
    /// all.
    #[serde(default)]
    pub placed: u64,
    /// Items of baskets that the taxonomy knows by their shape alone, such as numbers.
    #[serde(default)]
    pub by_shape: u64,
    /// Phrases of several words among what was mapped or dropped.
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
    /// The default for items: senses with the paper's rule of matching, else words.
    pub fn usual(matching: Matching) -> Items {
        match matching {
            Matching::Paper => Items::Senses,
            Matching::Full => Items::Words,
        }
    }
}
