//! Reads a query log line by line, for methods that publish lines. Also maps its queries to their meanings.

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

/// A query log that was read line by line, with every line kept.
#[derive(Debug)]
pub struct LogLines {
    /// Lines of the log with their owners, queries, times, ranks and addresses.
    pub log: QueryLog,
    /// Kind of thing that counts as one owner.
    pub owner_is: OwnerIs,
    /// Counts of lines and owners that were read or left out.
    pub counts: ReadCounts,
}

/// Reads `inputs` (query logs or tables with owners and queries) as one log, and keeps every line of data,
/// including clicks. One pass; a line costs 32 bytes, and each distinct text is stored once.
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

    /// Checks the time and rank of a line, and stores it. Methods publish time and rank unchanged, so these
    /// columns must not contain other text.
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

/// Replaces tabs and line breaks by spaces, so that the text fits in one column of one line.
fn one_line(text: &str) -> Cow<'_, str> {
    if breaks_lines(text) {
        return Cow::Owned(text.replace(['\t', '\n', '\r'], " "));
    }
    Cow::Borrowed(text)
}

/// Meanings of the distinct queries of a log.
#[derive(Debug)]
pub struct QueryMeanings {
    /// Items of each distinct query.
    pub items: QueryItems,
    /// Taxonomy as it was given, without leaves from the data.
    pub given: Taxonomy,
    /// Number of words by result of mapping. Each distinct query counts once.
    pub counts: MapCounts,
    /// Words that the taxonomy does not have. Private: do not publish them.
    pub unknown: UnknownWords,
    /// Number of repairs made in the taxonomy file, by kind.
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
