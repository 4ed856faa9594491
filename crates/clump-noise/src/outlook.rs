//! How much of a log would be kept with noise at usual settings, so that a publisher can choose before anything is spent.
//!
//! Private: it is computed from exact counts. And a number of facts for each owner that was chosen by looking at it tells
//! a little of the log, as every choice does that is made by looking at the data.

use clump_core::promise::Privacy;
use serde::Serialize;

use crate::{Bounding, FactsOf, Kept, NoiseError, Thresholding, expected_kept};

/// The epsilons that are looked at.
pub const USUAL_EPSILONS: [f64; 3] = [1.0, 2.0, 4.0];
/// The least numbers of owners that are looked at.
pub const USUAL_K: [usize; 3] = [5, 20, 50];
/// The delta that is taken where none is given.
pub const USUAL_DELTA: f64 = 1e-5;
/// In how many facts owners may count; the number that keeps most is told.
const PER_OWNER: [u32; 4] = [1, 5, 20, 100];

/// What is expected at one epsilon.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Outlook {
    /// The epsilon.
    pub epsilon: f64,
    /// The delta.
    pub delta: f64,
    /// In how many facts an owner counts: the number that keeps most pairs at the least k.
    pub per_owner: u32,
    /// What is kept at each of [`USUAL_K`].
    pub at: [OutlookAt; USUAL_K.len()],
}

/// What is expected at one k besides.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct OutlookAt {
    /// The least number of owners.
    pub k: usize,
    /// How many facts are published, on average.
    pub facts: f64,
    /// The share of all pairs of an owner and a fact whose fact is published, on average.
    pub pairs_share: f64,
}

impl OutlookAt {
    fn of(k: usize, kept: &Kept) -> OutlookAt {
        OutlookAt { k, facts: kept.facts_kept, pairs_share: kept.share_of_pairs() }
    }
}

/// What is expected at each of [`USUAL_EPSILONS`], of owners with these facts: numbers below `facts`, each once for an
/// owner. O(pairs log pairs).
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
    // Any choice at random is as good as that of a run, which has another secret.
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

/// How many facts have so many owners who count, and how many owners have them at all.
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

/// The outlook with that number of facts for each owner that keeps most.
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
