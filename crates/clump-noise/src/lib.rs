//! Differential privacy for counts of owners by keys from the data. The set of published facts also reveals
//! something, so noise on the counts is not enough.
//!
//! 1. [`Bounding`]: every owner counts in at most N facts, however many the owner has.
//! 2. [`Thresholding`]: a fact is suppressed if fewer than k owners count in it. Otherwise its count gets
//!    noise, and it is published if the noisy count reaches a threshold.
//!
//! Both promises hold together. *At least k owners*: a published fact has k owners who count in it, and they
//! have it in the log. *(epsilon, delta)*: see the proof at [`Thresholding`].
//!
//! # k is counted after bounding
//! Counting k before bounding would break the proof. An owner with a million facts who joins k - 1 others in
//! each of them would decide for a million facts, and not for N, if they can be published. Counting after
//! bounding suppresses some facts that k owners have, since fewer than k count in them. It never publishes a
//! fact that fewer than k owners have.
//!
//! # What must not be published beside it
//! Anything else that is computed from the log and not from the noisy counts: exact totals, numbers of
//! suppressed facts or of owners. A function of the noisy counts alone (rounding, scaling, sorting, sums)
//! costs nothing.

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
    Expectation, FactsOf, Outlook, OutlookAt, USUAL_DELTA, USUAL_EPSILONS, USUAL_K, expected_kept, outlook,
};
pub use thresholding::{Thresholding, available};

use clump_core::features::BuiltWithout;
use clump_core::remedy::Remedy;

/// Errors of noisy counts.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoiseError {
    /// This build has no noise.
    #[error(transparent)]
    BuiltWithout(#[from] BuiltWithout),
    /// delta is too close to 0 for this number of facts per owner.
    #[error("no threshold is high enough for this delta with {per_owner} facts for each owner")]
    NoThreshold {
        /// Number of facts in which an owner counts.
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

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
