//! The whole way from files to transactions: open, lines, queries, mapping, transactions.

use std::fmt;
use std::path::PathBuf;

use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_core::taxonomy::Taxonomy;
use clump_core::transactions::Transactions;
use serde::{Deserialize, Serialize};

mod aol;
mod basket;
mod counts;
mod lines;
mod named;
mod opened;
mod reader;
mod table;

pub use counts::ReadCounts;
pub use lines::{LogLines, QueryMeanings, map_queries, read_lines};

use crate::columns::ColumnNames;
use crate::delimiter::Delimiter;
use crate::error::ReadError;
use crate::layout::{Found, Layout, LayoutFinder, Separator};
use crate::lexicon::{GrowingLexicon, Lexicon, OpenLexicon};
use crate::lines::Lines;
use crate::mapping::Mapper;
use crate::matching::Matching;
use crate::overrides::Overrides;
use crate::owner::OwnerIs;
use crate::room::Room;
use crate::source::{Input, Reading};
use crate::spelling::Spellings;
use crate::taxonomy::{Made, Repair, RepairCounts, TaxonomySource, flat, grow, prefixes};
use crate::time::TimeFormat;
use crate::unit::{Repeats, Unit};
use crate::unknown::{Unknown, UnknownWords};
use clump_wordnet::WordNet;
use opened::Opened;
use reader::Reader;
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
    /// How the text of queries is matched.
    pub matching: Matching,
    /// What becomes of unknown words.
    pub unknown: Unknown,
    /// What becomes of malformed lines.
    pub bad_lines: BadLines,
    /// A file that says what words mean: `word or phrase<TAB>node`, or `drop`.
    pub overrides: Option<PathBuf>,
    /// How much of what is read may lie in memory.
    pub room: Room,
    /// Only so many lines (or rows) of each file, for a look at a large input.
    pub first: Option<u64>,
}

/// A log that was read. Its `Debug` shows counts only.
pub struct Log {
    /// The whole tree, not cut down to the data.
    pub taxonomy: Taxonomy,
    /// The rows to anonymize. May be empty, where nothing is known to the taxonomy.
    pub transactions: Transactions,
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
/// Owners are numbered by first appearance, those without a known item left out; the rows of an owner lie together.
/// One pass, O(bytes). Memory holds the transactions (4 bytes an item, 12 a row), each owner once, each name that a
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
    match source {
        TaxonomySource::WordNet => {
            let wordnet = WordNet::load();
            let (read, owner_is) = read(inputs, options, &wordnet, Some(wordnet.taxonomy()), progress)?;
            let read = read.finish(progress)?;
            Ok(read.into_log(owner_is, wordnet.into_taxonomy(), RepairCounts::default()))
        }
        TaxonomySource::File(file) => {
            let mut loaded = file.load()?;
            let mut lexicon = loaded.lexicon();
            let grows = file.repair.contains(&Repair::AddLeaves);
            if grows {
                lexicon = Box::new(GrowingLexicon::new(lexicon, loaded.taxonomy.len()));
            }
            let (mut read, owner_is) = read(inputs, options, &*lexicon, Some(&loaded.taxonomy), progress)?;
            if grows {
                let (words, is_item) = read.words();
                let grown = grow(&loaded.taxonomy, words, is_item);
                let Made { taxonomy, nodes } = grown.map_err(|source| ReadError::MadeTaxonomy { source })?;
                read.renumber(nodes);
                loaded.repaired.leaves_added = (taxonomy.len() - loaded.taxonomy.len()) as u64;
                loaded.taxonomy = taxonomy;
            }
            Ok(read.finish(progress)?.into_log(owner_is, loaded.taxonomy, loaded.repaired))
        }
        TaxonomySource::Prefix { .. } | TaxonomySource::Flat => {
            let (mut read, owner_is) = read(inputs, options, &OpenLexicon, None, progress)?;
            let (words, is_item) = read.words();
            let made = match source {
                TaxonomySource::Prefix { lengths } => prefixes(words, is_item, lengths),
                _ => flat(words, is_item),
            };
            let Made { taxonomy, nodes } = made.map_err(|source| ReadError::MadeTaxonomy { source })?;
            read.renumber(nodes);
            Ok(read.finish(progress)?.into_log(owner_is, taxonomy, RepairCounts::default()))
        }
    }
}

/// Reads all files into one [`Reader`]. Says what is one owner in them.
fn read<'a>(
    inputs: &[Input],
    options: &ReadOptions,
    lexicon: &'a dyn Lexicon,
    taxonomy: Option<&Taxonomy>,
    progress: &dyn Progress,
) -> Result<(Reader<'a>, OwnerIs), ReadError> {
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    let overrides = match &options.overrides {
        Some(path) => Overrides::read(path, taxonomy)?,
        None => Overrides::default(),
    };
    let unknown = options.unknown.resolve(taxonomy)?;
    let mapper = Mapper::new(lexicon, overrides, options.matching, unknown, options.room.clone());
    let mut reader = Reader::new(mapper, options);
    let mut finder = LayoutFinder::new(options);
    let request = Request::new(options, Purpose::of(options.unit));
    let mut tables = Tables::default();
    let _reading = Reading::begin(inputs, progress);
    for (index, input) in inputs.iter().enumerate() {
        let part = (inputs.len() > 1).then_some(index + 1);
        let opened = Opened::new(input, &options.room.folder, progress)?;
        if let Some(layout) = finder.binary(input, opened.head())? {
            let mut rows = RowReader::new(&mut reader, &mut tables, options.repeats, part);
            table::read_binary(opened, layout, &request, &mut rows)?;
            reader.counts.files += 1;
            continue;
        }
        let mut lines = Lines::new(input.clone(), opened.into_reader())?.first(options.first);
        let peeked = lines.peek_lines(finder.lines_to_look_at())?;
        let Some(head) = peeked.first() else { continue };
        match finder.text(input, &peeked)? {
            Found::LooksLikeTable(separator) => return Err(table::looks_like_table(&mut lines, separator)),
            Found::Layout(layout @ Layout::Aol) if options.unit == Unit::Transaction => {
                return Err(ReadError::NoNamedColumns { file: input.clone(), layout });
            }
            Found::Layout(Layout::Aol) => aol::read(&mut lines, &mut reader)?,
            Found::Layout(Layout::Basket) => {
                let separator = options.separator.unwrap_or_else(|| Separator::find(input, head));
                basket::read(&mut lines, separator, part, &mut reader)?;
            }
            Found::Layout(layout) => {
                let mut rows = RowReader::new(&mut reader, &mut tables, options.repeats, part);
                table::read_text(&mut lines, layout, &request, &mut rows)?;
            }
        }
        reader.counts.files += 1;
        reader.counts.latin1_lines += lines.latin1();
    }
    match finder.owner_is() {
        Some(owner_is) if reader.counts.lines > 0 => Ok((reader, owner_is)),
        _ => Err(ReadError::Empty { file: first.clone(), files: inputs.len() }),
    }
}
