//! Words and what they are published as: labels for what is left of rows, and what stays alone at the end.

use std::collections::BTreeMap;
use std::sync::Arc;

use clump_core::containers::Ragged;
use clump_core::shards::{AlikeOwners, Alone, OwnerKey, Placing};
use clump_core::taxonomy::Node;
use clump_io::Batches;
use clump_io::arrow_array::builder::{Int32Builder, Int64Builder, ListBuilder};
use clump_io::arrow_array::types::{Int32Type, Int64Type};

use super::table::{Cells, Rows, RowsBuilder, batches, table};
use super::tree::Tree;
use crate::RunError;

impl Tree {
    /// What is left of `rows` with the labels that `placing` gives to those that it has, or with those that it has where there is
    /// none. What gets no label is gone. All rows of an owner must be there: `owner_key` is that of these labels from here on.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn label(&self, rows: &Batches, placing: Option<&Placing>) -> Result<Batches, RunError> {
        let rows = Rows::read(rows)?;
        let label = |label: Node| placing.map_or(Some(label), |placing| placing.label(label));
        let mut labelled = Labelled::default();
        for row in 0..rows.len() {
            let cells = rows.nodes.get(row).iter().zip(rows.items(row));
            labelled.push(row, cells.filter_map(|(&node, &item)| Some((label(node)?, item))).collect());
        }
        labelled.write(self, rows)
    }

    /// What is not placed of the labels of `rows`, which has all rows of each owner: one row for each owner who has any. Rounds of
    /// counting need no more.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn unplaced(&self, rows: &Batches, placing: &Placing) -> Result<Batches, RunError> {
        let rows = Rows::read(rows)?;
        let mut out = RowsBuilder::default();
        for own in rows.of_owners() {
            let labels = rows.nodes.span(own.clone()).iter().copied();
            let mut left: Vec<Node> = labels.filter(|&label| placing.label(label).is_none()).collect();
            left.sort_unstable();
            left.dedup();
            if !left.is_empty() {
                out.push(&rows, own.start, Cells { labels: &left, items: &left, text: None, is_left: true });
            }
        }
        out.finish()
    }

    /// Owners who are alike in a label: columns `node`, `times`, which are how often a row has the label, and how many such
    /// `owners` there are in `rows`, which has all rows of each.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn alike(&self, rows: &Batches) -> Result<Batches, RunError> {
        let rows = Rows::read(rows)?;
        let mut alike: BTreeMap<(Node, Vec<u32>), i64> = BTreeMap::new();
        for own in rows.of_owners() {
            let mut times: Vec<(Node, u32)> = own
                .flat_map(|row| rows.nodes.get(row).chunk_by(|a, b| a == b))
                .map(|same| (same[0], same.len() as u32))
                .collect();
            times.sort_unstable();
            times.dedup();
            for label in times.chunk_by(|a, b| a.0 == b.0) {
                let times = label.iter().map(|&(_, times)| times).collect();
                *alike.entry((label[0].0, times)).or_default() += 1;
            }
        }
        let (mut nodes, mut owners) = (Int32Builder::new(), Int64Builder::new());
        let mut all_times = ListBuilder::new(Int32Builder::new());
        for ((node, times), count) in alike {
            nodes.append_value(node.0.cast_signed());
            all_times.append_value(times.iter().map(|&times| Some(times.cast_signed())));
            owners.append_value(count);
        }
        table(vec![
            ("node", Arc::new(nodes.finish())),
            ("times", Arc::new(all_times.finish())),
            ("owners", Arc::new(owners.finish())),
        ])
    }

    /// Publishes what is left of `rows` alone.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn publish_alone(&self, rows: &Batches, alone: &Alone) -> Result<Batches, RunError> {
        let rows = Rows::read(rows)?;
        let mut out = RowsBuilder::default();
        for row in 0..rows.len() {
            let (labels, items) = (rows.nodes.get(row), rows.items(row));
            alone.publish(self.taxonomy(), labels, |label, places| {
                let items: Vec<Node> = places.iter().map(|&place| items[place]).collect();
                let labels = vec![label; places.len()];
                out.push(&rows, row, Cells { labels: &labels, items: &items, text: None, is_left: false });
            });
        }
        out.finish()
    }
}

/// How often each label is published in a row, from the sums of [`Tree::alike`] over all machines.
///
/// # Errors
/// When a table is not as it should be.
pub fn decide_alone(alike: &Batches, k: usize) -> Result<Alone, RunError> {
    let mut by_label: BTreeMap<Node, Vec<AlikeOwners>> = BTreeMap::new();
    for batch in batches(alike)? {
        let (node, owners) = (batch.numbers::<Int32Type>("node")?, batch.numbers::<Int64Type>("owners")?);
        let times = batch.number_lists("times")?;
        for row in 0..batch.rows() {
            by_label.entry(Node(node.value(row).cast_unsigned())).or_default().push(AlikeOwners {
                times: times.get(row).iter().map(|&times| times.cast_unsigned()).collect(),
                owners: owners.value(row).cast_unsigned(),
            });
        }
    }
    let mut alone = Alone::default();
    by_label.into_iter().for_each(|(label, owners)| alone.decide(label, owners, k as u64));
    Ok(alone)
}

/// Rows with labels and the items below them.
#[derive(Default)]
struct Labelled {
    rows: Vec<usize>,
    labels: Ragged<Node>,
    items: Ragged<Node>,
}

impl Labelled {
    /// Takes the cells that are left of `row`, if there are any.
    fn push(&mut self, row: usize, mut cells: Vec<(Node, Node)>) {
        if !cells.is_empty() {
            cells.sort_unstable();
            self.rows.push(row);
            self.labels.push(cells.iter().map(|&(label, _)| label));
            self.items.push(cells.iter().map(|&(_, item)| item));
        }
    }

    /// Writes them with the keys of their owners.
    fn write(self, tree: &Tree, mut rows: Rows) -> Result<Batches, RunError> {
        let mut once = self.labels.clone();
        once.make_sets();
        let mut from = 0;
        for own in self.rows.chunk_by(|&a, &b| rows.owner_of[a] == rows.owner_of[b]) {
            let labels = (from..from + own.len()).map(|place| once.get(place));
            let key = OwnerKey::of_rows(tree.taxonomy(), labels);
            let owner = rows.owner_of[own[0]] as usize;
            rows.owner_keys[owner] = key;
            from += own.len();
        }
        let mut out = RowsBuilder::default();
        for (place, &row) in self.rows.iter().enumerate() {
            let (labels, items) = (self.labels.get(place), self.items.get(place));
            out.push(&rows, row, Cells { labels, items, text: None, is_left: true });
        }
        out.finish()
    }
}
