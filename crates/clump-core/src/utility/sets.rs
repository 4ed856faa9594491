//! Rows as sets of nodes at one level of the taxonomy, ready to be mined: nodes are numbered by support, the most
//! frequent first, and each row is the sorted list of its numbers.

use std::cmp::Reverse;

use super::Weighted;
use crate::taxonomy::{Node, Taxonomy};

/// Sets of nodes, each of which stands for some rows.
#[derive(Default)]
pub(super) struct Sets {
    /// The node with each number.
    pub nodes: Vec<Node>,
    numbers: Vec<u32>,
    /// Where each set ends in `numbers`.
    ends: Vec<usize>,
    rows: Vec<u32>,
}

impl Sets {
    /// The sets of what `lift` makes of the items of `bags`; what it makes nothing of says nothing.
    pub fn lifted(bags: &Weighted<'_>, taxonomy: &Taxonomy, lift: impl Fn(Node) -> Option<Node>) -> Sets {
        let mut support = vec![0u64; taxonomy.len()];
        let mut sets = Sets::default();
        for (bag, &rows) in bags.bags.iter().zip(&bags.rows) {
            let start = sets.numbers.len();
            sets.numbers.extend(bag.iter().filter_map(|&item| lift(item)).map(|node| node.0));
            sets.close(start, rows);
            for &node in &sets.numbers[start..] {
                support[node as usize] += u64::from(rows);
            }
        }
        sets.nodes = taxonomy.nodes().filter(|node| support[node.index()] > 0).collect();
        sets.nodes.sort_unstable_by_key(|&node| (Reverse(support[node.index()]), node));
        let mut number = vec![0u32; taxonomy.len()];
        for (place, node) in sets.nodes.iter().enumerate() {
            number[node.index()] = place as u32;
        }
        let mut start = 0;
        for &end in &sets.ends {
            for node in &mut sets.numbers[start..end] {
                *node = number[*node as usize];
            }
            sets.numbers[start..end].sort_unstable();
            start = end;
        }
        sets
    }

    /// Appends the set of `numbers`, which come sorted.
    pub fn push(&mut self, numbers: impl Iterator<Item = u32>, rows: u32) {
        let start = self.numbers.len();
        self.numbers.extend(numbers);
        self.ends.push(self.numbers.len());
        self.rows.push(rows);
        debug_assert!(self.numbers[start..].is_sorted());
    }

    /// Makes a set of what stands behind `start`.
    fn close(&mut self, start: usize, rows: u32) {
        self.numbers[start..].sort_unstable();
        let mut kept = start;
        for place in start..self.numbers.len() {
            if kept == start || self.numbers[kept - 1] != self.numbers[place] {
                self.numbers[kept] = self.numbers[place];
                kept += 1;
            }
        }
        self.numbers.truncate(kept);
        self.ends.push(kept);
        self.rows.push(rows);
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The numbers in set `index`, sorted.
    #[inline]
    pub fn get(&self, index: usize) -> &[u32] {
        let start = if index == 0 { 0 } else { self.ends[index - 1] };
        &self.numbers[start..self.ends[index]]
    }

    /// The rows that set `index` stands for.
    #[inline]
    pub fn rows(&self, index: usize) -> u32 {
        self.rows[index]
    }
}
