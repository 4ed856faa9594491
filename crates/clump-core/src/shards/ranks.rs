//! Which nodes tell most of how alike rows are.

use std::cmp::Reverse;

use super::node_counts::NodeCounts;
use crate::taxonomy::{Node, Taxonomy};

/// What keys are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyedBy {
    /// The nodes at or above the items of a row, those of the largest weight times number of rows first: for rows that are
    /// published whole.
    Nodes,
    /// The items of a row alone, the commonest first: for rows of which the same words are looked for. Those of rows with two
    /// words in common are near each other unless one has a third that is commoner. The rarest first kept half of the links.
    Items,
}

/// The nodes in the order of weight times number of rows, or of number of rows alone where keys are made of items; the largest
/// first, and equal ones by node number. Nodes of fewer than k rows are in no group of k, and those without weight are worth
/// nothing: they have no rank. A node of all rows has one, since some rows have more items below it than others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranks {
    /// By node; [`NONE`] if it has none.
    ranks: Vec<u32>,
}

const NONE: u32 = u32::MAX;

impl Ranks {
    /// The ranks that follow from `counts`, which count rows by what they are keyed by, and from the weights of `taxonomy`. O(nodes log nodes).
    pub fn new(keyed_by: KeyedBy, counts: &NodeCounts, taxonomy: &Taxonomy, k: usize) -> Ranks {
        let weight = |node: Node| match keyed_by {
            KeyedBy::Nodes => taxonomy.weight(node),
            KeyedBy::Items => 1,
        };
        let tells = |&node: &Node| weight(node) > 0 && counts.of(node) >= k as u64;
        let mass = |node: Node| u128::from(weight(node)) * u128::from(counts.of(node));
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
