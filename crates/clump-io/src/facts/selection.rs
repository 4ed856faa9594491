//! Selects the facts to publish: those with enough owners that no rule excludes. [`FactStore`] collects them
//! into a [`FactLog`]. It is filled by one process that has all owners of each fact, or by a cluster run that
//! merges the counts of its workers.

use std::collections::BTreeMap;
use std::io;

use clump_core::containers::Interner;
use clump_core::facts::{CountedCells, CountedFacts, SEPARATOR, Tally, Volume};
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_noise::{Bounding, OwnersPriorities};
use rustc_hash::FxHashSet;

use super::counter::{ClosedCounter, Counter};
use super::reader::{Counters, FactOwners};
use super::rules::{ExclusionRule, Judge, Rules};
use super::{FactLog, FactMemory, FactRequest, InTable};
use crate::columns::OwnerIs;
use crate::error::ReadError;
use crate::options::ReadingMemory;
use crate::read::ReadCounts;

/// Collects the facts to publish, with statistics of all facts.
#[derive(Debug)]
pub struct FactStore {
    request: FactRequest,
    names: Interner,
    counted: CountedFacts,
    /// For each fact to publish, its numbers of owners and of occurrences in the whole log.
    in_log: Vec<(u64, u64)>,
    volume: Volume,
    /// Number of facts that each rule excludes. `excluded_cells` is the same for cells.
    excluded: BTreeMap<ExclusionRule, u64>,
    excluded_cells: BTreeMap<ExclusionRule, u64>,
    pairs_counted: Option<u64>,
    limit: Option<FactMemory>,
    cost: u64,
}

impl FactStore {
    /// Starts without facts; `request` has the thresholds and the kind of cells.
    pub fn new(request: &FactRequest) -> FactStore {
        let (names, volume, excluded, excluded_cells) = Default::default();
        let cells = request.by.as_ref().map(|_| CountedCells::default());
        let counted = CountedFacts { facts: Tally::default(), cells };
        let request = request.clone();
        let (in_log, pairs_counted, limit, cost) = Default::default();
        FactStore {
            request,
            names,
            counted,
            in_log,
            volume,
            excluded,
            excluded_cells,
            pairs_counted,
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
        if owners >= self.request.thresholds.k as u64 {
            *self.excluded.entry(rule).or_default() += facts;
        }
    }

    /// Adds a fact to publish. If owners count in a limited number of facts, `owners` counts only those.
    pub fn keep_fact(&mut self, fact: &str, owners: u64, times: u64) {
        if self.has_room(fact.len()) {
            self.names.intern(fact);
            self.counted.facts.push(fact, owners, times);
            self.in_log.push((owners, times));
        }
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
        let k = self.request.thresholds.k;
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

    /// Makes the log. The caller passes the part that its table covers, and its number of owners.
    pub fn finish(
        self,
        in_table: Option<InTable>,
        owners_of_facts: u64,
        owner_is: OwnerIs,
        counts: ReadCounts,
    ) -> FactLog {
        let found = |excluded: BTreeMap<ExclusionRule, u64>| {
            excluded.into_iter().filter(|&(_, number)| number > 0).collect()
        };
        FactLog {
            counted: self.counted,
            pairs_counted: self.pairs_counted,
            volume: self.volume,
            excluded: found(self.excluded),
            excluded_cells: found(self.excluded_cells),
            in_table,
            owners_of_facts,
            owner_is,
            counts,
        }
    }
}

pub(super) fn keep(
    Counters { facts, cells, .. }: Counters,
    FactOwners { owners, owner_is, counts, .. }: FactOwners,
    room: &ReadingMemory,
    request: &FactRequest,
    rules: &Rules,
    progress: &dyn Progress,
) -> Result<FactLog, ReadError> {
    let temporary = |source: io::Error| room.temporary(source);
    let judge = Judge::new(request, rules);
    let mut gathered = FactStore { limit: room.facts, ..FactStore::new(request) };
    let mut whole = Counting::new(owners.len());
    let facts = facts.close().map_err(temporary)?;
    let counted = facts.each(progress, |found| {
        let number = found.owners.len() as u64;
        let judged = judge.fact(found.key, number);
        gathered.count(judged.rule, number, 1, found.times);
        if judged.is_kept() {
            whole.fact(found.owners, found.times);
            if request.bounding.is_none() {
                gathered.keep_fact(found.key, number, found.times);
            }
        }
    });
    counted.map_err(temporary)?;
    fits(&gathered)?;
    let mut whole = whole.finish();
    let cells = cells.map(Counter::close).transpose().map_err(temporary)?;
    if let Some(bounding) = &request.bounding {
        let counter = cells.as_ref().unwrap_or(&facts);
        bound(counter, &owners, bounding, request, &judge, &mut gathered, progress).map_err(temporary)?;
        fits(&gathered)?;
    } else if let Some(cells) = cells {
        let in_cells = keep_cells(&cells, &judge, &mut gathered, room, progress).map_err(temporary)?;
        fits(&gathered)?;
        exclude_certain(&mut gathered, request)?;
        whole = count_kept(&in_cells, &gathered, owners.len(), progress).map_err(temporary)?;
    } else if request.certainty.is_some() {
        exclude_certain(&mut gathered, request)?;
        whole = count_kept(&facts, &gathered, owners.len(), progress).map_err(temporary)?;
    }
    let counts = ReadCounts { owners: owners.len() as u64, ..counts };
    let in_table = request.bounding.is_none().then_some(whole);
    Ok(gathered.finish(in_table, whole.owners, owner_is, counts))
}

/// Adds the facts to `gathered` if each owner counts in a limited number of facts. Each cell is then a fact
/// of its own.
///
/// The facts that an owner counts in depend only on the owner's name and facts, as [`Bounding`] requires. So
/// the rules, which exclude some facts whatever their number of owners, are applied only afterwards: an
/// excluded fact may use up a part of an owner's limit.
///
/// The keys of `counter` are facts with their cells, if the request has cells. Two passes over them.
fn bound(
    counter: &ClosedCounter,
    owners: &Names,
    bounding: &Bounding,
    request: &FactRequest,
    judge: &Judge<'_>,
    gathered: &mut FactStore,
    progress: &dyn Progress,
) -> io::Result<()> {
    let priorities: Vec<OwnersPriorities> =
        owners.iter().map(|name| bounding.owner(name.as_bytes())).collect();
    let is_countable = |key: &str| request.by.is_none() || is_known_cell(key);
    let mut offers = bounding.offers(owners.len());
    counter.each(progress, |found| {
        for &owner in found.owners.iter().filter(|_| is_countable(found.key)) {
            offers.offer(owner as usize, priorities[owner as usize].of(found.key.as_bytes()));
        }
    })?;
    let mut limits = offers.limits();
    gathered.set_pairs_counted(limits.pairs());
    counter.each(progress, |found| {
        // Most facts have too few owners even without the limit, so the rest is skipped for them.
        if found.owners.len() < request.thresholds.k || !is_countable(found.key) {
            return;
        }
        let counts =
            |owner: u32| limits.counts(owner as usize, priorities[owner as usize].of(found.key.as_bytes()));
        let counting = found.owners.iter().copied().map(counts).filter(|&counts| counts).count() as u64;
        let (fact, cell) = match request.by.as_ref().and_then(|_| found.key.rsplit_once(SEPARATOR)) {
            Some((fact, cell)) => (fact, Some(cell)),
            None => (found.key, None),
        };
        let judged = judge.bounded(fact, cell, counting);
        match (cell, judged.rule) {
            (Some(cell), None) if judged.is_enough => {
                gathered.keep_cell(fact, cell, counting, found.times);
            }
            (None, None) if judged.is_enough => gathered.keep_fact(fact, counting, found.times),
            (Some(_), Some(rule)) => gathered.exclude_cells(rule, 1),
            _ => {}
        }
    })
}

/// True if the cell at the end of a key is not empty. An empty cell is unknown and never published.
pub(super) fn is_known_cell(key: &str) -> bool {
    !key.ends_with(SEPARATOR)
}

fn fits(gathered: &FactStore) -> Result<(), ReadError> {
    match gathered.limit {
        Some(limit) if gathered.cost > limit.most => Err(ReadError::TooManyFacts { bytes: gathered.cost }),
        _ => Ok(()),
    }
}

fn exclude_certain(gathered: &mut FactStore, request: &FactRequest) -> Result<(), ReadError> {
    if let Some(certainty) = &request.certainty {
        let is_excluded = certainty.excluded(gathered.counted(), request)?;
        gathered.exclude_facts(ExclusionRule::TooCertain, &is_excluded);
    }
    Ok(())
}

/// Adds the cells that have enough owners, for facts in `gathered`, and counts each fact over these cells
/// only. Counts cells that a rule excludes. Returns the distinct owners of each fact in the added cells.
fn keep_cells(
    cells: &ClosedCounter,
    judge: &Judge<'_>,
    gathered: &mut FactStore,
    room: &ReadingMemory,
    progress: &dyn Progress,
) -> io::Result<ClosedCounter> {
    let mut in_cells = Counter::new(room.bytes / 4, room.folder.clone());
    let mut error = None;
    cells.each(progress, |found| {
        let Some((fact, cell)) = found.key.rsplit_once(SEPARATOR) else { return };
        if gathered.find(fact).is_none() || error.is_some() {
            return;
        }
        let owners = found.owners.len() as u64;
        let judged = judge.cell(cell, owners);
        if judged.is_kept() {
            gathered.keep_cell(fact, cell, owners, found.times);
            found.owners.iter().for_each(|&owner| in_cells.add(fact, owner, 1));
            if in_cells.is_full() {
                error = in_cells.relieve().err();
            }
        } else if let Some(rule) = judged.rule {
            gathered.exclude_cells(rule, 1);
        }
    })?;
    error.map_or(Ok(()), Err)?;
    let in_cells = in_cells.close()?;
    let mut owners = vec![0; gathered.counted().facts.len()];
    in_cells.each(progress, |found| {
        if let Some(fact) = gathered.find(found.key) {
            owners[fact as usize] = found.owners.len() as u64;
        }
    })?;
    gathered.count_over_cells(&owners);
    Ok(in_cells)
}

fn count_kept(
    counter: &ClosedCounter,
    gathered: &FactStore,
    owners: usize,
    progress: &dyn Progress,
) -> io::Result<InTable> {
    let mut counting = Counting::new(owners);
    counter.each(progress, |found| {
        if let Some(fact) = gathered.find(found.key) {
            counting.fact(found.owners, gathered.counted().facts.times(fact as usize));
        }
    })?;
    Ok(counting.finish())
}

pub(super) struct Counting {
    is_there: Vec<bool>,
    sums: InTable,
}

impl Counting {
    pub(super) fn new(owners: usize) -> Counting {
        Counting { is_there: vec![false; owners], sums: InTable::default() }
    }

    pub(super) fn fact(&mut self, owners: &[u32], times: u64) {
        self.sums.facts += 1;
        self.sums.pairs += owners.len() as u64;
        self.sums.times += times;
        owners.iter().for_each(|&owner| self.is_there[owner as usize] = true);
    }

    pub(super) fn finish(self) -> InTable {
        InTable { owners: self.is_there.iter().filter(|&&is_there| is_there).count() as u64, ..self.sums }
    }
}
