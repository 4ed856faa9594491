//! The cells of all rows that are not published yet.
//!
//! Each step depends on one row, on one owner, or on the joined shards. So one process can do it for all rows
//! at once, and a cluster for some owners on each machine.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::containers::Ragged;
use crate::shards::{Alone, OwnerKey, Shard};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The pieces that one shard formed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JoinedShard {
    /// By piece, the labels that it publishes.
    pub pieces: Ragged<Node>,
    /// For each item of the shard's rows, concatenated, the number of its piece; `None` if it is in no piece.
    pub piece_of: Vec<Option<u32>>,
}

/// Cells that are not published yet. All rows of an owner are neighbours.
#[derive(Clone, Debug, Default)]
pub struct Remainder {
    /// The number of each row in the original transactions.
    rows: Vec<u32>,
    owners: Vec<u32>,
    /// By row, the label of each cell, sorted.
    labels: Ragged<Node>,
    /// By row, the items of its cells, in the order of `labels`: each at or below its label. Items with the
    /// same label are sorted.
    items: Ragged<Node>,
}

impl Remainder {
    /// Adds a row of this owner. Each cell is a label and an item, and `row` is the original row number. Does
    /// nothing if `cells` is empty.
    pub fn push(&mut self, row: u32, owner: u32, cells: impl IntoIterator<Item = (Node, Node)>) {
        let mut cells: Vec<(Node, Node)> = cells.into_iter().collect();
        if cells.is_empty() {
            return;
        }
        cells.sort_unstable();
        self.rows.push(row);
        self.owners.push(owner);
        self.labels.push(cells.iter().map(|&(label, _)| label));
        self.items.push(cells.iter().map(|&(_, item)| item));
    }

    /// The original number of each row, the labels of its cells and their items.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &[Node], &[Node])> {
        self.rows
            .iter()
            .zip(self.labels.iter())
            .zip(self.items.iter())
            .map(|((&row, labels), items)| (row, labels, items))
    }

    /// Copies the cells with new labels: `label` maps an old label to the new one, or to `None` to drop its cells.
    #[must_use]
    pub fn label(&self, label: impl Fn(Node) -> Option<Node>) -> Remainder {
        let mut labelled = Remainder::default();
        for (place, (row, labels, items)) in self.iter().enumerate() {
            let cells = labels.iter().zip(items).filter_map(|(&old, &item)| Some((label(old)?, item)));
            labelled.push(row, self.owners[place], cells);
        }
        labelled
    }

    /// For each owner, in the order of rows, the distinct labels of all cells.
    pub fn labels_of_owners(&self) -> Ragged<Node> {
        let mut labels = Ragged::default();
        for own in self.of_owners() {
            labels.open().extend_from_slice(self.labels.span(own));
            labels.close_as_set();
        }
        labels
    }

    /// For each owner, a key of the sets of labels in the owner's rows.
    pub fn owner_keys(&self, taxonomy: &Taxonomy) -> Vec<(u32, OwnerKey)> {
        let rows = self.to_join();
        let key = |own: Range<usize>| {
            let owner = self.owners[own.start];
            (owner, OwnerKey::of_rows(taxonomy, own.map(|row| rows.get(row))))
        };
        self.of_owners().map(key).collect()
    }

    /// For each owner, the range of indexes of the owner's rows.
    fn of_owners(&self) -> impl Iterator<Item = Range<usize>> {
        let mut from = 0;
        self.owners.chunk_by(|a, b| a == b).map(move |own| {
            from += own.len();
            from - own.len()..from
        })
    }

    /// The rows for joining in shards: each distinct label once, for its first cell, the only one that can be
    /// in a piece.
    pub fn to_join(&self) -> Transactions {
        let (mut labels, mut owners) = (self.labels.clone(), Vec::with_capacity(self.rows.len()));
        labels.make_sets();
        for (owner, own) in (0u32..).zip(self.of_owners()) {
            owners.extend(own.map(|_| owner));
        }
        Transactions::from_rows(labels, owners)
    }

    /// Calls `each` for every row of a piece of the `joined` shards: the row number, the labels and the items.
    /// Returns the remaining cells. `rows` are those of [`to_join`](Remainder::to_join), each in at most one shard.
    #[must_use]
    pub fn without_pieces(
        &self,
        rows: &Transactions,
        joined: &[(Shard, JoinedShard)],
        mut each: impl FnMut(u32, &[Node], Vec<Node>),
    ) -> Remainder {
        let mut piece_of: Vec<Option<(usize, u32)>> = vec![None; rows.items()];
        for (number, (shard, JoinedShard { piece_of: joined, .. })) in joined.iter().enumerate() {
            let cells = shard.rows().iter().flat_map(|&row| rows.bags().bounds().get(row as usize));
            cells.zip(joined).for_each(|(cell, piece)| piece_of[cell] = piece.map(|piece| (number, piece)));
        }
        let (mut left, mut pieces) = (Remainder::default(), piece_of.into_iter());
        let mut cells = Vec::new();
        for (place, (row, labels, items)) in self.iter().enumerate() {
            cells.clear();
            let mut last = None;
            for (&label, &item) in labels.iter().zip(items) {
                // Only the first cell with a label can be in a piece.
                let piece = if last.replace(label) == Some(label) { None } else { pieces.next().flatten() };
                cells.push((piece, label, item));
            }
            cells.sort_unstable();
            for part in cells.chunk_by(|a, b| a.0 == b.0) {
                match part[0].0 {
                    None => {
                        left.push(row, self.owners[place], part.iter().map(|&(_, label, item)| (label, item)))
                    }
                    Some((shard, piece)) => {
                        let items: Vec<Node> = part.iter().map(|&(.., item)| item).collect();
                        each(row, joined[shard].1.pieces.get(piece as usize), items);
                    }
                }
            }
        }
        left
    }

    /// Decides the bags in which labels are published alone. No cells may be missing here.
    pub(super) fn alone(&self, k: usize) -> Alone {
        let mut alone = Alone::default();
        for (label, alike) in self.alike() {
            alone.decide(label, alike, k as u64);
        }
        alone
    }

    /// By label, its owners grouped by the numbers of times that their rows have it, and the number of owners
    /// in each group. [`Alone::decide`] needs their sums over all machines.
    pub fn alike(&self) -> BTreeMap<Node, BTreeMap<Vec<u32>, u64>> {
        let mut alike: BTreeMap<Node, BTreeMap<Vec<u32>, u64>> = BTreeMap::new();
        let mut times: Vec<(Node, u32)> = Vec::new();
        for own in self.of_owners() {
            times.clear();
            let same = own.flat_map(|row| self.labels.get(row).chunk_by(|a, b| a == b));
            times.extend(same.map(|same| (same[0], same.len() as u32)));
            times.sort_unstable();
            times.dedup();
            for of_label in times.chunk_by(|a, b| a.0 == b.0) {
                let times = of_label.iter().map(|&(_, times)| times).collect();
                *alike.entry(of_label[0].0).or_default().entry(times).or_default() += 1;
            }
        }
        alike
    }

    /// Calls `each` for every bag that a row publishes as decided in `alone`: the row number, the labels,
    /// which are all equal, and their items.
    pub fn publish_alone(
        &self,
        taxonomy: &Taxonomy,
        alone: &Alone,
        mut each: impl FnMut(u32, &[Node], Vec<Node>),
    ) {
        for (row, labels, items) in self.iter() {
            alone.publish(taxonomy, labels, |label, places| {
                let items = places.iter().map(|&place| items[place]).collect();
                each(row, &vec![label; places.len()], items);
            });
        }
    }
}
