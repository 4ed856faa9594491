//! Several releases of the same people: the candidates for an owner, counted by definition.
//!
//! The owners of a row are candidates for each other. Whoever knows the row of an owner in several releases keeps the
//! owners who are behind all of them. An owner who is in two groups of one release is behind two rows of it, and whoever knows
//! both keeps those who are in both.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// Whether every owner of a release has at least `k` candidates over this release and the `others`. Takes, for each row, its
/// owner, the line it is published on, from 1, and what stands there; and for each of the others its groups, each with its owners.
///
/// ```
/// use clump_core::verify::composed_owners;
///
/// // Ann was with Bob, and now is with Cem: nobody else was with her both times.
/// let earlier = vec![vec![vec!["ann", "bob"], vec!["cem", "dan"]]];
/// let now = [("ann", 1, "tea"), ("cem", 2, "tea"), ("bob", 3, "gin"), ("dan", 4, "gin")];
/// assert_eq!(composed_owners(now, &earlier, 2).smallest, 1);
/// let again = [("ann", 1, "tea"), ("bob", 2, "tea"), ("cem", 3, "gin"), ("dan", 4, "gin")];
/// assert!(composed_owners(again, &earlier, 2).holds);
/// ```
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
    // Owners of the same groups have the same candidates.
    let mut found: BTreeMap<&[usize], usize> = BTreeMap::new();
    let mut candidates = |owner: &O| {
        let numbers = groups_of[owner].as_slice();
        *found.entry(numbers).or_insert_with(|| {
            let all = numbers.iter().map(|&number| groups[number].clone());
            all.reduce(|left, group| &left & &group).map_or(0, |left| left.len())
        })
    };
    let mut verdict = Verdict { smallest: usize::MAX, ..Verdict::of_nothing(Counted::Owners) };
    for (owners, lines) in published.values() {
        let fewest = owners.iter().map(&mut candidates).min().expect("a group has owners");
        verdict.sets += 1;
        verdict.rows += owners.len();
        verdict.smallest = verdict.smallest.min(fewest);
        if fewest >= k {
            continue;
        }
        verdict.violations += 1;
        let rows: Vec<usize> = lines.iter().copied().take(ROWS_NAMED).collect();
        if verdict.first.as_ref().is_none_or(|first| rows < first.rows) {
            let reason = Reason::TooFew { found: fewest, needed: k };
            verdict.first = Some(Violation { rows, columns: Vec::new(), reason });
        }
    }
    if verdict.sets == 0 {
        return Verdict::of_nothing(Counted::Owners);
    }
    verdict.holds = verdict.violations == 0;
    verdict
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        /// An attacker who writes down, for each owner, who else is always with them.
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
