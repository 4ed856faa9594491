//! Inverted lists: for each key, the entries that were filed under it, in the order in which they came.

/// Lists of entries by key, end to end.
pub(super) struct Postings<T> {
    entries: Vec<T>,
    /// Where the list of each key ends.
    ends: Vec<usize>,
}

impl<T: Copy + Default> Postings<T> {
    /// Files every entry of `pairs` under its key, which is below `keys`. O(keys + pairs): the pairs are gone through
    /// twice, to count and to place.
    pub fn new(keys: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Postings<T> {
        let mut ends = vec![0usize; keys];
        let mut total = 0;
        for (key, _) in pairs.clone() {
            ends[key] += 1;
            total += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        // `ends` now holds starts, and each becomes its end as it is filled.
        let mut entries = vec![T::default(); total];
        for (key, entry) in pairs {
            entries[ends[key]] = entry;
            ends[key] += 1;
        }
        Postings { entries, ends }
    }

    /// The entries under `key`.
    #[inline]
    pub fn get(&self, key: usize) -> &[T] {
        let start = if key == 0 { 0 } else { self.ends[key - 1] };
        &self.entries[start..self.ends[key]]
    }
}
