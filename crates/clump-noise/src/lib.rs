//! Differential privacy for counts of owners whose keys come from the data: which facts are published at all tells
//! something too, so noise on the counts is not enough.
//!
//! 1. [`Bounding`]: every owner counts in at most N facts, whatever else the owner did.
//! 2. [`Thresholding`]: a fact is withheld if fewer than k owners count in it; otherwise its count gets noise, and it is
//!    published if the noisy count reaches a threshold.
//!
//! Both promises hold together. *At least k owners*: a published fact has k owners who count in it, and these are
//! owners of it in the log. *(epsilon, delta)*: see the proof at [`Thresholding`].
//!
//! # k is counted after bounding
//! Counted before, k would break the proof: an owner with a million facts who joins k - 1 others in each of them would
//! change for a million facts whether they can be published, and not for N. Counted after, some facts that k owners
//! have are withheld since fewer than k count in them; nothing is published that fewer than k owners have.
//!
//! # What must not be published beside it
//! Whatever else is computed from the log and not from the noisy counts: exact totals, how many facts were withheld, how
//! many owners there are. A function of the noisy counts alone (rounding, scaling, sorting, sums) costs nothing.

mod bounding;
mod discrete_laplace;
mod facts;
mod outlook;
#[cfg(feature = "dp")]
mod thresholding;
#[cfg(not(feature = "dp"))]
#[path = "thresholding/left_out.rs"]
mod thresholding;

pub use bounding::{Bounding, Limits, Offers, OwnersPriorities, Priority};
pub use discrete_laplace::DiscreteLaplace;
pub use outlook::{
    FactsOf, Kept, Outlook, OutlookAt, USUAL_DELTA, USUAL_EPSILONS, USUAL_K, expected_kept, outlook,
};
pub use thresholding::{Thresholding, available};

use clump_core::built::BuiltWithout;
use clump_core::remedy::Remedy;

/// Why there are no noisy counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoiseError {
    /// This build has no noise.
    #[error(transparent)]
    BuiltWithout(#[from] BuiltWithout),
    /// delta is below what can be told from 0 with so many facts for each owner.
    #[error("no threshold is high enough for this delta with {per_owner} facts for each owner")]
    NoThreshold {
        /// In how many facts an owner counts.
        per_owner: u32,
    },
    /// The noise could not be drawn.
    #[error("the operating system gave no random numbers")]
    NoRandomness,
}

impl NoiseError {
    /// Advice for the user.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            NoiseError::BuiltWithout(error) => Some(error.remedy()),
            NoiseError::NoThreshold { .. } => Some(Remedy::of("raise {delta}, or lower {per-owner}")),
            NoiseError::NoRandomness => None,
        }
    }
}

/// The README, whose examples are run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
