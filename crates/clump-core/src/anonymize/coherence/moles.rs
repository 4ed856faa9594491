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
use super::public_and_sensitive::{Occurrence, OwnedRows};
use crate::progress::Progress;
use crate::taxonomy::Node;

/// The minimal moles of rows in which no single item is a mole.
pub(super) struct Moles<'r> {
    rows: &'r OwnedRows,
    p: usize,
    steps: &'r Steps,
    progress: &'r dyn Progress,
    /// The clean sets of 2 to p - 1 items, each sorted.
    clean: FxHashSet<Box<[Node]>>,
}

impl<'r> Moles<'r> {
    /// Finds the clean sets of 2 items, with their help those of 3, and so on.
    ///
    /// # Errors
    /// When the run is cancelled or takes too many steps. All walks through the moles have the same errors.
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
                    || Counter::new(rows.nodes()),
                    |counter, holders| {
                        let mut found = Vec::new();
                        let mut walk = Walk::new(&moles, size, None, counter, |set: &[Node], is_mole| {
                            if !is_mole && set.len() == size {
                                found.push(set.into());
                            }
                        });
                        walk.start(holders)?;
                        progress.advance(1);
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

    /// The rows that hold them.
    pub fn rows(&self) -> &'r OwnedRows {
        self.rows
    }

    /// For each node, the number of minimal moles that hold it.
    pub fn count(&self) -> Result<Vec<u64>, AnonymizeError> {
        let nothing = || vec![0; self.rows.nodes()];
        self.rows
            .by_item()
            .try_fold(
                || (nothing(), Counter::new(self.rows.nodes())),
                |(mut count, mut counter), holders| {
                    let tally = |set: &[Node], is_mole| {
                        if is_mole {
                            set.iter().for_each(|item| count[item.index()] += 1);
                        }
                    };
                    Walk::new(self, self.p, None, &mut counter, tally).start(holders)?;
                    self.progress.advance(1);
                    Ok((count, counter))
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
        counter: &mut Counter,
        mut found: impl FnMut(&[Node]),
    ) -> Result<(), AnonymizeError> {
        let only_moles = |set: &[Node], is_mole| {
            if is_mole {
                found(set);
            }
        };
        self.progress.advance(1);
        Walk::new(self, self.p, Some(is_left), counter, only_moles).start(self.rows.of_item(item))
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
    counter: &'w mut Counter,
    /// Receives each set, and true if it is a mole. The set is sorted, except for its first item.
    visit: F,
    set: Vec<Node>,
    /// Steps that are not yet added to the total of all threads.
    steps: u64,
}

/// Number of steps between two additions to the total of all threads.
const BATCH: u64 = 1 << 12;

impl<'w, F: FnMut(&[Node], bool)> Walk<'w, F> {
    fn new(
        moles: &'w Moles<'w>,
        size: usize,
        is_left: Option<&'w [bool]>,
        counter: &'w mut Counter,
        visit: F,
    ) -> Self {
        Walk { moles, size, is_left, counter, visit, set: Vec::new(), steps: 0 }
    }

    /// Walks through the sets that hold the item of `holders`, given all its occurrences.
    fn start(&mut self, holders: &[Occurrence]) -> Result<(), AnonymizeError> {
        if self.size < 2 {
            return Ok(());
        }
        let first = holders[0].0;
        self.set.push(first);
        self.go_on(holders, self.is_left.is_none().then_some(first))?;
        self.set.pop();
        self.moles.steps.take(self.steps)
    }

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
                let is_mole = self.moles.rows.is_mole(holders, self.counter);
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
        self.counter.gather(&beside)
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
    /// At most `most` steps for sets of at most `p` items.
    pub fn new(most: u64, p: usize) -> Steps {
        Steps { taken: AtomicU64::new(0), most, p }
    }

    /// Adds `steps`.
    ///
    /// # Errors
    /// [`AnonymizeError::TooManySets`] when there are more steps than the limit.
    pub fn take(&self, steps: u64) -> Result<(), AnonymizeError> {
        if steps + self.taken.fetch_add(steps, Ordering::Relaxed) > self.most {
            Err(AnonymizeError::TooManySets { p: self.p, steps: self.most })
        } else {
            Ok(())
        }
    }
}

// Counts of items in an array over all nodes. It is cleared item by item, so that a question costs only what
// it counts.

/// A number for each node; all 0 between questions. As large as the taxonomy: one for each thread.
pub(super) struct Counter(Vec<u32>);

impl Counter {
    pub fn new(nodes: usize) -> Counter {
        Counter(vec![0; nodes])
    }

    /// Number of times that the most frequent of `items` occurs among them.
    pub fn most_frequent<'a>(&mut self, items: impl Iterator<Item = &'a Node> + Clone) -> usize {
        let mut most = 0;
        for item in items.clone() {
            let count = &mut self.0[item.index()];
            *count += 1;
            most = most.max(*count);
        }
        for item in items {
            self.0[item.index()] = 0;
        }
        most as usize
    }

    /// Brings the occurrences of each item together and keeps their order. Items come in the order in which they are
    /// first seen. Sorting them instead makes the whole method take twice as long: 1.7 s against 0.9 s on 10,000 rows of
    /// 40 items at p = 2.
    pub fn gather(&mut self, occurrences: &[Occurrence]) -> Vec<Occurrence> {
        let Counter(place) = self;
        let mut items = Vec::new();
        for (item, _) in occurrences {
            let count = &mut place[item.index()];
            if *count == 0 {
                items.push(*item);
            }
            *count += 1;
        }
        let mut start = 0;
        for item in &items {
            let count = std::mem::replace(&mut place[item.index()], start);
            start += count;
        }
        let mut gathered = vec![(Node::ROOT, 0); occurrences.len()];
        for occurrence in occurrences {
            let place = &mut place[occurrence.0.index()];
            gathered[*place as usize] = *occurrence;
            *place += 1;
        }
        for item in items {
            place[item.index()] = 0;
        }
        gathered
    }
}
