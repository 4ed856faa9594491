//! The children of every node side by side, so that the child that covers an item is found by bisection: WordNet has
//! nodes with hundreds of children, and chains may be 100,000 nodes deep.

use crate::containers::Ragged;
use crate::taxonomy::{Node, Taxonomy};

/// All children, by parent and then in preorder. 12 bytes for each node.
#[derive(Debug)]
pub(super) struct Children(Ragged<Node>);

impl Children {
    /// O(nodes).
    pub fn of(taxonomy: &Taxonomy) -> Children {
        let mut children = Ragged::with_capacity(taxonomy.len(), taxonomy.len() - 1);
        for node in taxonomy.nodes() {
            children.push(taxonomy.children(node));
        }
        Children(children)
    }

    /// The child of `node` at or above `item`, which must be below `node`.
    #[inline]
    pub fn covering(&self, node: Node, item: Node) -> Node {
        let children = self.0.get(node.index());
        children[children.partition_point(|&child| child <= item) - 1]
    }
}
