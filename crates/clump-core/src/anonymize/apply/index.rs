//! Index of the earlier bags: finds those that can stand for a row without trying all of them.
//!
//! Bag b can stand for row t if below no node b has more items than t: cnt_b(v) <= cnt_t(v). Only the nodes
//! that b itself holds need this test. At any other node cnt_b(v) is the sum over the children of v, and
//! cnt_t(v) is at least that sum.
//!
//! Each of these tests is a feature that a row must have. A bag is filed under its rarest feature. A row
//! looks only at the bags that are filed under nodes at or above its items. So the cost is the sum over the
//! bags of the rows that have the rarest feature, not bags times rows.

use std::cmp::Reverse;

use crate::containers::Ragged;
use crate::counts::{Spread, support};
use crate::loss;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

/// Place of a bag in the order of what it keeps: the bag that keeps most is first.
pub(super) type Rank = u32;

/// Condition on a row: at least `count` items at or below `node`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Need {
    node: Node,
    count: u32,
}

/// Bags in the order of what they keep, the most first, and filed under their rarest need. The last one is empty: it
/// can stand for every row.
#[derive(Debug)]
pub(super) struct Index {
    bags: Bags,
    kept: Vec<u64>,
    /// The needs of each bag, except the one under which it is filed; the rarest first.
    needs: Ragged<Need>,
    /// The bags filed under each node: rank, and the count needed there. Ranks ascend.
    filed: Ragged<(Rank, u32)>,
}

impl Index {
    /// Files `bags`, and the empty one. O(items of rows and bags x depth).
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

    /// Value in units that a row keeps if it is published as the bag of this rank.
    pub fn kept(&self, rank: Rank) -> u64 {
        self.kept[rank as usize]
    }

    pub fn empty(&self) -> Rank {
        self.bags.len() as Rank - 1
    }

    /// True if the row meets every need of the bag but the one under which the bag is filed.
    fn fits(&self, rank: Rank, row: &Spread<'_>) -> bool {
        let needs = self.needs.get(rank as usize);
        needs.iter().all(|need| row.counts().get(need.node.0) >= need.count)
    }

    /// The first bag from rank `from` on that can stand for the row; at the latest the empty bag.
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

    /// The first `most` bags that can stand for the row, ascending.
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

/// The needs of a sorted bag: one for each node that it holds.
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
