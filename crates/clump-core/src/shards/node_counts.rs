//! Numbers of rows with an item at or below each node: sums that can be taken in any order and in any parts.

use rayon::prelude::*;

use crate::progress::{Cancelled, Progress};
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

    /// The sum of what `add` counts for each of so many rows, in parallel.
    pub(crate) fn sum_over(
        rows: usize,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
        add: impl Fn(&mut NodeCounts, usize) + Sync,
    ) -> Result<NodeCounts, Cancelled> {
        let none = || NodeCounts::new(taxonomy);
        // About one part for each thread, since each has counts as long as the taxonomy.
        let part = rows.div_ceil(rayon::current_num_threads()).max(1 << 12);
        let parts = (0..rows).into_par_iter().with_min_len(part).try_fold(none, |mut counts, row| {
            progress.go_on()?;
            add(&mut counts, row);
            Ok(counts)
        });
        parts.try_reduce(none, |mut sum, part| {
            sum.merge(&part);
            Ok(sum)
        })
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
