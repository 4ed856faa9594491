//! The items of each owner as sorted numbers, end to end.

/// Sets of numbers. Sets of the same content are not made one: each is an owner.
#[derive(Clone, Debug, Default)]
pub(super) struct Sets {
    numbers: Vec<u32>,
    /// Where each set ends in `numbers`.
    ends: Vec<usize>,
}

impl Sets {
    /// Appends a set of `numbers`, which come in any order and may repeat.
    pub fn push(&mut self, numbers: impl IntoIterator<Item = u32>) {
        let start = self.numbers.len();
        self.numbers.extend(numbers);
        self.numbers[start..].sort_unstable();
        let mut kept = start;
        for at in start..self.numbers.len() {
            if kept == start || self.numbers[kept - 1] != self.numbers[at] {
                self.numbers[kept] = self.numbers[at];
                kept += 1;
            }
        }
        self.numbers.truncate(kept);
        self.ends.push(kept);
    }

    /// All sets in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u32]> {
        (0..self.ends.len()).map(|set| self.get(set))
    }

    /// The numbers of a set, sorted.
    #[inline]
    pub fn get(&self, set: usize) -> &[u32] {
        let start = if set == 0 { 0 } else { self.ends[set - 1] };
        &self.numbers[start..self.ends[set]]
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
        for &number in &self.numbers {
            support[number as usize] += 1;
        }
        support
    }
}
