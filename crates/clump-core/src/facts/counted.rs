//! Facts as they were counted: what publishing chooses from.

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

/// The cells of these facts that have enough owners, and how many have not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CountedCells {
    /// What the cell is called, with its counts.
    pub cells: Tally,
    /// The fact of each cell, by its number.
    pub fact_of: Vec<u32>,
    /// For each fact, how many cells have owners, but too few.
    pub hidden: Vec<u32>,
}
