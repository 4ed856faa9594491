//! Facts with their counts: the input of publishing.

use crate::names::Names;

/// Keys with their numbers. A key is one text, or several with [`SEPARATOR`](super::SEPARATOR) between them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    keys: Names,
    owners: Vec<u64>,
    times: Vec<u64>,
}

impl Tally {
    /// Adds a new key with the number of its distinct owners and the number of times that it occurs.
    pub fn push(&mut self, key: &str, owners: u64, times: u64) {
        self.keys.push(key);
        self.owners.push(owners);
        self.times.push(times);
    }

    /// Number of keys.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// True if there is none.
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

    /// Number of times that a key occurs.
    pub fn times(&self, index: usize) -> u64 {
        self.times[index]
    }
}

/// The facts of a log that can be published, in any order: those of at least k owners that no rule excludes.
///
/// With cells, only the published cells of a fact count: see [`CountedFacts::over_cells`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedFacts {
    /// Counted over the whole log, or over the cells where there are any.
    pub facts: Tally,
    /// The cells; none if nothing divides the owners of a fact.
    pub cells: Option<CountedCells>,
}

/// The cells of these facts that have enough owners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedCells {
    /// The name of the cell, with its counts.
    pub cells: Tally,
    /// The fact of each cell, by its number.
    pub fact_of: Vec<u32>,
}

impl CountedFacts {
    /// The same facts counted over their cells alone. `owners` has, by fact, the number of distinct owners
    /// there. Facts of fewer than `k` are left out with their cells. O(facts and cells).
    #[must_use]
    pub fn over_cells(&self, owners: &[u64], k: usize) -> CountedFacts {
        let mut times = vec![0; self.facts.len()];
        if let Some(CountedCells { cells, fact_of }) = &self.cells {
            fact_of.iter().enumerate().for_each(|(cell, &fact)| times[fact as usize] += cells.times(cell));
        }
        self.select(|fact| (owners[fact] >= k as u64).then(|| (owners[fact], times[fact])))
    }

    /// The facts whose keys `is_kept` accepts, with their cells. O(facts and cells).
    #[must_use]
    pub fn retain(&self, is_kept: impl Fn(&str) -> bool) -> CountedFacts {
        let facts = &self.facts;
        self.select(|fact| is_kept(facts.key(fact)).then(|| (facts.owners(fact), facts.times(fact))))
    }

    /// The facts to which `counts` gives owners and times, with their cells.
    fn select(&self, counts: impl Fn(usize) -> Option<(u64, u64)>) -> CountedFacts {
        let mut kept = CountedFacts::default();
        let mut number = vec![None; self.facts.len()];
        for (fact, number) in number.iter_mut().enumerate() {
            if let Some((owners, times)) = counts(fact) {
                *number = Some(kept.facts.len() as u32);
                kept.facts.push(self.facts.key(fact), owners, times);
            }
        }
        kept.cells = self.cells.as_ref().map(|cells| {
            let mut of_kept = CountedCells::default();
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

    /// Facts and cells with their owners and times; a cell is of the fact at the number before it.
    fn counted(facts: &[(&str, u64, u64)], cells: &[(u32, &str, u64, u64)]) -> CountedFacts {
        let mut counted = CountedFacts::default();
        facts.iter().for_each(|&(key, owners, times)| counted.facts.push(key, owners, times));
        let mut of_facts = CountedCells::default();
        for &(fact, key, owners, times) in cells {
            of_facts.cells.push(key, owners, times);
            of_facts.fact_of.push(fact);
        }
        CountedFacts { cells: Some(of_facts), ..counted }
    }

    #[test]
    fn facts_take_their_cells_with_them() {
        let cells = [(0, "north", 3, 3), (1, "south", 4, 4)];
        let kept = counted(&[("a", 5, 6), ("b", 7, 8)], &cells).retain(|key| key == "b");
        assert_eq!(kept, counted(&[("b", 7, 8)], &[(0, "south", 4, 4)]));
    }

    /// Two regions, k = 30, 26 owners in the north: the row would reveal that the south has at least 4.
    #[test]
    fn facts_of_too_few_owners_in_their_cells_are_left_out() {
        let cells = [(0, "north", 26, 26), (1, "north", 20, 21), (1, "south", 15, 16)];
        let kept = counted(&[("a", 30, 31), ("b", 40, 44)], &cells).over_cells(&[26, 33], 30);
        assert_eq!(kept, counted(&[("b", 33, 37)], &[(0, "north", 20, 21), (0, "south", 15, 16)]));
    }
}
