//! How a log is read.

use std::path::PathBuf;

use clump_core::promise::Share;
use serde::{Deserialize, Serialize};

use crate::columns::ColumnNames;
use crate::layout::{Delimiter, Layout, Separator};
use crate::matching::{Items, Matching};
use crate::reading_memory::ReadingMemory;
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
    /// Whether a transaction may hold an item twice.
    pub repeats: Repeats,
    /// Whether the texts of queries are wanted besides their words. All distinct ones are held in memory.
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
