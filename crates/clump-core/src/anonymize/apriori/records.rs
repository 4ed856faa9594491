//! The rows that one cut is made for: sets of items of the hierarchy, owner by owner.

use super::hierarchy::{Hierarchy, ROOT};
use crate::containers::{Ragged, count_sorted};
use crate::transactions::Transactions;

/// Rows as sets of item numbers. An owner's rows follow each other, so that owners can be counted on the way.
#[derive(Debug)]
pub(super) struct Records {
    rows: Ragged<u32>,
    owner: Vec<u32>,
}

impl Records {
    /// The rows `rows` of `transactions`, in this order, which must keep an owner's rows together.
    pub fn new(hierarchy: &Hierarchy, transactions: &Transactions, rows: &[u32]) -> Records {
        let mut records = Records { rows: Ragged::default(), owner: Vec::new() };
        for &row in rows {
            let row = row as usize;
            let bag = transactions.get(row);
            // Bags are sorted: an item that occurs again stands next to itself.
            records.rows.push(count_sorted(bag).filter_map(|(item, _)| hierarchy.item(item)));
            records.owner.push(transactions.owner(row));
        }
        records
    }

    /// The owner and the items of each row.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (u32, &[u32])> {
        self.owner.iter().copied().zip(self.rows.iter())
    }

    /// For each node the number of owners with an item at or below it. O(nodes above the items of each owner).
    pub fn supports(&self, hierarchy: &Hierarchy) -> Vec<u32> {
        let mut supports = vec![0; hierarchy.len()];
        let mut last_owner = vec![u32::MAX; hierarchy.len()];
        for (owner, items) in self.iter() {
            for &item in items {
                let mut node = item;
                // Above a node that counts for this owner all do.
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

/// All rows, those of an owner together.
pub(super) fn rows_by_owner(transactions: &Transactions) -> Vec<u32> {
    let mut rows: Vec<u32> = (0..transactions.len() as u32).collect();
    rows.sort_by_key(|&row| transactions.owner(row as usize));
    rows
}
