//! Index of the earlier bags: finds the bags that generalize a row without trying all of them.
//!
//! Bag b generalizes row t if below no node b has more items than t: cnt_b(v) <= cnt_t(v). Only the labels of b
//! need this test: at any other node v, cnt_b(v) is the sum over the children of v, and cnt_t(v) at least that sum.
//!
//! Each of these tests is a feature that a row must have. A bag is listed under its rarest feature. For a
//! row, only the bags listed under nodes at or above its items are tested. So the cost is the sum over the
//! bags of the rows that have the rarest feature, not bags times rows.

use std::cmp::Reverse;

use crate::containers::Ragged;
use crate::counts::{Spread, support};
use crate::loss;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// Index of a bag in the order of the value that it keeps, from 0; the bag that keeps most is first.
pub(super) type Rank = u32;

/// Condition that a row must meet to be generalized by a bag: at least `count` items at or below `node`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Need {
    node: Node,
    count: u32,
}

/// Bags in the order of the value that they keep, largest first. The last bag is empty and generalizes every row.
#[derive(Debug)]
pub(super) struct Index {
    bags: Bags,
    kept: Vec<u64>,
    /// By bag, its needs except the one under which the bag is listed; the rarest first.
    needs: Ragged<Need>,
    /// By node, the bags listed under it: rank, and number of items that the bag needs there. Ranks ascend.
    filed: Ragged<(Rank, u32)>,
}

impl Index {
    /// Builds the index of `bags` and the empty bag. O(items of rows and bags x depth).
    pub fn new(
        bags: &Bags,
        transactions: &Transactions,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
    ) -> Result<Index, Cancelled> {
        let mut order: Vec<(Reverse<u64>, usize)> = (0..bags.len())
            .filter(|&bag| !bags.get(bag).is_empty())
            .map(|bag| (Reverse(loss::kept(taxonomy, bags.get(bag))), bag))
            .collect();
        order.sort_unstable();
        let kept = order.iter().map(|&(Reverse(kept), _)| kept).chain([0]).collect();
        let bags: Bags = order.iter().map(|&(_, bag)| bags.get(bag).to_vec()).chain([Vec::new()]).collect();
        let support = support(transactions, taxonomy, progress)?;
        let rows_with =
            |need: &Need| support.get(need.node.index()).get(need.count as usize - 1).copied().unwrap_or(0);
        let mut needs = Ragged::default();
        let mut filed: Vec<(usize, (Rank, u32))> = Vec::new();
        for (bag, rank) in bags.iter().zip(0..) {
            let mut own = needs_of(taxonomy, bag);
            own.sort_by_key(|need| (rows_with(need), need.node));
            if let Some((rarest, others)) = own.split_first() {
                filed.push((rarest.node.index(), (rank, rarest.count)));
                needs.open().extend_from_slice(others);
            }
            needs.close();
        }
        Ok(Index { bags, kept, needs, filed: Ragged::by_key(taxonomy.len(), filed.into_iter()) })
    }

    pub fn bags(&self) -> &Bags {
        &self.bags
    }

    pub fn into_bags(self) -> Bags {
        self.bags
    }

    /// Value, in units, that a row keeps if it is published as the bag with this rank.
    pub fn kept(&self, rank: Rank) -> u64 {
        self.kept[rank as usize]
    }

    pub fn empty(&self) -> Rank {
        self.bags.len() as Rank - 1
    }

    /// True if the row meets all needs of the bag in `needs`; the need under which the bag is listed is not tested.
    fn fits(&self, rank: Rank, row: &Spread<'_>) -> bool {
        let needs = self.needs.get(rank as usize);
        needs.iter().all(|need| row.counts().get(need.node.0) >= need.count)
    }

    /// Rank of the first bag, from rank `from` on, that generalizes the row; the empty bag if there is no other.
    pub fn first_from(&self, from: Rank, row: &Spread<'_>) -> Rank {
        let mut first = self.empty();
        for (node, count) in row.counts().iter() {
            let filed = self.filed.get(node as usize);
            let begin = filed.partition_point(|&(rank, _)| rank < from);
            let found = filed[begin..]
                .iter()
                .take_while(|&&(rank, _)| rank < first)
                .find(|&&(rank, needed)| needed <= count && self.fits(rank, row));
            first = found.map_or(first, |&(rank, _)| rank);
        }
        first
    }

    /// Ranks of the first `most` bags that generalize the row, ascending.
    pub fn first(&self, most: usize, row: &Spread<'_>) -> Vec<Rank> {
        let mut found = Vec::new();
        let mut limit = self.empty();
        for (node, count) in row.counts().iter() {
            for &(rank, needed) in self.filed.get(node as usize).iter().take_while(|&&(rank, _)| rank < limit)
            {
                if needed <= count && self.fits(rank, row) {
                    found.push(rank);
                }
            }
            if found.len() > 2 * most {
                found.sort_unstable();
                found.truncate(most);
                limit = found[most - 1];
            }
        }
        found.push(self.empty());
        found.sort_unstable();
        found.truncate(most);
        found
    }
}

/// The needs of a sorted bag: one for each of its distinct labels.
fn needs_of(taxonomy: &Taxonomy, bag: &[Node]) -> Vec<Need> {
    bag.chunk_by(|a, b| a == b)
        .map(|same| {
            let (node, end) = (same[0], taxonomy.end(same[0]));
            let first = bag.partition_point(|&item| item < node);
            let past = bag.partition_point(|&item| item < end);
            Need { node, count: (past - first) as u32 }
        })
        .collect()
}
