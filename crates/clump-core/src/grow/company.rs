//! Finds pairs of groups with similar support that occur together more often than chance explains.
//!
//! Two groups are compared if the mean support of their items differs by half at most. They are a pair if at least
//! k owners have both, and if that number is surprisingly high. With c owners of both and e expected, c ln(c / e) -
//! (c - e) is the logarithm of the likelihood ratio of a Poisson count. It must exceed the logarithm of [`CHANCE`]
//! times the number of groups that the less common one is compared with. So of groups without a real partner, at
//! most one in [`CHANCE`] finds a partner by chance. Long lists hold every pair more often: e = a b (sum of l (l -
//! 1)) / (sum of l)^2 for lists of length l.
//!
//! Owners of more than [`MOST_GROUPS`] groups say little about which groups belong together, and cost the square of
//! that number. They are left out here, but count when the owners of items are counted. Each group keeps its
//! [`MOST_PARTNERS`] best partners.

use std::cmp::Ordering;

use rayon::prelude::*;

use super::OwnerSets;
use super::families::Group;
use crate::containers::{Ragged, SparseCounts};

/// Owners with more groups are left out when pairs are counted.
const MOST_GROUPS: usize = 256;

/// One group in this many may find a partner by chance.
const CHANCE: f64 = 100.0;

/// Largest number of partners that are stored for a group.
const MOST_PARTNERS: usize = 16;

/// Two groups that occur together, the more common one first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pair {
    pub first: u32,
    pub second: u32,
    /// Number of owners of both groups, then of the first and of the second group.
    both: u32,
    owners: [u32; 2],
}

impl Pair {
    /// Sorts by falling cosine of their owners, both^2 / (owners x owners), compared exactly; then by numbers.
    pub fn compare(&self, other: &Pair) -> Ordering {
        let product = |pair: &Pair| u128::from(pair.owners[0]) * u128::from(pair.owners[1]);
        let square = |pair: &Pair| u128::from(pair.both) * u128::from(pair.both);
        // No more owners have both groups than either, so the product of four counts fits.
        let (own, others) = (square(self) * product(other), square(other) * product(self));
        others.cmp(&own).then((self.first, self.second).cmp(&(other.first, other.second)))
    }
}

/// The pairs of groups that occur together, at most [`MOST_PARTNERS`] for the less common group of each, in an order
/// that does not depend on threads. `sets` are the groups of each owner; `groups` are sorted by falling mean support.
pub(super) fn pairs(sets: &OwnerSets, groups: &[Group], k: usize) -> Vec<Pair> {
    let mut counted: Vec<&[u32]> = sets.iter().filter(|set| (2..=MOST_GROUPS).contains(&set.len())).collect();
    // Sorting makes the result independent of the order of owners, and equal sets next to each other are fast to read.
    counted.sort_unstable();
    let company = Company::new(&counted, groups);
    let room = || SparseCounts::new(groups.len());
    let of_each = (0..groups.len()).into_par_iter().map_init(room, |both, group| {
        company.count(group, both);
        company.partners(group, both, k)
    });
    of_each.collect::<Vec<_>>().into_iter().flatten().collect()
}

struct Company<'a> {
    sets: &'a [&'a [u32]],
    /// For each group, the sets that contain it.
    holders: Ragged<u32>,
    /// For each group, the first group that is not too common to be compared with it.
    window: Vec<u32>,
    /// Factor by which the product of the owners of two groups gives the expected owners of both.
    chance: f64,
}

impl<'a> Company<'a> {
    fn new(sets: &'a [&'a [u32]], groups: &[Group]) -> Company<'a> {
        let (mut length, mut pairs) = (0u64, 0u64);
        for set in sets {
            length += set.len() as u64;
            pairs += set.len() as u64 * (set.len() as u64 - 1);
        }
        let held = (0u32..)
            .zip(sets)
            .flat_map(|(set, groups)| groups.iter().map(move |&group| (group as usize, set)));
        let mut first = 0;
        let window = groups.iter().map(|group| {
            while !groups[first].is_like(group) {
                first += 1;
            }
            first as u32
        });
        Company {
            sets,
            holders: Ragged::by_key(groups.len(), held),
            window: window.collect(),
            chance: pairs as f64 / (length as f64 * length as f64).max(1.0),
        }
    }

    /// For each more common group in the window of `group`, counts the owners who have both.
    fn count(&self, group: usize, both: &mut SparseCounts) {
        for &set in self.holders.get(group) {
            let set = self.sets[set as usize];
            let place = set.partition_point(|&other| (other as usize) < group);
            for &other in set[..place].iter().rev().take_while(|&&other| other >= self.window[group]) {
                both.add(other, 1);
            }
        }
        both.sort();
    }

    /// The best partners of `group` among the groups counted in `both`.
    fn partners(&self, group: usize, both: &mut SparseCounts, k: usize) -> Vec<Pair> {
        let own = self.holders.get(group).len() as u32;
        let mut pairs = Vec::new();
        for (other, both) in both.drain() {
            let owners = [self.holders.get(other as usize).len() as u32, own];
            if both as usize >= k && self.is_surprising(group, both, owners) {
                pairs.push(Pair { first: other, second: group as u32, both, owners });
            }
        }
        if pairs.len() > MOST_PARTNERS {
            pairs.select_nth_unstable_by(MOST_PARTNERS, Pair::compare);
            pairs.truncate(MOST_PARTNERS);
        }
        pairs
    }

    fn is_surprising(&self, group: usize, both: u32, owners: [u32; 2]) -> bool {
        let both = f64::from(both);
        let expected = f64::from(owners[0]) * f64::from(owners[1]) * self.chance;
        let compared = (group - self.window[group] as usize) as f64;
        both > expected && both * (both / expected).ln() - (both - expected) > (CHANCE * compared).ln()
    }
}
