//! Numbers of rows with an item at or below each node: sums that can be computed in any order and from any parts.

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
    /// Starts with no rows: all counts are 0.
    pub fn new(taxonomy: &Taxonomy) -> NodeCounts {
        NodeCounts { rows: vec![0; taxonomy.len()] }
    }

    /// Counts that were computed elsewhere, by node number: the result of [`as_slice`](NodeCounts::as_slice),
    /// or sums of such results.
    pub fn from_counts(rows: Vec<u64>) -> NodeCounts {
        NodeCounts { rows }
    }

    /// Sum over `rows` rows of the counts that `add` adds for each, computed in parallel.
    pub(crate) fn sum_over(
        rows: usize,
        taxonomy: &Taxonomy,
        progress: &dyn Progress,
        add: impl Fn(&mut NodeCounts, usize) + Sync,
    ) -> Result<NodeCounts, Cancelled> {
        let none = || NodeCounts::new(taxonomy);
        // About one part for each thread, because each part has as many counts as the taxonomy has nodes.
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

    /// Adds a row with these items, which must be sorted: counts it once at every node at or above one of
    /// them. O(items x height).
    pub fn add(&mut self, taxonomy: &Taxonomy, items: &[Node]) {
        for_each_node(taxonomy, items, |node| self.add_to(node));
    }

    /// Adds a row with these items, which must be sorted: counts it at its items only, where keys are made of items.
    pub fn add_items(&mut self, items: &[Node]) {
        items.chunk_by(|a, b| a == b).for_each(|same| self.add_to(same[0]));
    }

    pub(super) fn add_to(&mut self, node: Node) {
        self.rows[node.index()] += 1;
    }

    /// Adds the counts of `other`.
    ///
    /// # Panics
    /// If `other` was counted over another taxonomy.
    pub fn merge(&mut self, other: &NodeCounts) {
        assert_eq!(self.rows.len(), other.rows.len(), "counts are of one taxonomy");
        self.rows.iter_mut().zip(&other.rows).for_each(|(sum, rows)| *sum += rows);
    }

    /// Number of rows with an item at or below `node`.
    pub fn of(&self, node: Node) -> u64 {
        self.rows[node.index()]
    }

    /// Number of rows that were added to the counts.
    pub fn rows(&self) -> u64 {
        self.of(Node::ROOT)
    }

    /// The counts by node number.
    pub fn as_slice(&self) -> &[u64] {
        &self.rows
    }
}

/// Calls `each` once for every node at or above one of `items`, which must be sorted.
pub(super) fn for_each_node(taxonomy: &Taxonomy, items: &[Node], mut each: impl FnMut(Node)) {
    let mut last = None;
    for &item in items {
        let mut node = item;
        // Items are in preorder: a node above this item that is also above an earlier item is above the last item.
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
