//! Runs the method of the job on one shard: groups whole rows, or joins words to pieces.

use clump_core::anonymize::pieces::PiecesParameters;
use clump_core::information::Information;
use clump_core::progress::Progress;
use clump_core::shards::{NodeCounts, Shard, SortKey};
use clump_core::transactions::Transactions;
use clump_io::Batches;

use super::keys::Keys;
use super::table::{Rows, RowsBuilder};
use crate::job::Job;
use crate::methods::{AnyMethod, Method, Nearest};
use crate::{JobError, RunError};

fn stray(job: &Job) -> RunError {
    JobError::StrayKey { key: "shards".to_owned(), method: job.method.name() }.into()
}

/// Groups the rows of one shard with the method `nearest` of `job`. Column `nodes` of the result has the
/// published form of each row.
///
/// # Errors
/// When the shard has fewer than k owners, or the job has another method.
pub fn group(job: &Job, keys: &Keys, rows: &Batches, progress: &dyn Progress) -> Result<Batches, RunError> {
    let Method::Nearest(nearest) = &*job.method else { return Err(stray(job)) };
    let unsharded = job.clone().method(Nearest { shards: None, ..nearest.clone() });
    let AnyMethod::Transactions(method) = unsharded.ready_method()? else { return Err(stray(job)) };
    let rows = Rows::read(rows)?;
    let all = rows.transactions();
    let shard = shard_of(keys, &rows, &all);
    let taxonomy = keys.tree().taxonomy();
    let release = method
        .anonymize(&shard.transactions(&all), taxonomy, progress)
        .map_err(|reason| RunError::of_method(reason, None))?
        .canonical(taxonomy, job.output.root_items);
    let mut out = RowsBuilder::default();
    for (place, &row) in shard.rows().iter().enumerate() {
        out.push_part(&rows, row as usize, release.get(place), rows.items(row as usize), None);
    }
    out.finish()
}

/// Sums over the rows of all shards that [`join`] needs.
#[derive(Debug)]
pub struct Known {
    /// For each node, the number of cells with it, where a cell is one item of one row.
    pub cells: Vec<u64>,
    /// For each label, the number of owners who have it in a remainder of their rows.
    pub owners: Vec<u64>,
    /// Sum over all rows of the squared number of items.
    pub squares: u64,
}

/// Joins words that k owners of one shard share, with the method `pieces` of `job`. Returns the pieces, and
/// the remainder of each row.
///
/// # Errors
/// When the job has another method, or the run is cancelled.
pub fn join(
    job: &Job,
    keys: &Keys,
    known: &Known,
    rows: &Batches,
    progress: &dyn Progress,
) -> Result<Batches, RunError> {
    let Method::Pieces(pieces) = &*job.method else { return Err(stray(job)) };
    let parameters = PiecesParameters { links: pieces.links, ..PiecesParameters::new(job.require_k()?) };
    let pieces = parameters.check()?;
    let rows = Rows::read(rows)?;
    let left = rows.remainder();
    let all = left.to_join();
    let shard = shard_of(keys, &rows, &all);
    let taxonomy = keys.tree().taxonomy();
    let information = Information::of_cells(taxonomy, known.cells.clone());
    let owners = NodeCounts::from_counts(known.owners.clone());
    let price = pieces.price(known.squares, known.cells.iter().sum());
    let joined =
        pieces.join_shard(&shard.transactions(&all), taxonomy, &information, &owners, price, progress)?;
    let mut out = RowsBuilder::default();
    let left = left.without_pieces(&all, &[(shard, joined)], |row, labels, items| {
        out.push_part(&rows, row as usize, labels, &items, None);
    });
    out.push_left(&rows, &left);
    out.finish()
}

/// Sorts the transactions `all` of `rows` into one shard. Their order does not depend on the order of the
/// input.
fn shard_of(keys: &Keys, rows: &Rows, all: &Transactions) -> Shard {
    let sort_keys: Vec<SortKey> = (0..all.len()).map(|row| keys.of(all.get(row))).collect();
    Shard::new(all, &sort_keys, &rows.owner_keys, (0..all.len() as u32).collect())
}
