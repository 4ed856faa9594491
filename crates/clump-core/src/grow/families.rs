//! Families of up to eight items. In three rounds groups are joined in pairs: first those that occur together, then
//! the others with their neighbours by support. So all families except the last few have the same size, and a tree
//! over them is balanced.

use std::cmp::Ordering;

use super::company::{Pair, pairs};
use super::{OwnerSets, renumbered};
use crate::containers::Ragged;

/// Number of rounds of pairing: families have 2^ROUNDS items.
const ROUNDS: usize = 3;

/// Items that will be next to each other in the tree.
pub(super) struct Group {
    /// The ranks of the items, in the order in which they will be in the tree.
    items: Vec<u32>,
    /// The sum of the items' numbers of owners.
    support: u64,
}

impl Group {
    /// True if the mean support of the items is at most 1.5 times that of `other`.
    pub fn is_like(&self, other: &Group) -> bool {
        2 * self.scaled(other) <= 3 * other.scaled(self)
    }

    /// The mean support times both numbers of items, so that two groups can be compared without division.
    fn scaled(&self, other: &Group) -> u128 {
        u128::from(self.support) * other.items.len() as u128
    }

    /// Sorts the group with the larger mean support first, then the one with the lower rank.
    fn compare(&self, other: &Group) -> Ordering {
        other.scaled(self).cmp(&self.scaled(other)).then_with(|| self.items[0].cmp(&other.items[0]))
    }
}

/// For each family, the ranks of its items in the order in which they will be in the tree.
pub(super) type Families = Ragged<u32>;

/// Builds families of the items with this `support` by rank; `sets` are the items of each owner. Also returns the
/// number of joins of groups that occur together.
pub(super) fn families(mut sets: OwnerSets, support: &[u32], k: usize) -> (Families, usize) {
    let mut groups: Vec<Group> = support
        .iter()
        .enumerate()
        .map(|(rank, &support)| Group { items: vec![rank as u32], support: u64::from(support) })
        .collect();
    let mut joined = 0;
    for round in 0..ROUNDS {
        let mut pairs = pairs(&sets, &groups, k);
        pairs.sort_unstable_by(Pair::compare);
        let mut mate = vec![None; groups.len()];
        for pair in pairs {
            let (first, second) = (pair.first as usize, pair.second as usize);
            if mate[first].is_none() && mate[second].is_none() {
                (mate[first], mate[second]) = (Some(second), Some(first));
                joined += 1;
            }
        }
        let left: Vec<usize> = (0..groups.len()).filter(|&group| mate[group].is_none()).collect();
        for pair in left.chunks_exact(2) {
            (mate[pair[0]], mate[pair[1]]) = (Some(pair[1]), Some(pair[0]));
        }
        let number;
        (groups, number) = join(groups, &mate);
        if round + 1 < ROUNDS {
            sets = renumbered(&sets, &number);
        }
    }
    (groups.into_iter().map(|group| group.items).collect(), joined)
}

/// Joins each group with its mate and sorts the new groups by falling support. Also returns the new number of each
/// old group.
fn join(groups: Vec<Group>, mate: &[Option<usize>]) -> (Vec<Group>, Vec<Option<u32>>) {
    let mut old: Vec<Option<Group>> = groups.into_iter().map(Some).collect();
    let mut joined: Vec<(Group, [usize; 2])> = Vec::with_capacity(old.len().div_ceil(2));
    for (number, mate) in mate.iter().enumerate() {
        // Groups are sorted by falling support, so the items of the more common one come first.
        let Some(mut group) = old[number].take() else { continue };
        let other = mate.unwrap_or(number);
        if let Some(second) = old[other].take() {
            group.items.extend(second.items);
            group.support += second.support;
        }
        joined.push((group, [number, other]));
    }
    joined.sort_unstable_by(|(a, _), (b, _)| a.compare(b));
    let mut number = vec![None; old.len()];
    for (new, (_, parts)) in joined.iter().enumerate() {
        for &part in parts {
            number[part] = Some(new as u32);
        }
    }
    (joined.into_iter().map(|(group, _)| group).collect(), number)
}
