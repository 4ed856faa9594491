//! How much a thresholding keeps of a log, without drawing any noise.

use crate::Thresholding;

/// The facts in which so many owners count: one bar of a histogram.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FactsOf {
    /// How many owners count in each of them, after [bounding](crate::Bounding).
    pub owners: u64,
    /// How many facts these are.
    pub facts: u64,
    /// How many pairs of an owner and one of these facts there are. More than `owners` times `facts` if owners have
    /// facts that they do not count in.
    pub pairs: u64,
}

/// What is expected to be published. Means over the noise, and private: they are computed from exact counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kept {
    /// How many facts there are.
    pub facts: u64,
    /// How many of them are published, on average.
    pub facts_kept: f64,
    /// How many pairs of an owner and a fact there are.
    pub pairs: u64,
    /// How many of them are of published facts, on average.
    pub pairs_kept: f64,
}

impl Kept {
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

/// What `thresholding` keeps on average of a log that is given by its histogram. O(bars).
pub fn expected_kept(histogram: impl IntoIterator<Item = FactsOf>, thresholding: &Thresholding) -> Kept {
    let mut kept = Kept::default();
    for FactsOf { owners, facts, pairs } in histogram {
        let published = thresholding.published(owners);
        kept.facts += facts;
        kept.pairs += pairs;
        kept.facts_kept += published * facts as f64;
        kept.pairs_kept += published * pairs as f64;
    }
    kept
}
