//! Finds owners who can be distinguished by comparing releases.
//!
//! A row shows, below each node, the least number of items that an owner of its group has there. Let a group S have
//! the least number a below v, and let the data of owners be the same in all releases. An attacker who knows the
//! groups removes from S all owners who are in another group, of any release, with more than a below v. One of the
//! remaining owners has exactly a. If fewer than k remain, the releases together reveal something about fewer than
//! k owners, which none of them does alone.
//!
//! *Example.* Six owners have the row `<fruit>|salt`. One leaves, and the others have the row `apple|salt` in the
//! next release. So the one who left has a fruit and no apple.
//!
//! **Theorem.** The remaining owners are whole classes of owners who were in exactly the same groups. So if every
//! class has k owners, every such inference is about at least k owners.
//!
//! *Proof.* S is a union of classes, since owners of a class are in S or not in S together; so is every group
//! that is removed. ∎
//!
//! The groups that a ledger makes leave every owner k candidates, but a candidate may have been in more groups
//! than the owner. Owners who come or leave while others of their group stay are in a separate class. Publishing
//! less about those who stay would hide them only if the data stay the same. A log that is new each month would
//! keep next to nothing this way, and hide no one. So such owners are counted and reported to the publisher.

use std::collections::{BTreeMap, BTreeSet};

/// The owners of all `releases` who were in exactly the same groups as fewer than `k` owners, themselves included.
/// `releases` has the groups of each release, each as a list of owners. O(owners log owners) for each release.
pub fn told_apart<O: Ord>(releases: &[Vec<Vec<O>>], k: usize) -> BTreeSet<&O> {
    let mut groups_of: BTreeMap<&O, Vec<usize>> = BTreeMap::new();
    for (number, group) in releases.iter().flatten().enumerate() {
        group.iter().for_each(|owner| groups_of.entry(owner).or_default().push(number));
    }
    let mut classes: BTreeMap<&[usize], usize> = BTreeMap::new();
    groups_of.values().for_each(|groups| *classes.entry(groups.as_slice()).or_default() += 1);
    let is_few = |groups: &[usize]| classes[groups] < k;
    groups_of.iter().filter(|(_, groups)| is_few(groups)).map(|(&owner, _)| owner).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OWNERS: usize = 6;

    /// For each release, the group of each owner; `None` if the owner is not in the release.
    type Places = Vec<[Option<usize>; OWNERS]>;

    fn groups(places: &Places) -> Vec<Vec<Vec<usize>>> {
        let of_release = |places: &[Option<usize>; OWNERS]| {
            let group = |group| (0..OWNERS).filter(move |&owner| places[owner] == Some(group)).collect();
            (0..2).map(group).filter(|group: &Vec<usize>| !group.is_empty()).collect()
        };
        places.iter().map(of_release).collect()
    }

    /// All possible numbers of items of the owners below a node if these groups have these least numbers. No least
    /// number is above 2, so that an owner with more than the least can have 3.
    fn possible(groups: &[(&Vec<usize>, usize)]) -> Vec<[usize; OWNERS]> {
        let numbers = (0..4usize.pow(OWNERS as u32))
            .map(|code| std::array::from_fn(|owner| code / 4usize.pow(owner as u32) % 4));
        let fits = |numbers: &[usize; OWNERS]| {
            groups
                .iter()
                .all(|(group, least)| group.iter().map(|&owner| numbers[owner]).min() == Some(*least))
        };
        numbers.filter(fits).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(200 * ProptestConfig::default().cases / 256))]

        /// Reference attack: goes through all data that would give these rows.
        #[test]
        fn whoever_is_not_told_apart_can_have_more_than_the_least(
            places in proptest::collection::vec(proptest::array::uniform6(proptest::option::weighted(0.8, 0usize..2)), 1..4),
            items in proptest::array::uniform6(0usize..3),
        ) {
            let groups = groups(&places);
            let apart = told_apart(&groups, 2);
            let all: Vec<(&Vec<usize>, usize)> = groups
                .iter()
                .flatten()
                .map(|group| (group, group.iter().map(|&owner| items[owner]).min().unwrap()))
                .collect();
            let possible = possible(&all);
            for owner in all.iter().flat_map(|(group, _)| group.iter()) {
                let is_pinned = possible.iter().all(|numbers| numbers[*owner] == items[*owner]);
                prop_assert!(!is_pinned || apart.contains(owner), "owner {owner}");
            }
        }

        /// Compares the result with the definition, for any k.
        #[test]
        fn conclusions_about_few_owners_are_about_those_who_are_told_apart(
            places in proptest::collection::vec(proptest::array::uniform6(proptest::option::weighted(0.8, 0usize..2)), 1..4),
            items in proptest::array::uniform6(0usize..3),
            k in 2usize..5,
        ) {
            let groups = groups(&places);
            let apart = told_apart(&groups, k);
            let least = |group: &[usize]| group.iter().map(|&owner| items[owner]).min().unwrap();
            for group in groups.iter().flatten() {
                let is_left_out = |owner: &usize| {
                    let mut others = groups.iter().flatten().filter(|other| other.contains(owner));
                    others.any(|other| least(other) > least(group))
                };
                let left: Vec<&usize> = group.iter().filter(|owner| !is_left_out(owner)).collect();
                prop_assert!(!left.is_empty(), "somebody has the least");
                prop_assert!(left.len() >= k || left.iter().all(|owner| apart.contains(owner)));
            }
        }
    }
}
