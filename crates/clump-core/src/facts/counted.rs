//! Facts as they were counted: what publishing chooses from.

use super::{Chosen, Thresholds, Totals};
use crate::names::Names;

/// Keys with their numbers. A key is one text, or several with [`SEPARATOR`](super::SEPARATOR) between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    keys: Names,
    owners: Vec<u64>,
    times: Vec<u64>,
}

impl Tally {
    /// Adds a key, which must be new, with the number of its distinct owners, and how often it was there.
    pub fn push(&mut self, key: &str, owners: u64, times: u64) {
        self.keys.push(key);
        self.owners.push(owners);
        self.times.push(times);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The key with number `index`.
    pub fn key(&self, index: usize) -> &str {
        self.keys.get(index)
    }

    /// Distinct owners of a key.
    pub fn owners(&self, index: usize) -> u64 {
        self.owners[index]
    }

    /// How often a key was there.
    pub fn times(&self, index: usize) -> u64 {
        self.times[index]
    }
}

/// The facts of a log that can be published: those of at least k owners that no rule withholds, in any order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedFacts {
    /// Over the whole log.
    pub facts: Tally,
    /// Cell by cell; none if nothing divides the owners of a fact.
    pub cells: Option<CountedCells>,
}

/// The cells of these facts that have enough owners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedCells {
    /// What the cell is called, with its counts.
    pub cells: Tally,
    /// The fact of each cell, by its number.
    pub fact_of: Vec<u32>,
    /// How many cells the log has, whichever facts they are of: what may be missing of a fact.
    pub domain: u32,
}

impl CountedFacts {
    /// The same without cells that are not published because all those of their fact have too few owners.
    #[must_use]
    pub fn with_chosen_cells(self, thresholds: Thresholds) -> CountedFacts {
        let Some(cells) = &self.cells else { return self };
        let chosen = Chosen::of(&self, cells, thresholds, Totals::None);
        let mut kept = CountedCells { domain: cells.domain, ..CountedCells::default() };
        let fact_of = cells.fact_of.iter().enumerate().zip(chosen.cells).filter(|&(_, is_chosen)| is_chosen);
        for ((cell, &fact), _) in fact_of {
            kept.cells.push(cells.cells.key(cell), cells.cells.owners(cell), cells.cells.times(cell));
            kept.fact_of.push(fact);
        }
        CountedFacts { cells: Some(kept), ..self }
    }

    /// Those facts whose keys are as asked, with their cells. O(facts and cells).
    #[must_use]
    pub fn retain(&self, is_kept: impl Fn(&str) -> bool) -> CountedFacts {
        let mut kept = CountedFacts::default();
        let mut number = vec![None; self.facts.len()];
        for (fact, number) in number.iter_mut().enumerate().filter(|(fact, _)| is_kept(self.facts.key(*fact)))
        {
            *number = Some(kept.facts.len() as u32);
            kept.facts.push(self.facts.key(fact), self.facts.owners(fact), self.facts.times(fact));
        }
        kept.cells = self.cells.as_ref().map(|cells| {
            let mut of_kept = CountedCells { domain: cells.domain, ..CountedCells::default() };
            for (cell, fact) in cells.fact_of.iter().enumerate() {
                let Some(fact) = number[*fact as usize] else { continue };
                of_kept.cells.push(cells.cells.key(cell), cells.cells.owners(cell), cells.cells.times(cell));
                of_kept.fact_of.push(fact);
            }
            of_kept
        });
        kept
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_take_their_cells_with_them() {
        let (mut facts, mut cells) = (Tally::default(), Tally::default());
        facts.push("a", 5, 6);
        facts.push("b", 7, 8);
        cells.push("north", 3, 3);
        cells.push("south", 4, 4);
        let cells = CountedCells { cells, fact_of: vec![0, 1], domain: 3 };
        let kept = CountedFacts { facts, cells: Some(cells) }.retain(|key| key == "b");
        assert_eq!((kept.facts.len(), kept.facts.key(0), kept.facts.owners(0)), (1, "b", 7));
        let cells = kept.cells.unwrap();
        assert_eq!(
            (cells.cells.len(), cells.cells.key(0), cells.fact_of, cells.domain),
            (1, "south", vec![0], 3)
        );
    }

    #[test]
    fn cells_that_would_tell_of_others_are_left_out() {
        let (mut facts, mut cells) = (Tally::default(), Tally::default());
        facts.push("a", 30, 30);
        facts.push("b", 31, 31);
        cells.push("north", 26, 26);
        cells.push("north", 30, 30);
        let cells = CountedCells { cells, fact_of: vec![0, 1], domain: 2 };
        let counted = CountedFacts { facts, cells: Some(cells) };
        let kept = counted.with_chosen_cells(Thresholds { k: 30, k_cell: 5 }).cells.unwrap();
        assert_eq!((kept.fact_of, kept.cells.owners(0), kept.domain), (vec![1], 30, 2));
    }
}
