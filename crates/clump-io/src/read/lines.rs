//! A query log line by line, for methods that publish lines; and what its queries mean, for those that must know.

use clump_core::containers::Interner;
use clump_core::log::{Line, QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::taxonomy::{Node, Taxonomy};

use super::aol::Record;
use super::content::Content;
use super::table::{self, Purpose, Request, Tables};
use super::{BadLines, ReadCounts, ReadOptions};
use crate::error::{Fault, ReadError};
use crate::layout::{Layout, LayoutFinder, is_header};
use crate::lines::Lines;
use crate::owner::OwnerIs;
use crate::owners::Owners;
use crate::source::{Input, Reading};
use crate::taxonomy::{Made, RepairCounts, TaxonomySource};
use crate::time::Clock;
use crate::unknown::UnknownWords;
use crate::word_mapper::{MappedQueries, Trees, WordMapper};

mod from_tables;

use from_tables::RowLines;

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
    options.room.check_folder()?;
    let mut collected = Collected::new(options);
    let mut counts = ReadCounts::default();
    let mut finder = LayoutFinder::new(options);
    let request = Request::new(options, Purpose::Lines, progress);
    let mut tables = Tables::default();
    let _reading = Reading::begin(inputs, progress);
    for input in inputs {
        let bad_lines = options.bad_lines;
        match Content::open(input, options, &mut finder, progress)? {
            Content::Nothing => continue,
            Content::Text { mut lines, layout: Layout::Aol, .. } => {
                read_aol(&mut lines, &mut collected, &mut counts, bad_lines)?;
                counts.latin1_lines += lines.latin1();
            }
            Content::Text { layout: Layout::Basket, .. } => {
                return Err(ReadError::NotALog { file: input.clone() });
            }
            content => {
                let mut rows = RowLines {
                    collected: &mut collected,
                    counts: &mut counts,
                    tables: &mut tables,
                    bad_lines,
                };
                let latin1 = table::read(content, &request, &mut rows)?;
                counts.latin1_lines += latin1;
            }
        }
        counts.files += 1;
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
            owners: Owners::new(options),
            queries: Interner::default(),
            texts,
            lines: Vec::new(),
            clock: Clock::new(options.time_format.clone()),
        }
    }

    /// Takes a line whose time and rank are what they should be: methods publish them as they are, and anything could
    /// stand there.
    fn take(&mut self, record: &Record<'_>) -> Result<(), Fault> {
        if !self.owners.are_read(record.owner) {
            return Ok(());
        }
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
    /// The taxonomy as it was given, before the data completed it.
    pub given: Taxonomy,
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
    let words = WordMapper::for_reading(source, options)?;
    let room = options.room.clone();
    let (mapped, (made, leaves)) = words.map_within(room, log.queries.iter(), progress, |seen| {
        Ok((words.make(source, &seen)?, seen.leaves()))
    })?;
    let MappedQueries { mut items, counts, unknown } = mapped;
    let made = made.map(|Made { taxonomy, nodes }| {
        let renumbered = |bag: &[Node]| bag.iter().map(|item| nodes[item.index()]).collect::<Vec<_>>();
        items = items.iter().map(renumbered).collect();
        taxonomy
    });
    let Trees { completed: taxonomy, given, repaired } = words.into_trees(made, leaves);
    Ok(QueryMeanings { items: QueryItems { taxonomy, items }, given, counts, unknown, repaired })
}
