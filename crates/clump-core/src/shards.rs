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

mod alone;
mod asking;
mod node_counts;
mod placing;
mod refining;
mod shard;
mod sort_key;
#[cfg(test)]
mod tests;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use crate::containers::Ragged;
use crate::progress::{Cancelled, Progress};
use crate::taxonomy::Taxonomy;
use crate::transactions::Transactions;

pub use alone::{AlikeOwners, Alone};
pub use asking::Asking;
pub(crate) use asking::OwnerCounts;
pub use node_counts::NodeCounts;
pub use placing::Placing;
pub use refining::CutPoints;
pub use refining::Refining;
pub use shard::OwnerKey;
pub use shard::Shard;
pub(crate) use sort_key::mixed;
pub use sort_key::{KeyedBy, Ranks};
pub use sort_key::{SortKey, SortKeys};

/// The smallest allowed number of rows of a shard, in multiples of k: in small shards rows find no similar
/// ones.
pub const LEAST_TIMES_K: usize = 10;

/// Cuts `transactions`, of at least k owners, into shards of about `target` rows and of at least k owners each. Every row is
/// in one shard, and an owner of several rows may be in several shards. O(items x height + rows log rows).
///
/// # Errors
/// When the run is cancelled.
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
    // One part for each thread, since each has counts as long as the taxonomy.
    let part = rows.div_ceil(rayon::current_num_threads()).max(1 << 12);
    let parts: Vec<NodeCounts> = (0..rows)
        .into_par_iter()
        .step_by(part)
        .map(|start| {
            progress.go_on()?;
            let mut counts = NodeCounts::new(taxonomy);
            (start..rows.min(start + part)).for_each(|row| match keyed_by {
                KeyedBy::Nodes => counts.add(taxonomy, transactions.get(row)),
                KeyedBy::Items => counts.add_items(transactions.get(row)),
            });
            Ok(counts)
        })
        .collect::<Result<_, Cancelled>>()?;
    let mut counts = NodeCounts::new(taxonomy);
    parts.iter().for_each(|part| counts.merge(part));
    let keys = SortKeys::new(keyed_by, Ranks::new(keyed_by, &counts, taxonomy, k), taxonomy);
    progress.go_on()?;
    Ok((0..rows).into_par_iter().map(|row| keys.of(taxonomy, transactions.get(row))).collect())
}

/// The counts that `refining` asks for.
fn count(refining: &Refining, keys: &[SortKey]) -> FxHashMap<Vec<u8>, u64> {
    let part = keys.len().div_ceil(rayon::current_num_threads()).max(1 << 12);
    let parts: Vec<FxHashMap<&[u8], u64>> = keys
        .par_chunks(part)
        .map(|keys| {
            let mut counts = FxHashMap::default();
            for prefix in keys.iter().filter_map(|key| refining.counted_as(key)) {
                *counts.entry(prefix).or_insert(0) += 1;
            }
            counts
        })
        .collect();
    let mut sum: FxHashMap<Vec<u8>, u64> = FxHashMap::default();
    for (prefix, rows) in parts.into_iter().flatten() {
        *sum.entry(prefix.to_vec()).or_insert(0) += rows;
    }
    sum
}

/// Numbers of owners with rows in each shard.
fn owners_by_shard(transactions: &Transactions, shard_of: &[u32], shards: usize) -> Vec<u64> {
    let mut owners = vec![0; shards];
    if transactions.is_one_per_owner() {
        shard_of.iter().for_each(|&shard| owners[shard as usize] += 1);
        return owners;
    }
    let owner = |row: usize| transactions.owner(row);
    let mut pairs: Vec<(u32, u32)> =
        shard_of.iter().enumerate().map(|(row, &shard)| (shard, owner(row))).collect();
    pairs.par_sort_unstable();
    pairs.dedup();
    pairs.iter().for_each(|&(shard, _)| owners[shard as usize] += 1);
    owners
}
