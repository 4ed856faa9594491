//! Gives labels to the items that no piece took, and decides which labels are published alone.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use clump_core::anonymize::pieces::Remainder;
use clump_core::shards::{Alone, Placing};
use clump_core::taxonomy::Node;
use clump_io::Batches;
use clump_io::arrow_array::builder::{Int32Builder, Int64Builder, ListBuilder};
use clump_io::arrow_array::types::{Int32Type, Int64Type};

use super::table::{Rows, RowsBuilder, batches, table};
use super::tree::Tree;
use crate::RunError;

impl Tree {
    /// Replaces the label of each remaining item by its label in `placing`, and drops items that have none
    /// there. Without `placing`, labels stay. `rows` must have all rows of each owner, since the new
    /// `owner_key` is computed from the new labels.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn label(&self, rows: &Batches, placing: Option<&Placing>) -> Result<Batches, RunError> {
        let mut rows = Rows::read(rows)?;
        let left =
            rows.remainder().label(|label| placing.map_or(Some(label), |placing| placing.label(label)));
        for (owner, key) in left.owner_keys(self.taxonomy()) {
            rows.owner_keys[owner as usize] = key;
        }
        let mut out = RowsBuilder::default();
        out.push_left(&rows, &left);
        out.finish()
    }

    /// Returns one row for each owner, with the distinct labels that have no label in `placing` yet. `rows`
    /// must have all rows of each owner. The next round of [`Tree::count`] needs only this.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn unplaced(&self, rows: &Batches, placing: &Placing) -> Result<Batches, RunError> {
        let rows = Rows::read(rows)?;
        let mut left = Remainder::default();
        for own in rows.of_owners() {
            let labels = rows.nodes.span(own.clone()).iter().copied();
            let unplaced: BTreeSet<Node> = labels.filter(|&label| placing.label(label).is_none()).collect();
            let cells = unplaced.into_iter().map(|label| (label, label));
            left.push(own.start as u32, rows.owner_of[own.start], cells);
        }
        let mut out = RowsBuilder::default();
        out.push_left(&rows, &left);
        out.finish()
    }

    /// Counts, for each label, the owners in whose rows it occurs equally often. Columns: `node`; `times`,
    /// the numbers of occurrences in the rows of such an owner; `owners`, their number. `rows` must have all
    /// rows of each owner.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn alike(&self, rows: &Batches) -> Result<Batches, RunError> {
        let rows = Rows::read(rows)?;
        let alike = rows.remainder().alike().into_iter();
        let mut alike: Vec<(Node, Vec<u32>, u64)> = alike
            .flat_map(|(node, owners)| owners.into_iter().map(move |(times, owners)| (node, times, owners)))
            .collect();
        alike.sort_unstable();
        let (mut nodes, mut owners) = (Int32Builder::new(), Int64Builder::new());
        let mut all_times = ListBuilder::new(Int32Builder::new());
        for (node, times, count) in alike {
            nodes.append_value(node.0.cast_signed());
            all_times.append_value(times.iter().map(|&times| Some(times.cast_signed())));
            owners.append_value(count.cast_signed());
        }
        table(vec![
            ("node", Arc::new(nodes.finish())),
            ("times", Arc::new(all_times.finish())),
            ("owners", Arc::new(owners.finish())),
        ])
    }

    /// Publishes the remaining labels of `rows`. Each part repeats one label as often as `alone` states.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn publish_alone(&self, rows: &Batches, alone: &Alone) -> Result<Batches, RunError> {
        let rows = Rows::read(rows)?;
        let mut out = RowsBuilder::default();
        rows.remainder().publish_alone(self.taxonomy(), alone, |row, labels, items| {
            out.push_part(&rows, row as usize, labels, &items, None);
        });
        out.finish()
    }
}

/// Decides how often a part repeats each label, from the sums of [`Tree::alike`] over all machines.
///
/// # Errors
/// When a table lacks a column, or a column has the wrong type.
pub fn decide_alone(alike: &Batches, k: usize) -> Result<Alone, RunError> {
    let mut by_label: BTreeMap<Node, Vec<(Vec<u32>, u64)>> = BTreeMap::new();
    for batch in batches(alike)? {
        let (node, owners) = (batch.numbers::<Int32Type>("node")?, batch.numbers::<Int64Type>("owners")?);
        let times = batch.number_lists("times")?;
        for row in 0..batch.rows() {
            let times = times.get(row).iter().map(|&times| times.cast_unsigned()).collect();
            let alike = (times, owners.value(row).cast_unsigned());
            by_label.entry(Node(node.value(row).cast_unsigned())).or_default().push(alike);
        }
    }
    let mut alone = Alone::default();
    by_label.into_iter().for_each(|(label, owners)| alone.decide(label, owners, k as u64));
    Ok(alone)
}
