//! The whole way from files to transactions: open, lines, queries, mapping, transactions.

use std::fmt;
use std::path::PathBuf;

use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_core::promise::Share;
use clump_core::taxonomy::Taxonomy;
use clump_core::transactions::Transactions;
use serde::{Deserialize, Serialize};

pub(crate) mod aol;
mod basket;
mod canonical;
pub(crate) mod content;
mod counts;
mod lines;
mod look;
mod named;
mod opened;
pub(crate) mod preview;
mod reader;
pub(crate) mod table;

pub use counts::ReadCounts;
pub use lines::{LogLines, QueryMeanings, map_queries, read_lines};
pub use look::holds_queries;
pub use preview::{Preview, preview};

use crate::columns::ColumnNames;
use crate::delimiter::Delimiter;
use crate::error::ReadError;
use crate::items::Items;
use crate::layout::{Layout, LayoutFinder, Separator};
use crate::mapping::Mapper;
use crate::matching::Matching;
use crate::owner::OwnerIs;
use crate::reading_memory::ReadingMemory;
use crate::source::{Input, Reading};
use crate::spelling::Spellings;
use crate::taxonomy::{Made, TaxonomySource};
use crate::time::TimeFormat;
use crate::unit::{Repeats, Unit};
use crate::unknown::{Unknown, UnknownWords};
use crate::whole_queries::AskedQueries;
use crate::word_mapper::WordMapper;
use content::Content;
use reader::Reader;
pub(crate) use reader::temporary;
use table::{Purpose, Request, RowReader, Tables};

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
    /// How much of what is read may lie in memory.
    pub room: ReadingMemory,
    /// Only so many lines (or rows) of each file, for a look at a large input.
    pub first: Option<u64>,
    /// Only about this share of the owners, each with all that is theirs, for a comparison on a large input.
    pub sample: Option<Share>,
}

/// A log that was read. Its `Debug` shows counts only.
pub struct Log {
    /// The whole tree, completed from the data and not cut down to them.
    pub taxonomy: Taxonomy,
    /// The tree as it was given: what no data have made. A mere root where all of it is made from them.
    pub given: Taxonomy,
    /// The rows to anonymize. May be empty, where nothing is known to the taxonomy.
    pub transactions: Transactions,
    /// The whole queries of each transaction, where they are wanted.
    pub queries: Option<AskedQueries>,
    /// What was counted as one owner.
    pub owner_is: OwnerIs,
    /// What the data calls each owner, by owner number. Private.
    pub owner_names: Names,
    /// What was read and what was left out.
    pub counts: ReadCounts,
    /// The words that the taxonomy does not have. Private.
    pub unknown: UnknownWords,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("counts", &self.counts).finish_non_exhaustive()
    }
}

/// Reads `inputs` as one log and maps it to the taxonomy of `source`.
///
/// Rows are in an order that does not depend on that of the input, those of an owner together; owners without a known item are
/// left out.
/// One pass, O(bytes). Memory holds the transactions (4 bytes per item, 12 per row), each owner once, each name that a
/// column gives to transactions once, and `options.room` for everything else: an input of any size is read, and what does not fit lies on disk meanwhile.
///
/// # Errors
/// [`ReadError`], with the file and the line but without any value of the data.
pub fn read_log(
    inputs: &[Input],
    options: &ReadOptions,
    source: &TaxonomySource,
    progress: &dyn Progress,
) -> Result<Log, ReadError> {
    let words = WordMapper::for_reading(source, options)?;
    let (mut read, owner_is) = read(inputs, options, &words, progress)?;
    let seen = read.seen();
    let (made, leaves) = (words.make(source, &seen)?, seen.leaves());
    let made = made.map(|Made { taxonomy, nodes }| {
        read.renumber(nodes);
        taxonomy
    });
    let read = read.finish(progress)?;
    Ok(read.into_log(owner_is, words.into_trees(made, leaves)))
}

/// Reads all files into one [`Reader`]. Says what is one owner in them.
fn read<'a>(
    inputs: &[Input],
    options: &ReadOptions,
    words: &'a WordMapper,
    progress: &dyn Progress,
) -> Result<(Reader<'a>, OwnerIs), ReadError> {
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    options.room.check_folder()?;
    let mapper = Mapper::new(words, options.room.clone());
    let mapper = if options.whole_queries { mapper.with_queries() } else { mapper };
    let mut reader = Reader::new(mapper, options);
    let mut finder = LayoutFinder::new(options);
    let request = Request::new(options, Purpose::of(options.unit), progress);
    let mut tables = Tables::default();
    let _reading = Reading::begin(inputs, progress);
    for (index, input) in inputs.iter().enumerate() {
        let part = (inputs.len() > 1).then_some(index + 1);
        match Content::open(input, options, &mut finder, progress)? {
            Content::Nothing => continue,
            Content::Text { layout: layout @ Layout::Aol, .. } if options.unit == Unit::Transaction => {
                return Err(ReadError::NoNamedColumns { file: input.clone(), layout });
            }
            Content::Text { mut lines, layout: Layout::Aol, .. } => {
                aol::read(&mut lines, &mut reader)?;
                reader.counts.latin1_lines += lines.latin1();
            }
            Content::Text { mut lines, layout: Layout::Basket, head } => {
                let separator = options.separator.unwrap_or_else(|| Separator::find(input, &head));
                basket::read(&mut lines, separator, part, &mut reader)?;
                reader.counts.latin1_lines += lines.latin1();
            }
            content => {
                let mut rows = RowReader::new(&mut reader, &mut tables, options.repeats, part);
                let latin1 = table::read(content, &request, &mut rows)?;
                reader.counts.latin1_lines += latin1;
            }
        }
        reader.counts.files += 1;
    }
    match finder.owner_is() {
        Some(owner_is) if reader.counts.lines > 0 => Ok((reader, owner_is)),
        _ => Err(ReadError::Empty { file: first.clone(), files: inputs.len() }),
    }
}
