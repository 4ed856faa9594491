//! Reads a query log line by line, for methods that publish lines, and maps its queries to their meanings.

use std::borrow::Cow;

use clump_core::containers::Interner;
use clump_core::log::{Line, QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Bags;

use super::ReadCounts;
use super::records::{Asking, Kind, Purpose, Record, Records, Request, Row, Shape, WasRead, read_records};
use crate::columns::OwnerIs;
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::mapping::{Mapper, Trees, WordMapper};
use crate::options::{MapCounts, ReadOptions};
use crate::owners::Owners;
use crate::repair::RepairCounts;
use crate::split::breaks_lines;
use crate::taxonomy::{Made, TaxonomySource};
use crate::time::Clock;
use crate::unknown::UnknownWords;
use crate::unmapped::is_lost;

/// A log that was read line by line.
#[derive(Debug)]
pub struct LogLines {
    /// The lines.
    pub log: QueryLog,
    /// The meaning of one owner.
    pub owner_is: OwnerIs,
    /// Counts of what was read and what was left out.
    pub counts: ReadCounts,
}

/// Reads `inputs`, query logs or tables with owners and queries, as one log. Every line of data is kept,
/// including clicks. One pass; a line costs 32 bytes, and each distinct text is held once.
pub fn read_lines(
    inputs: &[Input],
    options: &ReadOptions,
    progress: &dyn Progress,
) -> Result<LogLines, ReadError> {
    let mut texts = Interner::default();
    texts.intern("");
    let mut records = LineRecords {
        queries: Interner::default(),
        texts,
        lines: Vec::new(),
        clock: Clock::new(options.time_format.clone(), options.with_noise),
    };
    let request = Request::new(options, Purpose::Lines, progress);
    let WasRead { owners, owner_is, counts } = read_records(inputs, &request, None, &mut records)?;
    let LineRecords { queries, texts, lines, .. } = records;
    let owners = owners.finish()?;
    let counts = ReadCounts { owners: owners.len() as u64, ..counts };
    let log = QueryLog { owners, queries: queries.into_names(), texts: texts.into_names(), lines };
    Ok(LogLines { log, owner_is, counts })
}

struct LineRecords {
    queries: Interner,
    texts: Interner,
    lines: Vec<Line>,
    clock: Clock,
}

impl Records for LineRecords {
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError> {
        let is_log = shape.kind == Kind::Query && shape.owner;
        if is_log { Ok(()) } else { Err(ReadError::NotALog { file: input.clone() }) }
    }

    /// Takes a line after a check of its time and rank: methods publish them unchanged, so they must not hold
    /// other text.
    fn query(&mut self, owners: &mut Owners, record: Record<'_>, _: Asking) -> Result<(), Fault> {
        let seconds = match record.time {
            "" => None,
            time => Some(self.clock.seconds(time)?),
        };
        if !record.rank.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(Fault::Rank);
        }
        self.lines.push(Line {
            owner: record.owner(owners)?,
            query: self.queries.intern(&one_line(record.query)),
            time: self.texts.intern(record.time),
            seconds,
            rank: self.texts.intern(record.rank),
            url: self.texts.intern(&one_line(record.url)),
        });
        Ok(())
    }

    fn items(&mut self, _: &mut Owners, _: Record<'_>, _: &impl Row, _: u64) -> Result<usize, Fault> {
        unreachable!("a table of items is refused where it begins")
    }
}

/// A text in the form that a line of a log can hold: tabs and line breaks become spaces.
fn one_line(text: &str) -> Cow<'_, str> {
    if breaks_lines(text) {
        return Cow::Owned(text.replace(['\t', '\n', '\r'], " "));
    }
    Cow::Borrowed(text)
}

/// The meanings of the queries of a log, and the counts of mapping them.
#[derive(Debug)]
pub struct QueryMeanings {
    /// By query.
    pub items: QueryItems,
    /// The taxonomy as it was given, before the data completed it.
    pub given: Taxonomy,
    /// Counted over distinct queries.
    pub counts: MapCounts,
    /// The words that the taxonomy does not have. Private.
    pub unknown: UnknownWords,
    /// The repairs that were made in the taxonomy file.
    pub repaired: RepairCounts,
}

/// Maps each distinct query of `log` to the taxonomy of `source`.
pub fn map_queries(
    log: &QueryLog,
    options: &ReadOptions,
    source: &TaxonomySource,
    progress: &dyn Progress,
) -> Result<QueryMeanings, ReadError> {
    let words = WordMapper::for_reading(source, options)?;
    let mut mapper = Mapper::new(&words, options.room.clone());
    let temporary = |error| options.room.temporary(error);
    let (mut items, mut nodes) = (Bags::default(), Vec::new());
    for query in log.queries.iter() {
        progress.go_on()?;
        nodes.clear();
        mapper.query(query, &mut nodes).map_err(|_| ReadError::UnknownWord)?;
        items.push(nodes.iter().copied().filter(|&node| !is_lost(node)));
        if mapper.vocabulary.is_full() {
            mapper.relieve().map_err(temporary)?;
        }
        mapper.vocabulary.check_leaves()?;
    }
    let seen = mapper.vocabulary.seen();
    let (made, leaves) = (words.make(source, &seen)?, seen.leaves());
    let counts = mapper.counts;
    let unknown = mapper.vocabulary.into_unknown_words().map_err(temporary)?;
    let made = made.map(|Made { taxonomy, nodes }| {
        let renumbered = |bag: &[Node]| bag.iter().map(|item| nodes[item.index()]).collect::<Vec<_>>();
        items = items.iter().map(renumbered).collect();
        taxonomy
    });
    let Trees { completed: taxonomy, given, repaired } = words.into_trees(made, leaves);
    Ok(QueryMeanings { items: QueryItems { taxonomy, items }, given, counts, unknown, repaired })
}
