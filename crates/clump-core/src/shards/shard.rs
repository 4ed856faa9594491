//! One shard: rows that are grouped alone, in an order that does not depend on how they came there.

use super::owner_key::OwnerKey;
use super::sort_key::SortKey;
use crate::containers::Ragged;
use crate::transactions::Transactions;

/// The rows of a shard in canonical order: by key, then by items, then by the key of their owner. Rows that are equal in all
/// of this stand in the same order of owners everywhere, so owners numbered by their first row have the same numbers
/// whichever of them came first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    rows: Vec<u32>,
}

impl Shard {
    /// The shard that has these `rows` of `transactions`. `owners` has a key for each owner, or none where every owner has one
    /// row.
    pub fn new(
        transactions: &Transactions,
        keys: &[SortKey],
        owners: &[OwnerKey],
        mut rows: Vec<u32>,
    ) -> Shard {
        let owner_key = |owner: u32| owners.get(owner as usize).copied().unwrap_or_default();
        rows.sort_unstable_by(|&a, &b| {
            let (a, b) = (a as usize, b as usize);
            let by_items = || transactions.get(a).cmp(transactions.get(b));
            let owner = |row: usize| (owner_key(transactions.owner(row)), transactions.owner(row));
            keys[a].cmp(&keys[b]).then_with(by_items).then_with(|| owner(a).cmp(&owner(b)))
        });
        Shard { rows }
    }

    /// The numbers of its rows.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// Its rows alone, with owners numbered by their first row here.
    pub fn transactions(&self, all: &Transactions) -> Transactions {
        let mut items = Ragged::default();
        let mut number = rustc_hash::FxHashMap::default();
        let mut owners = Vec::with_capacity(self.rows.len());
        for &row in &self.rows {
            items.push(all.get(row as usize).iter().copied());
            let next = number.len() as u32;
            owners.push(*number.entry(all.owner(row as usize)).or_insert(next));
        }
        Transactions::from_rows(items, owners)
    }
}
