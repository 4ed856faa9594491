//! Rows extended by the generalizations of their items, as the paper extends them: a set of nodes that a cut may
//! publish together for a row is a subset of the extended row.

use super::cut::Cut;
use super::hierarchy::{Hierarchy, ROOT};
use super::records::Records;
use crate::containers::Ragged;

/// Extended rows over the live nodes of a cut, without the root: published it says nothing.
///
/// Nodes are ranked by support, the most frequent first, and by number among equals. So a node ranks after all nodes
/// above it, and a set ranks after all sets that generalize it.
#[derive(Clone, Debug)]
pub(super) struct Extended {
    /// The node of each rank.
    pub node: Vec<u32>,
    /// In how many rows each rank is.
    pub rows_with: Vec<u32>,
    /// The ranks in each row, ascending.
    ranks: Ragged<u32>,
    owner: Vec<u32>,
}

/// Where a set stands: the row, and the place in it after the last rank of the set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    row: u32,
    next: u32,
}

impl Extended {
    pub fn new(hierarchy: &Hierarchy, records: &Records, supports: &[u32], cut: &Cut<'_>) -> Extended {
        let live = (ROOT + 1..hierarchy.len() as u32).filter(|&node| cut.is_live(node));
        let mut node: Vec<u32> = live.collect();
        node.sort_by_key(|&node| std::cmp::Reverse(supports[node as usize]));
        let rows_with = vec![0; node.len()];
        let mut rank = vec![0; hierarchy.len()];
        for (place, &node) in node.iter().enumerate() {
            rank[node as usize] = place as u32;
        }

        let mut extended = Extended { node, rows_with, ranks: Ragged::default(), owner: Vec::new() };
        let covers = cut.covers();
        let mut last_row = vec![u32::MAX; hierarchy.len()];
        for (row, (owner, items)) in records.iter().enumerate() {
            for &item in items {
                let mut node = covers[item as usize];
                while node != ROOT && last_row[node as usize] != row as u32 {
                    last_row[node as usize] = row as u32;
                    let rank = rank[node as usize];
                    extended.ranks.open().push(rank);
                    extended.rows_with[rank as usize] += 1;
                    node = hierarchy.parent[node as usize];
                }
            }
            extended.ranks.pending_mut().sort_unstable();
            extended.ranks.close();
            extended.owner.push(owner);
        }
        extended
    }

    /// Number of ranks.
    pub fn len(&self) -> usize {
        self.node.len()
    }

    /// Drops from the rows what `keep` does not keep of the nodes. Ranks stay what they are.
    pub fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        self.ranks.retain(|&rank| keep(self.node[rank as usize]));
    }

    /// The start of every row: where the empty set occurs.
    pub fn rows(&self) -> Vec<Occurrence> {
        (0..self.ranks.len() as u32).map(|row| Occurrence { row, next: 0 }).collect()
    }

    pub fn owner(&self, occurrence: Occurrence) -> u32 {
        self.owner[occurrence.row as usize]
    }

    /// The ranks after `occurrence` in its row.
    #[inline]
    pub fn after(&self, occurrence: Occurrence) -> &[u32] {
        &self.ranks.get(occurrence.row as usize)[occurrence.next as usize..]
    }
}

impl Occurrence {
    /// The occurrence of the set together with the rank `steps` further on.
    #[inline]
    pub fn with(self, steps: usize) -> Occurrence {
        Occurrence { next: self.next + steps as u32 + 1, ..self }
    }
}
