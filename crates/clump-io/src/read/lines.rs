//! A query log line by line, for methods that publish lines; and what its queries mean, for those that must know.

use clump_core::log::{Line, QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::taxonomy::Node;
use clump_core::transactions::Bags;
use clump_wordnet::WordNet;

use super::aol::Record;
use super::{BadLines, ReadCounts, ReadOptions};
use crate::error::{Fault, ReadError};
use crate::interner::Interner;
use crate::layout::{Layout, LayoutFinder, is_header};
use crate::lexicon::{Lexicon, NameLexicon, OpenLexicon};
use crate::lines::Lines;
use crate::mapping::Mapper;
use crate::overrides::Overrides;
use crate::source::{Input, Reading};
use crate::taxonomy::{Loaded, Made, TaxonomySource, flat, load_file, prefixes};
use crate::time;
use crate::unknown::UnknownWords;

/// A log that was read line by line.
#[derive(Debug)]
pub struct LogLines {
    /// The lines.
    pub log: QueryLog,
    /// What was read and what was left out.
    pub counts: ReadCounts,
}

/// Reads `inputs`, in the layout of a query log, as one log. Every line of data is kept, clicks included. One pass; a
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
    let mut collected = Collected::default();
    collected.texts.intern("");
    let mut counts = ReadCounts::default();
    let mut finder = LayoutFinder::new(options.layout);
    let _reading = Reading::begin(inputs, progress);
    for input in inputs {
        let mut lines = Lines::new(input.clone(), input.open(progress)?)?;
        let Some(head) = lines.peek()? else { continue };
        if finder.layout(input, &head)? != Layout::Aol {
            return Err(ReadError::NotALog { file: input.clone() });
        }
        while let Some(line) = lines.next()? {
            if line.text.is_empty() || is_header(line.text) {
                continue;
            }
            counts.lines += 1;
            let number = line.number;
            match Record::parse(line.text).and_then(|record| collected.take(&record)) {
                Ok(()) => {}
                Err(_) if options.bad_lines == BadLines::Skip => counts.bad_lines += 1,
                Err(fault) => return Err(lines.malformed(number, fault)),
            }
        }
        counts.files += 1;
        counts.latin1_lines += lines.latin1();
    }
    if counts.lines == 0 {
        return Err(ReadError::Empty { file: first.clone(), files: inputs.len() });
    }
    let log = collected.finish();
    counts.owners = log.owners.len() as u64;
    Ok(LogLines { log, counts })
}

/// A log under way.
#[derive(Default)]
struct Collected {
    owners: Interner,
    queries: Interner,
    texts: Interner,
    lines: Vec<Line>,
}

impl Collected {
    /// Takes a line whose time and rank are what they should be: methods publish them as they are, and anything could
    /// stand there.
    fn take(&mut self, record: &Record<'_>) -> Result<(), Fault> {
        let seconds = time::seconds(record.time.trim());
        if seconds.is_none() && !record.time.trim().is_empty() {
            return Err(Fault::Time);
        }
        if !record.rank.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Fault::Rank);
        }
        self.lines.push(Line {
            owner: self.owners.intern(record.owner),
            query: self.queries.intern(record.query),
            time: self.texts.intern(record.time),
            seconds,
            rank: self.texts.intern(record.rank),
            url: self.texts.intern(record.url),
        });
        Ok(())
    }

    fn finish(self) -> QueryLog {
        QueryLog {
            owners: self.owners.into_names(),
            queries: self.queries.into_names(),
            texts: self.texts.into_names(),
            lines: self.lines,
        }
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
}

/// Maps each distinct query of `log` to the taxonomy of `source`.
///
/// # Errors
/// When the taxonomy or the overrides cannot be read, or a word is unknown where that is an error.
pub fn map_queries(
    log: &QueryLog,
    options: &ReadOptions,
    source: &TaxonomySource,
) -> Result<QueryMeanings, ReadError> {
    match source {
        TaxonomySource::WordNet => {
            let wordnet = WordNet::load();
            let mapped = map(log, options, &wordnet, Some(wordnet.taxonomy()))?;
            Ok(mapped.with_taxonomy(wordnet.into_taxonomy()))
        }
        TaxonomySource::File { path, format, repeated } => {
            let Loaded { taxonomy, .. } = load_file(path, *format, *repeated)?;
            let mapped = map(log, options, &NameLexicon::new(&taxonomy), Some(&taxonomy))?;
            Ok(mapped.with_taxonomy(taxonomy))
        }
        TaxonomySource::Prefix { .. } | TaxonomySource::Flat => {
            let mut mapped = map(log, options, &OpenLexicon, None)?;
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
) -> Result<Mapped, ReadError> {
    let overrides = match &options.overrides {
        Some(path) => Overrides::read(path, taxonomy)?,
        None => Overrides::default(),
    };
    let mut mapper = Mapper::new(lexicon, overrides, options.matching, options.unknown);
    let mut items = Bags::default();
    let mut nodes = Vec::new();
    for query in log.queries.iter() {
        nodes.clear();
        mapper.query(query, &mut nodes).map_err(|_| ReadError::UnknownWord)?;
        items.push(nodes.iter().copied());
    }
    let (words, is_item) = mapper.words();
    let is_item = (0..words.len()).map(is_item).collect();
    Ok(Mapped {
        items,
        counts: mapper.counts(),
        unknown: mapper.unknown_words(),
        words: words.clone(),
        is_item,
    })
}

impl Mapped {
    fn with_taxonomy(self, taxonomy: clump_core::taxonomy::Taxonomy) -> QueryMeanings {
        let items = QueryItems { taxonomy, items: self.items };
        QueryMeanings { items, counts: self.counts, unknown: self.unknown }
    }
}
