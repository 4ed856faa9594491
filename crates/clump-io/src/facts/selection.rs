//! Selects the facts to publish in each table: those with enough owners that no rule excludes. [`FactStore`]
//! collects them into a [`CountedTable`]. It is filled by one process that has all owners of each fact, or by a
//! cluster run that merges the counts of its workers.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io;

use clump_core::containers::Interner;
use clump_core::facts::{CountedCells, CountedFacts, SEPARATOR, TableSpec, Thresholds, Volume};
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_noise::{Bounding, OwnersPriorities};
use rustc_hash::FxHashSet;

use super::counters::ClosedCounters;
use super::plan::{FactPlan, PlannedTable};
use super::reader::FactOwners;
use super::rest::{cell_of, rests};
use super::rules::{ExclusionRule, Judge, Rules};
use super::together::{add_rests, make_safe};
use super::{CountedTable, FactLog, FactMemory, FactRequest, InTable, NamedRows};
use crate::error::ReadError;
use crate::options::ReadingMemory;
use crate::read::ReadCounts;

/// Collects the facts to publish in one table, with statistics of all its facts.
#[derive(Clone, Debug)]
pub struct FactStore {
    pub(super) spec: TableSpec,
    thresholds: Thresholds,
    names: Interner,
    pub(super) counted: CountedFacts,
    /// For each fact to publish, its numbers of owners and of occurrences in the whole log.
    in_log: Vec<(u64, u64)>,
    volume: Volume,
    /// Number of facts that each rule excludes. `excluded_cells` is the same for cells.
    excluded: BTreeMap<ExclusionRule, u64>,
    excluded_cells: BTreeMap<ExclusionRule, u64>,
    pairs_counted: Option<u64>,
    left_out: u64,
    hidden: u64,
    limit: Option<FactMemory>,
    cost: u64,
}

impl FactStore {
    /// Starts without facts, for the table `spec`.
    pub fn new(spec: &TableSpec, thresholds: Thresholds) -> FactStore {
        let (names, volume, excluded, excluded_cells) = Default::default();
        let cells = (!spec.by.is_empty()).then(CountedCells::default);
        let (in_log, pairs_counted, left_out, hidden, limit, cost) = Default::default();
        FactStore {
            spec: spec.clone(),
            thresholds,
            names,
            counted: CountedFacts { cells, ..CountedFacts::default() },
            in_log,
            volume,
            excluded,
            excluded_cells,
            pairs_counted,
            left_out,
            hidden,
            limit,
            cost,
        }
    }

    /// True if the memory limit allows one more fact or cell, whose texts have `bytes` bytes. Its cost is
    /// added even if not, so that an error can state the total need.
    fn has_room(&mut self, bytes: usize) -> bool {
        let Some(FactMemory { row, byte, most }) = self.limit else { return true };
        self.cost = self.cost.saturating_add(row + byte * bytes as u64);
        self.cost <= most
    }

    /// Counts `facts` facts in the statistics: each has `owners` owners, all together have `times`
    /// occurrences. `rule` is the rule that excludes them, if any.
    pub fn count(&mut self, rule: Option<ExclusionRule>, owners: u64, facts: u64, times: u64) {
        let Some(rule) = rule else { return self.volume.push(facts, owners, times) };
        self.volume.push_excluded(facts, owners, times);
        if owners >= self.thresholds.k as u64 {
            *self.excluded.entry(rule).or_default() += facts;
        }
    }

    /// Adds a fact to publish. If owners count in a limited number of facts, `owners` counts only those.
    pub fn keep_fact(&mut self, fact: &str, owners: u64, times: u64) {
        if self.has_room(fact.len()) {
            self.push_fact(fact, owners, times);
        }
    }

    fn push_fact(&mut self, fact: &str, owners: u64, times: u64) {
        self.names.intern(fact);
        self.counted.facts.push(fact, owners, times);
        self.in_log.push((owners, times));
    }

    /// Adds a cell to publish. Its fact must have been added before, except if owners count in a limited
    /// number of facts: then each cell is a fact of its own.
    pub fn keep_cell(&mut self, fact: &str, cell: &str, owners: u64, times: u64) {
        if !self.has_room(fact.len() + cell.len()) {
            return;
        }
        let number = self.names.intern(fact);
        if number as usize == self.counted.facts.len() {
            self.counted.facts.push(fact, 0, 0);
            self.in_log.push((0, 0));
        }
        let cells = self.counted.cells.get_or_insert_default();
        cells.cells.push(cell, owners, times);
        cells.fact_of.push(number);
    }

    /// Counts `number` cells that have enough owners but that `rule` excludes.
    pub fn exclude_cells(&mut self, rule: ExclusionRule, number: u64) {
        *self.excluded_cells.entry(rule).or_default() += number;
    }

    /// Replaces numbers of owners by those in published cells: fact `i` has `owners[i]` distinct owners
    /// there. Facts that then have too few owners are removed with their cells.
    pub fn count_over_cells(&mut self, owners: &[u64]) {
        let k = self.thresholds.k;
        self.keep_only(self.counted.over_cells(owners, k));
    }

    pub(super) fn exclude_facts(&mut self, rule: ExclusionRule, is_excluded: &[bool]) {
        let mut names = FxHashSet::default();
        for fact in (0..is_excluded.len()).filter(|&fact| is_excluded[fact]) {
            let (owners, times) = self.in_log[fact];
            self.volume.exclude(owners, times);
            *self.excluded.entry(rule).or_default() += 1;
            names.insert(self.counted.facts.key(fact).to_owned());
        }
        self.keep_only(self.counted.retain(|key| !names.contains(key)));
    }

    fn keep_only(&mut self, counted: CountedFacts) {
        let mut names = Interner::default();
        self.in_log = (0..counted.facts.len())
            .filter_map(|fact| {
                let key = counted.facts.key(fact);
                names.intern(key);
                self.find(key).map(|fact| self.in_log[fact as usize])
            })
            .collect();
        (self.counted, self.names) = (counted, names);
    }

    /// Sets the number of pairs of an owner and a fact that counts the owner, if owners are limited.
    pub fn set_pairs_counted(&mut self, pairs: u64) {
        self.pairs_counted = Some(pairs);
    }

    /// Facts to publish, with their cells.
    pub fn counted(&self) -> &CountedFacts {
        &self.counted
    }

    /// Index of `fact` among the facts to publish; `None` if it is not published.
    pub fn find(&self, fact: &str) -> Option<u32> {
        self.names.find(fact)
    }

    /// Distribution of all facts by their number of owners, published or not.
    pub fn volume(&self) -> &Volume {
        &self.volume
    }

    /// The rows of the table: the key of each fact, or of each cell, with its number of owners.
    pub(super) fn rows(&self) -> impl Iterator<Item = (String, u64)> + '_ {
        let CountedFacts { facts, cells, .. } = &self.counted;
        let of_facts = if cells.is_some() { 0..0 } else { 0..facts.len() };
        let of_facts = of_facts.map(|fact| (facts.key(fact).to_owned(), facts.owners(fact)));
        let of_cells = cells.iter().flat_map(|cells| {
            let fact = |cell: usize| facts.key(cells.fact_of[cell] as usize);
            (0..cells.cells.len()).map(move |cell| {
                (format!("{}{SEPARATOR}{}", fact(cell), cells.cells.key(cell)), cells.cells.owners(cell))
            })
        });
        of_facts.chain(of_cells)
    }

    /// Gives the row with each key the number of owners that `owners` returns, and removes it for `None`. `left_out`
    /// is the number of pairs of an owner and a row that are no longer counted.
    pub(super) fn settle(&mut self, left_out: u64, owners: impl Fn(&str) -> Option<u64>) {
        let before = self.rows().count();
        let CountedFacts { facts, cells, rest } = &self.counted;
        let mut kept = FactStore { limit: None, ..FactStore::new(&self.spec, self.thresholds) };
        match cells {
            None => (0..facts.len()).for_each(|fact| {
                if let Some(owners) = owners(facts.key(fact)) {
                    kept.keep_fact(facts.key(fact), owners, facts.times(fact));
                }
            }),
            Some(CountedCells { cells, fact_of }) => (0..cells.len()).for_each(|cell| {
                let fact = facts.key(fact_of[cell] as usize);
                if let Some(owners) = owners(&format!("{fact}{SEPARATOR}{}", cells.key(cell))) {
                    if kept.find(fact).is_none() {
                        let number = fact_of[cell] as usize;
                        kept.keep_fact(fact, facts.owners(number), facts.times(number));
                    }
                    kept.keep_cell(fact, cells.key(cell), owners, cells.times(cell));
                }
            }),
        }
        kept.counted.rest = rest.clone();
        kept.in_log = (0..kept.counted.facts.len())
            .map(|fact| {
                let before = self.find(kept.counted.facts.key(fact)).expect("it was kept before");
                self.in_log[before as usize]
            })
            .collect();
        self.hidden = (before - kept.rows().count()) as u64;
        (self.counted, self.names, self.in_log, self.left_out) =
            (kept.counted, kept.names, kept.in_log, left_out);
    }

    /// Ends the table. The caller passes the part of the log that it covers, with the people who are left out of rows,
    /// and its number of owners.
    pub fn finish(self, in_table: Option<InTable>, owners_of_facts: u64) -> CountedTable {
        let left_out = if self.counted.cells.is_none() { self.left_out } else { 0 };
        let in_table = in_table.map(|all| InTable { pairs: all.pairs.saturating_sub(left_out), ..all });
        let found = |excluded: BTreeMap<ExclusionRule, u64>| {
            excluded.into_iter().filter(|&(_, number)| number > 0).collect()
        };
        CountedTable {
            counted: self.counted,
            left_out: self.left_out,
            hidden: self.hidden,
            pairs_counted: self.pairs_counted,
            volume: self.volume,
            excluded: found(self.excluded),
            excluded_cells: found(self.excluded_cells),
            in_table,
            owners_of_facts,
        }
    }
}

/// Selects the facts of all tables of `request`, and makes the tables safe together.
pub(super) fn select(
    counters: &ClosedCounters,
    FactOwners { owners, owner_is, counts, .. }: FactOwners,
    room: &ReadingMemory,
    request: &FactRequest,
    plan: &FactPlan,
    rules: &Rules,
    progress: &dyn Progress,
) -> Result<FactLog, ReadError> {
    let temporary = |source: io::Error| room.temporary(source);
    let judge = Judge::new(request, rules);
    let mut stores: Vec<FactStore> = Vec::new();
    for table in &plan.tables {
        let store = FactStore { limit: room.facts, ..FactStore::new(&table.spec, request.thresholds) };
        let selecting = Selecting { counters, table, judge: &judge, request, progress };
        stores.push(selecting.facts(store, &owners).map_err(temporary)?);
    }
    fits(&stores)?;
    if let ([store], Some(certainty)) = (stores.as_mut_slice(), &request.certainty) {
        let is_excluded = certainty.excluded(store.counted(), &store.spec, request)?;
        store.exclude_facts(ExclusionRule::TooCertain, &is_excluded);
    }
    let mut named = NamedRows::default();
    if request.bounding.is_none() {
        named = make_safe(counters, &mut stores, &owners, request, plan, progress).map_err(temporary)?;
        if request.rest {
            let rests = rests(counters, &stores, plan, progress).map_err(temporary)?;
            add_rests(&mut stores, &rests, request, rules);
        }
    }
    let mut tables = Vec::new();
    for (store, table) in stores.into_iter().zip(plan.shown()) {
        if request.bounding.is_some() {
            let owners = owners_of_common(counters, table, &judge, owners.len(), progress);
            tables.push(store.finish(None, owners.map_err(temporary)?));
        } else {
            let shown = count_shown(counters, table, &store, owners.len(), progress).map_err(temporary)?;
            tables.push(store.finish(Some(shown), shown.owners));
        }
    }
    let counts = ReadCounts { owners: owners.len() as u64, ..counts };
    Ok(FactLog { tables, owner_is, counts, named })
}

/// Selection of the facts of one table.
struct Selecting<'s> {
    counters: &'s ClosedCounters,
    table: &'s PlannedTable,
    judge: &'s Judge<'s>,
    request: &'s FactRequest,
    progress: &'s dyn Progress,
}

impl Selecting<'_> {
    /// Adds to `store` the facts that have enough owners and that no rule excludes, and their cells.
    fn facts(&self, mut store: FactStore, owners: &Names) -> io::Result<FactStore> {
        let Selecting { counters, table, judge, request, progress } = *self;
        let mut common: Vec<(u64, String, u64)> = Vec::new();
        counters.each(table.fact, None, progress, |found| {
            let number = found.owners.len() as u64;
            let judged = judge.fact(&table.spec, found.key, number);
            store.count(judged.rule, number, 1, found.times);
            if judged.is_kept() && store.has_room(found.key.len()) {
                common.push((number, found.key.to_owned(), found.times));
            }
        })?;
        if let Some(bounding) = &request.bounding {
            self.bound(bounding, owners, &mut store)?;
            return Ok(store);
        }
        if let Some(top) = request.top.filter(|&top| top < common.len()) {
            common.sort_unstable_by(|a, b| (Reverse(a.0), &a.1).cmp(&(Reverse(b.0), &b.1)));
            common.truncate(top);
        }
        if table.division.is_some() {
            let mut facts = Interner::default();
            common.iter().for_each(|(_, fact, _)| _ = facts.intern(fact));
            self.cells(&facts, &mut store)?;
        } else {
            // Their cost was added above.
            common.iter().for_each(|(owners, fact, times)| store.push_fact(fact, *owners, *times));
        }
        Ok(store)
    }

    /// Adds the cells of these `facts` that have enough owners, if the cells of the fact have k owners together.
    fn cells(&self, facts: &Interner, store: &mut FactStore) -> io::Result<()> {
        let Selecting { counters, table, judge, .. } = *self;
        let columns = table.spec.by.len();
        let mut of_fact = CellsOfFact::default();
        counters.each(table.fact, table.division, self.progress, |found| {
            let cell = cell_of(found.key, columns);
            let fact = &found.key[..found.key.len() - cell.len() - 1];
            if of_fact.fact != fact {
                of_fact.keep(store);
                of_fact.begin(fact, facts.find(fact).is_some());
            }
            if !of_fact.is_common {
                return;
            }
            let owners = found.owners.len() as u64;
            let judged = judge.cell(cell, owners);
            match judged.rule {
                Some(rule) => store.exclude_cells(rule, 1),
                None if judged.is_enough => of_fact.add(cell, found.owners, found.times),
                None => {}
            }
        })?;
        of_fact.keep(store);
        Ok(())
    }

    /// Adds the facts to `store` if each owner counts in a limited number of facts. Each cell is then a fact
    /// of its own.
    ///
    /// The facts that an owner counts in depend only on the owner's name and facts, as [`Bounding`] requires. So
    /// the rules, which exclude some facts whatever their number of owners, are applied only afterwards: an
    /// excluded fact may use up a part of an owner's limit. Two passes over the keys.
    fn bound(&self, bounding: &Bounding, owners: &Names, store: &mut FactStore) -> io::Result<()> {
        let Selecting { counters, table, judge, request, progress } = *self;
        let priorities: Vec<OwnersPriorities> =
            owners.iter().map(|name| bounding.owner(name.as_bytes())).collect();
        let mut offers = bounding.offers(owners.len());
        counters.each(table.fact, table.division, progress, |found| {
            for &owner in found.owners {
                offers.offer(owner as usize, priorities[owner as usize].of(found.key.as_bytes()));
            }
        })?;
        let mut limits = offers.limits();
        store.set_pairs_counted(limits.pairs());
        let columns = table.spec.by.len();
        counters.each(table.fact, table.division, progress, |found| {
            // Most facts have too few owners even without the limit, so the rest is skipped for them.
            if found.owners.len() < request.thresholds.k {
                return;
            }
            let counts = |owner: u32| {
                limits.counts(owner as usize, priorities[owner as usize].of(found.key.as_bytes()))
            };
            let counting = found.owners.iter().copied().map(counts).filter(|&counts| counts).count() as u64;
            let cell = (columns > 0).then(|| cell_of(found.key, columns));
            let fact = cell.map_or(found.key, |cell| &found.key[..found.key.len() - cell.len() - 1]);
            let judged = judge.bounded(&table.spec, fact, cell, counting);
            match (cell, judged.rule) {
                (Some(cell), None) if judged.is_enough => store.keep_cell(fact, cell, counting, found.times),
                (None, None) if judged.is_enough => store.keep_fact(fact, counting, found.times),
                (Some(_), Some(rule)) => store.exclude_cells(rule, 1),
                _ => {}
            }
        })
    }
}

/// The cells of one fact that may be published.
#[derive(Default)]
struct CellsOfFact {
    fact: String,
    is_common: bool,
    cells: Vec<(String, u64, u64)>,
    /// Owners of all these cells, with repetitions.
    owners: Vec<u32>,
}

impl CellsOfFact {
    fn begin(&mut self, fact: &str, is_common: bool) {
        fact.clone_into(&mut self.fact);
        self.is_common = is_common;
        self.cells.clear();
        self.owners.clear();
    }

    fn add(&mut self, cell: &str, owners: &[u32], times: u64) {
        self.cells.push((cell.to_owned(), owners.len() as u64, times));
        self.owners.extend_from_slice(owners);
    }

    /// Adds the fact with its cells to `store`, if they have k owners together.
    fn keep(&mut self, store: &mut FactStore) {
        self.owners.sort_unstable();
        self.owners.dedup();
        let all = self.owners.len() as u64;
        if !self.cells.is_empty() && all >= store.thresholds.k as u64 {
            store.push_fact(&self.fact, all, self.cells.iter().map(|(.., times)| times).sum());
            self.cells
                .iter()
                .for_each(|(cell, owners, times)| store.keep_cell(&self.fact, cell, *owners, *times));
        }
        self.cells.clear();
    }
}

fn fits(stores: &[FactStore]) -> Result<(), ReadError> {
    let cost = stores.iter().map(|store| store.cost).sum();
    match stores.first().and_then(|store| store.limit) {
        Some(limit) if cost > limit.most => Err(ReadError::TooManyFacts { bytes: cost }),
        _ => Ok(()),
    }
}

/// Number of owners who have a fact with enough owners that no rule excludes.
fn owners_of_common(
    counters: &ClosedCounters,
    table: &PlannedTable,
    judge: &Judge<'_>,
    owners: usize,
    progress: &dyn Progress,
) -> io::Result<u64> {
    let mut is_there = vec![false; owners];
    counters.each(table.fact, None, progress, |found| {
        if judge.fact(&table.spec, found.key, found.owners.len() as u64).is_kept() {
            found.owners.iter().for_each(|&owner| is_there[owner as usize] = true);
        }
    })?;
    Ok(is_there.into_iter().filter(|&is_there| is_there).count() as u64)
}

/// Part of the log that the rows of a table cover.
fn count_shown(
    counters: &ClosedCounters,
    table: &PlannedTable,
    store: &FactStore,
    owners: usize,
    progress: &dyn Progress,
) -> io::Result<InTable> {
    let keys: FxHashSet<String> = store.rows().map(|(key, _)| key).collect();
    let (mut sums, mut is_there) = (InTable::default(), vec![false; owners]);
    let (mut fact, mut of_fact): (String, Vec<u32>) = Default::default();
    let columns = table.spec.by.len();
    let mut close = |sums: &mut InTable, of_fact: &mut Vec<u32>| {
        of_fact.sort_unstable();
        of_fact.dedup();
        sums.facts += u64::from(!of_fact.is_empty());
        sums.pairs += of_fact.len() as u64;
        of_fact.drain(..).for_each(|owner| is_there[owner as usize] = true);
    };
    counters.each(table.fact, table.division, progress, |found| {
        if !keys.contains(found.key) {
            return;
        }
        let cell = if columns == 0 { 0 } else { cell_of(found.key, columns).len() + 1 };
        let of = &found.key[..found.key.len() - cell];
        if of != fact {
            close(&mut sums, &mut of_fact);
            of.clone_into(&mut fact);
        }
        sums.times += found.times;
        of_fact.extend_from_slice(found.owners);
    })?;
    close(&mut sums, &mut of_fact);
    Ok(InTable { owners: is_there.into_iter().filter(|&is_there| is_there).count() as u64, ..sums })
}
