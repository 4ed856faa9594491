//! AA, the apriori anonymization of Terrovitis, Mamoulis and Kalnis. Raises the cut until every set of at most m
//! nodes that it publishes together has k owners. Rare sets of one node are removed first, then of two, up to m.
//!
//! The paper counts all sets in a tree. For each set that is too rare it looks for the cheapest of all its frequent
//! generalizations. Both steps can be cheaper. The number of owners of a set does not depend on the cut. The cut
//! only decides which sets matter: those of live nodes, which are on the cut or above it. Sets are visited in order
//! of rank. So when a set of live nodes is rare, the sets in which one of its nodes is replaced by the parent were
//! visited before, or they are smaller and were cleared with all sets of their size. They are frequent: if one had
//! been rare, the cut would have risen above one of its nodes, and this set would have a node that is not live. So
//! it is always enough to raise one node by one step, and any other solution costs at least as much. The tree is
//! not needed either: the ranks that follow a set are counted when the set is visited, and then dropped.
//!
//! In a rare set, one node is replaced by its parent: the node whose parent adds least to the loss of the present
//! cut. The loss is NCP over all occurrences of items, in whole numbers. Ties go to the node of best rank.
//!
//! The result need not have the minimum loss: the solution for a rare set is never revised. Of 400 small
//! random logs, 395 get a cut of least loss (`tests/all/apriori/properties.rs`).

use super::extended::{Extended, Occurrence};
use super::hierarchy::{ROOT, TaxonomyCut};
use crate::containers::SparseCounts;
use crate::progress::{Cancelled, Progress};

/// Raises the cut until every single live node has `k` owners. `supports` has, by node, its number of owners;
/// there must be at least k owners in all.
pub(super) fn clear_rare_nodes(supports: &[u32], k: u32, cut: &mut TaxonomyCut<'_>) {
    let hierarchy = cut.hierarchy();
    for node in ROOT + 1..hierarchy.len() as u32 {
        if supports[node as usize] < k && cut.is_live(node) {
            cut.rise_to(hierarchy.parent[node as usize]);
        }
    }
}

/// Raises the cut until every set of 2 to `m` live nodes that occurs in a row of `extended` has `k` owners.
/// All single live nodes must have `k` owners already.
///
/// Worst-case time O(sum over the rows of |extended row|^m). Memory: some 12 bytes for each node of an
/// extended row; sets are not stored.
pub(super) fn clear_rare_sets(
    extended: Extended,
    k: u32,
    m: usize,
    cut: &mut TaxonomyCut<'_>,
    meter: &mut RowMeter<'_>,
) -> Result<(), Cancelled> {
    let tally = SetTally::new(extended.len());
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
    cut: &'c mut TaxonomyCut<'h>,
    tally: SetTally,
    /// The current set of nodes, as ranks in ascending order.
    set: Vec<u32>,
    /// True if a set was visited that may have rare supersets, so larger sets must be visited too.
    wider: bool,
}

impl Climb<'_, '_> {
    /// Raises the cut until no set of `size` live nodes is rare; smaller sets must be cleared already.
    /// `of_all` converts the finished share of this size into the finished share of all sizes.
    fn level(
        &mut self,
        size: usize,
        meter: &mut RowMeter<'_>,
        of_all: impl Fn(f64) -> f64,
    ) -> Result<(), Cancelled> {
        self.wider = false;
        let mut counted = self.cut.live();
        let mut singles = self.singles();
        for rank in 0..self.extended.len() as u32 {
            if self.is_live(rank) {
                // Rebuilds the rows when more than half of the nodes that they were built with are below the
                // cut.
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

    /// By rank, the occurrences of its node in all rows; empty if the node is not live (below the cut).
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

    /// Clears the rare sets of `size` nodes that begin with the current set, which has these `occurrences`.
    /// The depth of recursion is at most m, and in practice much less: a set of n nodes is reached only
    /// through frequent sets, whose number doubles with n.
    fn extend(
        &mut self,
        occurrences: &[Occurrence],
        size: usize,
        meter: &RowMeter<'_>,
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

    /// Clears the rare sets that consist of the current set and one later rank.
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

    /// Raises one node of the current set to its parent: the node whose parent adds least to the loss.
    fn rise(&mut self) {
        let parent = &self.cut.hierarchy().parent;
        let parents = self.set.iter().map(|&rank| parent[self.extended.node[rank as usize] as usize]);
        let cheapest = parents.min_by_key(|&parent| self.cut.price(parent)).expect("a set has nodes");
        self.cut.rise_to(cheapest);
    }

    /// True if the current set, which is in `rows` rows, and its `follower` can be in a rare set that has no
    /// rare subset. False if one of the two is in all rows of the other: without that one, the set would be
    /// as rare. A node and its ancestor are such a case; no cut publishes them together.
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

/// Counts of owners and rows, for one set at a time. They are reset after each use, so one tally serves many sets.
#[derive(Debug)]
pub(super) struct SetTally(SparseCounts<Count>);

#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Count {
    rows: u32,
    owners: u32,
    /// The owner who was counted last, plus 1.
    last_owner: u32,
}

/// A rank that occurs in a row after the last rank of the current set.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Follower {
    pub rank: u32,
    /// Number of owners of the current set together with this rank.
    pub owners: u32,
    /// Number of rows that have the current set together with this rank.
    pub rows: u32,
}

impl SetTally {
    pub fn new(ranks: usize) -> SetTally {
        SetTally(SparseCounts::new(ranks))
    }

    /// The ranks that follow `set`, given by all its occurrences, in no particular order. O(ranks after them).
    pub fn followers(&mut self, extended: &Extended, set: &[Occurrence]) -> Vec<Follower> {
        for &occurrence in set {
            let owner = extended.owner(occurrence) + 1;
            for &rank in extended.after(occurrence) {
                let count = self.0.at(rank);
                count.rows += 1;
                count.owners += u32::from(std::mem::replace(&mut count.last_owner, owner) != owner);
            }
        }
        self.0.drain().map(|(rank, Count { rows, owners, .. })| Follower { rank, owners, rows }).collect()
    }

    /// For each of `followers`, in their order, the occurrences of `set` together with it.
    pub fn occurrences(
        &mut self,
        extended: &Extended,
        set: &[Occurrence],
        followers: &[Follower],
    ) -> Vec<Vec<Occurrence>> {
        let mut lists: Vec<Vec<Occurrence>> = Vec::with_capacity(followers.len());
        for follower in followers {
            // Index plus 1 of the follower's list; other ranks have 0.
            self.0.at(follower.rank).rows = lists.len() as u32 + 1;
            lists.push(Vec::with_capacity(follower.rows as usize));
        }
        for &occurrence in set {
            for (steps, &rank) in extended.after(occurrence).iter().enumerate() {
                let list = self.0.get(rank).rows;
                if list > 0 {
                    lists[list as usize - 1].push(occurrence.with(steps));
                }
            }
        }
        self.0.clear();
        lists
    }
}

/// Reports the work of a run as progress counted in rows. When it is dropped, it reports the remaining rows.
pub(super) struct RowMeter<'p> {
    progress: &'p dyn Progress,
    rows: u64,
    told: u64,
}

impl<'p> RowMeter<'p> {
    pub fn new(progress: &'p dyn Progress, rows: usize) -> RowMeter<'p> {
        RowMeter { progress, rows: rows as u64, told: 0 }
    }

    /// Returns an error if the run was cancelled, so that callers can stop.
    pub fn go_on(&self) -> Result<(), Cancelled> {
        self.progress.go_on()
    }

    /// Reports that the share `share` of the work is done, from 0 to 1.
    pub fn reach(&mut self, share: f64) {
        let reached = (self.rows as f64 * share.min(1.0)) as u64;
        // A hundred reports for a run are enough to draw a progress bar.
        if reached > self.told + self.rows / 100 {
            self.progress.advance(reached - self.told);
            self.told = reached;
        }
    }
}

impl Drop for RowMeter<'_> {
    fn drop(&mut self) {
        self.progress.advance(self.rows - self.told);
    }
}
