//! Facts by the owners who count in them, where each owner counts in only so many. A cell is a fact of its own here.
//!
//! Which facts an owner counts in depends on the owner's name and facts alone, as [`Bounding`] requires. So rules, which
//! withhold some facts whatever their number, are asked only after that: what they withhold may have been chosen.

use std::io;

use clump_core::facts::SEPARATOR;
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_noise::{Bounding, OwnersPriorities};

use super::FactRequest;
use super::counter::ClosedCounter;
use super::gathered::Gathered;
use super::rules::Judge;

/// Gathers the keys of `counter`, which are those of cells if there are any, by the `owners` who count in them: two passes.
pub(super) fn bound(
    counter: &ClosedCounter,
    owners: &Names,
    bounding: &Bounding,
    request: &FactRequest,
    judge: &Judge<'_>,
    gathered: &mut Gathered,
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
        // Most facts have too few owners, whoever counts.
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
            (Some(_), Some(rule)) => gathered.withhold_cells(rule, 1),
            _ => {}
        }
    })
}

/// Whether the cell at the end of a key can be published at all: nobody knows which one an empty one is.
pub(super) fn is_known_cell(key: &str) -> bool {
    !key.ends_with(SEPARATOR)
}
