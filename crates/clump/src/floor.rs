//! The floor under the loss of a log, without making a release.

use std::time::Instant;

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::progress::Progress;
use serde::{Deserialize, Serialize};

use crate::FloorError;
use crate::data::Data;
use crate::job::Job;
use crate::peak_memory::peak_memory;
use crate::threads::with_threads;

/// The most owners for which floors are computed unasked: 10 to 60 s for each k with 5,581 customers.
pub const FLOOR_OWNERS: usize = 2_000;

/// What every grouping of a log loses at least.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// Least number of owners of a group.
    pub k: usize,
    /// Transactions.
    pub rows: usize,
    /// Distinct owners.
    pub owners: usize,
    /// Item occurrences.
    pub items: usize,
    /// The floor, in items.
    pub floor: f64,
    /// The floor per item.
    pub floor_per_item: f64,
    /// Wall-clock seconds of computing it.
    pub seconds: f64,
    /// The most memory the program needed, in bytes; none where the system does not tell.
    pub peak_memory: Option<u64>,
}

/// Reads the input of `job` and computes the floor at its k.
///
/// # Errors
/// When the input cannot be read, or has no k-anonymous grouping at all.
pub fn bound(job: &Job, progress: &dyn Progress) -> Result<(Data, Bound), FloorError> {
    let k = job.require_k()?;
    if k < 2 {
        return Err(ParameterError::KTooSmall { k }.into());
    }
    let data = Data::read(job, progress)?;
    data.require_owners()?;
    let owners = data.transactions.owners();
    if owners < k {
        let reason = AnonymizeError::TooFewOwners { owners, k };
        return Err(FloorError::NoGrouping { reason, cause: data.dropped() });
    }
    let start = Instant::now();
    let floor = with_threads(job.resources.threads, || Ok::<_, FloorError>(data.floor(k, progress)?))?;
    let items = data.transactions.items();
    let bound = Bound {
        k,
        rows: data.transactions.len(),
        owners,
        items,
        floor,
        floor_per_item: floor / items as f64,
        seconds: start.elapsed().as_secs_f64(),
        peak_memory: peak_memory(),
    };
    Ok((data, bound))
}
