//! The minimal moles of two to p items. They are found level by level and are not stored.
//!
//! A set is *clean* if it occurs and neither it nor a subset of it is a mole. A set that is no mole need not be
//! clean: the rows of {a} may share a sensitive item too often while those of {a, b} do not. A minimal mole is a
//! mole whose proper subsets are all clean. So if the clean sets of 2 to p - 1 items are known, a minimal mole is
//! recognized when it is visited. The clean sets are stored. They are few, because k owners share each. Moles are
//! many, up to one for each pair of items of a single long row, so they are searched again when they are needed.
//!
//! Sets that contain item a are found in the rows of a, sets that also contain b in the rows of both, and so on.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::AnonymizeError;
use crate::containers::SparseCounts;
use crate::progress::Progress;
use crate::promise::Coherence;
use crate::taxonomy::Node;
use crate::transactions::Bags;

/// The minimal moles of rows: sets of public items that break a limit while no proper subset does. No single
/// item of these rows may be a mole.
pub(super) struct Moles<'r> {
    pub rows: &'r OwnedRows,
    p: usize,
    steps: &'r Steps,
    progress: &'r dyn Progress,
    /// The clean sets (that occur and contain no mole) of 2 to p - 1 items, each sorted.
    clean: FxHashSet<Box<[Node]>>,
}

impl<'r> Moles<'r> {
    /// Finds the clean sets of 2 items, from these the clean sets of 3 items, and so on up to p - 1.
    pub fn find(
        rows: &'r OwnedRows,
        p: usize,
        steps: &'r Steps,
        progress: &'r dyn Progress,
    ) -> Result<Moles<'r>, AnonymizeError> {
        let mut moles = Moles { rows, p, steps, progress, clean: FxHashSet::default() };
        for size in 2..p {
            let found: Vec<Vec<Box<[Node]>>> = rows
                .by_item()
                .map_init(
                    || SparseCounts::new(rows.nodes),
                    |counts, holders| {
                        let mut found = Vec::new();
                        moles.walk(size, holders, None, counts, |set, is_mole| {
                            if !is_mole && set.len() == size {
                                found.push(set.into());
                            }
                        })?;
                        Ok(found)
                    },
                )
                .collect::<Result<_, AnonymizeError>>()?;
            if found.iter().all(Vec::is_empty) {
                break;
            }
            moles.clean.extend(found.into_iter().flatten());
        }
        Ok(moles)
    }

    /// By node, the number of minimal moles that contain it.
    pub fn count(&self) -> Result<Vec<u64>, AnonymizeError> {
        let nothing = || vec![0; self.rows.nodes];
        self.rows
            .by_item()
            .try_fold(
                || (nothing(), SparseCounts::new(self.rows.nodes)),
                |(mut count, mut counts), holders| {
                    self.walk(self.p, holders, None, &mut counts, |set, is_mole| {
                        if is_mole {
                            set.iter().for_each(|item| count[item.index()] += 1);
                        }
                    })?;
                    Ok((count, counts))
                },
            )
            .map(|counted| counted.map(|(count, _)| count))
            .try_reduce(nothing, |a, b| Ok(a.into_iter().zip(b).map(|(a, b)| a + b).collect()))
    }

    /// Calls `found` for each minimal mole that consists of `item` and of items for which `is_left` is true.
    pub fn each_with(
        &self,
        item: Node,
        is_left: &[bool],
        counts: &mut SparseCounts,
        mut found: impl FnMut(&[Node]),
    ) -> Result<(), AnonymizeError> {
        self.walk(self.p, self.rows.of_item(item), Some(is_left), counts, |set, is_mole| {
            if is_mole {
                found(set);
            }
        })
    }

    /// Walks through the sets of two to `size` items with the item of `holders`, which are all its occurrences.
    /// `visit` receives each set, and true if it is a mole. The set is sorted, except for its first item.
    fn walk(
        &self,
        size: usize,
        holders: &[Occurrence],
        is_left: Option<&[bool]>,
        counts: &mut SparseCounts,
        visit: impl FnMut(&[Node], bool),
    ) -> Result<(), AnonymizeError> {
        self.progress.advance(1);
        if size < 2 {
            return Ok(());
        }
        let first = holders[0].0;
        let mut walk = Walk { moles: self, size, is_left, counts, visit, set: vec![first], steps: 0 };
        walk.go_on(holders, is_left.is_none().then_some(first))?;
        self.steps.take(walk.steps)
    }

    /// True if all subsets of `set` that lack one item are clean. The subset without the last item is not
    /// tested, because the walk came from it. Single items are always clean.
    fn has_clean_subsets(&self, set: &[Node]) -> bool {
        set.len() == 2
            || (0..set.len() - 1).all(|lacking| {
                let mut subset: Vec<Node> = [&set[..lacking], &set[lacking + 1..]].concat();
                subset.sort_unstable();
                self.clean.contains(subset.as_slice())
            })
    }
}

/// A walk through the sets of two to `size` items that contain a first item and whose proper subsets are clean.
struct Walk<'w, F> {
    moles: &'w Moles<'w>,
    size: usize,
    /// Items that may be added to the first one: with `Some`, all items that are true in it; with `None`, all
    /// items after the first one, so that the walks from all items visit each set once.
    is_left: Option<&'w [bool]>,
    counts: &'w mut SparseCounts,
    visit: F,
    set: Vec<Node>,
    /// Steps of this walk that are not yet added to the total of all threads.
    steps: u64,
}

/// Number of steps after which a walk adds them to the total of all threads.
const BATCH: u64 = 1 << 12;

impl<F: FnMut(&[Node], bool)> Walk<'_, F> {
    /// Extends the current set, which is in the rows of `holders`, by each item after `last`, up to `size` items.
    fn go_on(&mut self, holders: &[Occurrence], last: Option<Node>) -> Result<(), AnonymizeError> {
        self.moles.progress.go_on()?;
        let beside = self.beside(holders, last);
        self.steps += (holders.len() + beside.len()) as u64;
        if self.steps >= BATCH {
            self.moles.steps.take(std::mem::take(&mut self.steps))?;
        }
        for holders in beside.chunk_by(|a, b| a.0 == b.0) {
            let item = holders[0].0;
            self.set.push(item);
            if self.moles.has_clean_subsets(&self.set) {
                let is_mole = self.moles.rows.is_mole(holders, self.counts);
                (self.visit)(&self.set, is_mole);
                if !is_mole && self.set.len() < self.size {
                    self.go_on(holders, Some(item))?;
                }
            }
            self.set.pop();
        }
        Ok(())
    }

    /// Occurrences of the items after `last` in the rows of `holders`, grouped by item.
    fn beside(&mut self, holders: &[Occurrence], last: Option<Node>) -> Vec<Occurrence> {
        let first = self.set[0];
        let mut beside = Vec::new();
        for &(_, row) in holders {
            let items = self.moles.rows.public(row);
            let start = items.partition_point(|&item| Some(item) <= last);
            let candidates = items[start..]
                .iter()
                .filter(|&&item| item != first && self.is_left.is_none_or(|is_left| is_left[item.index()]));
            beside.extend(candidates.map(|&item| (item, row)));
        }
        gathered(&beside, self.counts)
    }
}

// Limits the steps of all walks. The number of sets of p items grows exponentially with p, so a run that would
// take hours ends with an error instead. The limit counts steps and not seconds, so it depends on the rows alone.

/// Number of steps of all walks in all threads together; a step reads one item of a row.
pub(super) struct Steps {
    taken: AtomicU64,
    most: u64,
    p: usize,
}

impl Steps {
    pub fn new(most: u64, p: usize) -> Steps {
        Steps { taken: AtomicU64::new(0), most, p }
    }

    /// Adds `steps`; it is an error if the total exceeds the limit.
    pub fn take(&self, steps: u64) -> Result<(), AnonymizeError> {
        if steps + self.taken.fetch_add(steps, Ordering::Relaxed) > self.most {
            Err(AnonymizeError::TooManySets { p: self.p, steps: self.most })
        } else {
            Ok(())
        }
    }
}

/// Groups the occurrences by item, without changing their order within an item. Items are in the order of
/// their first occurrence. Sorting them instead makes the whole method take twice as long: 1.7 s against 0.9
/// s on 10,000 rows of 40 items at p = 2.
fn gathered(occurrences: &[Occurrence], counts: &mut SparseCounts) -> Vec<Occurrence> {
    occurrences.iter().for_each(|(item, _)| counts.add(item.0, 1));
    // Replaces each count by the index, plus 1, at which the item's next occurrence is stored.
    let mut next = 1;
    counts.replace_each(|_, count| {
        next += count;
        next - count
    });
    let mut gathered = vec![(Node::ROOT, 0); occurrences.len()];
    for &occurrence in occurrences {
        let place = counts.at(occurrence.0.0);
        gathered[*place as usize - 1] = occurrence;
        *place += 1;
    }
    counts.clear();
    gathered
}

// Rows as sets of public and of sensitive items, and the test for moles among sets of public items.

/// A public item, and the number of a row that has it.
type Occurrence = (Node, u32);

/// Rows as sets of items. Rows of one owner follow each other, so owners can be counted in one pass.
pub(super) struct OwnedRows {
    limits: Coherence,
    owner: Vec<u32>,
    public: Bags,
    sensitive: Bags,
    /// All occurrences of public items: sorted by item, then by row.
    occurrences: Vec<Occurrence>,
    /// Number of nodes: one more than the greatest node number.
    pub nodes: usize,
}

impl OwnedRows {
    /// `rows` are pairs of an owner and a set of items, sorted; some sets may be empty.
    pub fn new(rows: &[(u32, Vec<Node>)], is_sensitive: &[bool], limits: Coherence) -> OwnedRows {
        let part = |sensitive: bool| -> Bags {
            let items = |set: &Vec<Node>| {
                let mut items = set.clone();
                items.retain(|item| is_sensitive[item.index()] == sensitive);
                items
            };
            rows.iter().map(|(_, set)| items(set)).collect()
        };
        let public = part(false);
        let places =
            public.iter().zip(0..).flat_map(|(items, row)| items.iter().map(move |&item| (item, row)));
        let mut occurrences: Vec<Occurrence> = places.collect();
        occurrences.par_sort_unstable();
        OwnedRows {
            limits,
            owner: rows.iter().map(|&(owner, _)| owner).collect(),
            public,
            sensitive: part(true),
            occurrences,
            nodes: is_sensitive.len(),
        }
    }

    /// Removes the public items that break a limit on their own.
    pub fn without_single_moles(mut self) -> OwnedRows {
        let moles: Vec<Node> = self
            .by_item()
            .map_init(
                || SparseCounts::new(self.nodes),
                |counts, holders| self.is_mole(holders, counts).then_some(holders[0].0),
            )
            .flatten()
            .collect();
        let mut is_mole = vec![false; self.nodes];
        for item in moles {
            is_mole[item.index()] = true;
        }
        let is_left = |item: &Node| !is_mole[item.index()];
        self.public = self.public.iter().map(|items| items.iter().copied().filter(is_left)).collect();
        self.occurrences.retain(|(item, _)| is_left(item));
        self
    }

    /// By node, true if it is a public item of some row.
    pub fn occurring(&self) -> Vec<bool> {
        let mut occurs = vec![false; self.nodes];
        for (item, _) in &self.occurrences {
            occurs[item.index()] = true;
        }
        occurs
    }

    /// The distinct public items of `row`, sorted.
    pub fn public(&self, row: u32) -> &[Node] {
        self.public.get(row as usize)
    }

    /// The occurrences of each public item, item by item.
    pub fn by_item(&self) -> impl ParallelIterator<Item = &[Occurrence]> {
        self.occurrences.par_chunk_by(|a, b| a.0 == b.0)
    }

    /// The occurrences of `item`, by row number.
    pub fn of_item(&self, item: Node) -> &[Occurrence] {
        let start = self.occurrences.partition_point(|&(other, _)| other < item);
        let end = self.occurrences.partition_point(|&(other, _)| other <= item);
        &self.occurrences[start..end]
    }

    /// True if a set is a mole. The rows of `holders` must be exactly the rows that contain the set.
    pub fn is_mole(&self, holders: &[Occurrence], counts: &mut SparseCounts) -> bool {
        let owner = |&(_, row): &Occurrence| self.owner[row as usize];
        let owners = holders.chunk_by(|a, b| owner(a) == owner(b)).take(self.limits.k).count();
        owners < self.limits.k || self.tells_sensitive_item(holders, counts)
    }

    /// True if more than the share h of the rows of `holders` have one sensitive item in common.
    fn tells_sensitive_item(&self, holders: &[Occurrence], counts: &mut SparseCounts) -> bool {
        let mut most = 0;
        for item in holders.iter().flat_map(|&(_, row)| self.sensitive.get(row as usize)) {
            counts.add(item.0, 1);
            most = most.max(counts.get(item.0));
        }
        counts.clear();
        self.limits.h.is_exceeded(most as usize, holders.len())
    }
}
