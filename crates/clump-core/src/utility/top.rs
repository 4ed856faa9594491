//! Finds the most frequent sets of a given number of nodes, by projection: the sets that hold a node, cut off at
//! that node, are a smaller problem of the same kind. Nodes are visited by falling support, so that the best sets
//! are found early. Sets with less support than the worst of the best so far are skipped.
//!
//! Memory: for each node of the current set a copy of the rows that hold it, never more than the data. Time:
//! O(items) for single nodes. For pairs and triples it is the number of pairs and triples that occur in rows among
//! nodes as frequent as the worst result. A set that can only tie with the worst result is extended only if its
//! numbers may be lower. Without that rule, a row of n equally rare items would cost n^3.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::Weighted;
use crate::containers::Ragged;
use crate::taxonomy::{Node, Taxonomy};

/// A set of nodes, with the number of rows that hold all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Itemset {
    /// The nodes of the itemset, sorted.
    pub nodes: Vec<Node>,
    /// Number of rows that hold all nodes of the set.
    pub support: u64,
}

/// The `most` sets of `size` nodes with the highest support, best first; fewer if fewer sets occur. Sets with the
/// same support are sorted by node numbers.
pub(super) fn top_itemsets(sets: &Sets, size: usize, most: usize) -> Vec<Itemset> {
    if most == 0 || size == 0 {
        return Vec::new();
    }
    let mut search = Search { most, best: BinaryHeap::new(), chosen: Vec::new() };
    let whole: Vec<Prefix> = (0u32..)
        .zip(sets.sets.iter())
        .map(|(set, numbers)| Prefix { set, length: numbers.len() as u32 })
        .collect();
    search.extend(sets, &whole, sets.nodes.len(), size);
    let best = search.best.into_sorted_vec();
    best.into_iter().map(|RankedSet { support, nodes }| Itemset { nodes, support: support.0 }).collect()
}

/// The first `length` numbers of the set with index `set`.
#[derive(Clone, Copy, Default)]
struct Prefix {
    set: u32,
    length: u32,
}

/// A set of nodes with its support; the derived order puts the set with the highest support first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RankedSet {
    support: Reverse<u64>,
    nodes: Vec<Node>,
}

struct Search {
    most: usize,
    /// The best sets so far; the worst of them is on top of the heap.
    best: BinaryHeap<RankedSet>,
    /// The nodes that all current sets hold.
    chosen: Vec<Node>,
}

impl Search {
    /// Finds the best sets that consist of the chosen nodes and `missing` more nodes with numbers below `end`.
    /// `prefixes` are the parts of `sets` to search; all these rows hold the chosen nodes.
    fn extend(&mut self, sets: &Sets, prefixes: &[Prefix], end: usize, missing: usize) {
        let mut support = vec![0u64; end];
        for prefix in prefixes {
            let rows = u64::from(sets.rows[prefix.set as usize]);
            for &number in prefix.of(sets) {
                support[number as usize] += rows;
            }
        }
        if missing == 1 {
            for (number, &support) in support.iter().enumerate() {
                if support >= self.least() {
                    self.offer(self.chosen_and(sets.nodes[number], []), support);
                }
            }
            return;
        }

        // Copy of the sets without rare nodes, renumbered in the same order.
        let least = self.least();
        let mut left = Sets::default();
        let mut renumbered = vec![None; end];
        for (number, _) in support.iter().enumerate().filter(|(_, support)| **support >= least) {
            renumbered[number] = Some(left.nodes.len() as u32);
            left.nodes.push(sets.nodes[number]);
        }
        for prefix in prefixes {
            let numbers = prefix.of(sets).iter().filter_map(|&number| renumbered[number as usize]);
            left.sets.push(numbers);
            left.rows.push(sets.rows[prefix.set as usize]);
        }
        let places = (0u32..).zip(left.sets.iter()).flat_map(|(set, numbers)| {
            let prefix = move |length: u32| Prefix { set, length };
            (0u32..).zip(numbers).map(move |(place, &number)| (number as usize, prefix(place)))
        });
        let holders = Ragged::by_key(left.nodes.len(), places);
        let supports = support.into_iter().filter(|&support| support >= least);
        let mut lowest = Node(u32::MAX);
        for (number, support) in supports.enumerate() {
            let node = left.nodes[number];
            // `least` may have risen since. No set with this node has more support or lower numbers than assumed here.
            let others = std::iter::repeat_n(lowest, missing - 1);
            if support >= self.least() && self.is_among_best(&self.chosen_and(node, others), support) {
                self.chosen.push(node);
                self.extend(&left, holders.get(number), number, missing - 1);
                self.chosen.pop();
            }
            lowest = lowest.min(node);
        }
    }

    /// The least support with which a set can be among the best.
    fn least(&self) -> u64 {
        match self.best.peek() {
            Some(worst) if self.best.len() == self.most => worst.support.0,
            _ => 1,
        }
    }

    /// True if a set with at most this support, and with node numbers no lower than `nodes`, may be among the best.
    fn is_among_best(&self, nodes: &[Node], support: u64) -> bool {
        self.best.len() < self.most
            || self.best.peek().is_some_and(|worst| (Reverse(support), nodes) < (worst.support, &worst.nodes))
    }

    fn offer(&mut self, nodes: Vec<Node>, support: u64) {
        if self.is_among_best(&nodes, support) {
            self.best.push(RankedSet { support: Reverse(support), nodes });
            if self.best.len() > self.most {
                self.best.pop();
            }
        }
    }

    /// The chosen nodes together with `node` and `others`, sorted.
    fn chosen_and(&self, node: Node, others: impl IntoIterator<Item = Node>) -> Vec<Node> {
        let mut nodes = self.chosen.clone();
        nodes.push(node);
        nodes.extend(others);
        nodes.sort_unstable();
        nodes
    }
}

impl Prefix {
    fn of(self, sets: &Sets) -> &[u32] {
        &sets.sets.get(self.set as usize)[..self.length as usize]
    }
}

// Rows as sets of nodes at one level of the taxonomy. Nodes are numbered by support, the most frequent first, and
// each row is the sorted list of its numbers.

/// Sets of node numbers, each with the number of rows that are equal to it.
#[derive(Default)]
pub(super) struct Sets {
    /// The node with each number; numbers follow falling support.
    pub nodes: Vec<Node>,
    /// The node numbers of each set, sorted.
    pub sets: Ragged<u32>,
    /// Number of rows of each set.
    pub rows: Vec<u32>,
}

impl Sets {
    /// The sets that result from `lift` on each item of `bags`; items with result `None` are left out.
    pub fn lifted(bags: &Weighted<'_>, taxonomy: &Taxonomy, lift: impl Fn(Node) -> Option<Node>) -> Sets {
        let mut support = vec![0u64; taxonomy.len()];
        let mut sets = Sets::default();
        for (bag, &rows) in bags.bags.iter().zip(&bags.rows) {
            sets.sets.open().extend(bag.iter().filter_map(|&item| lift(item)).map(|node| node.0));
            let set = sets.sets.close_as_set();
            sets.rows.push(rows);
            for &node in sets.sets.get(set) {
                support[node as usize] += u64::from(rows);
            }
        }
        sets.nodes = taxonomy.nodes().filter(|node| support[node.index()] > 0).collect();
        sets.nodes.sort_unstable_by_key(|&node| (Reverse(support[node.index()]), node));
        let mut number = vec![0u32; taxonomy.len()];
        for (place, node) in sets.nodes.iter().enumerate() {
            number[node.index()] = place as u32;
        }
        for set in 0..sets.sets.len() {
            let numbers = sets.sets.get_mut(set);
            for node in &mut *numbers {
                *node = number[*node as usize];
            }
            numbers.sort_unstable();
        }
        sets
    }
}
