//! Counts for a few keys out of many.

use std::ops::AddAssign;

/// A count for each key below a bound, all 0 at first, and the list of keys with other counts. Counting and
/// clearing cost only time for the counted keys, whatever the number of all keys. Creating costs O(keys), so create
/// one and reuse it.
///
/// A key is added to the list when it is accessed while its count is 0. So counts that only grow list each key
/// once. Adding 0, or letting a count return to 0, may list a key again.
///
/// ```
/// use clump_core::containers::SparseCounts;
///
/// let mut counts = SparseCounts::new(1_000);
/// for key in [7, 3, 7] {
///     counts.add(key, 1);
/// }
/// assert_eq!((counts.get(7), counts.get(8)), (2, 0));
/// assert_eq!(counts.drain().collect::<Vec<_>>(), [(7, 2), (3, 1)]); // as they were first met
/// assert_eq!(counts.get(7), 0);
/// ```
#[derive(Clone, Debug)]
pub struct SparseCounts<T = u32> {
    counts: Vec<T>,
    /// The keys whose count is not 0, in the order of their first access.
    touched: Vec<u32>,
}

impl<T: Copy + Default + PartialEq> SparseCounts<T> {
    /// Creates counts of 0 for all keys below `keys`.
    pub fn new(keys: usize) -> SparseCounts<T> {
        SparseCounts { counts: vec![T::default(); keys], touched: Vec::new() }
    }

    /// The count of `key`, for changing it to a value other than 0.
    pub fn at(&mut self, key: u32) -> &mut T {
        let count = &mut self.counts[key as usize];
        if *count == T::default() {
            self.touched.push(key);
        }
        count
    }

    /// Adds `by` to the count of `key`.
    pub fn add(&mut self, key: u32, by: T)
    where
        T: AddAssign,
    {
        *self.at(key) += by;
    }

    /// The count of `key`.
    pub fn get(&self, key: u32) -> T {
        self.counts[key as usize]
    }

    /// The counted keys, in the order of their first access.
    pub fn touched(&self) -> &[u32] {
        &self.touched
    }

    /// The counted keys with their counts, in the order of their first access.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, T)> + Clone {
        self.touched.iter().map(|&key| (key, self.counts[key as usize]))
    }

    /// Sorts the counted keys in ascending order. Keys that are counted later are appended.
    pub fn sort(&mut self) {
        self.touched.sort_unstable();
    }

    /// Replaces the count of each counted key by the result of `replace`. Keys stay in the list, also with count 0.
    pub fn replace_each(&mut self, mut replace: impl FnMut(u32, T) -> T) {
        for &key in &self.touched {
            let count = &mut self.counts[key as usize];
            *count = replace(key, *count);
        }
    }

    /// Sets all counts to 0.
    pub fn clear(&mut self) {
        for key in self.touched.drain(..) {
            self.counts[key as usize] = T::default();
        }
    }

    /// The counted keys with their counts, which become 0. The caller must consume the whole iterator.
    pub fn drain(&mut self) -> impl ExactSizeIterator<Item = (u32, T)> {
        let counts = &mut self.counts;
        self.touched.drain(..).map(|key| (key, std::mem::take(&mut counts[key as usize])))
    }
}

/// The distinct `values`, in ascending order.
pub fn set_of<T: Ord>(values: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut set: Vec<T> = values.into_iter().collect();
    set.sort_unstable();
    set.dedup();
    set
}

/// The distinct values of `sorted`, ascending, each with its number of occurrences.
pub fn count_sorted<T: Copy + PartialEq>(
    sorted: &[T],
) -> impl DoubleEndedIterator<Item = (T, usize)> + Clone {
    sorted.chunk_by(|a, b| a == b).map(|same| (same[0], same.len()))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn counts_are_those_of_a_map(rounds in proptest::collection::vec(
            (proptest::collection::vec((0u32..10, 1u64..4), 0..20), 0..4),
            0..6,
        )) {
            let mut counts = SparseCounts::new(10);
            for (added, way) in rounds {
                let mut naive = BTreeMap::<u32, u64>::new();
                let mut met = Vec::new();
                for (key, by) in added {
                    counts.add(key, by);
                    *naive.entry(key).or_default() += by;
                    if !met.contains(&key) {
                        met.push(key);
                    }
                }
                prop_assert_eq!(counts.touched(), met.as_slice());
                prop_assert!((0..10).all(|key| counts.get(key) == naive.get(&key).copied().unwrap_or(0)));
                match way {
                    0 => counts.clear(),
                    1 => {
                        counts.sort();
                        prop_assert!(counts.iter().eq(naive));
                        counts.clear();
                    }
                    2 => prop_assert!(counts.drain().eq(met.iter().map(|key| (*key, naive[key])))),
                    _ => {
                        counts.replace_each(|key, count| if key < 5 { 0 } else { count + 1 });
                        let replaced = |key: &u32| if *key < 5 { 0 } else { naive[key] + 1 };
                        prop_assert!(met.iter().all(|key| counts.get(*key) == replaced(key)));
                        counts.clear();
                    }
                }
                prop_assert!((0..10).all(|key| counts.get(key) == 0) && counts.touched().is_empty());
            }
        }

        #[test]
        fn what_is_sorted_is_counted(mut values in proptest::collection::vec(0u8..6, 0..20)) {
            values.sort_unstable();
            let mut naive = BTreeMap::<u8, usize>::new();
            values.iter().for_each(|&value| *naive.entry(value).or_default() += 1);
            prop_assert!(count_sorted(&values).eq(naive));
        }
    }
}
