//! What all layouts share: a mapper, the runs gathered so far, the owners and the counts.

use clump_core::names::Names;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;

use super::{BadLines, Log, ReadCounts, ReadOptions};
use crate::error::{Fault, ReadError};
use crate::gather::Gather;
use crate::interner::Interner;
use crate::lines::Lines;
use crate::mapping::{Mapper, UnknownAt};
use crate::unit::Unit;
use crate::unknown::UnknownWords;

/// The query before: the log has one line for each click on its results.
#[derive(Default)]
pub(super) struct Previous {
    pub owner: Option<u32>,
    pub query: String,
    pub time: String,
}

/// A reading that is under way.
pub(super) struct Reader<'a> {
    pub mapper: Mapper<'a>,
    pub gather: Gather,
    pub owners: Interner,
    pub previous: Previous,
    pub counts: ReadCounts,
    pub unit: Unit,
    bad_lines: BadLines,
}

impl<'a> Reader<'a> {
    pub(super) fn new(mapper: Mapper<'a>, options: &ReadOptions) -> Self {
        Reader {
            mapper,
            gather: Gather::new(options.unit),
            owners: Interner::default(),
            previous: Previous::default(),
            counts: ReadCounts::default(),
            unit: options.unit,
            bad_lines: options.bad_lines,
        }
    }

    /// Counts a malformed line, or makes it the error it is.
    pub(super) fn bad_line(&mut self, lines: &Lines<'_>, line: u64, fault: Fault) -> Result<(), ReadError> {
        match self.bad_lines {
            BadLines::Skip => {
                self.counts.bad_lines += 1;
                Ok(())
            }
            BadLines::Error => Err(lines.malformed(line, fault)),
        }
    }

    /// All words by number, and whether each stands for itself.
    pub(super) fn words(&self) -> (&Names, impl Fn(usize) -> bool) {
        self.mapper.words()
    }

    /// Replaces the numbers of words by nodes.
    pub(super) fn renumber(&mut self, nodes: &[Node]) {
        self.gather.renumber(nodes);
    }

    /// Makes the transactions. The lexicon is let go, so that its taxonomy can move into the log.
    pub(super) fn finish(self, options: &ReadOptions) -> Finished {
        let gathered = self.gather.finish(options.repeats, &self.owners.into_names());
        let counts = ReadCounts {
            words: self.mapper.counts(),
            transactions: gathered.transactions.len() as u64,
            empty_transactions: gathered.empty_transactions,
            owners: gathered.transactions.owners() as u64,
            empty_owners: gathered.empty_owners,
            items: gathered.transactions.items() as u64,
            ..self.counts
        };
        Finished {
            transactions: gathered.transactions,
            owner_names: gathered.owner_names,
            counts,
            unknown: self.mapper.unknown_words(),
        }
    }
}

/// A log but for its taxonomy.
pub(super) struct Finished {
    transactions: Transactions,
    owner_names: Names,
    counts: ReadCounts,
    unknown: UnknownWords,
}

impl Finished {
    /// Adds the taxonomy, of which `qualified_names` nodes were renamed.
    pub(super) fn with_taxonomy(self, taxonomy: Taxonomy, qualified_names: u64) -> Log {
        let Finished { transactions, owner_names, counts, unknown } = self;
        let counts = ReadCounts { qualified_names, ..counts };
        Log { taxonomy, transactions, owner_names, counts, unknown }
    }
}

/// The error for an unknown word on a line.
pub(super) fn unknown_item(lines: &Lines<'_>, line: u64, UnknownAt(position): UnknownAt) -> ReadError {
    ReadError::UnknownItem { file: lines.input().clone(), line, position }
}
