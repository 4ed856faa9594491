//! Every owner counts in at most N facts: those with the N lowest priorities. A priority is a keyed hash of owner and
//! fact, so it depends neither on the order of the input nor on any other owner.
//!
//! That last point is what the proof of [`Thresholding`](crate::Thresholding) rests on: with or without one owner, all
//! others choose the same facts, so two neighbouring logs differ in at most N counts, and in those by 1. It holds for
//! every secret. That the secret is secret only keeps others from computing which of an owner's facts count. Owners and
//! facts must therefore be given by what they are called, never by numbers in the order of reading: without the first
//! owner, all others would get new numbers and choose again.
//!
//! All facts of an owner are as likely to be chosen. To prefer common ones would keep more, but what is common depends
//! on others.

use std::collections::BTreeSet;
use std::fmt;

use clump_core::promise::Privacy;

/// The rule by which owners choose the facts that they count in.
///
/// ```
/// use clump_core::promise::Privacy;
/// use clump_noise::Bounding;
///
/// let bounding = Bounding::new([7; 32], Privacy::new(1.0, 1e-5, 2)?);
/// let chosen = bounding.choose(b"jane", ["tea", "rain", "hotel", "tea"]);
/// assert_eq!(chosen.len(), 2);
/// assert_eq!(chosen, bounding.choose(b"jane", ["rain", "hotel", "tea"]), "neither order nor repeats matter");
/// # Ok::<(), clump_core::promise::PrivacyError>(())
/// ```
#[derive(Clone)]
pub struct Bounding {
    secret: [u8; 32],
    per_owner: usize,
}

/// The priorities of one owner's facts. 32 bytes, to be kept or made again.
#[derive(Clone)]
pub struct OwnersPriorities([u8; 32]);

/// The place of a fact among those of its owner: the lowest count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Priority(u128);

impl Bounding {
    /// At most `privacy.per_owner()` facts for each owner, chosen by `secret`.
    pub fn new(secret: [u8; 32], privacy: Privacy) -> Bounding {
        Bounding { secret, per_owner: privacy.per_owner() as usize }
    }

    /// How many facts an owner counts in at most.
    pub fn per_owner(&self) -> usize {
        self.per_owner
    }

    /// The priorities of the facts of the owner of this name.
    pub fn owner(&self, name: &[u8]) -> OwnersPriorities {
        OwnersPriorities(*blake3::keyed_hash(&self.secret, name).as_bytes())
    }

    /// Nothing chosen yet, for one owner.
    pub fn nothing<F: Ord>(&self) -> Chosen<F> {
        Chosen { most: self.per_owner, facts: BTreeSet::new() }
    }

    /// Of all facts of an owner, those that the owner counts in, sorted.
    pub fn choose<F: AsRef<[u8]> + Ord>(&self, owner: &[u8], facts: impl IntoIterator<Item = F>) -> Vec<F> {
        let priorities = self.owner(owner);
        let mut chosen = self.nothing();
        for fact in facts {
            chosen.offer(priorities.of(fact.as_ref()), fact);
        }
        let mut chosen: Vec<F> = chosen.into_facts().collect();
        chosen.sort_unstable();
        chosen
    }
}

impl OwnersPriorities {
    /// The priority of the fact of this name.
    pub fn of(&self, fact: &[u8]) -> Priority {
        let hash = blake3::keyed_hash(&self.0, fact);
        let (first, _) = hash.as_bytes().split_first_chunk().expect("a hash has 32 bytes");
        Priority(u128::from_le_bytes(*first))
    }
}

/// What an owner counts in so far: the facts of the lowest priorities among those offered, each once. The result does
/// not depend on the order in which facts are offered, nor on how often, nor on how they were spread over several that
/// [absorb](Chosen::absorb) each other; and there are never more than N.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen<F> {
    most: usize,
    facts: BTreeSet<(Priority, F)>,
}

impl<F: Ord> Chosen<F> {
    /// One more fact of the owner, or one again. O(log N); most facts of an owner with many more than N are turned
    /// down by one comparison.
    pub fn offer(&mut self, priority: Priority, fact: F) {
        if self.facts.len() == self.most && self.facts.last().is_some_and(|(last, _)| *last < priority) {
            return;
        }
        self.facts.insert((priority, fact));
        if self.facts.len() > self.most {
            self.facts.pop_last();
        }
    }

    /// Everything that was offered to `other` too.
    pub fn absorb(&mut self, other: Chosen<F>) {
        for (priority, fact) in other.facts {
            self.offer(priority, fact);
        }
    }

    /// The facts that count, by priority.
    pub fn into_facts(self) -> impl Iterator<Item = F> {
        self.facts.into_iter().map(|(_, fact)| fact)
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
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    fn bounding(secret: u8, per_owner: u32) -> Bounding {
        Bounding::new([secret; 32], Privacy::new(1.0, 1e-5, per_owner).expect("in range"))
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

    /// How much each count that differs differs.
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
        // 10,000 each; the secret is fixed, so this passes or fails for good. Six standard deviations are 520.
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

        #[test]
        fn parts_in_any_order_choose_as_the_whole(
            facts in prop::collection::vec("[a-e]{1,2}", 0..40),
            at in any::<prop::sample::Index>(),
            per_owner in 1_u32..6,
        ) {
            let bounding = bounding(5, per_owner);
            let priorities = bounding.owner(b"jane");
            let offer = |facts: &mut dyn Iterator<Item = &String>| {
                let mut chosen = bounding.nothing();
                facts.for_each(|fact| chosen.offer(priorities.of(fact.as_bytes()), fact.clone()));
                chosen
            };
            let whole = offer(&mut facts.iter());
            let (one, other) = facts.split_at(at.index(facts.len() + 1));
            let mut parts = offer(&mut other.iter().rev());
            parts.absorb(offer(&mut one.iter()));
            prop_assert_eq!(&parts, &whole);

            let distinct: BTreeSet<&String> = facts.iter().collect();
            let mut sorted: Vec<_> = distinct.iter().map(|fact| (priorities.of(fact.as_bytes()), fact)).collect();
            sorted.sort();
            let lowest = sorted.iter().take(per_owner as usize).map(|(_, fact)| (**fact).clone());
            prop_assert!(whole.into_facts().eq(lowest));
        }
    }
}
