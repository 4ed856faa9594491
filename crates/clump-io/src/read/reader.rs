//! What all layouts share: a mapper, the runs gathered so far, the owners and the counts.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use clump_core::names::Names;
use clump_core::progress::{Cancelled, Progress};
use clump_core::taxonomy::Node;
use clump_core::transactions::Transactions;

use super::canonical::{Rows, in_canonical_order};
use super::named::NamedTransactions;
use super::{BadLines, Log, ReadCounts, ReadOptions};
use crate::asked::{Asked, Asking};
use crate::error::{Fault, ReadError};
use crate::gather::{Gather, Gathered, UNIQUE};
use crate::mapping::{Mapper, UnknownAt};
use crate::owner::OwnerIs;
use crate::owners::Owners;
use crate::source::Input;
use crate::time::Clock;
use crate::unit::{Repeats, Unit};
use crate::unknown::UnknownWords;
use crate::vocabulary::Seen;
use crate::whole_queries::{AskedQueries, once_each};
use crate::word_mapper::Trees;

/// Why a record was not taken.
pub(super) enum Refused {
    Malformed(Fault),
    Unknown(UnknownAt),
}

impl From<Fault> for Refused {
    fn from(fault: Fault) -> Self {
        Refused::Malformed(fault)
    }
}

impl From<UnknownAt> for Refused {
    fn from(unknown: UnknownAt) -> Self {
        Refused::Unknown(unknown)
    }
}

/// Whose a record is, and which of the owner's transactions it is part of. What a log does not say is empty.
#[derive(Clone, Copy)]
pub(super) struct Whose<'t> {
    pub owner: &'t str,
    /// Read only where sessions are made.
    pub time: &'t str,
    /// Read only where a column names transactions.
    pub transaction: &'t str,
}

/// The record before: its owner is likely the next one's, and a log has one line for each click on a query's results.
#[derive(Default)]
struct Previous {
    owner: Option<u32>,
    query: String,
    time: String,
    transaction: String,
}

/// A reading that is under way.
pub(super) struct Reader<'a> {
    mapper: Mapper<'a>,
    gather: Gather,
    owners: Owners,
    /// By owner, whether some record of theirs is not an empty query. May be shorter than the owners are many.
    has_asked: Vec<bool>,
    named: NamedTransactions,
    clock: Clock,
    previous: Previous,
    /// Where it matters how often a query was asked; else neighbouring lines are enough to know most clicks.
    asked: Option<Asked>,
    pub counts: ReadCounts,
    pub unit: Unit,
    bad_lines: BadLines,
    /// Where temporary files go.
    folder: PathBuf,
}

impl<'a> Reader<'a> {
    pub(super) fn new(mapper: Mapper<'a>, options: &ReadOptions) -> Self {
        Reader {
            mapper,
            gather: Gather::new(options.unit, options.repeats, options.room.clone()),
            owners: Owners::new(options),
            has_asked: Vec::new(),
            named: NamedTransactions::default(),
            clock: Clock::new(options.time_format.clone()),
            previous: Previous::default(),
            asked: (options.repeats == Repeats::Keep && options.unit != Unit::Query).then(Asked::default),
            counts: ReadCounts::default(),
            unit: options.unit,
            bad_lines: options.bad_lines,
            folder: options.room.folder.clone(),
        }
    }

    /// Takes a query, unless it is the one before again: the same owner, text and time is one more click. Where queries are the
    /// unit, or repeats are kept, it is one wherever it stands.
    pub(super) fn query(&mut self, whose: Whose<'_>, query: &str) -> Result<(), Refused> {
        if !self.owners.are_read(whose.owner) {
            return Ok(());
        }
        if query.trim().is_empty() {
            return self.blank_query(whose);
        }
        let Whose { owner, time, transaction: part } = whose;
        let is_again = match &mut self.asked {
            Some(asked) => asked.is_again(Asking { owner, query, time, part }),
            None => {
                let Previous { query: before, time: when, transaction, .. } = &self.previous;
                self.is_previous_owner(owner) && before == query && when == time && transaction == part
            }
        };
        if is_again {
            self.counts.click_lines += 1;
            return Ok(());
        }
        let number = match self.unit {
            // Those that are noted whole are told apart by what they say.
            Unit::Query if !self.mapper.notes_queries() => number_of(query, whose.time),
            Unit::Query | Unit::Owner | Unit::Session { .. } | Unit::Transaction => UNIQUE,
        };
        self.record_of(whose, number, |mapper, nodes| mapper.query(query, nodes))?;
        self.counts.queries += 1;
        query.clone_into(&mut self.previous.query);
        whose.time.clone_into(&mut self.previous.time);
        whose.transaction.clone_into(&mut self.previous.transaction);
        Ok(())
    }

    /// Takes a query in which nothing is asked. It is a sign of its owner all the same, and so may hold a session together.
    pub(super) fn blank_query(&mut self, whose: Whose<'_>) -> Result<(), Refused> {
        if !self.owners.are_read(whose.owner) {
            return Ok(());
        }
        self.run_of(whose, UNIQUE, |_, _| Ok(()))?;
        self.counts.blank_queries += 1;
        Ok(())
    }

    /// Takes what `map` appends as asked or bought together. The records of an owner may come anywhere.
    pub(super) fn record(
        &mut self,
        whose: Whose<'_>,
        map: impl FnOnce(&mut Mapper<'a>, &mut Vec<Node>) -> Result<(), UnknownAt>,
    ) -> Result<(), Refused> {
        if !self.owners.are_read(whose.owner) {
            return Ok(());
        }
        self.record_of(whose, UNIQUE, map)
    }

    /// Takes the record of a query that has a number, or is [`UNIQUE`].
    fn record_of(
        &mut self,
        whose: Whose<'_>,
        query: i64,
        map: impl FnOnce(&mut Mapper<'a>, &mut Vec<Node>) -> Result<(), UnknownAt>,
    ) -> Result<(), Refused> {
        let owner = self.run_of(whose, query, map)? as usize;
        if owner >= self.has_asked.len() {
            self.has_asked.resize(owner + 1, false);
        }
        self.has_asked[owner] = true;
        Ok(())
    }

    /// Closes a run of what `map` appends, and returns the number of its owner.
    fn run_of(
        &mut self,
        whose: Whose<'_>,
        query: i64,
        map: impl FnOnce(&mut Mapper<'a>, &mut Vec<Node>) -> Result<(), UnknownAt>,
    ) -> Result<u32, Refused> {
        let seconds = match self.unit {
            Unit::Session { .. } => self.clock.seconds(whose.time.trim())?,
            Unit::Transaction if whose.transaction.is_empty() => return Err(Fault::NoTransaction.into()),
            Unit::Owner | Unit::Query | Unit::Transaction => 0,
        };
        let owner = match self.previous.owner {
            Some(number) if self.is_previous_owner(whose.owner) => number,
            _ => self.owners.number(whose.owner)?,
        };
        self.previous.owner = Some(owner);
        let part = match self.unit {
            Unit::Transaction => self.named.number(whose.transaction, owner).into(),
            Unit::Query => query,
            Unit::Session { .. } | Unit::Owner => seconds,
        };
        let mapped = map(&mut self.mapper, self.gather.items());
        self.gather.close(owner, part);
        mapped?;
        Ok(owner)
    }

    /// Takes what `map` appends as all that an owner has who is called `name`, as nobody else is.
    pub(super) fn basket(
        &mut self,
        name: &str,
        map: impl FnOnce(&mut Mapper<'a>, &mut Vec<Node>) -> Result<(), UnknownAt>,
    ) -> Result<(), Refused> {
        if !self.owners.are_read(name) {
            return Ok(());
        }
        let mapped = map(&mut self.mapper, self.gather.items());
        let owner = self.owners.push(name);
        self.has_asked.resize(owner as usize + 1, true);
        self.gather.close(owner, 0);
        self.counts.baskets += 1;
        Ok(mapped?)
    }

    /// What becomes of a record that was `taken` or not from `line` of `input`: a malformed one is counted, or it is
    /// the error that ends the reading. Then makes room for the next one.
    pub(super) fn settle(
        &mut self,
        taken: Result<(), Refused>,
        input: &Input,
        line: u64,
    ) -> Result<(), ReadError> {
        let file = || input.clone();
        match (taken, self.bad_lines) {
            (Ok(()), _) => {}
            (Err(Refused::Malformed(_)), BadLines::Skip) => self.counts.bad_lines += 1,
            (Err(Refused::Malformed(fault)), BadLines::Error) => {
                return Err(ReadError::Malformed { file: file(), line, fault });
            }
            (Err(Refused::Unknown(UnknownAt(position))), _) => {
                return Err(ReadError::UnknownItem { file: file(), line, position });
            }
        }
        if self.gather.is_full() {
            self.gather.relieve().map_err(|source| temporary(&self.folder, source))?;
        }
        if self.mapper.is_full() {
            self.mapper.relieve().map_err(|source| temporary(&self.folder, source))?;
        }
        self.mapper.check_leaves()
    }

    fn is_previous_owner(&self, owner: &str) -> bool {
        self.previous.owner.is_some_and(|number| self.owners.is(number, owner))
    }

    /// What the words add to the tree.
    pub(super) fn seen(&self) -> Seen<'_> {
        self.mapper.seen()
    }

    /// Replaces the numbers of words by nodes.
    pub(super) fn renumber(&mut self, nodes: Vec<Node>) {
        self.mapper.renumber_queries(&nodes);
        self.gather.renumber(nodes);
    }

    /// Makes the transactions. The lexicon is let go, so that its taxonomy can move into the log.
    pub(super) fn finish(mut self, progress: &dyn Progress) -> Result<Finished, ReadError> {
        progress.go_on()?;
        let queries = self.mapper.take_queries();
        let owners = self.owners.finish()?;
        let temporary = |source| temporary(&self.folder, source);
        let words = self.mapper.counts();
        let shared_transactions = self.named.shared();
        // Their names are not needed any more, and rows are about to be.
        drop(self.named);
        let unknown = self.mapper.into_unknown_words().map_err(temporary)?;
        progress.go_on()?;
        let mut gathered = self.gather.finish(&owners, progress).map_err(temporary)?;
        if queries.is_some() && self.unit == Unit::Query {
            let (transactions, queries) = (gathered.transactions, gathered.queries);
            (gathered.transactions, gathered.queries, self.counts.repeated_queries) =
                once_each(transactions, queries);
        }
        let has_asked = self.has_asked.iter().filter(|&&has_asked| has_asked).count();
        let silent_owners = (owners.len() - has_asked) as u64;
        let blank_transactions = match self.unit {
            Unit::Owner => silent_owners,
            Unit::Query => self.counts.blank_queries,
            // Where a session or a named transaction is empty queries alone, nobody counted.
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
            queries: self.counts.queries - gathered.clicks,
            click_lines: self.counts.click_lines + gathered.clicks,
            ..self.counts
        };
        let Gathered { transactions, queries: queries_of, owner_names, .. } = gathered;
        let rows = in_canonical_order(Rows { transactions, queries: queries_of, owner_names });
        let Rows { transactions, queries: queries_of, owner_names } = rows;
        let queries = queries.map(|queries| queries.finish(queries_of));
        Ok(Finished { transactions, queries, owner_names, counts, unknown })
    }
}

/// A number for a query of some time, the same wherever it is asked again.
fn number_of(query: &str, time: &str) -> i64 {
    let mut hasher = DefaultHasher::new();
    (query, time).hash(&mut hasher);
    match hasher.finish().cast_signed() {
        UNIQUE => 1,
        number => number,
    }
}

/// The error for what the folder of temporary files said.
pub(crate) fn temporary(folder: &Path, source: io::Error) -> ReadError {
    if Cancelled::is_in(&source) {
        return ReadError::Cancelled(Cancelled);
    }
    ReadError::Temporary { folder: folder.to_owned(), source }
}

/// A log but for its taxonomy.
pub(super) struct Finished {
    transactions: Transactions,
    queries: Option<AskedQueries>,
    owner_names: Names,
    counts: ReadCounts,
    unknown: UnknownWords,
}

impl Finished {
    /// Adds what one owner is, and the taxonomy as it was given and completed.
    pub(super) fn into_log(self, owner_is: OwnerIs, trees: Trees) -> Log {
        let Finished { transactions, queries, owner_names, counts, unknown } = self;
        let Trees { given, completed: taxonomy, repaired } = trees;
        let counts = ReadCounts { repaired, ..counts };
        Log { taxonomy, given, transactions, queries, owner_is, owner_names, counts, unknown }
    }
}
