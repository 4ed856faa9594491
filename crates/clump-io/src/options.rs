//! How a log is read, and how much of it may lie in memory.

use std::io;
use std::path::PathBuf;

use clump_core::progress::Cancelled;
use clump_core::promise::Share;
use serde::{Deserialize, Serialize};

use crate::columns::ColumnNames;
use crate::error::ReadError;
use crate::layout::{Delimiter, Layout, Separator};
use crate::matching::{Items, Matching};
use crate::spelling::Spellings;
use crate::time::TimeFormat;
use crate::unit::{Repeats, Unit};
use crate::unknown::Unknown;

/// What becomes of a malformed line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BadLines {
    /// Reading ends with an error.
    #[default]
    Error,
    /// It is left out, and counted.
    Skip,
}

/// How a log is read. The defaults are those of the command line.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct ReadOptions {
    /// The layout; told by each file if not stated.
    pub layout: Option<Layout>,
    /// What the columns of a table are called.
    pub columns: ColumnNames,
    /// What separates the columns of a table that is text; told by each file if not stated.
    pub delimiter: Option<Delimiter>,
    /// How times are written; told by each if not stated.
    pub time_format: Option<TimeFormat>,
    /// What becomes of owners who differ only in spelling.
    pub spellings: Spellings,
    /// What separates the items of a basket, told by each file if not stated; or those of one cell of a table, which is
    /// one item if it is not stated.
    pub separator: Option<Separator>,
    /// What makes a transaction.
    pub unit: Unit,
    /// True if a transaction may hold an item twice.
    pub repeats: Repeats,
    /// True if the texts of queries are wanted besides their words. All distinct ones are held in memory.
    pub whole_queries: bool,
    /// How the text of queries is matched.
    pub matching: Matching,
    /// What an item is: words, if it is not stated, and senses with the paper's rule of matching.
    pub items: Option<Items>,
    /// What becomes of unknown words; see [`Unknown`] for what is done if it is not stated.
    pub unknown: Option<Unknown>,
    /// What becomes of malformed lines.
    pub bad_lines: BadLines,
    /// A file that says what words mean: `word or phrase<TAB>node`, or `drop`.
    pub overrides: Option<PathBuf>,
    /// A file of words and phrases: a query that has one of them, or an item, is left out with all its words.
    pub never: Option<PathBuf>,
    /// Nodes whose owners will be counted, with all that they have. Reading ends with an error if `overrides` or `never` leave
    /// out a word that leads to one of them.
    pub counted_nodes: Vec<String>,
    /// How much of what is read may lie in memory.
    pub room: ReadingMemory,
    /// Only so many lines (or rows) of each file, for a look at a large input.
    pub first: Option<u64>,
    /// Only about this share of the owners, each with all that is theirs, for a comparison on a large input.
    pub sample: Option<Share>,
    /// Numbers will carry noise, so nothing that one owner did may end the reading or change how others are read: owners who
    /// differ only in spelling are one owner, and every time is read by itself. Counting facts with noise sets it.
    pub with_noise: bool,
}

/// Memory for reading.
///
/// What an input needs in any case is not counted: the compact rows (4 bytes per item occurrence, repeats removed if
/// asked for), the owners (about 40 bytes each), and the items of a tree that is made from the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingMemory {
    /// Bytes of memory for everything else.
    pub bytes: usize,
    /// The folder for what does not fit. Files there have no name and are gone with the process.
    pub folder: PathBuf,
    /// Number of words of the data that may become leaves of the tree, which no disk can hold for them; all if it is not stated.
    /// Reading ends where there are more.
    #[serde(default)]
    pub leaves: Option<usize>,
    /// How much facts that are kept may cost; anything if it is not stated. Counting ends where they cost more.
    #[serde(default)]
    pub facts: Option<KeptCost>,
}

/// The cost of facts that are kept, in bytes of memory at the peak of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptCost {
    /// For each fact or cell.
    pub row: u64,
    /// For each byte of its texts.
    pub byte: u64,
    /// For all of them together, at most.
    pub most: u64,
}

impl Default for ReadingMemory {
    fn default() -> Self {
        ReadingMemory { bytes: 1 << 30, folder: std::env::temp_dir(), leaves: None, facts: None }
    }
}

impl ReadingMemory {
    /// Makes sure that the folder takes files, before anything is read that may need them.
    pub(crate) fn check_folder(&self) -> Result<(), ReadError> {
        tempfile::tempfile_in(&self.folder).map(drop).map_err(|source| self.temporary(source))
    }

    /// The error for what the folder said.
    pub(crate) fn temporary(&self, source: io::Error) -> ReadError {
        if Cancelled::is_in(&source) {
            return ReadError::Cancelled(Cancelled);
        }
        ReadError::Temporary { folder: self.folder.clone(), source }
    }

    /// For runs of items before they are put in order. Ordering copies them once.
    pub(crate) fn for_runs(&self) -> usize {
        self.bytes / 8 * 3
    }

    /// For words and what they mean.
    pub(crate) fn for_words(&self) -> usize {
        self.bytes / 8
    }

    /// For queries and what they mean: no more than caches hold, since a miss there costs as much as mapping.
    pub(crate) fn for_queries(&self) -> usize {
        (self.bytes / 8).min(2 << 20)
    }
}
