//! Transactions as sets of public and of sensitive items, and the test for moles among sets of public items.

use rayon::prelude::*;

use super::moles::Counter;
use crate::promise::Share;
use crate::taxonomy::Node;
use crate::transactions::Bags;

/// Limits of a set of at most `p` public items.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Limits {
    pub h: Share,
    pub k: usize,
    pub p: usize,
}

/// A public item and a row that holds it.
pub(super) type Occurrence = (Node, u32);

/// The rows, numbered so that those of one owner follow each other: owners are then counted in one pass.
pub(super) struct OwnedRows {
    limits: Limits,
    owner: Vec<u32>,
    public: Bags,
    sensitive: Bags,
    /// Places of each public item: item by item, rows ascending.
    occurrences: Vec<Occurrence>,
    nodes: usize,
}

impl OwnedRows {
    /// The rows that are `bags`, of which some may be empty.
    pub fn new(
        bags: &Bags,
        owner: impl Fn(usize) -> u32,
        is_sensitive: &[bool],
        limits: Limits,
    ) -> OwnedRows {
        let mut order: Vec<usize> = (0..bags.len()).collect();
        order.sort_by_key(|&row| owner(row));
        let items = |row: usize, sensitive: bool| {
            let mut items = bags.get(row).to_vec();
            items.retain(|item| is_sensitive[item.index()] == sensitive);
            items.dedup();
            items
        };
        let public: Bags = order.iter().map(|&row| items(row, false)).collect();
        OwnedRows {
            limits,
            owner: order.iter().map(|&row| owner(row)).collect(),
            occurrences: occurrences(&public),
            public,
            sensitive: order.iter().map(|&row| items(row, true)).collect(),
            nodes: is_sensitive.len(),
        }
    }

    /// The same without the public items that are moles alone.
    pub fn without_single_moles(mut self) -> OwnedRows {
        let moles: Vec<Node> = self
            .by_item()
            .map_init(
                || Counter::new(self.nodes),
                |counter, holders| self.is_mole(holders, counter).then_some(holders[0].0),
            )
            .flatten()
            .collect();
        let mut is_mole = vec![false; self.nodes];
        for item in moles {
            is_mole[item.index()] = true;
        }
        let is_left = |item: &Node| !is_mole[item.index()];
        self.public = self.public.iter().map(|items| items.iter().copied().filter(is_left)).collect();
        self.occurrences.retain(|(item, _)| is_left(item));
        self
    }

    /// One more than the greatest node number.
    pub fn nodes(&self) -> usize {
        self.nodes
    }

    /// For each node, true if it is a public item of some row.
    pub fn occurring(&self) -> Vec<bool> {
        let mut occurs = vec![false; self.nodes];
        for (item, _) in &self.occurrences {
            occurs[item.index()] = true;
        }
        occurs
    }

    /// The public items of `row`, each once, sorted.
    #[inline]
    pub fn public(&self, row: u32) -> &[Node] {
        self.public.get(row as usize)
    }

    /// The occurrences of each public item.
    pub fn by_item(&self) -> impl ParallelIterator<Item = &[Occurrence]> {
        self.occurrences.par_chunk_by(|a, b| a.0 == b.0)
    }

    /// The occurrences of `item`.
    pub fn of_item(&self, item: Node) -> &[Occurrence] {
        let start = self.occurrences.partition_point(|&(other, _)| other < item);
        let end = self.occurrences.partition_point(|&(other, _)| other <= item);
        &self.occurrences[start..end]
    }

    /// True if the set that all rows of `holders`, and no others, hold is a mole.
    pub fn is_mole(&self, holders: &[Occurrence], counter: &mut Counter) -> bool {
        let owner = |&(_, row): &Occurrence| self.owner[row as usize];
        let owners = holders.chunk_by(|a, b| owner(a) == owner(b)).take(self.limits.k).count();
        owners < self.limits.k || self.tells_sensitive_item(holders, counter)
    }

    /// True if a sensitive item is in more than the share h of the rows of `holders`.
    fn tells_sensitive_item(&self, holders: &[Occurrence], counter: &mut Counter) -> bool {
        let sensitive = holders.iter().flat_map(|&(_, row)| self.sensitive.get(row as usize));
        self.limits.h.is_exceeded(counter.most_frequent(sensitive), holders.len())
    }
}

fn occurrences(public: &Bags) -> Vec<Occurrence> {
    let rows = public.iter().zip(0..).flat_map(|(items, row)| items.iter().map(move |&item| (item, row)));
    let mut occurrences: Vec<Occurrence> = rows.collect();
    occurrences.par_sort_unstable();
    occurrences
}
