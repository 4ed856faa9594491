//! Differential privacy for numbers of owners per fact, where the data decide which facts exist. The set of
//! published facts also reveals something, so noise on the numbers is not enough.
//!
//! 1. [`Bounding`]: every owner counts in at most N facts, however many the owner has.
//! 2. [`Thresholding`]: a fact is suppressed if fewer than k owners count in it. Otherwise its count gets
//!    noise, and it is published if the noisy count reaches a threshold.
//!
//! Both promises hold together. *At least k owners*: a published fact has at least k owners in the log who
//! count in it. *(epsilon, delta)*: see the proof at [`Thresholding`].
//!
//! # Owners are compared with k after bounding
//! Comparing with k before bounding would break the proof. Suppose an owner has a million facts and joins k -
//! 1 others in each of them. That owner would decide whether a million facts can be published, not N.
//! Comparing after bounding suppresses some facts that k owners have, because fewer than k count in them. It
//! never publishes a fact that fewer than k owners have.
//!
//! # Do not publish with it
//! Publish nothing else that is computed from the log and not from the noisy counts: no exact totals, no
//! numbers of suppressed facts or of owners. A function of the noisy counts alone (rounding, scaling,
//! sorting, sums) costs no privacy.

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
    /// This build does not contain the noise.
    #[error(transparent)]
    BuiltWithout(#[from] BuiltWithout),
    /// delta is too close to 0 for this number of facts per owner.
    #[error("no threshold is high enough for this delta with {per_owner} facts for each owner")]
    NoThreshold {
        /// Maximum number of facts in which an owner counts.
        per_owner: u32,
    },
    /// The noise could not be drawn.
    #[error("the operating system gave no random numbers")]
    NoRandomness,
}

impl NoiseError {
    /// The action that fixes the error; `None` if there is none.
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
