//! Facts with their counts, from which tables are made.

use crate::names::Names;

/// Keys with the numbers of their owners and occurrences. A key is one text, or several texts with
/// [`SEPARATOR`](super::SEPARATOR) between them.
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

    /// True if there are no keys.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// The key with number `index`, from 0.
    pub fn key(&self, index: usize) -> &str {
        self.keys.get(index)
    }

    /// Number of distinct owners of the key with number `index`.
    pub fn owners(&self, index: usize) -> u64 {
        self.owners[index]
    }

    /// Number of times that the key with number `index` occurs.
    pub fn times(&self, index: usize) -> u64 {
        self.times[index]
    }
}

/// The facts of a log that can be published, in any order: those with at least k owners that no rule excludes.
///
/// With cells, only owners in the published cells of a fact count: see [`CountedFacts::over_cells`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedFacts {
    /// The facts with their counts, in the whole log, or in the published cells if there are cells.
    pub facts: Tally,
    /// The published cells; `None` for a table without cells.
    pub cells: Option<CountedCells>,
    /// Owners and occurrences of everything that has no row, for each cell; the only key of a table without cells is
    /// empty. No keys unless the job asks for them.
    pub rest: Tally,
}

/// The cells of facts that have enough owners.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedCells {
    /// The name of each cell, with its counts.
    pub cells: Tally,
    /// For each cell, the number of its fact.
    pub fact_of: Vec<u32>,
}

impl CountedFacts {
    /// The same facts counted in their published cells alone. `owners` is the number of distinct owners there, for
    /// each fact. Facts of fewer than `k` owners are left out with their cells. O(facts and cells).
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

    /// The facts for which `counts` returns owners and times, with their cells. Other facts are left out.
    fn select(&self, counts: impl Fn(usize) -> Option<(u64, u64)>) -> CountedFacts {
        let mut kept = CountedFacts { rest: self.rest.clone(), ..CountedFacts::default() };
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

    /// Test data: facts and cells with their owners and times; each cell starts with the number of its fact.
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
