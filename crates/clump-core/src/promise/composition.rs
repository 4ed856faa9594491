//! The property `Composition`, for several releases of the same people. An attacker who knows the row of an
//! owner in each release keeps only the people who share all groups with the owner. The property promises that
//! these are at least k people, the owner included.
//!
//! The groups of earlier releases are only in the publisher's ledger, so only ledger and audit can prove the
//! property. The release alone can refute it: a group of fewer than k owners has fewer than k candidates.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::property::REPEATED;
use super::{Promised, PropertyName, Wording};
use crate::verify::{Counted, Set, Verdict, too_few};

/// Every owner of the release has at least `k` candidates: owners, the owner included, who are in the same group in this
/// release and in every release of the same ledger that the owner is in.
///
/// Checked by [`composed_owners`] from audit and ledger;
/// [`k_anonymous_rows`](crate::verify::k_anonymous_rows) finds only what the release itself shows.
///
/// ```
/// use clump_core::promise::{Composition, KAnonymity, Promise};
///
/// let promise = Promise::from(KAnonymity { k: 5 }).and(Composition { k: 5 })?;
/// assert_eq!(promise.to_string(), "5-anonymity and 5 candidates over all releases of its ledger");
/// assert!(promise.not_covered().iter().all(|open| !open.starts_with("Two releases")), "it is what this is about");
/// # Ok::<(), clump_core::promise::PromiseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Composition {
    /// The least number of candidates.
    pub k: usize,
}

impl Promised for Composition {
    /// Candidates are owners of groups, so the promise must also have k-anonymity.
    fn beside(&self) -> Option<PropertyName> {
        Some(PropertyName::KAnonymity)
    }

    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn wording(&self) -> Wording {
        Wording {
            short: format!("{} candidates over all releases of its ledger", self.k),
            sentence: format!(
                "Over this release and all others of the same ledger, every owner shares all of their groups with at least {} owners, \
                 themselves included.",
                self.k
            ),
            looked_at: ["group", "groups"],
            not_covered: vec![
                "Releases of the same people that are not in the ledger can be combined with this one.",
                "Several releases tell more of what the owners of a group have in common than one of them does.",
                "Owners who come or leave between releases with fewer than k - 1 others of all their groups: whoever compares the releases may learn what they have or lack.",
                "That candidates are left cannot be seen in the release: the publisher counted them, and whoever has audit and ledger can.",
            ],
            remedy: "do not publish it: make it again with the ledger, so that owners stay with the owners of their earlier groups",
        }
    }

    fn closes(&self) -> &'static [&'static str] {
        &[REPEATED]
    }
}

/// Checks that every owner of a release has at least `k` candidates over this release and the `others`. Each row
/// comes with its owner, the line it is published on (from 1), and the content of the line. Each of the `others` is
/// a list of groups, and each group a list of its owners.
pub fn composed_owners<O: Ord + Clone, R: Ord>(
    audit: impl IntoIterator<Item = (O, usize, R)>,
    others: &[Vec<Vec<O>>],
    k: usize,
) -> Verdict {
    let mut published: BTreeMap<R, (BTreeSet<O>, BTreeSet<usize>)> = BTreeMap::new();
    for (owner, line, row) in audit {
        let (owners, lines) = published.entry(row).or_default();
        owners.insert(owner);
        lines.insert(line);
    }
    let others = others.iter().flatten().map(|group| group.iter().cloned().collect());
    let groups: Vec<BTreeSet<O>> =
        published.values().map(|(owners, _)| owners.clone()).chain(others).collect();
    let mut groups_of: BTreeMap<&O, Vec<usize>> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        group.iter().for_each(|owner| groups_of.entry(owner).or_default().push(number));
    }
    // Owners of the same groups have the same candidates, so these are counted once.
    let mut found: BTreeMap<&[usize], usize> = BTreeMap::new();
    let mut candidates = |owner: &O| {
        let numbers = groups_of[owner].as_slice();
        *found.entry(numbers).or_insert_with(|| {
            let all = numbers.iter().map(|&number| groups[number].clone());
            all.reduce(|left, group| &left & &group).map_or(0, |left| left.len())
        })
    };
    let groups = published.values().map(|(owners, lines)| {
        let fewest = owners.iter().map(&mut candidates).min().expect("a group has owners");
        let fault = too_few(fewest, k).map(|reason| (lines.iter().copied().collect(), reason));
        Set { rows: owners.len(), count: fewest, fault }
    });
    Verdict::of_sets(Counted::Owners, groups)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// Reference implementation: lists, for each owner, the others who are in all groups of this owner.
        #[test]
        fn candidates_are_those_who_are_in_all_groups_of_an_owner(
            releases in proptest::collection::vec(proptest::collection::vec(proptest::option::of(0u32..4), 9), 1..4),
            k in 1usize..5,
        ) {
            let now = &releases[0];
            let published = || now.iter().enumerate().filter_map(|(owner, group)| group.map(|group| (owner, group)));
            let others: Vec<Vec<Vec<usize>>> = releases[1..]
                .iter()
                .map(|of_each| (0..4).map(|group| (0..9).filter(|&owner| of_each[owner] == Some(group)).collect()).collect())
                .collect();
            let found = composed_owners(published().map(|(owner, group)| (owner, owner + 1, group)), &others, k);

            let with = |owner: usize, other: usize| {
                releases.iter().all(|of_each| of_each[owner].is_none() || of_each[owner] == of_each[other])
            };
            let candidates = |owner: usize| (0..9).filter(|&other| with(owner, other)).count();
            let least = published().map(|(owner, _)| candidates(owner)).min();
            prop_assert_eq!(found.smallest, least.unwrap_or(0));
            prop_assert_eq!(found.holds, least.is_some_and(|least| least >= k));
            prop_assert_eq!(found.rows, published().count());
            let few: BTreeSet<u32> = published().filter(|&(owner, _)| candidates(owner) < k).map(|(_, group)| group).collect();
            prop_assert_eq!(found.violations, few.len());
        }
    }
}
