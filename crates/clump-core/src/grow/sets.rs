//! The items of each owner as sorted numbers, end to end.

use crate::containers::Ragged;

/// Sets of numbers. Sets of the same content are not made one: each is an owner.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    sets: Ragged<u32>,
}

impl Sets {
    /// Appends a set of `numbers`, which come in any order and may repeat.
    pub fn push(&mut self, numbers: impl IntoIterator<Item = u32>) {
        self.sets.open().extend(numbers);
        self.sets.close_as_set();
    }

    /// All sets in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        self.sets.iter()
    }

    /// The sets with each number replaced by its `new` one, if it has one.
    pub fn renumbered(&self, new: &[Option<u32>]) -> Sets {
        let mut sets = Sets::default();
        for set in self.iter() {
            sets.push(set.iter().filter_map(|&number| new[number as usize]));
        }
        sets
    }

    /// In how many sets each of the numbers below `numbers` stands.
    pub fn support(&self, numbers: usize) -> Vec<u32> {
        let mut support = vec![0; numbers];
        for &number in self.sets.values() {
            support[number as usize] += 1;
        }
        support
    }
}
