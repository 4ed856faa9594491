//! The cells: for each one, the label that it can be published with alone, and its piece.
//!
//! Whole queries that k owners typed are published first, word for word. The longest queries come first; of
//! equally long ones, those that most owners typed. A query takes its words from every row in which all of
//! them are still free, if k owners have such a row.

use std::ops::Range;

use super::remainder::Remainder;
use crate::containers::Ragged;
use crate::cut::{CutBuilder, WholeQueries};
use crate::information::Information;
use crate::progress::{Cancelled, Progress};
use crate::shards::{mixed, order_of_choice};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Marks a cell that is in no piece: the cell is free.
const FREE: u32 = u32::MAX;

/// Marks a cell that is in no piece because it is not published.
const GONE: u32 = u32::MAX - 1;

/// Label, piece and row of a cell, stored together. Rows that share a label are scattered in memory, and
/// loading them takes most of the time.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// The label with which the cell is published if it joins no piece.
    label: Node,
    /// Number of its piece, or [`FREE`] or [`GONE`].
    piece: u32,
    row: u32,
}

/// All cells. A cell is an item of a transaction, identified by its index among the items of all
/// transactions. It is free, in a piece, or gone, which means that it is not published.
pub(super) struct Cells<'a> {
    pub(super) transactions: &'a Transactions,
    pub(super) taxonomy: &'a Taxonomy,
    information: Information,
    pub(super) k: usize,
    /// Value of one bit of a word, measured in bits of links.
    pub(super) price: f64,
    /// Rows in an order that does not depend on the input order. Of equal rows of an owner, only the first is
    /// listed.
    pub(super) rows: Vec<u32>,
    /// The repeated rows: each with the equal first row of the same owner, whose result it copies.
    repeats: Vec<(u32, u32)>,
    cells: Vec<Cell>,
    /// By label, the number of owners who have it only in other shards; empty if there are no such owners.
    pub(super) owners_elsewhere: Vec<u32>,
    labels: Ragged<Node>,
    /// By piece, the number of its query if the piece is a whole query; otherwise `None`.
    query: Vec<Option<u32>>,
}

impl<'a> Cells<'a> {
    /// Makes all cells, each labelled with its item. Repetitions of an item within a row are gone.
    pub(super) fn new(
        transactions: &'a Transactions,
        queries: &WholeQueries,
        taxonomy: &'a Taxonomy,
        information: Information,
        k: usize,
        price: f64,
    ) -> Cells<'a> {
        let items = transactions.bags().items();
        assert!(items.len() < GONE as usize, "cells are numbered by 32 bits");
        let mut cells: Vec<Cell> = Vec::with_capacity(items.len());
        for (row, range) in (0u32..).zip(transactions.bags().bounds().iter()) {
            for at in range.clone() {
                let is_repeated = at > range.start && items[at] == items[at - 1];
                cells.push(Cell { label: items[at], piece: if is_repeated { GONE } else { FREE }, row });
            }
        }
        let (rows, repeats) = rows_without_repeats(transactions, queries);
        Cells {
            transactions,
            taxonomy,
            information,
            k,
            price,
            rows,
            repeats,
            cells,
            owners_elsewhere: Vec::new(),
            labels: Ragged::default(),
            query: Vec::new(),
        }
    }

    pub(super) fn of_row(&self, row: u32) -> Range<u32> {
        let Range { start, end } = self.transactions.bags().bounds().get(row as usize);
        start as u32..end as u32
    }

    /// The free cell of `row` whose item is `item`; `None` if there is none.
    fn free_cell(&self, row: u32, item: Node) -> Option<u32> {
        let of_row = self.of_row(row);
        let place = self.transactions.get(row as usize).partition_point(|&other| other < item) as u32;
        let cell = of_row.start + place;
        (cell < of_row.end && self.item(cell) == item && self.is_free(cell)).then_some(cell)
    }

    pub(super) fn row(&self, cell: u32) -> u32 {
        self.cells[cell as usize].row
    }

    pub(super) fn owner(&self, cell: u32) -> u32 {
        self.transactions.owner(self.row(cell) as usize)
    }

    pub(super) fn item(&self, cell: u32) -> Node {
        self.transactions.bags().items()[cell as usize]
    }

    /// The label with which `cell` is published if it joins no piece.
    pub(super) fn label(&self, cell: u32) -> Node {
        self.cells[cell as usize].label
    }

    pub(super) fn set_label(&mut self, cell: u32, label: Node) {
        self.cells[cell as usize].label = label;
    }

    /// Information of `node`, in fixed-point units.
    pub(super) fn units(&self, node: Node) -> u32 {
        self.information.units(node)
    }

    /// True if `cell` is in no piece and may still be published.
    pub(super) fn is_free(&self, cell: u32) -> bool {
        self.cells[cell as usize].piece == FREE
    }

    pub(super) fn piece(&self, cell: u32) -> Option<u32> {
        Some(self.cells[cell as usize].piece).filter(|&piece| piece < GONE)
    }

    /// Removes `row` from `piece`: its cells in the piece are free again.
    pub(super) fn leave(&mut self, row: u32, piece: u32) {
        for cell in self.of_row(row) {
            if self.cells[cell as usize].piece == piece {
                self.cells[cell as usize].piece = FREE;
            }
        }
    }

    pub(super) fn give_up(&mut self, cell: u32) {
        self.cells[cell as usize].piece = GONE;
    }

    /// By label, the free cells that have it, in the order of rows.
    pub(super) fn by_label(&self) -> Ragged<u32> {
        let cells = self.rows.iter().flat_map(|&row| self.of_row(row));
        let free = cells.filter(|&cell| self.is_free(cell));
        Ragged::by_key(self.taxonomy.len(), free.map(|cell| (self.label(cell).index(), cell)))
    }

    /// Number of distinct owners of `cells`, which must be in the order of `Cells::rows`.
    pub(super) fn owners(&self, cells: impl IntoIterator<Item = u32>) -> usize {
        let mut last = None;
        cells.into_iter().fold(0, |owners, cell| {
            let owner = Some(self.owner(cell));
            let is_new = owner != last;
            last = owner;
            owners + usize::from(is_new)
        })
    }

    /// Number of owners of `label` who have it in other shards only. After each step, these and the owners
    /// here who still have it free must be k or more, or the label must be unused here.
    pub(super) fn elsewhere(&self, label: Node) -> usize {
        self.owners_elsewhere.get(label.index()).map_or(0, |&owners| owners as usize)
    }

    /// Number of owners of `rows`, which must be in the order of `Cells::rows`.
    fn owners_of_rows(&self, rows: &[u32]) -> usize {
        let owner = |&row: &u32| self.transactions.owner(row as usize);
        rows.chunk_by(|a, b| owner(a) == owner(b)).count()
    }

    pub(super) fn pieces(&self) -> usize {
        self.labels.len()
    }

    pub(super) fn labels_of(&self, piece: u32) -> &[Node] {
        self.labels.get(piece as usize)
    }

    /// Number of the query that `piece` publishes; `None` if it is not a whole query.
    pub(super) fn query_of(&self, piece: u32) -> Option<u32> {
        self.query[piece as usize]
    }

    /// Adds a piece with these labels and no rows yet, and returns its number.
    pub(super) fn add_piece(&mut self, labels: &[Node], query: Option<u32>) -> u32 {
        self.query.push(query);
        self.labels.open().extend_from_slice(labels);
        self.labels.pending_mut().sort_unstable();
        self.labels.close() as u32
    }

    /// Assigns the cells of `part` to `piece`: free cells of one row, one for each label of the piece.
    pub(super) fn put(&mut self, piece: u32, part: &[u32]) {
        debug_assert_eq!(part.len(), self.labels.get(piece as usize).len(), "a cell for each label");
        for &cell in part {
            debug_assert!(self.is_free(cell), "a cell is in one part at most");
            self.cells[cell as usize].piece = piece;
        }
    }

    /// Copies the result of the first of equal rows of an owner to the others.
    fn repeat(&mut self) {
        for (repeat, first) in std::mem::take(&mut self.repeats) {
            for (to, from) in self.of_row(repeat).zip(self.of_row(first)) {
                self.cells[to as usize].piece = self.cells[from as usize].piece;
            }
        }
    }

    /// Returns, by piece, its labels, and by cell, the number of its piece, or `None` if it is in no piece.
    pub(super) fn into_pieces(mut self) -> (Ragged<Node>, Vec<Option<u32>>) {
        self.repeat();
        let piece_of = (0..self.cells.len() as u32).map(|cell| self.piece(cell)).collect();
        (self.labels, piece_of)
    }

    /// Publishes the whole queries that k owners typed, as pieces. O(words of the queries of all rows).
    pub(super) fn publish_queries(
        &mut self,
        queries: &WholeQueries,
        progress: &dyn Progress,
    ) -> Result<(), Cancelled> {
        let asked = |&row: &u32| queries.asked(row as usize).iter().map(move |&query| (query as usize, row));
        let rows_with = Ragged::by_key(queries.items.len(), self.rows.iter().flat_map(asked));
        let owners: Vec<u64> = rows_with.iter().map(|rows| self.owners_of_rows(rows) as u64).collect();
        for query in order_of_choice(&queries.items, &owners, self.k) {
            progress.go_on()?;
            let items = queries.items.get(query as usize);
            let part = |&row: &u32| -> Option<Vec<u32>> {
                items.iter().map(|&item| self.free_cell(row, item)).collect()
            };
            let rows = rows_with.get(query as usize);
            let parts: Vec<Vec<u32>> = rows.iter().filter_map(part).collect();
            if self.owners(parts.iter().map(|part| part[0])) >= self.k {
                let piece = self.add_piece(items, Some(query));
                parts.iter().for_each(|part| self.put(piece, part));
            }
        }
        Ok(())
    }

    /// Writes all pieces to `cut`, one part for each row in a piece, and returns the cells that are still free.
    pub(super) fn publish(&self, cut: &mut CutBuilder<'_>) -> Remainder {
        let mut left = Remainder::default();
        let mut published: Vec<(u32, Node)> = Vec::new();
        for &row in &self.rows {
            let of_row = self.of_row(row);
            published.clear();
            published.extend(of_row.clone().filter_map(|cell| Some((self.piece(cell)?, self.item(cell)))));
            published.sort_unstable();
            for part in published.chunk_by(|a, b| a.0 == b.0) {
                let (piece, items) = (part[0].0, part.iter().map(|&(_, item)| item));
                cut.push(row, items, self.labels_of(piece), self.query_of(piece));
            }
            let free = of_row.filter(|&cell| self.is_free(cell));
            let owner = self.transactions.owner(row as usize);
            left.push(row, owner, free.map(|cell| (self.label(cell), self.item(cell))));
        }
        left
    }
}

// Sorts the rows into an order that does not depend on the order in which they were read.
//
// Owners are sorted by a hash of all their data, and the rows of one owner by a hash of each row. So the rows
// of an owner are neighbours, and the distinct owners of a list in this order are counted by comparing
// neighbours. Owners with equal data are interchangeable: their order does not change the release. The first
// rows of any list in this order are also a fair sample of the list.

/// All rows in hash order without the repeated rows of an owner, and the repeated rows, each with its first
/// row. O(items + owners log owners).
fn rows_without_repeats(transactions: &Transactions, queries: &WholeQueries) -> (Vec<u32>, Vec<(u32, u32)>) {
    let mut rows = ordered_rows(transactions, queries);
    let mut repeats = Vec::new();
    rows.dedup_by(|next, first| {
        let (row, other) = (*next as usize, *first as usize);
        let is_same = transactions.owner(row) == transactions.owner(other)
            && transactions.get(row) == transactions.get(other)
            && queries.asked(row) == queries.asked(other);
        if is_same {
            repeats.push((*next, *first));
        }
        is_same
    });
    (rows, repeats)
}

/// All rows in hash order, repeated ones included.
fn ordered_rows(transactions: &Transactions, queries: &WholeQueries) -> Vec<u32> {
    let rows = transactions.len();
    // Items are compared before whole queries, so queries that are not published change only the order of
    // rows with equal items.
    let keys: Vec<[u64; 2]> = (0..rows)
        .map(|row| {
            let asked = queries.asked(row).iter().map(|&query| hashed(queries.items.get(query as usize)));
            [hashed(transactions.get(row)), asked.fold(0, u64::wrapping_add)]
        })
        .collect();
    let mut of_owner = vec![[0u64; 2]; transactions.owners()];
    for row in 0..rows {
        let [items, asked] = &mut of_owner[transactions.owner(row) as usize];
        *items = items.wrapping_add(mixed(keys[row][0]));
        *asked = asked.wrapping_add(mixed(keys[row][1]));
    }
    let mut owners: Vec<u32> = (0..transactions.owners() as u32).collect();
    owners.sort_unstable_by_key(|&owner| (of_owner[owner as usize].map(mixed), owner));
    let mut place = vec![0u32; owners.len()];
    for (at, &owner) in (0u32..).zip(&owners) {
        place[owner as usize] = at;
    }
    let pairs = (0..rows).map(|row| (place[transactions.owner(row) as usize] as usize, row as u32));
    let mut by_owner = Ragged::by_key(owners.len(), pairs);
    for owner in 0..by_owner.len() {
        by_owner.get_mut(owner).sort_unstable_by_key(|&row| (keys[row as usize], row));
    }
    by_owner.into_parts().0
}

fn hashed(items: &[Node]) -> u64 {
    items.iter().fold(1, |hash, item| mixed(hash ^ u64::from(item.0)))
}
