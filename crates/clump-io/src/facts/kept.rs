//! Which facts are of interest once all are counted: those of enough owners that no rule withholds.

use std::io;

use clump_core::containers::Interner;
use clump_core::facts::{Chosen, CountedCells, CountedFacts, SEPARATOR, Tally, Volume};
use clump_core::progress::Progress;

use super::bounded::{Bounded, bound};
use super::counter::{ClosedCounter, Counter};
use super::in_table::Counting;
use super::reader::ReadFacts;
use super::rules::{Rules, Withheld};
use super::{FactLog, FactRequest, InTable};
use crate::error::ReadError;
use crate::read::{ReadCounts, temporary};
use crate::reading_memory::ReadingMemory;

/// How many were withheld by each rule.
#[derive(Default)]
pub(super) struct WithheldCounts([u64; Withheld::ALL.len()]);

impl WithheldCounts {
    pub(super) fn add(&mut self, rule: Withheld) {
        self.0[rule as usize] += 1;
    }

    /// Those that withheld anything, in the order of the rules.
    fn found(self) -> Vec<(Withheld, u64)> {
        Withheld::ALL.into_iter().zip(self.0).filter(|&(_, number)| number > 0).collect()
    }
}

/// Chooses from all facts that were read.
pub(super) fn keep(
    read: ReadFacts,
    request: &FactRequest,
    rules: &Rules,
    progress: &dyn Progress,
) -> Result<FactLog, ReadError> {
    let ReadFacts { facts, cells, owners, owner_is, counts, room } = read;
    let temporary = |source: io::Error| temporary(&room.folder, source);
    let k = request.thresholds.k as u64;
    let (mut kept, mut tally, mut volume) = (Interner::default(), Tally::default(), Volume::default());
    let (mut withheld, mut withheld_cells) = (WithheldCounts::default(), WithheldCounts::default());
    let mut whole = Counting::new(owners.len());
    let facts = facts.close().map_err(temporary)?;
    let counted = facts.each(progress, |found| {
        let number = found.owners.len() as u64;
        // Nobody publishes what one owner has, so no rule is asked of it.
        let rule = if number > 1 { rules.withhold(request.kind, found.key) } else { None };
        let Some(rule) = rule else {
            volume.push(number, found.times);
            if number >= k {
                kept.intern(found.key);
                tally.push(found.key, number, found.times);
                whole.fact(found.owners, found.times);
            }
            return;
        };
        volume.push_withheld(number, found.times);
        if number >= k {
            withheld.add(rule);
        }
    });
    counted.map_err(temporary)?;
    let whole = whole.finish();
    let mut counted = CountedFacts { facts: tally, cells: None };
    let (mut pairs_counted, mut in_table) = (None, None);
    let cells = cells.map(Counter::close).transpose().map_err(temporary)?;
    if let Some(bounding) = &request.bounding {
        let counter = cells.as_ref().unwrap_or(&facts);
        let found = bound(counter, &owners, bounding, request, rules, progress).map_err(temporary)?;
        Bounded { counted, withheld_cells, .. } = found;
        pairs_counted = Some(found.pairs);
    } else if let Some(cells) = cells {
        let found_cells =
            keep_cells(&cells, &kept, request, rules, &mut withheld_cells, progress).map_err(temporary)?;
        let divided = Divided { facts: &facts, cells: &cells, kept: &kept, found: &found_cells };
        let published = divided.in_table(&counted, owners.len(), request, &room, progress);
        in_table = Some(published.map_err(temporary)?);
        counted.cells = Some(found_cells);
    } else {
        in_table = Some(whole);
    }
    Ok(FactLog {
        counted,
        pairs_counted,
        volume,
        withheld: withheld.found(),
        withheld_cells: withheld_cells.found(),
        in_table,
        owners_of_facts: whole.owners,
        owner_is,
        counts: ReadCounts { owners: owners.len() as u64, ..counts },
    })
}

/// The cells of the facts that are `kept` in which enough owners are. What a rule withholds is counted.
fn keep_cells(
    cells: &ClosedCounter,
    kept: &Interner,
    request: &FactRequest,
    rules: &Rules,
    withheld: &mut WithheldCounts,
    progress: &dyn Progress,
) -> io::Result<CountedCells> {
    let (mut domain, mut found_cells) = (Interner::default(), CountedCells::default());
    cells.each(progress, |found| {
        let Some((fact, cell)) = found.key.rsplit_once(SEPARATOR) else { return };
        domain.intern(cell);
        let Some(fact) = kept.find(fact) else { return };
        // A line whose cell is not known is in one that is never published.
        if found.owners.len() < request.thresholds.k_cell || cell.is_empty() {
            return;
        }
        match rules.withhold_cell(cell) {
            Some(rule) => withheld.add(rule),
            None => {
                found_cells.cells.push(cell, found.owners.len() as u64, found.times);
                found_cells.fact_of.push(fact);
            }
        }
    })?;
    found_cells.domain = domain.len() as u32;
    Ok(found_cells)
}

/// Facts that are divided, with all that was counted.
struct Divided<'c> {
    facts: &'c ClosedCounter,
    cells: &'c ClosedCounter,
    kept: &'c Interner,
    found: &'c CountedCells,
}

impl Divided<'_> {
    /// What is in the table: of a fact with a total all of it, of others the owners of its published cells, each once.
    fn in_table(
        &self,
        counted: &CountedFacts,
        owners: usize,
        request: &FactRequest,
        room: &ReadingMemory,
        progress: &dyn Progress,
    ) -> io::Result<InTable> {
        let chosen = Chosen::of(counted, self.found, request.thresholds, request.totals);
        let mut published = Interner::default();
        let of_cells = self
            .found
            .fact_of
            .iter()
            .enumerate()
            .filter(|&(cell, &fact)| chosen.cells[cell] && !chosen.totals[fact as usize]);
        for (cell, &fact) in of_cells {
            published.intern(&format!(
                "{}{SEPARATOR}{}",
                counted.facts.key(fact as usize),
                self.found.cells.key(cell)
            ));
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
            let has_total = |&fact: &u32| chosen.totals[fact as usize];
            if self.kept.find(found.key).is_some_and(|fact| has_total(&fact)) {
                counting.fact(found.owners, found.times);
            }
        })?;
        let in_table = counting.finish();
        Ok(InTable { times: in_table.times + times, ..in_table })
    }
}
