//! How much a thresholding keeps of a log, without drawing any noise.

use crate::Thresholding;

/// What is expected to be published. Means over the noise, and private: they are computed from exact counts.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Kept {
    /// How many facts there are that owners count in.
    pub facts: u64,
    /// How many of them are published, on average.
    pub facts_kept: f64,
    /// How many pairs of a fact and an owner who counts in it there are.
    pub pairs: u64,
    /// How many of them are in published facts, on average.
    pub pairs_kept: f64,
}

impl Kept {
    /// The share of the facts that is published; 0 if there are none.
    pub fn share_of_facts(&self) -> f64 {
        share(self.facts_kept, self.facts)
    }

    /// The share of the pairs that is in published facts; 0 if there are none.
    pub fn share_of_pairs(&self) -> f64 {
        share(self.pairs_kept, self.pairs)
    }
}

fn share(part: f64, whole: u64) -> f64 {
    if whole == 0 { 0.0 } else { part / whole as f64 }
}

/// What `thresholding` keeps on average of a log, given by its histogram: how many owners count in a fact, and in how
/// many facts so many do. Owners are counted after [bounding](crate::Bounding). O(entries).
pub fn expected_kept(histogram: impl IntoIterator<Item = (u64, u64)>, thresholding: &Thresholding) -> Kept {
    let mut kept = Kept::default();
    for (owners, facts) in histogram {
        let published = thresholding.published(owners) * facts as f64;
        kept.facts += facts;
        kept.pairs += owners * facts;
        kept.facts_kept += published;
        kept.pairs_kept += published * owners as f64;
    }
    kept
}
