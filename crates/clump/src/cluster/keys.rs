//! Sort keys of rows, and the shards into which the keys divide the rows.

use std::sync::Arc;

use clump_core::shards::{CutPoints, KeyedBy, NodeCounts, Ranks, SortKey, SortKeys};
use clump_core::taxonomy::Node;
use clump_io::Batches;
use clump_io::arrow_array::builder::{BinaryBuilder, Int32Builder};

use super::table::{batches, with_column};
use super::tree::Tree;
use crate::RunError;

/// Computes a sort key for each row, so that similar rows are near each other.
#[derive(Debug)]
pub struct Keys {
    tree: Tree,
    keyed_by: KeyedBy,
    keys: SortKeys,
}

impl Keys {
    /// Makes keys from nodes or from items, according to `keyed_by`. `counts` are the sums of [`Tree::count`]
    /// for each node: of `Counted::Rows` for nodes, and of `Counted::RowsWith` for items.
    pub fn new(tree: Tree, keyed_by: KeyedBy, counts: Vec<u64>, k: usize) -> Keys {
        let ranks = Ranks::new(keyed_by, &NodeCounts::from_counts(counts), tree.taxonomy(), k);
        let keys = SortKeys::new(keyed_by, ranks, tree.taxonomy());
        Keys { tree, keyed_by, keys }
    }

    /// The key of a row with these nodes, which must be sorted. A repeated label counts once.
    pub(super) fn of(&self, nodes: &[Node]) -> SortKey {
        match self.keyed_by {
            KeyedBy::Nodes => self.keys.of(self.tree.taxonomy(), nodes),
            KeyedBy::Items => {
                let mut labels = nodes.to_vec();
                labels.dedup();
                self.keys.of(self.tree.taxonomy(), &labels)
            }
        }
    }

    /// The tree that the nodes of rows refer to.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Adds the column `key`, with the sort key of each row.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn add(&self, rows: &Batches) -> Result<Batches, RunError> {
        let mut column = BinaryBuilder::new();
        self.each(rows, |key| column.append_value(key.as_bytes()))?;
        with_column(rows, "key", Arc::new(column.finish()))
    }

    /// Adds the column `shard`, with the number of the shard of each row, from 0.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn divide(&self, rows: &Batches, cuts: &CutPoints) -> Result<Batches, RunError> {
        let mut column = Int32Builder::new();
        self.each(rows, |key| column.append_value(cuts.shard_of(&key).cast_signed()))?;
        with_column(rows, "shard", Arc::new(column.finish()))
    }

    fn each(&self, rows: &Batches, mut each: impl FnMut(SortKey)) -> Result<(), RunError> {
        let mut nodes: Vec<Node> = Vec::new();
        for batch in batches(rows)? {
            let lists = batch.number_lists("nodes")?;
            for row in 0..batch.rows() {
                nodes.clear();
                nodes.extend(lists.nodes(row));
                each(self.of(&nodes));
            }
        }
        Ok(())
    }
}
