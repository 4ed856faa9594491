//! One shard, grouped by the method of the job.

use std::collections::BTreeSet;

use clump_core::measure::{Measures, measure};
use clump_core::progress::Progress;
use clump_core::shards::{Shard, SortKey};
use clump_io::Batches;

use super::rows::{Keys, Rows, RowsBuilder};
use crate::job::Job;
use crate::methods::{AnyMethod, Method, Nearest};
use crate::{JobError, RunError};

/// What was made of a shard.
#[derive(Debug)]
pub struct Grouped {
    /// One row for each owner of each group: `owner`, `owner_key`, and the labels as `nodes`.
    pub rows: Batches,
    /// What it lost. Sums of shards are those of all, but for what counts groups.
    pub measures: Measures,
}

/// Groups all `rows` of one shard as `job` says, whose method is `nearest`.
///
/// # Errors
/// When there are fewer than k owners, or another method is asked for.
pub fn group(job: &Job, keys: &Keys, rows: &Batches, progress: &dyn Progress) -> Result<Grouped, RunError> {
    let Method::Nearest(nearest) = &job.method else {
        return Err(JobError::StrayKey { key: "shards".to_owned(), method: job.method.name() }.into());
    };
    let unsharded = Job { method: Nearest { shards: None, ..nearest.clone() }.into(), ..job.clone() };
    let AnyMethod::Transactions(method) = unsharded.ready_method()? else {
        return Err(JobError::StrayKey { key: "shards".to_owned(), method: job.method.name() }.into());
    };
    let read = Rows::read(rows)?;
    let sort_keys: Vec<SortKey> =
        (0..read.transactions.len()).map(|row| keys.of(read.transactions.get(row))).collect();
    let all = (0..read.transactions.len() as u32).collect();
    let shard = Shard::new(&read.transactions, &sort_keys, &read.owner_keys, all);
    let transactions = shard.transactions(&read.transactions);
    let taxonomy = keys.tree().taxonomy();
    let release = method
        .anonymize(&transactions, taxonomy, progress)
        .map_err(|reason| RunError::of_method(reason, None))?
        .canonical(taxonomy, job.output.root_items);
    let mut out = RowsBuilder::new();
    let mut known: BTreeSet<(usize, u32)> = BTreeSet::new();
    for (place, &row) in shard.rows().iter().enumerate() {
        let owner = read.transactions.owner(row as usize);
        // An owner has one row of a group.
        if transactions.is_one_per_owner() || known.insert((release.bag_of(place), owner)) {
            let (id, key) = (&read.owners[owner as usize], read.owner_keys[owner as usize]);
            out.push(id, key, release.get(place).iter().copied());
        }
    }
    let measures = measure(&transactions, taxonomy, &release);
    Ok(Grouped { rows: out.finish(Vec::new())?, measures })
}
