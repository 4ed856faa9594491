//! Share of all facts of a log that have at least k owners.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The values of k that reports compare.
pub const KEPT_AT: [u64; 8] = [2, 3, 5, 10, 20, 30, 50, 100];

/// Sums over facts: the number of facts, the pairs of an owner and a fact, and the occurrences of the facts.
type Sums = [u64; 3];

/// All facts of a log, summed up by their number of owners. Memory depends on the number of different owner counts,
/// not on the number of facts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Volume {
    by_owners: BTreeMap<u64, Sums>,
    /// Sums of the facts that a rule excludes; they are never kept.
    excluded: Sums,
}

/// Share of all facts that is kept at the threshold `k`: facts with at least `k` owners.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeptAt {
    /// The threshold: the least number of owners.
    pub k: u64,
    /// Number of distinct facts that are kept.
    pub facts: u64,
    /// Kept facts, as a share of all distinct facts.
    pub facts_share: f64,
    /// Kept pairs of an owner and a fact, as a share of all pairs.
    pub pairs_share: f64,
    /// Occurrences of the kept facts, as a share of all occurrences.
    pub times_share: f64,
}

impl KeptAt {
    fn new(k: u64, kept: Sums, all: Sums) -> KeptAt {
        let share = |of: usize| if all[of] == 0 { 0.0 } else { kept[of] as f64 / all[of] as f64 };
        KeptAt { k, facts: kept[0], facts_share: share(0), pairs_share: share(1), times_share: share(2) }
    }
}

impl Volume {
    /// Adds facts that may be published if they have enough owners: `facts` facts with `owners` owners each,
    /// which occur `times` times together.
    pub fn push(&mut self, facts: u64, owners: u64, times: u64) {
        add(self.by_owners.entry(owners).or_default(), [facts, facts * owners, times]);
    }

    /// Adds facts that a rule excludes, whatever the number of their owners.
    pub fn push_excluded(&mut self, facts: u64, owners: u64, times: u64) {
        add(&mut self.excluded, [facts, facts * owners, times]);
    }

    /// Marks as excluded one fact that was added before with these `owners` and `times`.
    pub fn exclude(&mut self, owners: u64, times: u64) {
        let sums = self.by_owners.get_mut(&owners).expect("the fact was taken before");
        *sums = [sums[0] - 1, sums[1] - owners, sums[2] - times];
        self.push_excluded(1, owners, times);
    }

    /// Share of everything that is kept at the threshold `k`. Shares of nothing are 0.
    pub fn kept_at(&self, k: u64) -> KeptAt {
        let mut kept = Sums::default();
        self.by_owners.range(k..).for_each(|(_, &sums)| add(&mut kept, sums));
        self.share(k, kept)
    }

    /// Shares of the `kept` sums (facts, pairs of an owner and a fact, occurrences) at the threshold `k`.
    pub fn share(&self, k: u64, kept: [u64; 3]) -> KeptAt {
        KeptAt::new(k, kept, self.all())
    }

    fn all(&self) -> Sums {
        let mut all = self.excluded;
        self.by_owners.values().for_each(|&sums| add(&mut all, sums));
        all
    }

    /// Number of distinct facts.
    pub fn facts(&self) -> u64 {
        self.all()[0]
    }

    /// Number of pairs of an owner and a fact.
    pub fn pairs(&self) -> u64 {
        self.all()[1]
    }

    /// Number of times that all facts occur together.
    pub fn times(&self) -> u64 {
        self.all()[2]
    }
}

fn add(sums: &mut Sums, more: Sums) {
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_of_everything_that_was_read() {
        let mut volume = Volume::default();
        for (facts, owners, times) in [(2, 1, 6), (1, 4, 4), (1, 10, 20)] {
            volume.push(facts, owners, times);
        }
        volume.push_excluded(1, 4, 10);
        let kept = volume.kept_at(4);
        assert_eq!((kept.facts, volume.facts(), volume.pairs(), volume.times()), (2, 5, 20, 40));
        assert_eq!([kept.facts_share, kept.pairs_share, kept.times_share], [0.4, 0.7, 0.6]);
        assert_eq!(volume.share(4, [2, 14, 24]), kept);
        volume.exclude(10, 20);
        assert_eq!((volume.kept_at(4).facts, volume.facts(), volume.times()), (1, 5, 40));
        assert_eq!(Volume::default().kept_at(2), KeptAt { k: 2, ..KeptAt::default() });
    }
}
