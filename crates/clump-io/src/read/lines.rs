//! A query log line by line, for methods that publish lines; and what its queries mean, for those that must know.

use clump_core::log::{Line, QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::taxonomy::Node;
use clump_core::transactions::Bags;
use clump_wordnet::WordNet;

use super::aol::Record;
use super::opened::Opened;
use super::reader::temporary;
use super::table::{self, Purpose, Request, Tables};
use super::{BadLines, ReadCounts, ReadOptions};
use crate::error::{Fault, ReadError};
use crate::interner::Interner;
use crate::layout::{Found, Layout, LayoutFinder, is_header};
use crate::lexicon::{Lexicon, OpenLexicon};
use crate::lines::Lines;
use crate::lost::is_lost;
use crate::mapping::Mapper;
use crate::overrides::Overrides;
use crate::owner::OwnerIs;
use crate::owners::Owners;
use crate::source::{Input, Reading};
use crate::taxonomy::{Made, RepairCounts, TaxonomySource, flat, prefixes};
use crate::time::Clock;
use crate::unknown::UnknownWords;

mod rows;

use rows::RowLines;

/// A log that was read line by line.
#[derive(Debug)]
pub struct LogLines {
    /// The lines.
    pub log: QueryLog,
    /// What was counted as one owner.
    pub owner_is: OwnerIs,
    /// What was read and what was left out.
    pub counts: ReadCounts,
}

/// Reads `inputs`, query logs or tables with owners and queries, as one log. Every line of data is kept, clicks included. One pass; a
/// line costs 32 bytes, and each distinct text is held once.
///
/// # Errors
/// [`ReadError`], with the file and the line but without any value of the data.
pub fn read_lines(
    inputs: &[Input],
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<LogLines, ReadError> {
    let first = inputs.first().ok_or(ReadError::NoInput)?;
    let mut collected = Collected::new(options);
    let mut counts = ReadCounts::default();
    let mut finder = LayoutFinder::new(options);
    let request = Request::new(options, Purpose::Lines);
    let mut tables = Tables::default();
    let _reading = Reading::begin(inputs, progress);
    for input in inputs {
        let opened = Opened::new(input, &options.room.folder, progress)?;
        let bad_lines = options.bad_lines;
        if let Some(layout) = finder.binary(input, opened.head())? {
            let mut rows =
                RowLines { collected: &mut collected, counts: &mut counts, tables: &mut tables, bad_lines };
            table::read_binary(opened, layout, &request, &mut rows)?;
            counts.files += 1;
            continue;
        }
        let mut lines = Lines::new(input.clone(), opened.into_reader())?.first(options.first);
        let peeked = lines.peek_lines(finder.lines_to_look_at())?;
        if peeked.is_empty() {
            continue;
        }
        match finder.text(input, &peeked)? {
            Found::LooksLikeTable(separator) => return Err(table::looks_like_table(&mut lines, separator)),
            Found::Layout(Layout::Aol) => read_aol(&mut lines, &mut collected, &mut counts, bad_lines)?,
            Found::Layout(Layout::Basket) => return Err(ReadError::NotALog { file: input.clone() }),
            Found::Layout(layout) => {
                let mut rows = RowLines {
                    collected: &mut collected,
                    counts: &mut counts,
                    tables: &mut tables,
                    bad_lines,
                };
                table::read_text(&mut lines, layout, &request, &mut rows)?;
            }
        }
        counts.files += 1;
        counts.latin1_lines += lines.latin1();
    }
    let owner_is = match finder.owner_is() {
        Some(owner_is) if counts.lines > 0 => owner_is,
        _ => return Err(ReadError::Empty { file: first.clone(), files: inputs.len() }),
    };
    let log = collected.finish()?;
    counts.owners = log.owners.len() as u64;
    Ok(LogLines { log, owner_is, counts })
}

/// Reads all lines of a query log.
fn read_aol(
    lines: &mut Lines<'_>,
    collected: &mut Collected,
    counts: &mut ReadCounts,
    bad_lines: BadLines,
) -> Result<(), ReadError> {
    while let Some(line) = lines.next()? {
        if line.text.is_empty() || is_header(line.text) {
            continue;
        }
        counts.lines += 1;
        let number = line.number;
        match Record::parse(line.text).and_then(|record| collected.take(&record)) {
            Ok(()) => {}
            Err(_) if bad_lines == BadLines::Skip => counts.bad_lines += 1,
            Err(fault) => return Err(lines.malformed(number, fault)),
        }
    }
    Ok(())
}

/// A log under way.
struct Collected {
    owners: Owners,
    queries: Interner,
    texts: Interner,
    lines: Vec<Line>,
    clock: Clock,
}

impl Collected {
    fn new(options: &ReadOptions) -> Self {
        let mut texts = Interner::default();
        texts.intern("");
        Collected {
            owners: Owners::new(options.spellings),
            queries: Interner::default(),
            texts,
            lines: Vec::new(),
            clock: Clock::new(options.time_format.clone()),
        }
    }

    /// Takes a line whose time and rank are what they should be: methods publish them as they are, and anything could
    /// stand there.
    fn take(&mut self, record: &Record<'_>) -> Result<(), Fault> {
        let seconds = match record.time.trim() {
            "" => None,
            time => Some(self.clock.seconds(time)?),
        };
        if !record.rank.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Fault::Rank);
        }
        self.lines.push(Line {
            owner: self.owners.number(record.owner)?,
            query: self.queries.intern(record.query),
            time: self.texts.intern(record.time),
            seconds,
            rank: self.texts.intern(record.rank),
            url: self.texts.intern(record.url),
        });
        Ok(())
    }

    fn finish(self) -> Result<QueryLog, ReadError> {
        Ok(QueryLog {
            owners: self.owners.finish()?,
            queries: self.queries.into_names(),
            texts: self.texts.into_names(),
            lines: self.lines,
        })
    }
}

/// What the queries of a log mean, and what mapping them counted.
#[derive(Debug)]
pub struct QueryMeanings {
    /// By query.
    pub items: QueryItems,
    /// Counted over distinct queries.
    pub counts: crate::MapCounts,
    /// The words that the taxonomy does not have. Private.
    pub unknown: UnknownWords,
    /// What was repaired in the taxonomy file.
    pub repaired: RepairCounts,
}

/// Maps each distinct query of `log` to the taxonomy of `source`.
///
/// # Errors
/// When the taxonomy or the overrides cannot be read, or a word is unknown where that is an error.
pub fn map_queries(
    log: &QueryLog,
    options: &ReadOptions,
    source: &TaxonomySource,
    progress: &dyn Progress,
) -> Result<QueryMeanings, ReadError> {
    match source {
        TaxonomySource::WordNet => {
            let wordnet = WordNet::load();
            let mapped = map(log, options, &wordnet, Some(wordnet.taxonomy()), progress)?;
            Ok(mapped.with_taxonomy(wordnet.into_taxonomy()))
        }
        TaxonomySource::File(file) => {
            let mut loaded = file.load()?;
            let mapped = map(log, options, &*loaded.lexicon(), Some(&loaded.taxonomy), progress)?;
            Ok(QueryMeanings { repaired: loaded.repaired, ..mapped.with_taxonomy(loaded.taxonomy) })
        }
        TaxonomySource::Prefix { .. } | TaxonomySource::Flat => {
            let mut mapped = map(log, options, &OpenLexicon, None, progress)?;
            let (words, is_item) = (&mapped.words, |word: usize| mapped.is_item[word]);
            let made = match source {
                TaxonomySource::Prefix { lengths } => prefixes(words, is_item, lengths),
                _ => flat(words, is_item),
            };
            let Made { taxonomy, nodes } = made.map_err(|source| ReadError::MadeTaxonomy { source })?;
            let renumbered = |bag: &[Node]| bag.iter().map(|item| nodes[item.index()]).collect::<Vec<_>>();
            mapped.items = mapped.items.iter().map(renumbered).collect();
            Ok(mapped.with_taxonomy(taxonomy))
        }
    }
}

/// Queries as nodes, but for their taxonomy.
struct Mapped {
    items: Bags,
    counts: crate::MapCounts,
    unknown: UnknownWords,
    /// Of a tree that is yet to be made: its words, and which of them are items.
    words: clump_core::names::Names,
    is_item: Vec<bool>,
}

fn map(
    log: &QueryLog,
    options: &ReadOptions,
    lexicon: &dyn Lexicon,
    taxonomy: Option<&clump_core::taxonomy::Taxonomy>,
    progress: &dyn Progress,
) -> Result<Mapped, ReadError> {
    let overrides = match &options.overrides {
        Some(path) => Overrides::read(path, taxonomy)?,
        None => Overrides::default(),
    };
    let (unknown, room) = (options.unknown.resolve(taxonomy)?, options.room.clone());
    let mut mapper = Mapper::new(lexicon, overrides, options.matching, unknown, room);
    let temporary = |source| temporary(&options.room.folder, source);
    let mut items = Bags::default();
    let mut nodes = Vec::new();
    for query in log.queries.iter() {
        progress.go_on()?;
        nodes.clear();
        mapper.query(query, &mut nodes).map_err(|_| ReadError::UnknownWord)?;
        items.push(nodes.iter().copied().filter(|&node| !is_lost(node)));
        if mapper.is_full() {
            mapper.relieve().map_err(temporary)?;
        }
    }
    let (words, is_item) = mapper.words();
    let is_item = (0..words.len()).map(is_item).collect();
    let (words, counts) = (words.clone(), mapper.counts());
    let unknown = mapper.into_unknown_words().map_err(temporary)?;
    Ok(Mapped { items, counts, unknown, words, is_item })
}

impl Mapped {
    fn with_taxonomy(self, taxonomy: clump_core::taxonomy::Taxonomy) -> QueryMeanings {
        let items = QueryItems { taxonomy, items: self.items };
        QueryMeanings { items, counts: self.counts, unknown: self.unknown, repaired: RepairCounts::default() }
    }
}
