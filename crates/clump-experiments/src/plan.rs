//! The plan: all releases that the paper's figures need, limited to the size of the log.

use std::collections::BTreeSet;

use super::setting::{Algorithm, Setting};

/// Number of owners (|D|) of the paper's whole log.
pub(super) const OWNERS: usize = 53_058;

/// Numbers of owners (|D|) in Figures 3 to 5.
const SIZES: [usize; 3] = [1_000, 10_000, OWNERS];

/// Numbers of owners (|D|) in Table III. Figure 7 uses them too, since three sizes are too few for a line.
const ALL_SIZES: [usize; 6] = [1_000, 10_000, 20_000, 30_000, 40_000, OWNERS];

/// Values of k in Figures 3 to 5.
pub(super) const KS: [usize; 4] = [5, 7, 10, 15];

/// The k of Figures 6 and 7.
pub(super) const K: usize = 5;

/// Values of r in Figure 6.
pub(super) const RS: [usize; 5] = [5, 10, 30, 50, 100];

/// The sizes of the paper's experiments that a log is large enough for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Plan {
    /// Numbers of owners in Figures 3 to 5, ascending.
    pub sizes: Vec<usize>,
    /// Numbers of owners in Table III and Figure 7, ascending.
    pub all_sizes: Vec<usize>,
    /// Sizes of the paper that are larger than the log.
    pub left_out: Vec<usize>,
}

impl Plan {
    /// The plan for a log of `owners`. It omits larger sizes, except that the whole log replaces the paper's
    /// whole log.
    pub(super) fn for_owners(owners: usize) -> Plan {
        let whole = owners.min(OWNERS);
        let reached = |sizes: &[usize]| -> Vec<usize> {
            sizes.iter().copied().filter(|&size| size < whole).chain([whole]).collect()
        };
        Plan {
            sizes: reached(&SIZES),
            all_sizes: reached(&ALL_SIZES),
            left_out: ALL_SIZES.into_iter().filter(|&size| size > owners).collect(),
        }
    }

    /// The largest number of owners.
    pub(super) fn whole(&self) -> usize {
        self.sizes.last().copied().expect("the whole log is a size")
    }

    /// Settings of Figures 3 to 5: every size and k.
    pub(super) fn grid(&self, algorithm: Algorithm) -> impl Iterator<Item = Setting> {
        self.sizes.iter().flat_map(move |&owners| KS.map(|k| Setting::new(algorithm, owners, k)))
    }

    /// Settings of Figure 6: every r at the largest size.
    pub(super) fn over_r(&self) -> [Setting; RS.len()] {
        RS.map(|r| Setting::new(Algorithm::Clump1, self.whole(), K).with_r(r))
    }

    /// Settings of Figure 7: every size of the plan.
    pub(super) fn over_sizes(&self, algorithm: Algorithm) -> impl Iterator<Item = Setting> {
        self.all_sizes.iter().map(move |&owners| Setting::new(algorithm, owners, K))
    }

    /// Settings of Algorithm 2 as printed: sizes of Figures 3 to 5 at one k, since a release takes long.
    pub(super) fn printed(&self) -> impl Iterator<Item = Setting> {
        self.sizes.iter().map(|&owners| Setting::new(Algorithm::Printed, owners, K))
    }

    /// All settings without duplicates, ordered by size.
    pub(super) fn settings(&self) -> Vec<Setting> {
        let mut settings = BTreeSet::from(self.over_r());
        settings.extend(Algorithm::COMPARED.into_iter().flat_map(|algorithm| self.grid(algorithm)));
        for algorithm in [Algorithm::Clump1, Algorithm::Partition, Algorithm::Nearest] {
            settings.extend(self.over_sizes(algorithm));
        }
        settings.extend(self.printed());
        settings.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_papers_log_has_all_of_its_sizes() {
        for owners in [OWNERS, OWNERS + 1] {
            let plan = Plan::for_owners(owners);
            assert_eq!((plan.sizes.as_slice(), plan.whole()), (SIZES.as_slice(), OWNERS));
            assert!(plan.left_out.is_empty());
            // 48 of Figures 3 to 5, 4 more of Figure 6, 9 more of Figure 7, 3 as printed.
            assert_eq!(plan.settings().len(), 48 + 4 + 9 + 3);
        }
    }

    #[test]
    fn a_short_log_is_taken_as_far_as_it_reaches() {
        let plan = Plan::for_owners(1_200);
        assert_eq!(
            (plan.sizes.as_slice(), plan.all_sizes.as_slice()),
            ([1_000, 1_200].as_slice(), [1_000, 1_200].as_slice())
        );
        assert_eq!(plan.left_out, [10_000, 20_000, 30_000, 40_000, OWNERS]);
        assert_eq!(Plan::for_owners(1_000).sizes, [1_000]);
        assert_eq!(Plan::for_owners(40).sizes, [40]);
    }
}
