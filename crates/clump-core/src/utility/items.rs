//! The items of the data: what a published node may stand for.

use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The distinct items of some transactions.
pub(super) struct Items {
    /// Sorted.
    pub all: Vec<Node>,
    /// How many of them have a lower number than each node, with one place more for the end of the root.
    before: Vec<u32>,
}

impl Items {
    /// O(nodes + items).
    pub fn new(transactions: &Transactions, taxonomy: &Taxonomy) -> Items {
        let mut occurs = vec![false; taxonomy.len()];
        for item in transactions.bags().items() {
            occurs[item.index()] = true;
        }
        let mut before = Vec::with_capacity(taxonomy.len() + 1);
        let mut all = Vec::new();
        for node in taxonomy.nodes() {
            before.push(all.len() as u32);
            if occurs[node.index()] {
                all.push(node);
            }
        }
        before.push(all.len() as u32);
        Items { all, before }
    }

    /// How many there are at or below `node`: n(v).
    #[inline]
    pub fn at_or_below(&self, taxonomy: &Taxonomy, node: Node) -> u32 {
        self.before[taxonomy.end(node).index()] - self.before[node.index()]
    }
}
