//! Which facts are of interest once all are counted in one process: those of enough owners that no rule withholds.

use std::io;

use clump_core::containers::Interner;
use clump_core::facts::SEPARATOR;
use clump_core::progress::Progress;

use super::bounded::bound;
use super::counter::{ClosedCounter, Counter};
use super::gathered::{Gathered, Shown};
use super::in_table::Counting;
use super::judged::Judge;
use super::reader::ReadFacts;
use super::rules::{Rules, Withheld};
use super::{FactLog, FactRequest, InTable};
use crate::error::ReadError;
use crate::read::{ReadCounts, temporary};
use crate::reading_memory::ReadingMemory;

/// Chooses from all facts that were read.
pub(super) fn keep(
    read: ReadFacts,
    request: &FactRequest,
    rules: &Rules,
    progress: &dyn Progress,
) -> Result<FactLog, ReadError> {
    let ReadFacts { facts, cells, owners, owner_is, counts, room } = read;
    let temporary = |source: io::Error| temporary(&room.folder, source);
    let judge = Judge::new(request, rules);
    let mut gathered = Gathered::new(request);
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
    let mut whole = whole.finish();
    let cells = cells.map(Counter::close).transpose().map_err(temporary)?;
    if let Some(cells) = cells.as_ref().filter(|_| request.bounding.is_none()) {
        keep_cells(cells, &judge, &mut gathered, progress).map_err(temporary)?;
    }
    if let Some(certainty) = &request.certainty {
        let is_withheld = certainty.withheld(gathered.counted(), request)?;
        gathered.withhold_facts(Withheld::TooCertain, &is_withheld);
        let mut left = Counting::new(owners.len());
        let counted = facts.each(progress, |found| {
            if gathered.find(found.key).is_some() {
                left.fact(found.owners, found.times);
            }
        });
        counted.map_err(temporary)?;
        whole = left.finish();
    }
    let in_table = if let Some(bounding) = &request.bounding {
        let counter = cells.as_ref().unwrap_or(&facts);
        bound(counter, &owners, bounding, request, &judge, &mut gathered, progress).map_err(temporary)?;
        None
    } else if let Some(cells) = cells {
        let divided = Divided { facts: &facts, cells: &cells, gathered: &gathered };
        Some(divided.in_table(owners.len(), &room, progress).map_err(temporary)?)
    } else {
        Some(whole)
    };
    let counts = ReadCounts { owners: owners.len() as u64, ..counts };
    Ok(gathered.finish(in_table, whole.owners, owner_is, counts))
}

/// Gathers the cells of kept facts in which enough owners are. What a rule withholds is counted.
fn keep_cells(
    cells: &ClosedCounter,
    judge: &Judge<'_>,
    gathered: &mut Gathered,
    progress: &dyn Progress,
) -> io::Result<()> {
    let mut domain = Interner::default();
    cells.each(progress, |found| {
        let Some((fact, cell)) = found.key.rsplit_once(SEPARATOR) else { return };
        domain.intern(cell);
        if gathered.find(fact).is_none() {
            return;
        }
        let owners = found.owners.len() as u64;
        let judged = judge.cell(cell, owners);
        if judged.is_kept() {
            gathered.keep_cell(fact, cell, owners, found.times);
        } else if let Some(rule) = judged.rule {
            gathered.withhold_cells(rule, 1);
        }
    })?;
    gathered.set_domain(domain.len() as u32);
    Ok(())
}

/// Facts that are divided, with all that was counted.
struct Divided<'c> {
    facts: &'c ClosedCounter,
    cells: &'c ClosedCounter,
    gathered: &'c Gathered,
}

impl Divided<'_> {
    /// What is in the table: of a fact with a total all of it, of others the owners of its published cells, each once.
    fn in_table(&self, owners: usize, room: &ReadingMemory, progress: &dyn Progress) -> io::Result<InTable> {
        let Shown { facts: totals, cells: shown } = self.gathered.shown();
        let counted = self.gathered.counted();
        let mut published = Interner::default();
        if let Some(cells) = &counted.cells {
            for (cell, &fact) in cells.fact_of.iter().enumerate().filter(|&(cell, _)| shown[cell]) {
                let [fact, cell] = [counted.facts.key(fact as usize), cells.cells.key(cell)];
                published.intern(&format!("{fact}{SEPARATOR}{cell}"));
            }
        }
        // Owners of several cells of a fact count once, so its cells are put together again.
        let mut together = Counter::new(room.bytes / 4, room.folder.clone());
        let (mut times, mut error) = (0, None);
        self.cells.each(progress, |found| {
            let Some((fact, _)) = found.key.rsplit_once(SEPARATOR) else { return };
            if published.find(found.key).is_none() || error.is_some() {
                return;
            }
            times += found.times;
            found.owners.iter().for_each(|&owner| together.add(fact, owner));
            if together.is_full() {
                error = together.relieve().err();
            }
        })?;
        error.map_or(Ok(()), Err)?;
        let mut counting = Counting::new(owners);
        together.finish(progress, |found| counting.fact(found.owners, 0))?;
        self.facts.each(progress, |found| {
            if self.gathered.find(found.key).is_some_and(|fact| totals[fact as usize]) {
                counting.fact(found.owners, found.times);
            }
        })?;
        let in_table = counting.finish();
        Ok(InTable { times: in_table.times + times, ..in_table })
    }
}
