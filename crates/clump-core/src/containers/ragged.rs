//! A list of lists of different lengths, stored end to end in one allocation.

use std::ops::Range;

/// A list of lists: two flat arrays instead of one allocation for each list.
///
/// Whole lists are appended with [`push`](Ragged::push). A list can also be built value by value: values after the
/// last list form the open list ([`open`](Ragged::open)), which [`close`](Ragged::close) completes. A list in the
/// middle cannot grow.
///
/// ```
/// use clump_core::containers::Ragged;
///
/// let mut rows: Ragged<u32> = [vec![3, 1], vec![], vec![1]].into_iter().collect();
/// rows.open().push(4);
/// rows.close();
/// assert_eq!(rows.get(0), [3, 1]);
/// assert_eq!(rows.iter().map(<[u32]>::len).collect::<Vec<_>>(), [2, 0, 1, 1]);
///
/// // The rows of each number.
/// let rows_with = rows.invert(5);
/// assert_eq!(rows_with.get(1), [0, 2]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ragged<T> {
    /// The values of all lists, then the values of the open list.
    values: Vec<T>,
    bounds: Bounds,
}

impl<T> Default for Ragged<T> {
    fn default() -> Self {
        Ragged { values: Vec::new(), bounds: Bounds::default() }
    }
}

impl<T> Ragged<T> {
    /// Creates an empty list of lists, with room for `lists` lists and `values` values in all.
    pub fn with_capacity(lists: usize, values: usize) -> Ragged<T> {
        Ragged { values: Vec::with_capacity(values), bounds: Bounds::with_capacity(lists) }
    }

    /// Creates the lists from `values`, in which they are already end to end, and their `bounds`.
    ///
    /// # Panics
    /// When the last list does not end where `values` ends.
    pub fn from_parts(values: Vec<T>, bounds: Bounds) -> Ragged<T> {
        assert_eq!(values.len(), bounds.end(), "every value is in a list");
        Ragged { values, bounds }
    }

    /// The values of all lists (with the open list), and the bounds of the lists.
    pub fn into_parts(self) -> (Vec<T>, Bounds) {
        (self.values, self.bounds)
    }

    /// Number of lists, without the open list.
    pub fn len(&self) -> usize {
        self.bounds.len()
    }

    /// True if there is no list; the open list does not count.
    pub fn is_empty(&self) -> bool {
        self.bounds.is_empty()
    }

    /// The values of the list with this number, from 0.
    pub fn get(&self, list: usize) -> &[T] {
        &self.values[self.bounds.get(list)]
    }

    /// The values of the list with this number, from 0, to change in place.
    pub fn get_mut(&mut self, list: usize) -> &mut [T] {
        &mut self.values[self.bounds.get(list)]
    }

    /// The values of consecutive lists, end to end.
    pub fn span(&self, lists: Range<usize>) -> &[T] {
        &self.values[self.bounds.span(lists)]
    }

    /// The values of each list, in order; the open list is left out.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[T]> + DoubleEndedIterator + Clone {
        self.bounds.iter().map(|range| &self.values[range])
    }

    /// The values of all lists, end to end, then those of the open list.
    pub fn values(&self) -> &[T] {
        &self.values
    }

    /// Like [`values`](Ragged::values), to change in place.
    pub fn values_mut(&mut self) -> &mut [T] {
        &mut self.values
    }

    /// Bounds of all lists in [`values`](Ragged::values).
    pub fn bounds(&self) -> &Bounds {
        &self.bounds
    }

    /// Appends a list and returns its number. If there is an open list, it gets the values and is closed.
    pub fn push(&mut self, list: impl IntoIterator<Item = T>) -> usize {
        self.values.extend(list);
        self.close()
    }

    /// All values, for appending to the open list. Values of other lists must not be removed.
    pub fn open(&mut self) -> &mut Vec<T> {
        &mut self.values
    }

    /// The values of the open list: those after the last completed list.
    pub fn pending(&self) -> &[T] {
        &self.values[self.bounds.end()..]
    }

    /// The values of the open list (those after the last completed list), to change in place.
    pub fn pending_mut(&mut self) -> &mut [T] {
        &mut self.values[self.bounds.end()..]
    }

    /// Completes the open list, which may be empty, and returns its number.
    ///
    /// # Panics
    /// When the caller removed values of other lists.
    pub fn close(&mut self) -> usize {
        self.bounds.push(self.values.len());
        self.bounds.len() - 1
    }

    /// Appends the values of the open list to the last list. Without a list they stay open.
    pub fn close_onto_last(&mut self) {
        self.bounds.move_end(self.values.len());
    }

    /// Turns the last list into the open list again; values that were already open follow its values.
    pub fn reopen(&mut self) {
        self.bounds.pop();
    }

    /// Removes all lists and the open list, and keeps the allocated memory.
    pub fn clear(&mut self) {
        self.values.clear();
        self.bounds.clear();
    }
}

impl<T: Copy> Ragged<T> {
    /// Appends all lists of `other`. Neither may have an open list.
    pub fn append(&mut self, other: &Ragged<T>) {
        debug_assert!(self.pending().is_empty() && other.pending().is_empty(), "no list is open");
        self.values.extend_from_slice(&other.values);
        self.bounds.append(&other.bounds);
    }

    /// Removes the values for which `keep` is false. Lists keep their numbers.
    pub fn retain(&mut self, mut keep: impl FnMut(&T) -> bool) {
        debug_assert!(self.pending().is_empty(), "no list is open");
        let values = &mut self.values;
        self.bounds.rewrite(|list, mut to| {
            for from in list {
                let value = values[from];
                if keep(&value) {
                    values[to] = value;
                    to += 1;
                }
            }
            to
        });
        self.values.truncate(self.bounds.end());
    }
}

impl<T: Copy + Ord> Ragged<T> {
    /// Completes the open list as a sorted set without repetitions, and returns its number.
    pub fn close_as_set(&mut self) -> usize {
        let (start, end) = (self.bounds.end(), self.values.len());
        let end = write_set(&mut self.values, start..end, start);
        self.values.truncate(end);
        self.close()
    }

    /// Turns each list into a sorted set without repetitions. Lists keep their numbers.
    pub fn make_sets(&mut self) {
        debug_assert!(self.pending().is_empty(), "no list is open");
        self.bounds.rewrite(|list, to| write_set(&mut self.values, list, to));
        self.values.truncate(self.bounds.end());
    }
}

/// Sorts the values in the range `list`, moves the distinct ones to index `to`, and returns their end there.
fn write_set<T: Copy + Ord>(values: &mut [T], list: Range<usize>, to: usize) -> usize {
    values[list.clone()].sort_unstable();
    let mut end = to;
    for from in list {
        let value = values[from];
        if end == to || values[end - 1] != value {
            values[end] = value;
            end += 1;
        }
    }
    end
}

impl<T: Copy + Default> Ragged<T> {
    /// Groups values by key; each key must be less than `keys`. List `key` has the values of that key in their
    /// original order. O(keys + pairs); it iterates over the pairs twice, to count and to place.
    pub fn by_key(keys: usize, pairs: impl Iterator<Item = (usize, T)> + Clone) -> Ragged<T> {
        let mut lengths = vec![0; keys];
        pairs.clone().for_each(|(key, _)| lengths[key] += 1);
        let bounds = Bounds::from_lengths(lengths);
        let mut values = vec![T::default(); bounds.end()];
        let mut next: Vec<usize> = bounds.iter().map(|list| list.start).collect();
        pairs.for_each(|(key, value)| {
            values[next[key]] = value;
            next[key] += 1;
        });
        Ragged { values, bounds }
    }
}

impl Ragged<u32> {
    /// For each number below `numbers`, the lists that contain it, ascending; a list that contains it several times
    /// occurs as often. O(numbers + values).
    pub fn invert(&self, numbers: usize) -> Ragged<u32> {
        let lists = (0u32..).zip(self.iter());
        let pairs = lists.flat_map(|(list, values)| values.iter().map(move |&value| (value as usize, list)));
        Ragged::by_key(numbers, pairs)
    }
}

impl<T, L: IntoIterator<Item = T>> FromIterator<L> for Ragged<T> {
    fn from_iter<I: IntoIterator<Item = L>>(lists: I) -> Self {
        let mut ragged = Ragged::default();
        for list in lists {
            ragged.push(list);
        }
        ragged
    }
}

// Bounds of lists that are stored end to end.

/// The bounds of lists that are end to end in one array: list `i` reaches from bound `i` up to bound `i + 1`.
///
/// There is one bound more than lists, so that the first list needs no special case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The bounds, ascending from 0.
    bounds: Vec<usize>,
}

impl Default for Bounds {
    fn default() -> Self {
        Bounds { bounds: vec![0] }
    }
}

impl Bounds {
    /// Creates bounds without lists, with room for `lists` lists.
    pub fn with_capacity(lists: usize) -> Bounds {
        let mut bounds = Vec::with_capacity(lists + 1);
        bounds.push(0);
        Bounds { bounds }
    }

    /// Creates the bounds of lists with these lengths.
    pub fn from_lengths(lengths: impl IntoIterator<Item = usize>) -> Bounds {
        let mut end = 0;
        let ends = lengths.into_iter().map(|length| {
            end += length;
            end
        });
        Bounds { bounds: std::iter::once(0).chain(ends).collect() }
    }

    /// Number of lists.
    #[inline]
    pub fn len(&self) -> usize {
        self.bounds.len() - 1
    }

    /// True if there is no list.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Index range of the list with this number.
    #[inline]
    pub fn get(&self, list: usize) -> Range<usize> {
        self.bounds[list]..self.bounds[list + 1]
    }

    /// First index of the list with this number; for the number of lists, the end of the last one.
    #[inline]
    pub fn start(&self, list: usize) -> usize {
        self.bounds[list]
    }

    /// Index range of consecutive lists together.
    #[inline]
    pub fn span(&self, lists: Range<usize>) -> Range<usize> {
        self.bounds[lists.start]..self.bounds[lists.end]
    }

    /// End of the last list; 0 if there is none.
    #[inline]
    pub fn end(&self) -> usize {
        self.bounds[self.bounds.len() - 1]
    }

    /// Index range of each list, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Range<usize>> + DoubleEndedIterator + Clone + '_ {
        self.bounds.windows(2).map(|pair| pair[0]..pair[1])
    }

    /// Appends a list that begins where the last one ends, and that ends at index `end`.
    ///
    /// # Panics
    /// When `end` is before the end of the last list.
    #[inline]
    pub fn push(&mut self, end: usize) {
        assert!(end >= self.end(), "a list does not end before it begins");
        self.bounds.push(end);
    }

    /// Moves the end of the last list to `end`, not before its beginning. Without a list nothing happens.
    #[inline]
    pub fn move_end(&mut self, end: usize) {
        if let [.., start, last] = self.bounds.as_mut_slice() {
            assert!(end >= *start, "a list does not end before it begins");
            *last = end;
        }
    }

    /// Removes the last list; without a list nothing happens.
    #[inline]
    pub fn pop(&mut self) {
        if !self.is_empty() {
            self.bounds.pop();
        }
    }

    /// Appends the lists of `other` after these.
    pub fn append(&mut self, other: &Bounds) {
        let end = self.end();
        self.bounds.extend(other.bounds[1..].iter().map(|bound| end + bound));
    }

    /// Removes all lists.
    pub fn clear(&mut self) {
        self.bounds.truncate(1);
    }

    /// Calls `shrink` with each list's index range and new first index; it moves the values and returns the new end.
    pub(super) fn rewrite(&mut self, mut shrink: impl FnMut(Range<usize>, usize) -> usize) {
        let (mut start, mut written) = (0, 0);
        for bound in &mut self.bounds[1..] {
            let end = *bound;
            written = shrink(start..end, written);
            (start, *bound) = (end, written);
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn lists() -> impl Strategy<Value = Vec<Vec<u32>>> {
        proptest::collection::vec(proptest::collection::vec(0u32..8, 0..6), 0..8)
    }

    fn plain(ragged: &Ragged<u32>) -> Vec<Vec<u32>> {
        let lists: Vec<Vec<u32>> = (0..ragged.len()).map(|list| ragged.get(list).to_vec()).collect();
        assert!(ragged.iter().eq(lists.iter().map(Vec::as_slice)));
        assert!(ragged.iter().rev().eq(lists.iter().rev().map(Vec::as_slice)));
        assert_eq!(ragged.is_empty(), lists.is_empty());
        lists
    }

    proptest! {
        #[test]
        fn lists_are_those_of_a_vector_of_vectors(lists in lists(), more in lists()) {
            let mut ragged: Ragged<u32> = lists.iter().cloned().collect();
            prop_assert_eq!(plain(&ragged), lists.clone());
            prop_assert_eq!(ragged.values(), lists.concat());
            for start in 0..=lists.len() {
                for end in start..=lists.len() {
                    prop_assert_eq!(ragged.span(start..end), lists[start..end].concat());
                }
            }
            ragged.append(&more.iter().cloned().collect());
            let mut both = [lists, more].concat();
            prop_assert_eq!(plain(&ragged), both.clone());
            let (values, bounds) = ragged.clone().into_parts();
            prop_assert_eq!(&Ragged::from_parts(values, bounds), &ragged);
            ragged.retain(|value| value % 3 != 0);
            both.iter_mut().for_each(|list| list.retain(|value| value % 3 != 0));
            prop_assert_eq!(plain(&ragged), both.clone());
            ragged.make_sets();
            both.iter_mut().for_each(|list| {
                list.sort_unstable();
                list.dedup();
            });
            prop_assert_eq!(plain(&ragged), both);
            ragged.clear();
            prop_assert_eq!(ragged, Ragged::default());
        }

        #[test]
        fn what_is_open_becomes_a_list_or_a_set_or_part_of_the_last_one(
            steps in proptest::collection::vec((0..4, proptest::collection::vec(0u32..8, 0..6)), 0..8),
        ) {
            let (mut ragged, mut naive) = (Ragged::default(), Vec::<Vec<u32>>::new());
            // Values that are joined to the last list stay open if there is no list.
            let mut left = Vec::new();
            for (step, list) in steps {
                ragged.open().extend(&list);
                left.extend(list);
                prop_assert_eq!(ragged.pending(), left.as_slice());
                match (step, naive.last_mut()) {
                    (0, _) => {
                        prop_assert_eq!(ragged.close(), naive.len());
                        naive.push(std::mem::take(&mut left));
                    }
                    (1, _) => {
                        prop_assert_eq!(ragged.close_as_set(), naive.len());
                        left.sort_unstable();
                        left.dedup();
                        naive.push(std::mem::take(&mut left));
                    }
                    (2, Some(last)) => {
                        ragged.close_onto_last();
                        last.append(&mut left);
                    }
                    (2, None) => ragged.close_onto_last(),
                    _ => {
                        ragged.reopen();
                        left.splice(..0, naive.pop().unwrap_or_default());
                    }
                }
                prop_assert_eq!(plain(&ragged), naive.clone());
            }
        }

        #[test]
        fn values_are_filed_under_their_keys_in_order(pairs in proptest::collection::vec((0usize..6, 0u32..9), 0..20)) {
            let filed = Ragged::by_key(6, pairs.iter().copied());
            for key in 0..6 {
                let naive = pairs.iter().filter(|pair| pair.0 == key).map(|pair| pair.1);
                prop_assert!(filed.get(key).iter().copied().eq(naive));
            }
            prop_assert_eq!(filed.len(), 6);
        }

        #[test]
        fn inverted_lists_say_who_holds_a_number(lists in lists()) {
            let ragged: Ragged<u32> = lists.iter().cloned().collect();
            let inverted = ragged.invert(8);
            for number in 0..8 {
                let holds = |(list, values): (usize, &Vec<u32>)| {
                    vec![list as u32; values.iter().filter(|&&value| value == number).count()]
                };
                let naive: Vec<u32> = lists.iter().enumerate().flat_map(holds).collect();
                prop_assert_eq!(inverted.get(number as usize), naive);
            }
        }
    }

    #[test]
    #[should_panic(expected = "a list does not end before it begins")]
    fn values_of_other_lists_cannot_be_taken_away() {
        let mut ragged: Ragged<u32> = [[1, 2]].into_iter().collect();
        ragged.open().truncate(1);
        ragged.close();
    }
}
