//! Rows as sets of nodes at one level of the taxonomy, ready to be mined: nodes are numbered by support, the most
//! frequent first, and each row is the sorted list of its numbers.

use std::cmp::Reverse;

use super::Weighted;
use crate::containers::Ragged;
use crate::taxonomy::{Node, Taxonomy};

/// Sets of nodes, each of which stands for some rows.
#[derive(Default)]
pub(super) struct Sets {
    /// The node with each number.
    pub nodes: Vec<Node>,
    sets: Ragged<u32>,
    rows: Vec<u32>,
}

impl Sets {
    /// The sets of what `lift` makes of the items of `bags`; what it makes nothing of says nothing.
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
        for set in 0..sets.len() {
            let numbers = sets.sets.get_mut(set);
            for node in &mut *numbers {
                *node = number[*node as usize];
            }
            numbers.sort_unstable();
        }
        sets
    }

    /// Appends the set of `numbers`, which come sorted.
    pub fn push(&mut self, numbers: impl Iterator<Item = u32>, rows: u32) {
        let set = self.sets.push(numbers);
        self.rows.push(rows);
        debug_assert!(self.sets.get(set).is_sorted());
    }

    /// How many sets there are.
    pub fn len(&self) -> usize {
        self.sets.len()
    }

    /// The numbers in set `index`, sorted.
    #[inline]
    pub fn get(&self, index: usize) -> &[u32] {
        self.sets.get(index)
    }

    /// The rows that set `index` stands for.
    #[inline]
    pub fn rows(&self, index: usize) -> u32 {
        self.rows[index]
    }
}
