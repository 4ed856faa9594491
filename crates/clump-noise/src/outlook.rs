//! The outlook: the expected share of a log that noise with usual settings keeps. A publisher can choose
//! settings by it before spending any epsilon.
//!
//! The outlook is private, because it is computed from exact counts. A number of facts per owner that was
//! chosen by it reveals a little about the log, as every choice does that is made by looking at the data.

use clump_core::promise::Privacy;
use serde::Serialize;

use crate::{Bounding, NoiseError, Thresholding};

/// The values of epsilon for which the outlook is computed.
pub const USUAL_EPSILONS: [f64; 3] = [1.0, 2.0, 4.0];
/// The values of k for which the outlook is computed.
pub const USUAL_K: [usize; 3] = [5, 20, 50];
/// The value of delta for which the outlook is computed.
pub const USUAL_DELTA: f64 = 1e-5;
/// The numbers of facts per owner that the outlook compares. It reports the one that keeps most.
const PER_OWNER: [u32; 4] = [1, 5, 20, 100];

/// Expected result of a noisy release with one epsilon, for several k.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Outlook {
    /// The epsilon of the release.
    pub epsilon: f64,
    /// The delta of the release.
    pub delta: f64,
    /// Number of facts in which an owner counts: the best of the compared numbers at the least k.
    pub per_owner: u32,
    /// Expected result for each k of [`USUAL_K`].
    pub at: [OutlookAt; USUAL_K.len()],
}

/// Expected result of a release with one epsilon and one k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct OutlookAt {
    /// The least number of owners of a published fact.
    pub k: usize,
    /// Expected number of published facts.
    pub facts: f64,
    /// Expected share, among all pairs of an owner and a fact, of the pairs whose fact is published.
    pub pairs_share: f64,
}

impl OutlookAt {
    fn of(k: usize, kept: &Expectation) -> OutlookAt {
        OutlookAt { k, facts: kept.facts_kept, pairs_share: kept.share_of_pairs() }
    }
}

/// Expected result for each epsilon of [`USUAL_EPSILONS`]. `owners` gives the facts of each owner as distinct
/// numbers below `facts`. O(pairs log pairs).
///
/// # Errors
/// When this build has no noise.
pub fn outlook<'f>(
    owners: impl IntoIterator<Item = &'f [u32]>,
    facts: usize,
) -> Result<Vec<Outlook>, NoiseError> {
    crate::available()?;
    let spread = spread(owners, facts);
    USUAL_EPSILONS.into_iter().map(|epsilon| best(epsilon, &spread)).collect()
}

/// One histogram of the log for each number of facts per owner in [`PER_OWNER`].
type Spread = [Vec<FactsOf>; PER_OWNER.len()];

fn spread<'f>(owners: impl IntoIterator<Item = &'f [u32]>, facts: usize) -> Spread {
    // The secret of a run differs, but any random choice of facts represents it.
    let bounding = Bounding::new([0; 32], PER_OWNER[PER_OWNER.len() - 1]);
    let mut counted = vec![[0_u32; PER_OWNER.len()]; facts];
    let mut all = vec![0_u32; facts];
    for (owner, facts) in owners.into_iter().enumerate() {
        facts.iter().for_each(|&fact| all[fact as usize] += 1);
        let chosen = bounding.choose(&owner.to_le_bytes(), facts.iter().map(|fact| fact.to_le_bytes()));
        for (place, fact) in (0..).zip(chosen) {
            let first = PER_OWNER.partition_point(|&per_owner| per_owner <= place);
            counted[u32::from_le_bytes(fact) as usize][first..].iter_mut().for_each(|owners| *owners += 1);
        }
    }
    std::array::from_fn(|at| histogram(counted.iter().map(|owners| owners[at]), &all))
}

/// Groups facts by the number of owners who count in them. `all` is the number of owners who have each fact.
fn histogram(counted: impl Iterator<Item = u32> + Clone, all: &[u32]) -> Vec<FactsOf> {
    let most = counted.clone().max().unwrap_or(0);
    let mut histogram: Vec<FactsOf> =
        (0..=u64::from(most)).map(|owners| FactsOf { owners, ..FactsOf::default() }).collect();
    for (owners, all) in counted.zip(all) {
        let bar = &mut histogram[owners as usize];
        bar.facts += 1;
        bar.pairs += u64::from(*all);
    }
    histogram
}

/// The outlook for the number of facts per owner that keeps most.
fn best(epsilon: f64, spread: &Spread) -> Result<Outlook, NoiseError> {
    let mut best: Option<Outlook> = None;
    for (per_owner, histogram) in PER_OWNER.into_iter().zip(spread) {
        let privacy = Privacy::new(epsilon, USUAL_DELTA, per_owner).expect("usual numbers are in range");
        let mut at = [OutlookAt::default(); USUAL_K.len()];
        for (at, k) in at.iter_mut().zip(USUAL_K) {
            let kept = expected_kept(histogram.iter().copied(), &Thresholding::new(k, privacy)?);
            *at = OutlookAt::of(k, &kept);
        }
        if best.is_none_or(|best| at[0].pairs_share > best.at[0].pairs_share) {
            best = Some(Outlook { epsilon, delta: USUAL_DELTA, per_owner, at });
        }
    }
    Ok(best.expect("there are numbers to choose from"))
}

// The expected share that a thresholding keeps, computed without drawing noise.

/// One bar of a histogram: the facts in which the same number of owners count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FactsOf {
    /// Number of owners who count in each fact of the bar, after [bounding](crate::Bounding).
    pub owners: u64,
    /// Number of facts in the bar.
    pub facts: u64,
    /// Number of pairs of an owner and a fact of the bar. It is more than `owners` times `facts` if owners
    /// have facts in which they do not count.
    pub pairs: u64,
}

/// Numbers of facts in a log, and the numbers expected to be published, averaged over the noise. They are
/// private, because they are computed from exact counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expectation {
    /// Number of facts in the log.
    pub facts: u64,
    /// Expected number of published facts.
    pub facts_kept: f64,
    /// Number of pairs of an owner and a fact in the log.
    pub pairs: u64,
    /// Expected number of pairs of an owner and a published fact.
    pub pairs_kept: f64,
}

impl Expectation {
    /// Expected share of the facts that is published; 0 if the log has no facts.
    pub fn share_of_facts(&self) -> f64 {
        share(self.facts_kept, self.facts)
    }

    /// Expected share of the pairs of owner and fact that is published; 0 if the log has no pairs.
    pub fn share_of_pairs(&self) -> f64 {
        share(self.pairs_kept, self.pairs)
    }
}

fn share(part: f64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}

/// The part of a log that `thresholding` is expected to publish, from the histogram of the log. O(bars).
pub fn expected_kept(
    histogram: impl IntoIterator<Item = FactsOf>,
    thresholding: &Thresholding,
) -> Expectation {
    let mut kept = Expectation::default();
    for FactsOf { owners, facts, pairs } in histogram {
        let published = thresholding.published(owners);
        kept.facts += facts;
        kept.pairs += pairs;
        kept.facts_kept += published * facts as f64;
        kept.pairs_kept += published * pairs as f64;
    }
    kept
}
