//! The minimal moles of two to p items, found level by level and never stored.
//!
//! A set is *clean* if it occurs and neither it nor a subset of it is a mole. A set that is no mole need not
//! be clean: the rows of {a} may share a sensitive item too often while those of {a, b} do not. A minimal
//! mole is a mole whose proper subsets are all clean. So with the clean sets of 2 to p - 1 items at hand it
//! is recognized when it is seen. The clean sets are stored. They are few, because k owners share each. Moles
//! are many, up to one for each pair of items of a single long row, and are searched again when they are
//! needed.
//!
//! Sets that hold item a are found in the rows of a, those that hold b too in the rows of both, and so on.

use std::sync::atomic::{AtomicU64, Ordering};

use rayon::prelude::*;
use rustc_hash::FxHashSet;

use super::AnonymizeError;
use crate::containers::SparseCounts;
use crate::progress::Progress;
use crate::promise::Coherence;
use crate::taxonomy::Node;
use crate::transactions::Bags;

/// The minimal moles of rows in which no single item is a mole.
pub(super) struct Moles<'r> {
    pub rows: &'r OwnedRows,
    p: usize,
    steps: &'r Steps,
    progress: &'r dyn Progress,
    /// The clean sets of 2 to p - 1 items, each sorted.
    clean: FxHashSet<Box<[Node]>>,
}

impl<'r> Moles<'r> {
    /// Finds the clean sets of 2 items, with their help those of 3, and so on.
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

    /// For each node, the number of minimal moles that hold it.
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

    /// Calls `found` for each minimal mole that holds `item` beside items that are left.
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

    /// Walks through the sets of two to `size` items that hold the item of `holders`, given all its occurrences.
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

    /// True if every set that lacks one item of `set`, but not the last, is clean. The set without the last
    /// item is clean, because the walk came from there. Single items always are.
    fn has_clean_subsets(&self, set: &[Node]) -> bool {
        set.len() == 2
            || (0..set.len() - 1).all(|lacking| {
                let mut subset: Vec<Node> = [&set[..lacking], &set[lacking + 1..]].concat();
                subset.sort_unstable();
                self.clean.contains(subset.as_slice())
            })
    }
}

/// A walk through the sets of two to `size` items that hold a first item and whose smaller subsets are clean.
struct Walk<'w, F> {
    moles: &'w Moles<'w>,
    size: usize,
    /// Items that may join the first one: with `Some`, all items that are left; with `None`, all items after
    /// it, so that the walks from all items see each set once.
    is_left: Option<&'w [bool]>,
    counts: &'w mut SparseCounts,
    visit: F,
    set: Vec<Node>,
    /// Steps that are not yet added to the total of all threads.
    steps: u64,
}

/// Number of steps between two additions to the total of all threads.
const BATCH: u64 = 1 << 12;

impl<F: FnMut(&[Node], bool)> Walk<'_, F> {
    /// Adds to the set at hand, which is in the rows of `holders`, each item after `last`. At most `size` deep.
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

    /// Items that occur after `last` in the rows of `holders`, item by item.
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

// Limit on the steps of the walks through sets. The number of sets of p items grows with the power of p, so a
// run that would take hours ends with an error that says so. The limit counts steps and not seconds, so it
// depends on the rows alone.

/// The steps of all walks in all threads together; a step looks at one item of a row.
pub(super) struct Steps {
    taken: AtomicU64,
    most: u64,
    p: usize,
}

impl Steps {
    pub fn new(most: u64, p: usize) -> Steps {
        Steps { taken: AtomicU64::new(0), most, p }
    }

    /// Adds `steps`; an error when there are more than the limit.
    pub fn take(&self, steps: u64) -> Result<(), AnonymizeError> {
        if steps + self.taken.fetch_add(steps, Ordering::Relaxed) > self.most {
            Err(AnonymizeError::TooManySets { p: self.p, steps: self.most })
        } else {
            Ok(())
        }
    }
}

/// The occurrences of each item together, in their order. Items come in the order in which they are first seen.
/// Sorting them instead makes the whole method take twice as long: 1.7 s against 0.9 s on 10,000 rows of 40 items
/// at p = 2.
fn gathered(occurrences: &[Occurrence], counts: &mut SparseCounts) -> Vec<Occurrence> {
    occurrences.iter().for_each(|(item, _)| counts.add(item.0, 1));
    // Counts become the place of the next occurrence, from 1.
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

// Transactions as sets of public and of sensitive items, and the test for moles among sets of public items.

/// A public item and a row that holds it.
type Occurrence = (Node, u32);

/// Rows of sets. Those of one owner follow each other: owners are then counted in one pass.
pub(super) struct OwnedRows {
    limits: Coherence,
    owner: Vec<u32>,
    public: Bags,
    sensitive: Bags,
    /// Places of each public item: item by item, rows ascending.
    occurrences: Vec<Occurrence>,
    /// One more than the greatest node number.
    pub nodes: usize,
}

impl OwnedRows {
    /// `rows` are sets with their owners, sorted; some sets may be empty.
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

    /// The same without the public items that are moles alone.
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

    /// For each node, true if it is a public item of some row.
    pub fn occurring(&self) -> Vec<bool> {
        let mut occurs = vec![false; self.nodes];
        for (item, _) in &self.occurrences {
            occurs[item.index()] = true;
        }
        occurs
    }

    /// The public items of `row`, each once, sorted.
    pub fn public(&self, row: u32) -> &[Node] {
        self.public.get(row as usize)
    }

    /// The occurrences of each public item.
    pub fn by_item(&self) -> impl ParallelIterator<Item = &[Occurrence]> {
        self.occurrences.par_chunk_by(|a, b| a.0 == b.0)
    }

    /// The occurrences of `item`.
    pub fn of_item(&self, item: Node) -> &[Occurrence] {
        let start = self.occurrences.partition_point(|&(other, _)| other < item);
        let end = self.occurrences.partition_point(|&(other, _)| other <= item);
        &self.occurrences[start..end]
    }

    /// True if the set that all rows of `holders`, and no others, hold is a mole.
    pub fn is_mole(&self, holders: &[Occurrence], counts: &mut SparseCounts) -> bool {
        let owner = |&(_, row): &Occurrence| self.owner[row as usize];
        let owners = holders.chunk_by(|a, b| owner(a) == owner(b)).take(self.limits.k).count();
        owners < self.limits.k || self.tells_sensitive_item(holders, counts)
    }

    /// True if a sensitive item is in more than the share h of the rows of `holders`.
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
