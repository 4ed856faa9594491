//! Rows extended by all ancestors of their items, as in the paper: a set of nodes that a cut may publish
//! together for a row is a subset of the extended row.

use super::hierarchy::{Hierarchy, ROOT, TaxonomyCut};
use crate::containers::{Ragged, count_sorted};
use crate::transactions::Transactions;

/// Extended rows with only the live nodes of a cut, without the root, which carries no information.
///
/// Nodes are ranked by support, the most frequent first; of equal support, by node number. So a node ranks
/// after all its ancestors, and a set ranks after all sets that generalize it.
#[derive(Clone, Debug)]
pub(super) struct Extended {
    /// The node of each rank; rank 0 is the most frequent node.
    pub node: Vec<u32>,
    /// By rank, the number of rows that have it.
    pub rows_with: Vec<u32>,
    /// By row, the ranks of its nodes, ascending.
    ranks: Ragged<u32>,
    owner: Vec<u32>,
}

/// An occurrence of a set: the row, and the index in the row after the last rank of the set.
#[derive(Clone, Copy, Debug)]
pub(super) struct Occurrence {
    row: u32,
    next: u32,
}

impl Extended {
    pub fn new(
        hierarchy: &Hierarchy,
        records: &Records,
        supports: &[u32],
        cut: &TaxonomyCut<'_>,
    ) -> Extended {
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

    pub fn len(&self) -> usize {
        self.node.len()
    }

    /// Removes from the rows all nodes for which `keep` is false. Ranks stay the same.
    pub fn retain(&mut self, keep: impl Fn(u32) -> bool) {
        self.ranks.retain(|&rank| keep(self.node[rank as usize]));
    }

    /// The occurrences of the empty set: the start of every row.
    pub fn rows(&self) -> Vec<Occurrence> {
        (0..self.ranks.len() as u32).map(|row| Occurrence { row, next: 0 }).collect()
    }

    pub fn owner(&self, occurrence: Occurrence) -> u32 {
        self.owner[occurrence.row as usize]
    }

    /// The ranks of the row that come after `occurrence`.
    pub fn after(&self, occurrence: Occurrence) -> &[u32] {
        &self.ranks.get(occurrence.row as usize)[occurrence.next as usize..]
    }
}

impl Occurrence {
    /// The occurrence of the set extended by a later rank of the row: the one after `steps` others.
    pub fn with(self, steps: usize) -> Occurrence {
        Occurrence { next: self.next + steps as u32 + 1, ..self }
    }
}

/// Rows as sets of item numbers. All rows of an owner follow each other, so owners can be counted in one pass.
#[derive(Debug)]
pub(super) struct Records {
    rows: Ragged<u32>,
    owner: Vec<u32>,
}

impl Records {
    /// The given `rows` of `transactions`, in this order; all rows of an owner must follow each other.
    pub fn new(hierarchy: &Hierarchy, transactions: &Transactions, rows: &[u32]) -> Records {
        let mut records = Records { rows: Ragged::default(), owner: Vec::new() };
        for &row in rows {
            let row = row as usize;
            let bag = transactions.get(row);
            // Bags are sorted, so equal items are neighbours.
            records.rows.push(count_sorted(bag).filter_map(|(item, _)| hierarchy.item(item)));
            records.owner.push(transactions.owner(row));
        }
        records
    }

    /// The owner of each row, and its item numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, &[u32])> {
        self.owner.iter().copied().zip(self.rows.iter())
    }

    /// By node, the number of owners with an item at or below it. O(nodes above the items of each owner).
    pub fn supports(&self, hierarchy: &Hierarchy) -> Vec<u32> {
        let mut supports = vec![0; hierarchy.len()];
        let mut last_owner = vec![u32::MAX; hierarchy.len()];
        for (owner, items) in self.iter() {
            for &item in items {
                let mut node = item;
                // If a node was counted for this owner, so were all its ancestors.
                while last_owner[node as usize] != owner {
                    last_owner[node as usize] = owner;
                    supports[node as usize] += 1;
                    if node == ROOT {
                        break;
                    }
                    node = hierarchy.parent[node as usize];
                }
            }
        }
        supports
    }
}
