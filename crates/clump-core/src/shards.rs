//! Rows cut into *shards*: parts of about `target` similar rows, each of which is grouped alone.
//!
//! A cluster cannot group all rows at once. If every group of every shard has k owners, so has every group of
//! all shards together, so shards can be grouped on different machines. Everything here gives the same result
//! on one machine and on many, for any order and any division of the rows, since it is one of three things:
//!
//! - a function of one row and of something that all machines know: [`SortKeys`], [`CutPoints::shard_of`];
//! - a sum, which can be taken in any order: [`NodeCounts`], the counts of [`Refining`], numbers of owners by
//!   shard, [`OwnerKey`];
//! - a function of one shard whose rows are first put into canonical order: [`Shard`].
//!
//! The steps, in this order:
//!
//! 1. [`NodeCounts`] are added up over all rows, and [`Ranks`] follow from them: the most telling node comes first.
//! 2. [`SortKeys`] gives every row a [`SortKey`] that begins with its most telling nodes. Similar rows have
//!    keys that are near.
//! 3. [`Refining`] needs the numbers of rows by the beginnings of their keys, in rounds, and makes
//!    [`CutPoints`] of them.
//! 4. Owners are counted by shard, and [`CutPoints::joined`] joins shards with fewer than k of them, until
//!    all have k.
//! 5. Each shard is grouped alone, its rows in canonical order.
//!
//! [`shards_of`] does all of this in one process.
//!
//! Pieces need three more results that all machines must agree on, also found from numbers of owners.
//! [`Asking`] finds the whole queries that are published, [`Placing`] the label of each word, and [`Alone`]
//! how often a label is published alone.

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

/// The smallest allowed number of rows of a shard, in multiples of k: in small shards rows find no similar
/// ones.
pub const LEAST_TIMES_K: usize = 10;

/// Cuts `transactions`, of at least k owners, into shards of about `target` rows and of at least k owners each. Every row is
/// in one shard, and an owner of several rows may be in several shards. O(items x height + rows log rows).
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

/// The key of every row.
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

/// The counts that `refining` asks for. A beginning may come several times.
fn count(refining: &Refining, keys: &[SortKey]) -> Vec<(Vec<u8>, u64)> {
    let parts = keys.par_iter().with_min_len(1 << 12).fold(FxHashMap::default, |mut counts, key| {
        if let Some(prefix) = refining.counted_as(key) {
            *counts.entry(prefix).or_insert(0) += 1;
        }
        counts
    });
    parts.flat_map_iter(|part| part.into_iter().map(|(prefix, rows)| (prefix.to_vec(), rows))).collect()
}

/// Numbers of owners with rows in each shard.
fn owners_by_shard(transactions: &Transactions, shard_of: &[u32], shards: usize) -> Vec<u64> {
    let pair = |(row, &shard): (usize, &u32)| (shard, transactions.owner(row));
    let mut owners = vec![0; shards];
    for (shard, _) in set_of(shard_of.iter().enumerate().map(pair)) {
        owners[shard as usize] += 1;
    }
    owners
}

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
