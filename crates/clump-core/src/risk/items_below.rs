//! How many item occurrences are at or below a node. Subtrees are ranges of node numbers, so two sums give the answer.

use crate::taxonomy::{Node, Taxonomy};

/// Occurrences of items, counted by subtree.
pub(super) struct ItemsBelow {
    /// How many have a lower number than each node, and how many there are.
    before: Vec<u64>,
}

impl ItemsBelow {
    /// Counts `items`.
    pub fn new(taxonomy: &Taxonomy, items: impl IntoIterator<Item = Node>) -> ItemsBelow {
        let mut before = vec![0; taxonomy.len() + 1];
        for item in items {
            before[item.index() + 1] += 1;
        }
        for index in 0..taxonomy.len() {
            before[index + 1] += before[index];
        }
        ItemsBelow { before }
    }

    /// How many are at or below `node`.
    #[inline]
    pub fn count(&self, taxonomy: &Taxonomy, node: Node) -> u64 {
        self.before[taxonomy.end(node).index()] - self.before[node.index()]
    }

    /// How many there are.
    pub fn all(&self) -> u64 {
        self.before[self.before.len() - 1]
    }
}
