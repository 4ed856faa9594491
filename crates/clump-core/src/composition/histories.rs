//! Groups that owners were in before, and who is whose candidate by that.

use std::collections::BTreeMap;

use crate::transactions::Transactions;

/// A group of an earlier release: which release, and which of its groups.
pub type EarlierGroup = (u32, u32);

/// The histories of all owners of some transactions.
///
/// ```
/// use clump_core::composition::Histories;
///
/// // Three were in one group and one in another; the fifth is new.
/// let histories = Histories::new(&[vec![(0, 7)], vec![(0, 7)], vec![(0, 7)], vec![(0, 8)], vec![]]);
/// assert_eq!(histories.stranded(2), [false, false, false, true, false]);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Histories {
    /// The class of each owner. Classes are numbered by their first owner.
    class_of: Vec<u32>,
    /// For each class, how many owners are of it.
    owners: Vec<usize>,
    /// For each class, those whose owners are candidates for its own, ascending; none where everybody is.
    candidates: Vec<Option<Vec<u32>>>,
}

impl Histories {
    /// The groups that each owner was in, in any order. O(groups log groups) where groups of earlier releases are small.
    pub fn new(of_each: &[Vec<EarlierGroup>]) -> Histories {
        let mut numbers: BTreeMap<Vec<EarlierGroup>, u32> = BTreeMap::new();
        let mut histories: Vec<Vec<EarlierGroup>> = Vec::new();
        let mut found = Histories::default();
        for groups in of_each {
            let mut groups = groups.clone();
            groups.sort_unstable();
            groups.dedup();
            let class = *numbers.entry(groups).or_insert_with_key(|groups| {
                histories.push(groups.clone());
                found.owners.push(0);
                histories.len() as u32 - 1
            });
            found.owners[class as usize] += 1;
            found.class_of.push(class);
        }
        let mut classes_of: BTreeMap<EarlierGroup, Vec<u32>> = BTreeMap::new();
        for (class, history) in (0u32..).zip(&histories) {
            history.iter().for_each(|&group| classes_of.entry(group).or_default().push(class));
        }
        found.candidates = histories
            .iter()
            .map(|history| {
                let rarest =
                    history.iter().map(|group| &classes_of[group]).min_by_key(|classes| classes.len())?;
                let has_all = |&&class: &&u32| {
                    history.iter().all(|group| histories[class as usize].binary_search(group).is_ok())
                };
                Some(rarest.iter().filter(has_all).copied().collect())
            })
            .collect();
        found
    }

    /// For each owner, whether it cannot be published with `k` candidates, however all others are grouped.
    pub fn stranded(&self, k: usize) -> Vec<bool> {
        let mut is_stranded = vec![false; self.owners.len()];
        loop {
            let present =
                |class: u32| if is_stranded[class as usize] { 0 } else { self.owners[class as usize] };
            let few = |class: &usize| {
                let candidates = self.candidates[*class].as_ref();
                let found =
                    candidates.map(|classes| classes.iter().map(|&class| present(class)).sum::<usize>());
                !is_stranded[*class] && found.is_some_and(|found| found < k)
            };
            let next: Vec<usize> = (0..self.owners.len()).filter(few).collect();
            if next.is_empty() {
                break;
            }
            next.into_iter().for_each(|class| is_stranded[class] = true);
        }
        self.class_of.iter().map(|&class| is_stranded[class as usize]).collect()
    }

    /// True if `owner` is a candidate for the owners of `class`.
    pub(super) fn is_candidate(&self, class: usize, owner: u32) -> bool {
        let of_class = self.candidates[class].as_ref();
        of_class.is_none_or(|classes| classes.binary_search(&self.class_of[owner as usize]).is_ok())
    }

    /// All classes, those with the fewest candidates first. New owners, for whom everybody is one, come last.
    pub(super) fn fewest_candidates_first(&self) -> Vec<usize> {
        let candidates = |class: &usize| {
            let classes = self.candidates[*class].as_ref();
            classes
                .map_or(usize::MAX, |classes| classes.iter().map(|&class| self.owners[class as usize]).sum())
        };
        let mut classes: Vec<usize> = (0..self.owners.len()).collect();
        classes.sort_by_key(|class| (candidates(class), *class));
        classes
    }

    /// The rows of the owners of each class.
    pub(super) fn rows_of_each_class(&self, transactions: &Transactions) -> Vec<Vec<u32>> {
        let mut rows_of = vec![Vec::new(); self.owners.len()];
        for row in 0..transactions.len() {
            let owner = transactions.owner(row) as usize;
            rows_of[self.class_of[owner] as usize].push(row as u32);
        }
        rows_of
    }
}
