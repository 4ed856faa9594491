//! Which nodes tell most of how alike rows are.

use std::cmp::Reverse;

use super::node_counts::NodeCounts;
use crate::taxonomy::{Node, Taxonomy};

/// The nodes in the order of weight times number of rows, the largest first; equal ones by number. Nodes of fewer than k rows
/// are in no group of k, and those without weight are worth nothing: they have no rank. A node of all rows has one, since some
/// rows have more items below it than others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// By node; [`NONE`] if it has none.
    ranks: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Ranks {
    /// The ranks that follow from `counts` and from the weights of `taxonomy`. O(nodes log nodes).
    pub fn new(counts: &NodeCounts, taxonomy: &Taxonomy, k: usize) -> Ranks {
        let tells = |&node: &Node| taxonomy.weight(node) > 0 && counts.of(node) >= k as u64;
        let mass = |node: Node| u128::from(taxonomy.weight(node)) * u128::from(counts.of(node));
        let mut order: Vec<Node> = taxonomy.nodes().skip(1).filter(tells).collect();
        order.sort_unstable_by_key(|&node| (Reverse(mass(node)), node));
        let mut ranks = vec![NONE; taxonomy.len()];
        for (rank, node) in (0u32..).zip(order) {
            ranks[node.index()] = rank;
        }
        Ranks { ranks }
    }

    /// The rank of `node`, from 0.
    pub fn of(&self, node: Node) -> Option<u32> {
        Some(self.ranks[node.index()]).filter(|&rank| rank != NONE)
    }
}
