//! Cuts rows into *shards*: parts of about `target` similar rows, each of which is grouped separately.
//!
//! A cluster cannot group all rows at once. Shards can be grouped on different machines: if every group within
//! every shard has k owners, the release has only groups of k owners. All functions here give the same result
//! on one machine and on many, for any order and any division of the rows, because each is one of three kinds:
//!
//! - a function of one row and of data that all machines have: [`SortKeys`], [`CutPoints::shard_of`];
//! - a sum, which can be computed in any order: [`NodeCounts`], the counts of [`Refining`], numbers of owners
//!   by shard, [`OwnerKey`];
//! - a function of one shard whose rows are first put into canonical order: [`Shard`].
//!
//! The steps, in this order:
//!
//! 1. [`NodeCounts`] are added up over all rows. They determine [`Ranks`]: the most important node has rank
//!    0.
//! 2. [`SortKeys`] computes a [`SortKey`] for every row, which begins with its most important nodes. So
//!    similar rows are near each other in the order of keys.
//! 3. [`Refining`] counts rows by prefixes of their keys, in rounds, and finds the [`CutPoints`] of shards.
//! 4. Owners are counted by shard, and [`CutPoints::joined`] joins shards until all have k owners.
//! 5. Each shard is grouped separately, with its rows in canonical order.
//!
//! [`shards_of`] does all of this in one process.
//!
//! For the method `pieces`, all machines must agree on three more results, also computed from numbers of
//! owners: [`Asking`] finds the whole queries that are published, [`Placing`] the label of each word, and
//! [`Alone`] the bags in which a label is published alone.

mod asking;
mod node_counts;
mod placing;
mod refining;
mod sort_key;
#[cfg(test)]
mod tests;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::containers::{Ragged, set_of};
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

pub use asking::Asking;
pub(crate) use asking::{order_of_choice, owners_by_query};
pub use node_counts::NodeCounts;
pub use placing::{Alone, Placing};
pub use refining::{CutPoints, Refining};
pub(crate) use sort_key::mixed;
pub use sort_key::{KeyedBy, Ranks, SortKey, SortKeys};
use sort_key::{hash_of, name_hashes};

/// The smallest allowed size of a shard, in rows as a multiple of k. In smaller ones rows find no similar rows.
pub const LEAST_TIMES_K: usize = 10;

/// Cuts `transactions`, which must have k owners, into shards of about `target` rows and at least k owners each.
/// Every row is in one shard; an owner of several rows may be in several. O(items x height + rows log rows).
pub fn shards_of(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    keyed_by: KeyedBy,
    k: usize,
    target: usize,
    progress: &dyn Progress,
) -> Result<Vec<Shard>, Cancelled> {
    let keys = keys(transactions, taxonomy, keyed_by, k, progress)?;
    let mut refining = Refining::new(target as u64);
    while !refining.is_done() {
        progress.go_on()?;
        refining.add_counts(count(&refining, &keys));
    }
    let mut cuts = refining.cut_points();
    let shard_of = loop {
        progress.go_on()?;
        let shard_of: Vec<u32> = keys.par_iter().map(|key| cuts.shard_of(key)).collect();
        let joined = cuts.joined(&owners_by_shard(transactions, &shard_of, cuts.shards()), k as u64);
        if joined == cuts {
            break shard_of;
        }
        cuts = joined;
    };
    let rows = shard_of.iter().zip(0u32..).map(|(&shard, row)| (shard as usize, row));
    let by_shard = Ragged::by_key(cuts.shards(), rows);
    let owners = OwnerKey::of_owners(transactions, taxonomy);
    (0..by_shard.len())
        .into_par_iter()
        .map(|shard| {
            progress.go_on()?;
            Ok(Shard::new(transactions, &keys, &owners, by_shard.get(shard).to_vec()))
        })
        .collect()
}

fn keys(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    keyed_by: KeyedBy,
    k: usize,
    progress: &dyn Progress,
) -> Result<Vec<SortKey>, Cancelled> {
    let rows = transactions.len();
    let counts = NodeCounts::sum_over(rows, taxonomy, progress, |counts, row| match keyed_by {
        KeyedBy::Nodes => counts.add(taxonomy, transactions.get(row)),
        KeyedBy::Items => counts.add_items(transactions.get(row)),
    })?;
    let keys = SortKeys::new(keyed_by, Ranks::new(keyed_by, &counts, taxonomy, k), taxonomy);
    progress.go_on()?;
    Ok((0..rows).into_par_iter().map(|row| keys.of(taxonomy, transactions.get(row))).collect())
}

/// Counts rows by the prefixes that `refining` asks for. A prefix may occur several times in the result.
fn count(refining: &Refining, keys: &[SortKey]) -> Vec<(Vec<u8>, u64)> {
    let parts = keys.par_iter().with_min_len(1 << 12).fold(FxHashMap::default, |mut counts, key| {
        if let Some(prefix) = refining.counted_as(key) {
            *counts.entry(prefix).or_insert(0) += 1;
        }
        counts
    });
    parts.flat_map_iter(|part| part.into_iter().map(|(prefix, rows)| (prefix.to_vec(), rows))).collect()
}

fn owners_by_shard(transactions: &Transactions, shard_of: &[u32], shards: usize) -> Vec<u64> {
    let pair = |(row, &shard): (usize, &u32)| (shard, transactions.owner(row));
    let mut owners = vec![0; shards];
    for (shard, _) in set_of(shard_of.iter().enumerate().map(pair)) {
        owners[shard as usize] += 1;
    }
    owners
}

/// The rows of a shard in canonical order: sorted by key, then by items, then by the key of their owner. Rows
/// that are equal in all three belong to owners with equal data. So if owners are numbered by their first
/// row, the result does not depend on the input order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shard {
    rows: Vec<u32>,
}

impl Shard {
    /// The shard with these `rows` of `transactions`, by number. `owners` has a key for each owner; it is
    /// empty if every owner has one row.
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

    /// The numbers of the rows in canonical order.
    pub fn rows(&self) -> &[u32] {
        &self.rows
    }

    /// The rows of the shard as transactions of their own, with owners numbered by their first row in the shard.
    pub fn transactions(&self, all: &Transactions) -> Transactions {
        let mut items = Ragged::default();
        let mut number = FxHashMap::default();
        let mut owners = Vec::with_capacity(self.rows.len());
        for &row in &self.rows {
            items.push(all.get(row as usize).iter().copied());
            let next = number.len() as u32;
            owners.push(*number.entry(all.owner(row as usize)).or_insert(next));
        }
        Transactions::from_rows(items, owners)
    }
}

/// A hash of all rows of an owner, in any order. Owners with equal keys have equal rows, so their order does
/// not change the release.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OwnerKey(pub u64);

impl OwnerKey {
    /// The key of an owner with these rows. O(names and items).
    pub fn of_rows<'a>(taxonomy: &Taxonomy, rows: impl IntoIterator<Item = &'a [Node]>) -> OwnerKey {
        let items = |items: &'a [Node]| {
            let names = items.iter().map(|&item| sort_key::of_name(taxonomy.name(item)));
            sort_key::mixed(names.fold(0, u64::wrapping_add))
        };
        OwnerKey(rows.into_iter().map(items).fold(0, u64::wrapping_add))
    }

    /// The keys of all owners, by number; empty if every owner has one row: then equal rows are interchangeable.
    fn of_owners(transactions: &Transactions, taxonomy: &Taxonomy) -> Vec<OwnerKey> {
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
