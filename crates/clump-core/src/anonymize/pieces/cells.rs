//! The cells, what each of them is to be published as, and the pieces that are made of them.

use crate::containers::Ragged;
use crate::cut::{Cut, WholeQueries};
use crate::information::Information;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::{Bags, Transactions};

use super::order;

/// The label of a cell that is not free: it is in a piece, or is not published at all.
pub(super) const TAKEN: Node = Node(u32::MAX);

/// No cell: where the chain of the cells of a part ends.
pub(super) const NONE: u32 = u32::MAX;

/// A cell is an item of a transaction, by its place among the items of all transactions.
pub(super) struct Cells<'a> {
    pub(super) transactions: &'a Transactions,
    pub(super) taxonomy: &'a Taxonomy,
    pub(super) information: Information,
    /// Rows in an order of their own; see [`order`].
    pub(super) rows: Vec<u32>,
    /// By row, where its cells begin; one more than there are rows.
    starts: Vec<u32>,
    /// By cell, its row.
    row: Vec<u32>,
    /// By cell, what it would be published as if it stayed alone; [`TAKEN`] if it is not free.
    pub(super) label: Vec<Node>,
    /// By cell, the one before it in its part. So a part is known by its last cell.
    before: Vec<u32>,
    pieces: PiecesMade,
}

/// Bags that are published, and for whom.
#[derive(Default)]
struct PiecesMade {
    labels: Ragged<Node>,
    query: Vec<Option<u32>>,
    /// The last cells of the parts that are published as each bag.
    parts: Ragged<u32>,
}

impl PiecesMade {
    /// Distinct bags in order, the query that each is, and by piece the number of its bag.
    fn distinct(&self) -> (Bags, Vec<Option<u32>>, Vec<u32>) {
        let bags: Bags = self.labels.iter().map(|labels| labels.iter().copied()).collect();
        let key = |piece: u32| (bags.get(piece as usize), self.query[piece as usize]);
        let mut order: Vec<u32> = (0..bags.len() as u32).collect();
        order.sort_unstable_by_key(|&piece| key(piece));
        let mut number_of = vec![0; bags.len()];
        let (mut distinct, mut query) = (Bags::default(), Vec::new());
        for same in order.chunk_by(|&a, &b| key(a) == key(b)) {
            let (labels, of) = key(same[0]);
            distinct.push(labels.iter().copied());
            for &piece in same {
                number_of[piece as usize] = query.len() as u32;
            }
            query.push(of);
        }
        (distinct, query, number_of)
    }
}

impl<'a> Cells<'a> {
    /// All cells, each to be published as it is. What an item has beyond one in a row is taken from the beginning.
    pub(super) fn new(
        transactions: &'a Transactions,
        queries: &WholeQueries,
        taxonomy: &'a Taxonomy,
    ) -> Cells<'a> {
        let items = transactions.bags().items();
        assert!(items.len() < NONE as usize, "cells are numbered by 32 bits");
        let mut starts = Vec::with_capacity(transactions.len() + 1);
        let mut row = Vec::with_capacity(items.len());
        let mut label = items.to_vec();
        for number in 0..transactions.len() {
            let start = row.len();
            starts.push(start as u32);
            let bag = transactions.get(number);
            row.extend(std::iter::repeat_n(number as u32, bag.len()));
            for at in 1..bag.len() {
                if bag[at] == bag[at - 1] {
                    label[start + at] = TAKEN;
                }
            }
        }
        starts.push(row.len() as u32);
        Cells {
            transactions,
            taxonomy,
            information: Information::of(taxonomy, transactions),
            rows: order::of_rows(transactions, queries),
            starts,
            before: vec![NONE; row.len()],
            row,
            label,
            pieces: PiecesMade::default(),
        }
    }

    /// The cells of `row`.
    #[inline]
    pub(super) fn of_row(&self, row: u32) -> std::ops::Range<usize> {
        self.starts[row as usize] as usize..self.starts[row as usize + 1] as usize
    }

    #[inline]
    pub(super) fn row(&self, cell: u32) -> u32 {
        self.row[cell as usize]
    }

    #[inline]
    pub(super) fn owner(&self, cell: u32) -> u32 {
        self.transactions.owner(self.row(cell) as usize)
    }

    #[inline]
    pub(super) fn item(&self, cell: u32) -> Node {
        self.transactions.bags().items()[cell as usize]
    }

    #[inline]
    pub(super) fn is_free(&self, cell: u32) -> bool {
        self.label[cell as usize] != TAKEN
    }

    /// By label the free cells that have it, in the order of rows.
    pub(super) fn by_label(&self) -> Ragged<u32> {
        let cells = self.rows.iter().flat_map(|&row| self.of_row(row));
        let free = cells.filter(|&cell| self.label[cell] != TAKEN);
        Ragged::by_key(self.taxonomy.len(), free.map(|cell| (self.label[cell].index(), cell as u32)))
    }

    /// How many owners have `cells`, which stand in the order of rows.
    pub(super) fn owners(&self, cells: impl IntoIterator<Item = u32>) -> usize {
        let mut last = None;
        cells.into_iter().fold(0, |owners, cell| {
            let owner = Some(self.owner(cell));
            let is_new = owner != last;
            last = owner;
            owners + usize::from(is_new)
        })
    }

    /// Adds `cell` to the part that ends with `before`, or begins one, and takes it.
    #[inline]
    pub(super) fn take(&mut self, cell: u32, before: u32) {
        debug_assert!(self.is_free(cell), "a cell is in one part at most");
        self.label[cell as usize] = TAKEN;
        self.before[cell as usize] = before;
    }

    /// Gives back the cells of the part that ends with `last`: each is free to be published as it is.
    pub(super) fn free_part(&mut self, last: u32) {
        let mut cell = last;
        while cell != NONE {
            self.label[cell as usize] = self.item(cell);
            cell = std::mem::replace(&mut self.before[cell as usize], NONE);
        }
    }

    /// The cells of the part that ends with `last`.
    pub(super) fn part(&self, last: u32) -> impl Iterator<Item = u32> + '_ {
        std::iter::successors(Some(last), |&cell| {
            Some(self.before[cell as usize]).filter(|&before| before != NONE)
        })
    }

    /// Publishes the parts that end with `parts` as `labels`, one for each of their cells.
    pub(super) fn publish(
        &mut self,
        labels: &[Node],
        query: Option<u32>,
        parts: impl IntoIterator<Item = u32>,
    ) {
        self.pieces.labels.push(labels.iter().copied());
        self.pieces.query.push(query);
        self.pieces.parts.push(parts);
    }

    /// The cut that the pieces make: equal bags are one. Parts stand in the order of their transactions.
    pub(super) fn into_cut(self) -> Cut {
        let (bags, query, number_of) = self.pieces.distinct();
        let published = number_of.into_iter().zip(self.pieces.parts.iter());
        let pairs = published.flat_map(|(bag, parts)| parts.iter().map(move |&last| (bag, last)));
        let by_row = Ragged::by_key(
            self.transactions.len(),
            pairs.map(|(bag, last)| (self.row(last) as usize, (bag, last))),
        );
        let mut parts = Transactions::default();
        let (mut of, mut bag_of) = (Vec::new(), Vec::new());
        let mut number = vec![NONE; self.transactions.owners()];
        for row in 0..by_row.len() {
            for &(bag, last) in by_row.get(row) {
                let next = parts.owners() as u32;
                let owner = &mut number[self.transactions.owner(row) as usize];
                *owner = (*owner).min(next);
                parts.push(*owner, self.part(last).map(|cell| self.item(cell)));
                of.push(row as u32);
                bag_of.push(bag);
            }
        }
        Cut { parts, of, release: Release::new(bags, bag_of), query }
    }
}
