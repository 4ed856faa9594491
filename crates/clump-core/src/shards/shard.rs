//! One shard: rows that are grouped alone, in an order that does not depend on the input.

use super::sort_key;
use super::sort_key::{SortKey, hash_of, name_hashes};
use crate::containers::Ragged;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The rows of a shard in canonical order: by key, then by items, then by the key of their owner. Rows that
/// are equal in all of this have the same order of owners everywhere. So owners that are numbered by their
/// first row have the same numbers, whichever of them came first.
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

/// A hash of all rows of an owner, in any order. Owners with the same key have the same rows, so their order
/// changes nothing in the release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnerKey(pub u64);

impl OwnerKey {
    /// The key of an owner who has these rows. O(names and items).
    pub fn of_rows<'a>(taxonomy: &Taxonomy, rows: impl IntoIterator<Item = &'a [Node]>) -> OwnerKey {
        let items = |items: &'a [Node]| {
            let names = items.iter().map(|&item| sort_key::of_name(taxonomy.name(item)));
            sort_key::mixed(names.fold(0, u64::wrapping_add))
        };
        OwnerKey(rows.into_iter().map(items).fold(0, u64::wrapping_add))
    }

    /// The keys of all owners, by number; none where every owner has one row, since owners with equal rows
    /// are equal there.
    pub(super) fn of_owners(transactions: &Transactions, taxonomy: &Taxonomy) -> Vec<OwnerKey> {
        if transactions.is_one_per_owner() {
            return Vec::new();
        }
        let hashes = name_hashes(taxonomy);
        let mut keys = vec![OwnerKey::default(); transactions.owners()];
        for row in 0..transactions.len() {
            let OwnerKey(key) = &mut keys[transactions.owner(row) as usize];
            *key = key.wrapping_add(hash_of(&hashes, transactions.get(row)));
        }
        keys
    }
}
