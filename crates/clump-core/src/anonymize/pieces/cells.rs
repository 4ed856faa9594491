//! The cells, the label that each of them can be published as alone, and the pieces that they are in.

use std::ops::Range;

use crate::containers::Ragged;
use crate::cut::{CutBuilder, WholeQueries};
use crate::information::Information;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

use super::order;
use super::remainder::Remainder;

/// Marks a cell that is in no piece: the cell is free.
const FREE: u32 = u32::MAX;

/// Marks a cell that is in no piece because it is not published.
const GONE: u32 = u32::MAX - 1;

/// Figures of a cell, side by side. Rows that share a label are anywhere in memory, and loading them takes
/// most of the time.
#[derive(Clone, Copy, Debug)]
struct Cell {
    /// Its label if it stays alone.
    label: Node,
    /// The piece that it is in.
    piece: u32,
    row: u32,
    /// Number of cells of the row before it.
    before: u16,
    /// Number of cells of the row; [`MANY`] if it has that or more.
    length: u16,
}

/// Marks a length that does not fit and is looked up.
const MANY: u16 = u16::MAX;

/// The cells. A cell is an item of a transaction, by its place among the items of all transactions. It is
/// free, in a piece, or gone.
pub(super) struct Cells<'a> {
    pub(super) transactions: &'a Transactions,
    pub(super) taxonomy: &'a Taxonomy,
    pub(super) information: Information,
    /// Rows in an order of their own; see [`order`]. Of equal rows of an owner only the first.
    pub(super) rows: Vec<u32>,
    /// The other equal rows, each with the first, whose fate they share.
    repeats: Vec<(u32, u32)>,
    cells: Vec<Cell>,
    /// By label, the number of owners who have it and none of these rows; empty where there are no such
    /// owners.
    elsewhere: Vec<u32>,
    /// By piece, its labels.
    labels: Ragged<Node>,
    /// By piece, the query that it is, if it is a whole query.
    query: Vec<Option<u32>>,
}

impl<'a> Cells<'a> {
    /// All cells, each with its item as its label. Repetitions of an item in a row are gone.
    pub(super) fn new(
        transactions: &'a Transactions,
        queries: &WholeQueries,
        taxonomy: &'a Taxonomy,
    ) -> Cells<'a> {
        Cells::telling(Information::of(taxonomy, transactions), transactions, queries, taxonomy)
    }

    /// The same, where the information of nodes is known.
    pub(super) fn telling(
        information: Information,
        transactions: &'a Transactions,
        queries: &WholeQueries,
        taxonomy: &'a Taxonomy,
    ) -> Cells<'a> {
        let items = transactions.bags().items();
        assert!(items.len() < GONE as usize, "cells are numbered by 32 bits");
        let mut cells: Vec<Cell> = Vec::with_capacity(items.len());
        for (row, range) in (0u32..).zip(transactions.bags().bounds().iter()) {
            let length = u16::try_from(range.len()).unwrap_or(MANY);
            for at in range.clone() {
                let is_repeated = at > range.start && items[at] == items[at - 1];
                let piece = if is_repeated { GONE } else { FREE };
                let before = u16::try_from(at - range.start).unwrap_or(MANY);
                cells.push(Cell { label: items[at], piece, row, before, length });
            }
        }
        let (rows, repeats) = order::without_repeats(transactions, queries);
        Cells {
            transactions,
            taxonomy,
            information,
            rows,
            repeats,
            cells,
            elsewhere: Vec::new(),
            labels: Ragged::default(),
            query: Vec::new(),
        }
    }

    /// The cells of `row`.
    #[inline]
    pub(super) fn of_row(&self, row: u32) -> Range<u32> {
        let Range { start, end } = self.transactions.bags().bounds().get(row as usize);
        start as u32..end as u32
    }

    /// The cells of the row of `cell`.
    #[inline]
    pub(super) fn beside(&self, cell: u32) -> Range<u32> {
        let Cell { row, before, length, .. } = self.cells[cell as usize];
        if length == MANY {
            return self.of_row(row);
        }
        let start = cell - u32::from(before);
        start..start + u32::from(length)
    }

    /// The cells of `row` whose items are at or below `node`.
    #[inline]
    pub(super) fn of_row_below(&self, row: u32, node: Node) -> Range<u32> {
        let range = self.transactions.bags().bounds().get(row as usize);
        let items = &self.transactions.bags().items()[range.clone()];
        let end = self.taxonomy.end(node);
        let first = items.partition_point(|&item| item < node);
        let length = items[first..].partition_point(|&item| item < end);
        (range.start + first) as u32..(range.start + first + length) as u32
    }

    /// The row of `cell`.
    #[inline]
    pub(super) fn row(&self, cell: u32) -> u32 {
        self.cells[cell as usize].row
    }

    /// The owner of `cell`.
    #[inline]
    pub(super) fn owner(&self, cell: u32) -> u32 {
        self.transactions.owner(self.row(cell) as usize)
    }

    /// The word that was typed.
    #[inline]
    pub(super) fn item(&self, cell: u32) -> Node {
        self.transactions.bags().items()[cell as usize]
    }

    /// Label of `cell` if it stays alone.
    #[inline]
    pub(super) fn label(&self, cell: u32) -> Node {
        self.cells[cell as usize].label
    }

    /// Gives `cell` another label.
    pub(super) fn set_label(&mut self, cell: u32, label: Node) {
        self.cells[cell as usize].label = label;
    }

    /// Information of `node`, in units.
    #[inline]
    pub(super) fn units(&self, node: Node) -> u32 {
        self.information.units(node)
    }

    /// True if `cell` is in no piece and not gone.
    #[inline]
    pub(super) fn is_free(&self, cell: u32) -> bool {
        self.cells[cell as usize].piece == FREE
    }

    /// The piece that `cell` is in, if it is in one.
    #[inline]
    pub(super) fn piece(&self, cell: u32) -> Option<u32> {
        Some(self.cells[cell as usize].piece).filter(|&piece| piece < GONE)
    }

    /// Takes `row` out of `piece`: its cells there are free again.
    pub(super) fn leave(&mut self, row: u32, piece: u32) {
        for cell in self.of_row(row) {
            if self.cells[cell as usize].piece == piece {
                self.cells[cell as usize].piece = FREE;
            }
        }
    }

    /// `cell` will not be published.
    pub(super) fn give_up(&mut self, cell: u32) {
        self.cells[cell as usize].piece = GONE;
    }

    /// Worth of a bit of a word, in bits of links: the mean number of companions of a word, divided by
    /// `links`. All links together are then worth `links` times all words.
    pub(super) fn price(&self, links: f64) -> f64 {
        let pairs: usize = self.transactions.bags().iter().map(|bag| bag.len().pow(2)).sum();
        price(pairs as u64, self.cells.len() as u64, links)
    }

    /// The free cells by label, in the order of rows.
    pub(super) fn by_label(&self) -> Ragged<u32> {
        let cells = self.rows.iter().flat_map(|&row| self.of_row(row));
        let free = cells.filter(|&cell| self.is_free(cell));
        Ragged::by_key(self.taxonomy.len(), free.map(|cell| (self.label(cell).index(), cell)))
    }

    /// Number of owners of `cells`, which must be in the order of rows.
    pub(super) fn owners(&self, cells: impl IntoIterator<Item = u32>) -> usize {
        let mut last = None;
        cells.into_iter().fold(0, |owners, cell| {
            let owner = Some(self.owner(cell));
            let is_new = owner != last;
            last = owner;
            owners + usize::from(is_new)
        })
    }

    /// Number of owners of `label` who have none of these rows. Together with the owners of these rows, k or
    /// none must keep it.
    #[inline]
    pub(super) fn elsewhere(&self, label: Node) -> usize {
        self.elsewhere.get(label.index()).map_or(0, |&owners| owners as usize)
    }

    /// Sets the number of owners who have each label elsewhere.
    pub(super) fn set_elsewhere(&mut self, owners: Vec<u32>) {
        self.elsewhere = owners;
    }

    /// Number of owners of `rows`, which must be in their order.
    pub(super) fn owners_of_rows(&self, rows: &[u32]) -> usize {
        let owner = |&row: &u32| self.transactions.owner(row as usize);
        rows.chunk_by(|a, b| owner(a) == owner(b)).count()
    }

    /// Number of pieces.
    pub(super) fn pieces(&self) -> usize {
        self.labels.len()
    }

    /// The labels of `piece`, in preorder.
    #[inline]
    pub(super) fn labels_of(&self, piece: u32) -> &[Node] {
        self.labels.get(piece as usize)
    }

    /// The query that `piece` is, if it is a whole query.
    #[inline]
    pub(super) fn query_of(&self, piece: u32) -> Option<u32> {
        self.query[piece as usize]
    }

    /// Adds a piece with these labels, which no row has yet, and returns its number.
    pub(super) fn add_piece(&mut self, labels: &[Node], query: Option<u32>) -> u32 {
        self.query.push(query);
        self.labels.open().extend_from_slice(labels);
        self.labels.pending_mut().sort_unstable();
        self.labels.close() as u32
    }

    /// Puts a part into `piece`: as many free cells of one row as the piece has labels.
    pub(super) fn put(&mut self, piece: u32, part: &[u32]) {
        debug_assert_eq!(part.len(), self.labels.get(piece as usize).len(), "a cell for each label");
        for &cell in part {
            debug_assert!(self.is_free(cell), "a cell is in one part at most");
            self.cells[cell as usize].piece = piece;
        }
    }

    /// Gives the fate of the first of equal rows of an owner to the others.
    fn repeat(&mut self) {
        for (repeat, first) in std::mem::take(&mut self.repeats) {
            for (to, from) in self.of_row(repeat).zip(self.of_row(first)) {
                self.cells[to as usize].piece = self.cells[from as usize].piece;
            }
        }
    }

    /// By piece its labels, and by cell its piece, if it is in one.
    pub(super) fn into_pieces(mut self) -> (Ragged<Node>, Vec<Option<u32>>) {
        self.repeat();
        let piece_of = (0..self.cells.len() as u32).map(|cell| self.piece(cell)).collect();
        (self.labels, piece_of)
    }

    /// Publishes all pieces, each part for its row, and returns the cells that are still free.
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

/// Worth of a bit of a word, in bits of links. `pairs` is the number of ordered pairs of cells in one row, a
/// cell with itself included; `cells` is the number of cells.
pub(super) fn price(pairs: u64, cells: u64, links: f64) -> f64 {
    (pairs as f64 / cells.max(1) as f64 - 1.0).max(1.0) / links
}
