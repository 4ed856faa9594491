//! In how many rows, and of how many owners, each rank follows a set of ranks.

use super::extended::{Extended, Occurrence};

/// Counts that are cleared by what was counted, so one tally serves many sets.
#[derive(Debug)]
pub(super) struct Tally {
    counts: Vec<Count>,
    /// The ranks that were counted.
    touched: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Count {
    rows: u32,
    owners: u32,
    last_owner: u32,
}

const NONE: Count = Count { rows: 0, owners: 0, last_owner: u32::MAX };

/// A rank that follows the set counted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Follower {
    pub rank: u32,
    /// Owners of the set with this rank.
    pub owners: u32,
    /// Rows that hold the set with this rank.
    pub rows: u32,
}

impl Tally {
    pub fn new(ranks: usize) -> Tally {
        Tally { counts: vec![NONE; ranks], touched: Vec::new() }
    }

    /// The ranks that follow `set`, which is given by all its occurrences; in no order. O(what follows it).
    pub fn followers(&mut self, extended: &Extended, set: &[Occurrence]) -> Vec<Follower> {
        for &occurrence in set {
            let owner = extended.owner(occurrence);
            for &rank in extended.after(occurrence) {
                let count = &mut self.counts[rank as usize];
                count.rows += 1;
                if count.last_owner != owner {
                    if count.owners == 0 {
                        self.touched.push(rank);
                    }
                    count.owners += 1;
                    count.last_owner = owner;
                }
            }
        }
        let Tally { counts, touched } = self;
        let take = |rank| {
            let Count { rows, owners, .. } = std::mem::replace(&mut counts[rank as usize], NONE);
            Follower { rank, owners, rows }
        };
        touched.drain(..).map(take).collect()
    }

    /// The occurrences of `set` with each of `followers`, in the order of those.
    pub fn occurrences(
        &mut self,
        extended: &Extended,
        set: &[Occurrence],
        followers: &[Follower],
    ) -> Vec<Vec<Occurrence>> {
        let mut lists: Vec<Vec<Occurrence>> = Vec::with_capacity(followers.len());
        for follower in followers {
            // Counted from 1: 0 is every other rank.
            self.counts[follower.rank as usize].rows = lists.len() as u32 + 1;
            lists.push(Vec::with_capacity(follower.rows as usize));
        }
        for &occurrence in set {
            for (steps, &rank) in extended.after(occurrence).iter().enumerate() {
                let list = self.counts[rank as usize].rows;
                if list > 0 {
                    lists[list as usize - 1].push(occurrence.with(steps));
                }
            }
        }
        for follower in followers {
            self.counts[follower.rank as usize] = NONE;
        }
        lists
    }
}
