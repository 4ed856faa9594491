//! Numbers of rows with an item at or below each node: sums that can be taken in any order and in any parts.

use super::sort_key::KeyedBy;
use crate::taxonomy::{Node, Taxonomy};

/// By node, the number of rows with an item at or below it. Eight bytes for each node.
///
/// ```
/// use clump_core::shards::NodeCounts;
/// use clump_core::taxonomy::{Edge, Taxonomy};
///
/// let edges = [("apple", "fruit"), ("pear", "fruit"), ("fruit", "food"), ("beef", "food")];
/// let edges = edges.map(|(child, parent)| Edge { child, parent: Some(parent), line: 1 });
/// let tree = Taxonomy::from_edges(edges)?;
/// let node = |name: &str| tree.find(name).expect("a node");
/// let mut here = NodeCounts::new(&tree);
/// here.add(&tree, &[node("apple"), node("pear")]);
/// let mut there = NodeCounts::new(&tree);
/// there.add(&tree, &[node("beef")]);
/// here.merge(&there);
/// assert_eq!((here.of(node("fruit")), here.of(node("food")), here.rows()), (1, 2, 2));
/// # Ok::<(), clump_core::taxonomy::TaxonomyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeCounts {
    rows: Vec<u64>,
}

impl NodeCounts {
    /// No rows yet.
    pub fn new(taxonomy: &Taxonomy) -> NodeCounts {
        NodeCounts { rows: vec![0; taxonomy.len()] }
    }

    /// Counts that were added up elsewhere, by node number: the result of [`as_slice`](NodeCounts::as_slice),
    /// or sums of it.
    pub fn from_counts(rows: Vec<u64>) -> NodeCounts {
        NodeCounts { rows }
    }

    /// Adds a row with these items, which are sorted: counted at every node at or above one of them. O(items
    /// x height).
    pub fn add(&mut self, taxonomy: &Taxonomy, items: &[Node]) {
        for_each_node(taxonomy, items, |node| self.add_to(node));
    }

    /// Adds a row with these items, which are sorted: counted at the items alone. For [`KeyedBy::Items`].
    pub fn add_items(&mut self, items: &[Node]) {
        items.chunk_by(|a, b| a == b).for_each(|same| self.add_to(same[0]));
    }

    /// Adds one at `node` alone.
    pub(super) fn add_to(&mut self, node: Node) {
        self.rows[node.index()] += 1;
    }

    /// Adds all rows that `other` counts.
    ///
    /// # Panics
    /// When `other` is of another taxonomy.
    pub fn merge(&mut self, other: &NodeCounts) {
        assert_eq!(self.rows.len(), other.rows.len(), "counts are of one taxonomy");
        self.rows.iter_mut().zip(&other.rows).for_each(|(sum, rows)| *sum += rows);
    }

    /// Number of rows with an item at or below `node`.
    pub fn of(&self, node: Node) -> u64 {
        self.rows[node.index()]
    }

    /// Number of rows.
    pub fn rows(&self) -> u64 {
        self.of(Node::ROOT)
    }

    /// The counts by node number.
    pub fn as_slice(&self) -> &[u64] {
        &self.rows
    }
}

/// Calls `each` once for every node that is at or above one of `items`, which are sorted.
pub(super) fn for_each_node(taxonomy: &Taxonomy, items: &[Node], mut each: impl FnMut(Node)) {
    let mut last = None;
    for &item in items {
        let mut node = item;
        // In preorder, a node above this item and an earlier one is above the last one.
        while last.is_none_or(|last| !taxonomy.is_ancestor(node, last)) {
            each(node);
            if node == Node::ROOT {
                break;
            }
            node = taxonomy.parent(node);
        }
        last = Some(item);
    }
}

/// Calls `each` once for every node that is part of the key of a row with `items`, which are sorted, with the
/// number of items at or below it.
pub(super) fn for_each_count(
    taxonomy: &Taxonomy,
    keyed_by: KeyedBy,
    items: &[Node],
    mut each: impl FnMut(Node, u32),
) {
    match keyed_by {
        KeyedBy::Items => {
            items.chunk_by(|a, b| a == b).for_each(|same| each(same[0], same.len() as u32));
        }
        KeyedBy::Nodes => for_each_node(taxonomy, items, |node| {
            let first = items.partition_point(|&item| item < node);
            let count = items[first..].partition_point(|&item| item < taxonomy.end(node));
            each(node, count as u32);
        }),
    }
}
