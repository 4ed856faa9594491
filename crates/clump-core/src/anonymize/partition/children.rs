//! The children of every node side by side, so that the child that covers an item is found by bisection: WordNet has
//! nodes with hundreds of children, and chains may be 100,000 nodes deep.

use crate::taxonomy::{Node, Taxonomy};

/// All children, by parent and then in preorder. 8 bytes a node.
#[derive(Debug)]
pub(super) struct Children {
    children: Vec<Node>,
    /// `children[start[v] .. start[v + 1]]` are those of node v.
    start: Vec<u32>,
}

impl Children {
    /// O(nodes).
    pub fn of(taxonomy: &Taxonomy) -> Children {
        let mut children = Vec::with_capacity(taxonomy.len() - 1);
        let mut start = Vec::with_capacity(taxonomy.len() + 1);
        for node in taxonomy.nodes() {
            start.push(children.len() as u32);
            children.extend(taxonomy.children(node));
        }
        start.push(children.len() as u32);
        Children { children, start }
    }

    /// The child of `node` at or above `item`, which must be below `node`.
    #[inline]
    pub fn covering(&self, node: Node, item: Node) -> Node {
        let (start, end) = (self.start[node.index()], self.start[node.index() + 1]);
        let children = &self.children[start as usize..end as usize];
        children[children.partition_point(|&child| child <= item) - 1]
    }
}
