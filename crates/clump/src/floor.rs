//! The floor under the loss of a log, without making a release.

use std::time::Instant;

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::progress::Progress;
use clump_core::taxonomy::PricedIn;
use serde::{Deserialize, Serialize};

use crate::RunError;
use crate::data::Data;
use crate::job::Job;
use crate::machine::{peak_memory, with_threads};

/// Largest number of owners for which floors are computed by default: 10 to 60 s for each k with 5,581
/// customers, and minutes where owners have long rows.
pub const FLOOR_OWNERS: usize = 500;

/// Least loss of every grouping of a log.
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
    /// Their least loss.
    #[serde(flatten)]
    pub least: Least,
    /// True if the search ended at its limit: the floor holds, and may be higher.
    pub cut_short: bool,
    /// Wall-clock seconds of computing it.
    pub seconds: f64,
    /// Peak memory of the program in bytes; none if the system does not report it.
    pub peak_memory: Option<u64>,
}

/// A floor in the unit in which the job measures losses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Least {
    /// By the paper's loss.
    Lm {
        /// The floor, in items.
        floor: f64,
        /// The floor per item.
        floor_per_item: f64,
    },
    /// In bits.
    Bits {
        /// Information of all items, in bits.
        bits_grouped: f64,
        /// The floor, in bits.
        floor_bits: f64,
        /// The floor as a share of the information of all items.
        floor_bits_share: f64,
    },
}

impl Least {
    fn new(data: &Data, cost: PricedIn, floor: f64) -> Least {
        let share = data.share_of_worth(floor, cost);
        match cost {
            PricedIn::Lm => Least::Lm { floor, floor_per_item: share },
            PricedIn::Bits => {
                Least::Bits { bits_grouped: data.worth(cost), floor_bits: floor, floor_bits_share: share }
            }
        }
    }
}

/// Reads the input of `job` and computes the floor at its k.
///
/// # Errors
/// When the input cannot be read, or has no k-anonymous grouping at all.
pub fn bound(job: &Job, progress: &dyn Progress) -> Result<(Data, Bound), RunError> {
    let k = job.require_k()?;
    ParameterError::require_k(k)?;
    let data = Data::read(job, progress)?;
    data.require_owners()?;
    let owners = data.transactions.owners();
    if owners < k {
        return Err(RunError::of_method(AnonymizeError::TooFewOwners { owners, k }, data.dropped()));
    }
    let start = Instant::now();
    let floor =
        with_threads(job.resources.threads, || Ok::<_, RunError>(data.floor(k, job.cost, progress)?))?;
    let bound = Bound {
        k,
        rows: data.transactions.len(),
        owners,
        items: data.transactions.items(),
        least: Least::new(&data, job.cost, floor.loss),
        cut_short: floor.cut_short,
        seconds: start.elapsed().as_secs_f64(),
        peak_memory: peak_memory(),
    };
    Ok((data, bound))
}
