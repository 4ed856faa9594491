//! Sorted lists of feature numbers, end to end in one allocation.

/// A list of lists.
pub(super) struct Lists {
    numbers: Vec<u32>,
    /// Where each list starts, and where the last one ends.
    starts: Vec<usize>,
}

impl Lists {
    /// No lists yet; room for `lists` with `numbers` numbers in all.
    pub fn with_capacity(lists: usize, numbers: usize) -> Lists {
        let mut starts = Vec::with_capacity(lists + 1);
        starts.push(0);
        Lists { numbers: Vec::with_capacity(numbers), starts }
    }

    /// Appends lists that stand end to end in `numbers`.
    pub fn append(&mut self, numbers: &[u32], lengths: &[u32]) {
        let mut at = self.numbers.len();
        self.numbers.extend_from_slice(numbers);
        for &length in lengths {
            at += length as usize;
            self.starts.push(at);
        }
    }

    /// How many lists there are.
    pub fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// The list with number `at`, ascending.
    #[inline]
    pub fn get(&self, at: u32) -> &[u32] {
        &self.numbers[self.starts[at as usize]..self.starts[at as usize + 1]]
    }
}

/// Drops from `list` what `other` does not hold. Both are ascending.
#[inline]
pub(super) fn intersect(list: &mut Vec<u32>, other: &[u32]) {
    let mut at = 0;
    list.retain(|&number| {
        while at < other.len() && other[at] < number {
            at += 1;
        }
        at < other.len() && other[at] == number
    });
}
