//! Thresholding: counts get noise, and facts below a threshold are suppressed. The mechanism is OpenDP's
//! threshold mechanism, applied to the part of a count above k - 1.
//!
//! # Mechanism
//! Let c(f) be the number of owners who count in the fact f, after [bounding](crate::Bounding) to N facts
//! each, and r(f) = max(0, c(f) - (k - 1)). Facts with r = 0 are left out. Each of the others gets noise Z
//! from the discrete Laplace distribution of scale s, and is published with the count r + Z + (k - 1) if r +
//! Z > T.
//!
//! # Theorem
//! A fact in which fewer than k owners count is never published. The release is (epsilon, delta) private for
//! an owner's whole contribution if `N / s <= epsilon` and `1 - (1 - P(Z > T - 1))^N <= delta`.
//!
//! *Proof.* The first sentence holds by construction: facts with r = 0 are left out. For the second, let log
//! y be log x with one additional owner. Bounded counts differ in at most N facts, by 1 in each; c -> max(0,
//! c - (k - 1)) maps whole numbers that differ by 1 to whole numbers that differ by at most 1; so r differs
//! in at most N facts, by 1. Call *new* the facts with r = 0 in x and 1 in y, n of them, and *common* all
//! others. Adding k - 1 to the published counts changes nothing.
//! - Common facts: with noise of scale s on a count that differs by 1, every outcome of a fact has between
//!   e^(-1/s) and e^(1/s) times its probability. At most N do, and facts are independent, so the common part
//!   of the release of x is within a factor of e^(N/s) <= e^epsilon of that of y, in both directions.
//! - New facts: x never publishes them. y publishes each with probability P(1 + Z > T) = P(Z > T - 1), so it
//!   publishes none with probability 1 - d, where d <= 1 - (1 - P(Z > T - 1))^N <= delta.
//!
//! For a set A of releases, P(y gives A) is at most P(the common part of y is in A) + d <= e^epsilon P(x
//! gives A) + delta. In the other direction P(x gives A) <= e^epsilon P(the common part of y is in A), and
//! P(y gives A) is at least (1 - d) of the latter; so P(x gives A) (1 - d) <= e^epsilon P(y gives A), and P(x
//! gives A) <= e^epsilon P(y gives A) + d. (R. Rogers: *A Unifying Privacy Analysis Framework for Unknown
//! Domain Algorithms in Differential Privacy*, 2023, has this for k = 1; k owners before noise is
//! *pre-thresholding* in Google's differential privacy library.)
//!
//! So delta is spent once, on the step from k - 1 owners to k, at which a fact becomes publishable. It would
//! be wrong to give the facts with at least k owners a threshold that is computed for the step from 0 to 1.
//! The condition that c is at least k would then be revealed without noise. With k above the threshold, such
//! facts would be published for certain.
//!
//! # Parts from OpenDP
//! OpenDP's samplers are exact (big rationals, no floating point). We find scale and threshold by a search
//! over its privacy map, which rounds conservatively. Two notes on version 0.16:
//! - The map of `make_laplace_threshold` with threshold T states delta for values *above* T, as in the
//!   theorem. But the mechanism lets T itself pass (opendp/opendp issue 2922), which makes delta larger by
//!   e^(1/s). So we ask the map at T and run the mechanism at T + 1. `tests/all/exact.rs` computes the
//!   divergence of neighbours without OpenDP.
//! - Built without OpenSSL it draws from `rand`'s `thread_rng`: ChaCha20, a cryptographic generator, seeded
//!   by the operating system in every thread and again after every 64 KiB.
//!
//! Not covered: the running time is not private. An attacker who can time the samplers may learn something
//! about the noise.

use std::collections::HashMap;

use clump_core::features::BuiltWithout;
use clump_core::promise::Privacy;
use opendp::core::Measurement;
use opendp::domains::{AtomDomain, MapDomain};
use opendp::measurements::make_laplace_threshold;
use opendp::measures::{Approximate, MaxDivergence};
use opendp::metrics::{AbsoluteDistance, L01InfDistance};
use opendp::utilities::binary_search;
use rayon::prelude::*;

use crate::{DiscreteLaplace, NoiseError};

/// The input of OpenDP's mechanism: index of each fact, and its count.
type Counts = MapDomain<AtomDomain<u64>, AtomDomain<i64>>;
/// Distance of two logs: number of differing facts, total difference, and largest difference in one fact.
type Difference = L01InfDistance<AbsoluteDistance<i64>>;
type Mechanism = Measurement<Counts, Difference, Approximate<MaxDivergence>, HashMap<u64, i64>>;

/// Returns `Ok`, because this build contains the noise.
///
/// # Errors
/// Never in a build with the feature `dp`.
pub fn available() -> Result<(), BuiltWithout> {
    Ok(())
}

/// The threshold mechanism with the least noise and the lowest threshold that satisfy `privacy` and `k`.
///
/// ```
/// use clump_core::promise::Privacy;
/// use clump_noise::Thresholding;
///
/// let thresholding = Thresholding::new(5, Privacy::new(1.0, 1e-5, 1)?)?;
/// assert_eq!((thresholding.scale(), thresholding.threshold()), (1.0, 17));
/// let published = thresholding.publish(&[4, 1_000])?;
/// assert_eq!(published[0], None, "fewer than 5 owners");
/// assert!(published[1].is_some_and(|count| count.abs_diff(1_000) < 100), "1,000 and some noise");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Thresholding {
    k: u64,
    scale: f64,
    /// The number T + 1 of the theorem: the smallest r + Z that is published.
    least_above: u64,
}

impl Thresholding {
    /// # Errors
    /// When delta is so small that no threshold is found for it.
    pub fn new(k: usize, privacy: Privacy) -> Result<Thresholding, NoiseError> {
        let per_owner = privacy.per_owner();
        let no_threshold = NoiseError::NoThreshold { per_owner };
        let spent = |scale: f64, threshold: i64| {
            let map = mechanism(scale, threshold).ok()?.map(&(per_owner, i64::from(per_owner), 1));
            map.ok()
        };
        // Half of this noise spends twice the epsilon, and twice the noise spends half the epsilon, so the
        // wanted scale is between these two.
        let about = f64::from(per_owner) / privacy.epsilon();
        let enough_noise =
            |scale: &f64| spent(*scale, 1).is_some_and(|(epsilon, _)| epsilon <= privacy.epsilon());
        let scale =
            binary_search(enough_noise, (about / 2.0, about * 2.0)).map_err(|_| no_threshold.clone())?;
        // A threshold of 0 has no delta, because a single owner would reach it.
        let high_enough =
            |threshold: &i64| spent(scale, *threshold).is_some_and(|(_, delta)| delta <= privacy.delta());
        let threshold = binary_search(high_enough, (0, i64::MAX / 2)).map_err(|_| no_threshold)?;
        Ok(Thresholding { k: k.max(1) as u64, scale, least_above: threshold.unsigned_abs() + 1 })
    }

    /// The scale of the noise. The error of a count exceeds the scale in one of three cases, and seven times
    /// the scale in one of a thousand.
    pub fn scale(&self) -> f64 {
        self.scale
    }

    /// The smallest noisy count that is published.
    pub fn threshold(&self) -> u64 {
        self.least_above + self.k - 1
    }

    /// For each fact the noisy count to publish, or `None` if the fact is suppressed. `owners` is the number
    /// of owners who count in each fact. Every call draws new noise, so publish the result of one call only.
    ///
    /// # Errors
    /// When the operating system has no randomness.
    pub fn publish(&self, owners: &[u64]) -> Result<Vec<Option<u64>>, NoiseError> {
        let mut published = vec![None; owners.len()];
        owners
            .par_chunks(FACTS_AT_ONCE)
            .zip(published.par_chunks_mut(FACTS_AT_ONCE))
            .try_for_each(|(owners, published)| self.publish_some(owners, published))?;
        Ok(published)
    }

    /// Fills `published` for a part of the facts. This is sound, because the noise of facts is independent.
    fn publish_some(&self, owners: &[u64], published: &mut [Option<u64>]) -> Result<(), NoiseError> {
        let below_k = self.k - 1;
        let above: HashMap<u64, i64> = (0..)
            .zip(owners)
            .filter(|(_, owners)| **owners > below_k)
            .map(|(fact, owners)| (fact, i64::try_from(owners - below_k).unwrap_or(i64::MAX)))
            .collect();
        let mechanism = mechanism(self.scale, i64::try_from(self.least_above).unwrap_or(i64::MAX));
        let noisy =
            mechanism.and_then(|mechanism| mechanism.invoke(&above)).map_err(|_| NoiseError::NoRandomness)?;
        for (fact, published) in (0..).zip(published) {
            *published = noisy.get(&fact).map(|above| above.unsigned_abs() + below_k);
        }
        Ok(())
    }

    /// The probability that a fact is published if `owners` owners count in it.
    pub fn published(&self, owners: u64) -> f64 {
        if owners < self.k {
            return 0.0;
        }
        let signed = |number: u64| i64::try_from(number).unwrap_or(i64::MAX);
        DiscreteLaplace::new(self.scale).at_least(signed(self.threshold()).saturating_sub(signed(owners)))
    }
}

/// Number of facts that one thread processes at a time.
const FACTS_AT_ONCE: usize = 4_096;

fn mechanism(scale: f64, threshold: i64) -> opendp::error::Fallible<Mechanism> {
    let counts = MapDomain::new(AtomDomain::default(), AtomDomain::default());
    make_laplace_threshold(counts, Difference::default(), scale, threshold, None)
}
