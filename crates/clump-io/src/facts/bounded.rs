//! Facts by the owners who count in them, where each owner counts in only so many. A cell is a fact of its own here.
//!
//! Which facts an owner counts in depends on the owner's name and facts alone, as [`Bounding`] requires. So rules, which
//! withhold some facts whatever their number, are asked only after that: what they withhold may have been chosen.

use std::io;

use clump_core::containers::Interner;
use clump_core::facts::{CountedCells, CountedFacts, SEPARATOR, Tally};
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_noise::{Bounding, OwnersPriorities};

use super::FactRequest;
use super::counter::{ClosedCounter, CountedKey};
use super::kept::WithheldCounts;
use super::rules::Rules;

/// What is left of facts once owners are bounded.
pub(super) struct Bounded {
    /// Those in which at least k owners count and that no rule withholds.
    pub counted: CountedFacts,
    /// Pairs of an owner and a fact that the owner counts in.
    pub pairs: u64,
    /// Cells in which at least k owners count and that a rule withholds.
    pub withheld_cells: WithheldCounts,
}

/// Counts the keys of `counter`, which are those of cells if there are any, by the `owners` who count in them: two passes.
pub(super) fn bound(
    counter: &ClosedCounter,
    owners: &Names,
    bounding: &Bounding,
    request: &FactRequest,
    rules: &Rules,
    progress: &dyn Progress,
) -> io::Result<Bounded> {
    let priorities: Vec<OwnersPriorities> =
        owners.iter().map(|name| bounding.owner(name.as_bytes())).collect();
    let mut offers = bounding.offers(owners.len());
    counter.each(progress, |found| {
        for &owner in found.owners.iter().filter(|_| is_countable(found.key, request)) {
            offers.offer(owner as usize, priorities[owner as usize].of(found.key.as_bytes()));
        }
    })?;
    let mut limits = offers.limits();
    let pairs = limits.pairs();
    let mut kept = KeptFacts::new(request);
    counter.each(progress, |found| {
        // Most facts have too few owners, whoever counts.
        if found.owners.len() < request.thresholds.k || !is_countable(found.key, request) {
            return;
        }
        let counts =
            |owner: u32| limits.counts(owner as usize, priorities[owner as usize].of(found.key.as_bytes()));
        let counting = found.owners.iter().copied().map(counts).filter(|&counts| counts).count();
        if counting >= request.thresholds.k {
            kept.take(&found, counting as u64, request, rules);
        }
    })?;
    Ok(Bounded { counted: kept.counted, pairs, withheld_cells: kept.withheld_cells })
}

/// Whether a key can be published at all: nobody knows which cell an empty one is.
fn is_countable(key: &str, request: &FactRequest) -> bool {
    request.by.is_none() || !key.ends_with(SEPARATOR)
}

/// Facts, and cells if there are any, that are kept.
struct KeptFacts {
    facts: Interner,
    counted: CountedFacts,
    withheld_cells: WithheldCounts,
}

impl KeptFacts {
    fn new(request: &FactRequest) -> KeptFacts {
        let cells = request.by.as_ref().map(|_| CountedCells::default());
        KeptFacts {
            facts: Interner::default(),
            counted: CountedFacts { facts: Tally::default(), cells },
            withheld_cells: WithheldCounts::default(),
        }
    }

    fn take(&mut self, found: &CountedKey<'_>, owners: u64, request: &FactRequest, rules: &Rules) {
        let &CountedKey { key, times, .. } = found;
        let CountedFacts { facts, cells } = &mut self.counted;
        let Some(CountedCells { cells, fact_of, .. }) = cells else {
            if rules.withhold(request.kind, key).is_none() {
                facts.push(key, owners, times);
            }
            return;
        };
        let Some((fact, cell)) = key.rsplit_once(SEPARATOR) else { return };
        if rules.withhold(request.kind, fact).is_some() {
            return;
        }
        if let Some(rule) = rules.withhold_cell(cell) {
            self.withheld_cells.add(rule);
            return;
        }
        let number = self.facts.intern(fact);
        if number as usize == facts.len() {
            facts.push(fact, 0, 0);
        }
        cells.push(cell, owners, times);
        fact_of.push(number);
    }
}
