//! Selects the facts to publish after one process counted all: those of enough owners that no rule excludes.

use std::io;

use clump_core::facts::SEPARATOR;
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_noise::{Bounding, OwnersPriorities};

use super::counter::{ClosedCounter, Counter};
use super::reader::{Counters, FactOwners};
use super::rules::{ExclusionRule, Judge, Rules};
use super::store::FactStore;
use super::{FactLog, FactRequest, InTable};
use crate::error::ReadError;
use crate::options::ReadingMemory;
use crate::read::ReadCounts;

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
    let mut gathered = FactStore::new(request).within(room.facts);
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
    match gathered.over_limit() {
        Some(bytes) => Err(ReadError::TooManyFacts { bytes }),
        None => Ok(()),
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

    /// Takes a fact of the table, with the distinct owners that it counts there.
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
