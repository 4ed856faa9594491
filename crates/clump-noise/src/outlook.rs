//! The outlook: the share of a log that noise at usual settings would keep, so that a publisher can choose
//! before spending any epsilon.
//!
//! Private: it is computed from exact counts. A number of facts per owner that was chosen by it reveals a
//! little about the log, as every choice does that is made by looking at the data.

use clump_core::promise::Privacy;
use serde::Serialize;

use crate::{Bounding, NoiseError, Thresholding};

/// The epsilons of the outlook.
pub const USUAL_EPSILONS: [f64; 3] = [1.0, 2.0, 4.0];
/// The values of k of the outlook.
pub const USUAL_K: [usize; 3] = [5, 20, 50];
/// The default delta.
pub const USUAL_DELTA: f64 = 1e-5;
/// The tried numbers of facts per owner. The outlook reports the one that keeps most.
const PER_OWNER: [u32; 4] = [1, 5, 20, 100];

/// Expected result at one epsilon.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Outlook {
    /// The epsilon.
    pub epsilon: f64,
    /// The delta.
    pub delta: f64,
    /// Number of facts in which an owner counts: the one that keeps most pairs at the least k.
    pub per_owner: u32,
    /// Expected result at each of [`USUAL_K`].
    pub at: [OutlookAt; USUAL_K.len()],
}

/// Expected result at one epsilon and one k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct OutlookAt {
    /// The least number of owners.
    pub k: usize,
    /// Number of published facts, on average.
    pub facts: f64,
    /// The share of all pairs of an owner and a fact whose fact is published, on average.
    pub pairs_share: f64,
}

impl OutlookAt {
    fn of(k: usize, kept: &Expectation) -> OutlookAt {
        OutlookAt { k, facts: kept.facts_kept, pairs_share: kept.share_of_pairs() }
    }
}

/// Expected result at each of [`USUAL_EPSILONS`]. `owners` has the facts of each owner: distinct numbers
/// below `facts`. O(pairs log pairs).
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

/// The histogram of a log for each of [`PER_OWNER`].
type Spread = [Vec<FactsOf>; PER_OWNER.len()];

fn spread<'f>(owners: impl IntoIterator<Item = &'f [u32]>, facts: usize) -> Spread {
    // Any random choice represents that of a run, which has another secret.
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

/// Numbers of facts by the number of owners who count in them, with the number of all owners who have them.
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

/// The outlook with the number of facts per owner that keeps most.
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

/// The facts with the same number of owners who count: one bar of a histogram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FactsOf {
    /// Number of owners who count in each of them, after [bounding](crate::Bounding).
    pub owners: u64,
    /// Number of these facts.
    pub facts: u64,
    /// Number of pairs of an owner and one of these facts. It is more than `owners` times `facts` if owners
    /// have facts in which they do not count.
    pub pairs: u64,
}

/// Expected numbers of published facts. They are means over the noise. Private: they are computed from exact
/// counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expectation {
    /// Number of facts.
    pub facts: u64,
    /// Number of published facts, on average.
    pub facts_kept: f64,
    /// Number of pairs of an owner and a fact.
    pub pairs: u64,
    /// Number of pairs of published facts, on average.
    pub pairs_kept: f64,
}

impl Expectation {
    /// The share of the facts that is published; 0 if there are none.
    pub fn share_of_facts(&self) -> f64 {
        share(self.facts_kept, self.facts)
    }

    /// The share of the pairs that is of published facts; 0 if there are none.
    pub fn share_of_pairs(&self) -> f64 {
        share(self.pairs_kept, self.pairs)
    }
}

fn share(part: f64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}

/// The part of a log that `thresholding` keeps on average, from the histogram of the log. O(bars).
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
