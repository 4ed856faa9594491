//! Computes a lower bound on the loss of every k-anonymous grouping of a log, without making a release.

use std::time::Instant;

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::progress::Progress;
use clump_core::taxonomy::PricedIn;
use serde::{Deserialize, Serialize};

use crate::RunError;
use crate::data::Data;
use crate::job::Job;
use crate::machine::{peak_memory, with_threads};

/// Largest number of owners for which lower bounds are computed by default: 10 to 60 s for each k with 5,581
/// customers, and minutes if owners have long rows.
pub const FLOOR_OWNERS: usize = 500;

/// A lower bound on the loss that any k-anonymous grouping of a log must have.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// Least number of owners of a group.
    pub k: usize,
    /// Number of transactions.
    pub rows: usize,
    /// Number of distinct owners.
    pub owners: usize,
    /// Number of item occurrences in all transactions.
    pub items: usize,
    /// The lower bound on the loss, in the unit in which the job measures losses.
    #[serde(flatten)]
    pub least: Least,
    /// True if the search was stopped at its limit. The bound is valid, but a higher bound may exist.
    pub cut_short: bool,
    /// Wall-clock seconds that computing the bound took.
    pub seconds: f64,
    /// Peak memory of the program in bytes; `None` if the system does not report it.
    pub peak_memory: Option<u64>,
}

/// The lower bound in the unit in which the job measures losses.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Least {
    /// The bound on the loss LM, the measure of the paper.
    Lm {
        /// The bound for all items together, in lost items.
        floor: f64,
        /// The bound per item occurrence, from 0 to 1.
        floor_per_item: f64,
    },
    /// The bound on the loss in bits of information.
    Bits {
        /// Information of all items, in bits.
        bits_grouped: f64,
        /// The bound, in bits.
        floor_bits: f64,
        /// The bound as a share of the information of all items, from 0 to 1.
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

/// Reads the input of `job`, and computes the lower bound on its loss at the k of the job.
///
/// # Errors
/// When the input cannot be read, or has fewer than k owners.
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
