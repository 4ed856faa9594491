//! AA, the apriori anonymization of Terrovitis, Mamoulis and Kalnis: the cut rises until every set of at most m nodes
//! that it publishes together has k owners. First sets of one node are made frequent, then of two, up to m.
//!
//! The paper counts all sets in a tree and, for each that is too rare, looks for the cheapest of all its
//! generalizations that is not. Both can be had for less. How many owners a set of nodes has does not depend on the
//! cut; which sets matter does: those of live nodes. Sets are met in order of rank. So when a set of live nodes is
//! rare, those in which one of its nodes gives way to the parent were met before, or are smaller and were cleared
//! with all of their size. They are frequent: had one been rare, the cut would have risen above one of its nodes, and
//! this set would have a node that is not live. So one step up of one node is always enough, and whatever else is
//! enough costs at least as much. The tree is not needed either: what follows a set of ranks is counted when the set
//! is met, and forgotten.
//!
//! Of the nodes of a rare set the one gives way to its parent that adds least to the loss as the cut is now: NCP over
//! all occurrences of items, as whole numbers. Among equals it is the one of best rank.
//!
//! Does this give the minimum of the loss? No: each rare set is settled for good before the next is met. Of 400 small
//! random logs, 395 get a cut of least loss (`tests/all/apriori/properties.rs`).

use super::cut::Cut;
use super::extended::{Extended, Occurrence};
use super::hierarchy::ROOT;
use super::meter::Meter;
use super::tally::{Follower, Tally};
use crate::progress::Cancelled;

/// Rises until every single live node has `k` owners. `supports` has them for each node; all owners together are k.
pub(super) fn clear_rare_nodes(supports: &[u32], k: u32, cut: &mut Cut<'_>) {
    let hierarchy = cut.hierarchy();
    for node in ROOT + 1..hierarchy.len() as u32 {
        if supports[node as usize] < k && cut.is_live(node) {
            cut.rise_to(hierarchy.parent[node as usize]);
        }
    }
}

/// Rises until every set of 2 to `m` live nodes that is in a row of `extended` has `k` owners; single nodes must have
/// them already.
///
/// O(sum over the rows of |extended row|^m) at worst. Memory: some 12 bytes a node of an extended row;
/// sets are not kept.
pub(super) fn clear_rare_sets(
    extended: Extended,
    k: u32,
    m: usize,
    cut: &mut Cut<'_>,
    meter: &mut Meter<'_>,
) -> Result<(), Cancelled> {
    let tally = Tally::new(extended.len());
    let mut climb = Climb { extended, k, cut, tally, set: Vec::new(), wider: true };
    for size in 2..=m {
        if !climb.wider {
            break;
        }
        climb.level(size, meter, |share| ((size - 2) as f64 + share) / (m - 1) as f64)?;
    }
    Ok(())
}

struct Climb<'c, 'h> {
    extended: Extended,
    k: u32,
    cut: &'c mut Cut<'h>,
    tally: Tally,
    /// The ranks of the set at hand, ascending.
    set: Vec<u32>,
    /// Whether a set was met of which wider ones can be rare.
    wider: bool,
}

impl Climb<'_, '_> {
    /// Clears all rare sets of `size` nodes. Smaller ones must be cleared. `of_all` turns the share of this level that
    /// is done into the share of all levels.
    fn level(
        &mut self,
        size: usize,
        meter: &mut Meter<'_>,
        of_all: impl Fn(f64) -> f64,
    ) -> Result<(), Cancelled> {
        self.wider = false;
        let mut counted = self.cut.live();
        let mut singles = self.singles();
        for rank in 0..self.extended.len() as u32 {
            if self.is_live(rank) {
                // Rows that are mostly below the cut are made anew.
                if self.cut.live() < counted / 2 {
                    counted = self.cut.live();
                    singles = self.singles();
                }
                self.set.push(rank);
                self.extend(&singles[rank as usize], size, meter)?;
                self.set.pop();
            }
            meter.reach(of_all(f64::from(rank + 1) / self.extended.len() as f64));
        }
        Ok(())
    }

    /// The occurrences of each live rank.
    fn singles(&mut self) -> Vec<Vec<Occurrence>> {
        let Climb { extended, cut, tally, .. } = self;
        extended.retain(|node| cut.is_live(node));
        let rows = extended.rows();
        let all = tally.followers(extended, &rows);
        let lists = tally.occurrences(extended, &rows, &all);
        let mut singles = vec![Vec::new(); extended.len()];
        for (follower, list) in all.iter().zip(lists) {
            singles[follower.rank as usize] = list;
        }
        singles
    }

    /// Clears the rare sets of `size` nodes that begin with the set at hand, which has these `occurrences`. Recursion
    /// ends at m, and long before: sets of n nodes are reached only through a number of frequent ones that doubles
    /// with n.
    fn extend(
        &mut self,
        occurrences: &[Occurrence],
        size: usize,
        meter: &Meter<'_>,
    ) -> Result<(), Cancelled> {
        meter.go_on()?;
        if self.set.len() + 1 == size {
            self.clear_after(occurrences);
            return Ok(());
        }
        let mut followers = self.tally.followers(&self.extended, occurrences);
        followers.retain(|&follower| self.is_free(occurrences.len(), follower));
        followers.sort_unstable();
        let lists = self.tally.occurrences(&self.extended, occurrences, &followers);
        for (follower, list) in followers.iter().zip(lists) {
            if self.is_live(follower.rank) {
                self.set.push(follower.rank);
                self.extend(&list, size, meter)?;
                self.set.pop();
                if !self.is_set_live() {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Clears the rare sets that have one rank more than the set at hand.
    fn clear_after(&mut self, occurrences: &[Occurrence]) {
        let followers = self.tally.followers(&self.extended, occurrences);
        let mut rare: Vec<u32> = Vec::new();
        for follower in followers {
            if follower.owners < self.k {
                rare.push(follower.rank);
            } else if !self.wider {
                self.wider = self.is_free(occurrences.len(), follower);
            }
        }
        rare.sort_unstable();
        for rank in rare {
            if self.is_live(rank) {
                self.set.push(rank);
                self.rise();
                self.set.pop();
                if !self.is_set_live() {
                    return;
                }
            }
        }
    }

    /// Lets the node of the set give way to its parent that adds least to the loss.
    fn rise(&mut self) {
        let parent = &self.cut.hierarchy().parent;
        let parents = self.set.iter().map(|&rank| parent[self.extended.node[rank as usize] as usize]);
        let cheapest = parents.min_by_key(|&parent| self.cut.price(parent)).expect("a set has nodes");
        self.cut.rise_to(cheapest);
    }

    /// Whether a live set that is in `rows` rows and its `follower` can be in a rare set without a rare subset. Not if
    /// one of the two is in all rows of the other: then it could be left out of that set, which would be as rare. So
    /// it is with a node and one above it, which no cut publishes together.
    fn is_free(&self, rows: usize, follower: Follower) -> bool {
        let alone = self.extended.rows_with[follower.rank as usize];
        let differs = (follower.rows as usize) < rows && follower.rows < alone;
        follower.owners >= self.k && differs && self.is_live(follower.rank)
    }

    fn is_live(&self, rank: u32) -> bool {
        self.cut.is_live(self.extended.node[rank as usize])
    }

    fn is_set_live(&self) -> bool {
        self.set.iter().all(|&rank| self.is_live(rank))
    }
}
