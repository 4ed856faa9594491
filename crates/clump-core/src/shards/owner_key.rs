//! What tells owners apart where their rows do not, without their names.

use super::hash;
use super::sort_key::{hash_of, name_hashes};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// A hash of all rows of an owner, in any order. Owners with the same key have the same rows, so it changes nothing of what
/// is published which of them comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnerKey(pub u64);

impl OwnerKey {
    /// The key of an owner who has these rows. O(names and items).
    pub fn of_rows<'a>(taxonomy: &Taxonomy, rows: impl IntoIterator<Item = &'a [Node]>) -> OwnerKey {
        let items = |items: &'a [Node]| {
            let names = items.iter().map(|&item| hash::of_name(taxonomy.name(item)));
            hash::mixed(names.fold(0, u64::wrapping_add))
        };
        OwnerKey(rows.into_iter().map(items).fold(0, u64::wrapping_add))
    }

    /// The keys of all owners, by number; none where every owner has one row, since equal rows are equal owners there.
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
