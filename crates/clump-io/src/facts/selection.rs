//! Selects the facts to publish: those of enough owners that no rule excludes. [`FactStore`] gathers judged facts into a
//! log of facts. One process fills it with all owners of each fact, or a cluster where each machine has some owners.

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

/// The facts gathered so far.
#[derive(Debug)]
pub struct FactStore {
    request: FactRequest,
    names: Interner,
    counted: CountedFacts,
    /// Owners and occurrences of each kept fact in the whole log.
    in_log: Vec<(u64, u64)>,
    volume: Volume,
    /// The number of facts, and of cells, that each rule excludes.
    excluded: BTreeMap<ExclusionRule, u64>,
    excluded_cells: BTreeMap<ExclusionRule, u64>,
    pairs_counted: Option<u64>,
    limit: Option<FactMemory>,
    cost: u64,
}

impl FactStore {
    /// Starts without facts, for what `request` asks for.
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

    /// True if a fact or cell with texts of so many `bytes` may be kept. One that may not adds to the cost
    /// too, so the total need is known at the end.
    fn has_room(&mut self, bytes: usize) -> bool {
        let Some(FactMemory { row, byte, most }) = self.limit else { return true };
        self.cost = self.cost.saturating_add(row + byte * bytes as u64);
        self.cost <= most
    }

    /// Counts `facts` facts of `owners` owners each, with `times` occurrences together.
    pub fn count(&mut self, rule: Option<ExclusionRule>, owners: u64, facts: u64, times: u64) {
        let Some(rule) = rule else { return self.volume.push(facts, owners, times) };
        self.volume.push_excluded(facts, owners, times);
        if owners >= self.request.thresholds.k as u64 {
            *self.excluded.entry(rule).or_default() += facts;
        }
    }

    /// Adds a kept fact. With bounded owners, `owners` are those who count in it.
    pub fn keep_fact(&mut self, fact: &str, owners: u64, times: u64) {
        if self.has_room(fact.len()) {
            self.names.intern(fact);
            self.counted.facts.push(fact, owners, times);
            self.in_log.push((owners, times));
        }
    }

    /// Adds a kept cell. Its fact was added before, unless owners are bounded: then a cell is a fact of its
    /// own.
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

    /// Counts `number` cells of enough owners that a rule excludes.
    pub fn exclude_cells(&mut self, rule: ExclusionRule, number: u64) {
        *self.excluded_cells.entry(rule).or_default() += number;
    }

    /// Counts facts over the kept cells, where fact number `i` has `owners[i]` distinct owners. Facts of too
    /// few owners are not published: they are removed with their cells.
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

    /// Sets the number of pairs of an owner and a fact that bounded owners count in.
    pub fn set_pairs_counted(&mut self, pairs: u64) {
        self.pairs_counted = Some(pairs);
    }

    /// The kept facts, with their cells.
    pub fn counted(&self) -> &CountedFacts {
        &self.counted
    }

    /// The number of a kept fact.
    pub fn find(&self, fact: &str) -> Option<u32> {
        self.names.find(fact)
    }

    /// The volume of everything that was counted, published or not.
    pub fn volume(&self) -> &Volume {
        &self.volume
    }

    /// Makes the log. The caller has counted the part in its table, and the owners of its facts.
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

/// Counts facts by the owners who count in them, where each owner counts in a limited number. A cell is a
/// fact of its own here.
///
/// The facts that an owner counts in depend only on the owner's name and facts, as [`Bounding`] requires. So
/// the rules, which exclude some facts whatever their number of owners, are applied only afterwards: an
/// excluded fact may have been chosen.
///
/// Gathers the keys of `counter`, which are those of cells if there are any, by the `owners` who count in
/// them. Two passes.
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
        // Most facts have too few owners even if all of them count.
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

/// True if the cell at the end of a key can be published. An empty cell is an unknown one.
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

/// Gathers the cells of kept facts that have enough owners, and counts the facts over them. Cells that a rule
/// excludes are counted. Returns the distinct owners of each fact in these cells.
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
