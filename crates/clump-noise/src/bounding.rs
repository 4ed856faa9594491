//! Bounding: every owner counts in at most N facts, those with the N lowest priorities. A priority is a keyed
//! hash of owner and fact, so it depends neither on the order of the input nor on any other owner.
//!
//! The proof of [`Thresholding`](crate::Thresholding) needs that last point. With or without one owner, all
//! others choose the same facts, so two neighbouring logs differ in at most N counts, and in those by 1.
//! The proof distinguishes two cases.
//! - *Owners have their own names.* Then a choice is a function of the owner's facts and the secret, and the
//!   proof holds for every secret, known or not.
//! - *Owners are named by their line*, as in a file of baskets. Without the first of them, all others have
//!   other names and choose again. The proof holds for a secret that is drawn at random and never disclosed.
//!   Then every owner chooses N facts at random whatever the owner's name is (assuming that BLAKE3 is a
//!   pseudorandom function), so the choices of all others can be taken to be the same in both logs.
//!
//! So in general a known secret is not enough, and a release that was made with one must say so.
//!
//! All facts of an owner are equally likely to be chosen. Preferring facts of many owners would keep more,
//! but which facts have many owners depends on other owners.
//!
//! A log of many facts is bounded in two passes over its pairs of fact and owner. [`Offers`] finds for each
//! owner the highest priority with which the owner counts. It needs 8 bytes of memory for each of N facts of
//! each owner. [`Limits`] decides for each pair whether it counts.

use std::collections::BinaryHeap;
use std::fmt;

/// The rule that selects at most N facts of each owner; only in these the owner counts.
///
/// ```
/// use clump_noise::Bounding;
///
/// let bounding = Bounding::new([7; 32], 2);
/// let chosen = bounding.choose(b"jane", ["tea", "rain", "hotel", "tea"]);
/// assert_eq!(chosen.len(), 2);
/// assert_eq!(chosen, bounding.choose(b"jane", ["rain", "hotel", "tea"]), "neither order nor repeats matter");
/// ```
#[derive(Clone)]
pub struct Bounding {
    secret: [u8; 32],
    per_owner: usize,
}

/// Computes the priorities of the facts of one owner.
#[derive(Clone)]
pub struct OwnersPriorities([u8; 32]);

/// The priority of a fact of an owner. The owner counts in the N facts with the lowest priorities.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Priority(u64);

impl Bounding {
    /// Selects at most `per_owner` facts for each owner, by priorities that depend on `secret`.
    pub fn new(secret: [u8; 32], per_owner: u32) -> Bounding {
        Bounding { secret, per_owner: per_owner as usize }
    }

    /// The priorities of the facts of the owner called `name`.
    pub fn owner(&self, name: &[u8]) -> OwnersPriorities {
        OwnersPriorities(*blake3::keyed_hash(&self.secret, name).as_bytes())
    }

    /// The facts in which the owner counts, lowest priority first; ties are in alphabetical order. This
    /// function is the definition; to bound a whole log, use [`Bounding::offers`].
    pub fn choose<F: AsRef<[u8]> + Ord>(&self, owner: &[u8], facts: impl IntoIterator<Item = F>) -> Vec<F> {
        let priorities = self.owner(owner);
        let with_priority = |fact: F| (priorities.of(fact.as_ref()), fact);
        let mut facts: Vec<(Priority, F)> = facts.into_iter().map(with_priority).collect();
        facts.sort_unstable();
        facts.dedup();
        facts.truncate(self.per_owner);
        facts.into_iter().map(|(_, fact)| fact).collect()
    }

    /// Starts the first of the two passes that bound a log with `owners` owners.
    pub fn offers(&self, owners: usize) -> Offers {
        Offers { per_owner: self.per_owner, lowest: vec![BinaryHeap::new(); owners] }
    }
}

impl OwnersPriorities {
    /// The priority of `fact` for this owner.
    pub fn of(&self, fact: &[u8]) -> Priority {
        let hash = blake3::keyed_hash(&self.0, fact);
        let (first, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
        Priority(u64::from_le_bytes(*first))
    }
}

/// The first pass over the facts of a log: collects the lowest priorities of each owner.
#[derive(Clone, Debug)]
pub struct Offers {
    per_owner: usize,
    /// For each owner the N lowest priorities so far; the top of the heap is the highest among them.
    lowest: Vec<BinaryHeap<Priority>>,
}

impl Offers {
    /// Adds the priority of a fact of `owner`. Each fact of an owner must be added once. O(log N); for most
    /// facts of an owner with many facts it is one comparison.
    pub fn offer(&mut self, owner: usize, priority: Priority) {
        let lowest = &mut self.lowest[owner];
        if lowest.len() < self.per_owner {
            lowest.push(priority);
        } else if let Some(mut highest) = lowest.peek_mut().filter(|highest| priority < **highest) {
            *highest = priority;
        }
    }

    /// Ends the first pass, and returns the limits for the second.
    pub fn limits(self) -> Limits {
        let limit = |lowest: BinaryHeap<Priority>| Limit {
            highest: lowest.peek().copied().unwrap_or(Priority(0)),
            left: lowest.len() as u32,
        };
        Limits(self.lowest.into_iter().map(limit).collect())
    }
}

/// The second pass over the facts: decides in which facts each owner counts, never more than N for any input.
#[derive(Clone, Debug)]
pub struct Limits(Vec<Limit>);

#[derive(Clone, Copy, Debug)]
struct Limit {
    /// The highest priority among the facts in which the owner counts.
    highest: Priority,
    /// Number of facts in which the owner can still count. It matters only if two facts of the owner have the
    /// same priority.
    left: u32,
}

impl Limits {
    /// Number of pairs of an owner and a fact that count; call it before the second pass.
    pub fn pairs(&self) -> u64 {
        self.0.iter().map(|limit| u64::from(limit.left)).sum()
    }

    /// True if `owner` counts in the fact with this priority. The caller may skip facts of the first pass. If
    /// several facts have the owner's highest priority, those asked first count.
    pub fn counts(&mut self, owner: usize, priority: Priority) -> bool {
        let limit = &mut self.0[owner];
        let counts = priority <= limit.highest && limit.left > 0;
        limit.left -= u32::from(counts);
        counts
    }
}

impl fmt::Debug for Bounding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bounding").field("per_owner", &self.per_owner).finish_non_exhaustive()
    }
}

impl fmt::Debug for OwnersPriorities {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnersPriorities")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    fn bounding(secret: u8, per_owner: u32) -> Bounding {
        Bounding::new([secret; 32], per_owner)
    }

    type Log = BTreeMap<u8, Vec<String>>;

    fn counts(bounding: &Bounding, log: &Log) -> BTreeMap<String, i64> {
        let mut counts = BTreeMap::new();
        for (owner, facts) in log {
            for fact in bounding.choose(&[*owner], facts.iter().cloned()) {
                *counts.entry(fact).or_default() += 1;
            }
        }
        counts
    }

    /// Difference between the two counts of each fact whose counts differ.
    fn differences(one: &BTreeMap<String, i64>, other: &BTreeMap<String, i64>) -> Vec<i64> {
        let facts: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
        let count = |counts: &BTreeMap<String, i64>, fact: &String| counts.get(fact).copied().unwrap_or(0);
        facts.iter().map(|fact| count(one, fact) - count(other, fact)).filter(|by| *by != 0).collect()
    }

    #[test]
    fn an_owner_with_a_million_facts_changes_n_counts_by_one() {
        let bounding = bounding(3, 20);
        let mut log: Log =
            (0..50).map(|owner| (owner, vec![format!("fact {owner}"), "tea".into()])).collect();
        let before = counts(&bounding, &log);
        log.insert(200, (0..1_000_000).map(|fact| format!("fact {fact}")).collect());
        assert_eq!(differences(&counts(&bounding, &log), &before), vec![1; 20]);
    }

    #[test]
    fn facts_are_chosen_alike_often() {
        let bounding = bounding(9, 1);
        let facts: Vec<String> = (0..4).map(|fact| format!("fact {fact}")).collect();
        let mut chosen: BTreeMap<String, i64> = BTreeMap::new();
        for owner in 0_u32..40_000 {
            for fact in bounding.choose(&owner.to_le_bytes(), facts.iter().cloned()) {
                *chosen.entry(fact).or_default() += 1;
            }
        }
        // Each fact is expected 10,000 times. The secret is fixed, so the result is always the same. The
        // limit of 520 is six standard deviations.
        assert!(chosen.len() == 4 && chosen.values().all(|times| (times - 10_000).abs() < 520), "{chosen:?}");
    }

    #[test]
    fn another_secret_or_owner_chooses_otherwise_and_nothing_is_shown() {
        let facts: Vec<String> = (0..100).map(|fact| format!("fact {fact}")).collect();
        let choose = |secret, owner: &[u8]| bounding(secret, 5).choose(owner, facts.iter().cloned());
        assert_ne!(choose(1, b"jane"), choose(2, b"jane"));
        assert_ne!(choose(1, b"jane"), choose(1, b"joe"));
        assert_eq!(format!("{:?}", bounding(1, 5)), "Bounding { per_owner: 5, .. }");
        assert_eq!(format!("{:?}", bounding(1, 5).owner(b"jane")), "OwnersPriorities");
    }

    proptest! {
        #[test]
        fn without_an_owner_at_most_n_counts_differ_and_by_one(
            log in prop::collection::btree_map(any::<u8>(), prop::collection::vec("[a-d]{1,2}", 0..12), 1..12),
            secret in any::<u8>(),
            per_owner in 1_u32..5,
            gone in any::<prop::sample::Index>(),
        ) {
            let bounding = bounding(secret, per_owner);
            let mut without = log.clone();
            let gone = *gone.get(&log.keys().copied().collect::<Vec<_>>());
            without.remove(&gone);
            let by = differences(&counts(&bounding, &log), &counts(&bounding, &without));
            prop_assert!(by.len() <= per_owner as usize && by.iter().all(|by| *by == 1), "{by:?}");
        }

        /// Two passes over the facts of all owners, sorted by name, agree with [`Bounding::choose`].
        #[test]
        fn two_passes_count_what_owners_choose(
            log in prop::collection::vec(prop::collection::btree_set("[a-e]{1,2}", 0..12), 1..6),
            secret in any::<u8>(),
            per_owner in 1_u32..6,
        ) {
            let bounding = bounding(secret, per_owner);
            let mut pairs: Vec<(&String, usize)> =
                log.iter().enumerate().flat_map(|(owner, facts)| facts.iter().map(move |fact| (fact, owner))).collect();
            pairs.sort();
            let priorities = |owner: usize| bounding.owner(&[owner as u8]);
            let mut offers = bounding.offers(log.len());
            for (fact, owner) in &pairs {
                offers.offer(*owner, priorities(*owner).of(fact.as_bytes()));
            }
            let mut limits = offers.limits();
            pairs.retain(|(fact, owner)| limits.counts(*owner, priorities(*owner).of(fact.as_bytes())));
            for (owner, facts) in log.iter().enumerate() {
                let counted: BTreeSet<&String> = pairs.iter().filter(|pair| pair.1 == owner).map(|pair| pair.0).collect();
                let chosen: BTreeSet<&String> = bounding.choose(&[owner as u8], facts).into_iter().collect();
                prop_assert_eq!(counted, chosen);
            }
        }

        /// The limit of N holds even if hashes were bad and all facts had one of two priorities.
        #[test]
        fn equal_priorities_let_nobody_count_in_more(
            priorities in prop::collection::vec(0_u64..2, 0..12), per_owner in 1_u32..6,
        ) {
            let mut offers = bounding(1, per_owner).offers(1);
            priorities.iter().for_each(|priority| offers.offer(0, Priority(*priority)));
            let mut limits = offers.limits();
            let counted: Vec<u64> =
                priorities.iter().copied().filter(|priority| limits.counts(0, Priority(*priority))).collect();
            prop_assert!(counted.len() <= per_owner as usize);
        }
    }
}
