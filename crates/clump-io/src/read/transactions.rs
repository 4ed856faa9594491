//! Makes transactions from records: maps their words to items, and gathers the items by unit.

use clump_core::containers::Interner;
use clump_core::progress::Progress;
use clump_core::taxonomy::Node;

use super::canonical::in_canonical_order;
use super::clicks::number_of;
use super::records::{Asking, Form, Kind, Purpose, Record, Records, Row, Shape, WasRead};
use super::table::count;
use super::{Log, ReadCounts};
use crate::error::{Fault, ReadError};
use crate::gather::{Gather, TransactionRuns, UNIQUE};
use crate::input::Input;
use crate::layout::Layout;
use crate::mapping::Mapper;
use crate::options::{ReadOptions, ReadingMemory};
use crate::owners::Owners;
use crate::taxonomy::root;
use crate::time::Clock;
use crate::unit::{Repeats, Unit};
use crate::unmapped::{QueryTexts, once_each};

pub(super) struct TransactionRecords<'a> {
    pub mapper: Mapper<'a>,
    gather: Gather,
    /// For each owner number, true if the owner has a record that is not an empty query.
    has_asked: Vec<bool>,
    named: NamedTransactions,
    clock: Clock,
    unit: Unit,
    repeats: Repeats,
    room: ReadingMemory,
    kind: Kind,
    is_wide: bool,
    /// True if a cell of a wide table so far says yes or no. `has_names`: true if another cell does not.
    has_truth: bool,
    has_names: bool,
}

impl<'a> TransactionRecords<'a> {
    pub(super) fn new(mut mapper: Mapper<'a>, options: &ReadOptions) -> Self {
        mapper.queries = options.whole_queries.then(QueryTexts::default);
        let ReadOptions { unit, repeats, ref room, ref time_format, with_noise, .. } = *options;
        TransactionRecords {
            mapper,
            gather: Gather::new(unit, repeats, room.clone()),
            has_asked: Vec::new(),
            named: NamedTransactions::default(),
            clock: Clock::new(time_format.clone(), with_noise),
            unit,
            repeats,
            room: room.clone(),
            kind: Kind::Items,
            is_wide: false,
            has_truth: false,
            has_names: false,
        }
    }

    /// Adds a run with the items that `map` appends, and returns the number of the record's owner. `query` is
    /// the number of the query, or [`UNIQUE`].
    #[inline]
    fn run(
        &mut self,
        owners: &mut Owners,
        record: Record<'_>,
        query: i64,
        map: impl FnOnce(&mut Mapper<'a>, &mut Vec<Node>) -> Result<(), Fault>,
    ) -> Result<u32, Fault> {
        let seconds = match self.unit {
            Unit::Session { .. } => self.clock.seconds(record.time)?,
            Unit::Transaction if record.part.is_empty() => return Err(Fault::NoTransaction),
            Unit::Owner | Unit::Query | Unit::Transaction => 0,
        };
        let owner = record.owner(owners)?;
        let part = match self.unit {
            Unit::Transaction => self.named.number(record.part, owner).into(),
            Unit::Query => query,
            Unit::Session { .. } | Unit::Owner => seconds,
        };
        let mapped = map(&mut self.mapper, self.gather.items());
        self.gather.close(owner, part);
        mapped?;
        Ok(owner)
    }

    fn note_asked(&mut self, owner: u32) {
        let owner = owner as usize;
        if owner >= self.has_asked.len() {
            self.has_asked.resize(owner + 1, false);
        }
        self.has_asked[owner] = true;
    }

    /// Notes if the items of a wide table are words like `yes` and `no`, or other words.
    fn look_for_truth(&mut self, row: &impl Row) -> Result<(), Fault> {
        row.items(|_, item, _| {
            let is_truth = is_truth(item);
            self.has_truth |= is_truth;
            self.has_names |= !is_truth;
            Ok(())
        })
    }

    pub(super) fn renumber(&mut self, nodes: Vec<Node>) {
        if let Some(queries) = &mut self.mapper.queries {
            queries.renumber(&nodes);
        }
        self.gather.renumber(nodes);
    }

    /// Makes the transactions. The caller adds the taxonomies; here they are placeholders with only a root.
    pub(super) fn finish(self, read: WasRead, progress: &dyn Progress) -> Result<Log, ReadError> {
        progress.go_on()?;
        let WasRead { owners, owner_is, mut counts } = read;
        let Mapper { queries, counts: words, categories, vocabulary, .. } = self.mapper;
        let owners = owners.finish()?;
        let temporary = |source| self.room.temporary(source);
        let shared_transactions = self.named.shared;
        // The names of transactions are no longer needed, and making rows takes memory.
        drop(self.named);
        let unknown = vocabulary.into_unknown_words().map_err(temporary)?;
        progress.go_on()?;
        let mut gathered = self.gather.finish(&owners, &categories, progress).map_err(temporary)?;
        if queries.is_some() && self.unit == Unit::Query {
            let (transactions, queries) = (gathered.transactions, gathered.queries);
            (gathered.transactions, gathered.queries, counts.repeated_queries) =
                once_each(transactions, queries, &gathered.lost_of_each, &mut gathered.lost);
        }
        let has_asked = self.has_asked.iter().filter(|&&has_asked| has_asked).count();
        let silent_owners = (owners.len() - has_asked) as u64;
        let blank_transactions = match self.unit {
            Unit::Owner => silent_owners,
            Unit::Query => counts.blank_queries,
            // For these units, transactions that contain only empty queries were not counted as empty.
            Unit::Session { .. } | Unit::Transaction => 0,
        };
        let counts = ReadCounts {
            words,
            transactions: gathered.transactions.len() as u64,
            empty_transactions: gathered.empty_transactions - blank_transactions,
            shared_transactions,
            owners: gathered.transactions.owners() as u64,
            empty_owners: gathered.empty_owners - silent_owners,
            silent_owners,
            items: gathered.transactions.items() as u64,
            words_unknown: gathered.lost.unknown,
            words_dropped: gathered.lost.dropped,
            words_placed: gathered.lost.placed,
            words_merged: gathered.lost.merged,
            queries: counts.queries - gathered.clicks,
            click_lines: counts.click_lines + gathered.clicks,
            ..counts
        };
        let TransactionRuns { transactions, queries: queries_of, owner_names, .. } = gathered;
        let (transactions, queries_of, owner_names) =
            in_canonical_order(&transactions, &queries_of, &owner_names);
        let queries = queries.map(|queries| queries.finish(queries_of));
        let (taxonomy, given) = (root(), root());
        Ok(Log { taxonomy, given, transactions, queries, owner_is, owner_names, counts, unknown })
    }
}

impl Records for TransactionRecords<'_> {
    fn begin(&mut self, input: &Input, shape: Shape) -> Result<(), ReadError> {
        let file = input.clone();
        match shape.form {
            Form::Log if self.unit == Unit::Transaction => {
                return Err(ReadError::NoNamedColumns { file, layout: Layout::Aol });
            }
            Form::Baskets if self.unit != Unit::Owner => return Err(ReadError::NoQueries { file }),
            _ => {}
        }
        if !shape.owner && self.unit != Unit::Owner {
            return Err(ReadError::NoOwners { file });
        }
        if !shape.time && Purpose::of(self.unit) == Purpose::Sessions {
            return Err(ReadError::NoTimes { file });
        }
        (self.kind, self.is_wide) = (shape.kind, shape.is_wide);
        (self.has_truth, self.has_names) = (false, false);
        Ok(())
    }

    #[inline]
    fn query(&mut self, owners: &mut Owners, record: Record<'_>, asking: Asking) -> Result<(), Fault> {
        let number = match self.unit {
            // If whole queries are noted, repeated queries are recognized later by their text.
            Unit::Query if self.mapper.queries.is_none() => number_of(record.query, record.time),
            Unit::Query | Unit::Owner | Unit::Session { .. } | Unit::Transaction => UNIQUE,
        };
        match asking {
            Asking::Query => {
                let owner =
                    self.run(owners, record, number, |mapper, nodes| mapper.query(record.query, nodes))?;
                self.note_asked(owner);
            }
            // A blank query has no items, but its time may join two parts of a session.
            Asking::Blank => _ = self.run(owners, record, UNIQUE, |_, _| Ok(()))?,
            Asking::Click => {}
        }
        Ok(())
    }

    fn items(
        &mut self,
        owners: &mut Owners,
        record: Record<'_>,
        row: &impl Row,
        sum: u64,
    ) -> Result<usize, Fault> {
        if self.repeats == Repeats::Keep && sum > count::MOST {
            return Err(Fault::TooMany { most: count::MOST });
        }
        if self.is_wide && !self.has_names {
            self.look_for_truth(row)?;
        }
        let (kind, repeats) = (self.kind, self.repeats);
        let mut items = 0;
        let owner = self.run(owners, record, UNIQUE, |mapper, nodes| {
            if kind == Kind::Query {
                return mapper.query(record.query, nodes);
            }
            row.items(|_, item, count| {
                items += 1;
                let times = if repeats == Repeats::Keep { count } else { count.min(1) };
                (0..times).try_for_each(|_| mapper.item(item, items, nodes))
            })
        })?;
        self.note_asked(owner);
        Ok(items)
    }

    fn end(&mut self, input: &Input) -> Result<(), ReadError> {
        let is_only_truth = self.has_truth && !self.has_names;
        if is_only_truth { Err(ReadError::OnlyTruth { file: input.clone() }) } else { Ok(()) }
    }

    #[inline]
    fn relieve(&mut self) -> Result<(), ReadError> {
        if self.gather.is_full() {
            self.gather.relieve().map_err(|source| self.room.temporary(source))?;
        }
        if self.mapper.vocabulary.is_full() {
            self.mapper.relieve().map_err(|source| self.room.temporary(source))?;
        }
        self.mapper.vocabulary.check_leaves()
    }
}

/// True if a cell says yes or no. Read as items, a wide table of such cells would have only two items.
fn is_truth(item: &str) -> bool {
    ["0", "1", "true", "false", "yes", "no", "0.0", "1.0"].iter().any(|word| item.eq_ignore_ascii_case(word))
}

/// Marks, in `owner_of`, a transaction name that occurs with several owners.
const SEVERAL: u32 = u32::MAX;

/// Numbers the names in a column of transactions by first appearance. A name separates transactions within
/// one owner only. Two owners with one name are most likely a mistake in the data. Such names are counted,
/// and the transactions of the two owners stay apart.
#[derive(Default)]
struct NamedTransactions {
    names: Interner,
    owner_of: Vec<u32>,
    shared: u64,
}

impl NamedTransactions {
    /// Number of the transaction called `name`, which is the same for all owners. Notes names of several
    /// owners.
    #[inline]
    fn number(&mut self, name: &str, owner: u32) -> u32 {
        let number = self.names.intern(name);
        match self.owner_of.get_mut(number as usize) {
            None => self.owner_of.push(owner),
            Some(first) if *first == owner || *first == SEVERAL => {}
            Some(first) => {
                *first = SEVERAL;
                self.shared += 1;
            }
        }
        number
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_of_several_owners_is_counted_once() {
        let mut named = NamedTransactions::default();
        let taken = [("x", 0), ("y", 0), ("x", 1), ("x", 0), ("x", 2), ("z", 2), ("y", 2)];
        assert_eq!(taken.map(|(name, owner)| named.number(name, owner)), [0, 1, 0, 0, 0, 2, 1]);
        assert_eq!(named.shared, 2);
    }
}
