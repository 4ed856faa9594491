//! A taxonomy: one tree over all items. Nodes are numbered in preorder: parents come first and the subtree of `v`
//! is the range `v .. end(v)`, so "is an ancestor of" is two comparisons.
//!
//! The loss metric LM(v) = (leaves(v) - 1) / (leaves(root) - 1) is a multiple of 1 / (leaves(root) - 1) at every
//! node. So the taxonomy stores it as a whole number of such units ([`Taxonomy::cost`]). Sums and comparisons of
//! losses are exact; losses become floating-point numbers only in reports.
//!
//! A taxonomy also stores the prices of nodes that methods minimise (`prices`): LM, or bits.

use std::sync::Arc;

mod build;
mod names;
mod prices;

pub use build::{Edge, TaxonomyError};
pub use names::{NodeNames, Renumbered, is_marked, marked, unmarked};
pub use prices::PricedIn;

use prices::Prices;

/// A node of a [`Taxonomy`], identified by its preorder number from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Node(pub u32);

impl Node {
    /// The root of every taxonomy.
    pub const ROOT: Node = Node(0);

    /// The preorder number as an index into per-node arrays.
    #[inline]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A rooted tree of named items. Immutable; every per-node array is indexed by preorder number.
///
/// ```
/// use clump_core::taxonomy::Taxonomy;
///
/// let taxonomy = Taxonomy::from_pairs([("apple", "fruit"), ("orange", "fruit"), ("fruit", "food"), ("milk", "food")])?;
/// let fruit = taxonomy.find("fruit").expect("fruit was given");
/// assert_eq!(taxonomy.lm(fruit), 0.5); // two of three leaves: (2 - 1) / (3 - 1)
/// assert_eq!(taxonomy.level(fruit), 2); // the root is at level 1
/// # Ok::<(), clump_core::taxonomy::TaxonomyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Taxonomy {
    names: Arc<NodeNames>,
    /// The parent of each node; the root is its own parent.
    parent: Vec<Node>,
    /// For each node, one past the last node of its subtree.
    end: Vec<u32>,
    leaves: Vec<u32>,
    level: Vec<u32>,
    /// LM of each node, in units of `1 / scale`.
    cost: Vec<u32>,
    scale: u32,
    prices: Prices,
}

impl Taxonomy {
    /// Number of nodes, including the root.
    #[allow(clippy::len_without_is_empty, reason = "a taxonomy has a root")]
    pub fn len(&self) -> usize {
        self.parent.len()
    }

    /// All nodes in preorder.
    pub fn nodes(&self) -> impl DoubleEndedIterator<Item = Node> + ExactSizeIterator + use<> {
        (0..self.len() as u32).map(Node)
    }

    /// The name of `node`: unique in this taxonomy, and public, since releases consist of names.
    pub fn name(&self, node: Node) -> &str {
        self.names.get(node)
    }

    /// The node with this name. The first one if several have it, which [`Taxonomy::from_preorder`] does not
    /// refuse. O(length of the name). The first call builds an index, in O(text of all names), which all clones
    /// share.
    pub fn find(&self, name: &str) -> Option<Node> {
        self.names.find(name)
    }

    /// The names of all nodes, as a shared copy that can outlive the taxonomy.
    pub fn names(&self) -> Arc<NodeNames> {
        Arc::clone(&self.names)
    }

    /// The parent of `node`; the root is its own parent.
    #[inline]
    pub fn parent(&self, node: Node) -> Node {
        self.parent[node.index()]
    }

    /// `node` and all nodes above it, from the lowest to the root. An item is its own ancestor (Section II.A).
    pub fn ancestors(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        std::iter::successors(Some(node), |&node| (node != Node::ROOT).then(|| self.parent(node)))
    }

    /// One past the last node of the subtree of `node`.
    #[inline]
    pub fn end(&self, node: Node) -> Node {
        Node(self.end[node.index()])
    }

    /// True if `above` is `below` or one of its ancestors. An item is its own ancestor (Section II.A).
    #[inline]
    pub fn is_ancestor(&self, above: Node, below: Node) -> bool {
        above <= below && below.0 < self.end[above.index()]
    }

    /// True if `node` has no children.
    #[inline]
    pub fn is_leaf(&self, node: Node) -> bool {
        self.end[node.index()] == node.0 + 1
    }

    /// For each node, true if it is at or below one of `nodes`.
    pub(crate) fn at_or_below(&self, nodes: impl IntoIterator<Item = Node>) -> Vec<bool> {
        let mut is_below = vec![false; self.len()];
        for node in nodes {
            is_below[node.index()..self.end(node).index()].fill(true);
        }
        is_below
    }

    /// Number of leaves at or below `node`.
    #[inline]
    pub fn leaves(&self, node: Node) -> u32 {
        self.leaves[node.index()]
    }

    /// Level of `node`: its distance from the root plus one, so the root is at level 1, as in the paper's Figure 5.
    #[inline]
    pub fn level(&self, node: Node) -> u32 {
        self.level[node.index()]
    }

    /// The largest level of any node.
    pub fn height(&self) -> u32 {
        self.level.iter().copied().max().expect("a taxonomy has a root")
    }

    /// The children of `node`, in preorder.
    pub fn children(&self, node: Node) -> impl Iterator<Item = Node> + '_ {
        let end = self.end(node);
        let mut next = Node(node.0 + 1);
        std::iter::from_fn(move || {
            let child = (next < end).then_some(next)?;
            next = self.end(child);
            Some(child)
        })
    }

    /// LM(node) in units of `1 /` [`scale`](Taxonomy::scale): 0 at a leaf, `scale` at the root. It does not depend
    /// on the prices of the taxonomy.
    #[inline]
    pub fn cost(&self, node: Node) -> u32 {
        self.cost[node.index()]
    }

    /// Loss of a suppressed item, in units of [`cost`](Taxonomy::cost): leaves(root) - 1, or 1 with one leaf.
    #[inline]
    pub fn scale(&self) -> u32 {
        self.scale
    }

    /// LM(node), the loss metric of the paper (Section II.B): 0 at a leaf, 1 at the root, else (leaves - 1) /
    /// (all leaves - 1).
    pub fn lm(&self, node: Node) -> f64 {
        f64::from(self.cost(node)) / f64::from(self.scale)
    }

    /// The penalty of `node` in He and Naughton's method, in units of 1 / leaves(root): 0 at a leaf, else the
    /// number of leaves below `node`.
    pub fn penalty(&self, node: Node) -> u32 {
        if self.is_leaf(node) && node != Node::ROOT { 0 } else { self.leaves(node) }
    }
}
