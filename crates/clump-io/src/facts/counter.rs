//! Counts the distinct owners and the occurrences of each key, in bounded memory.
//!
//! Keys are numbered, and a pair of a key and an owner takes eight bytes. A pair with the same owner as the
//! last pair of its key is not stored again. That covers nearly all repetition in a log that is sorted by
//! owner. At the end, the pairs are sorted and counted. When the memory limit is reached, all counts go to
//! disk, sorted by key, and counting begins anew.

use std::io;
use std::path::PathBuf;

use clump_core::containers::Interner;
use clump_core::progress::Progress;
use rayon::prelude::*;

use crate::spill::{CountedKey, SpilledCounts};

const LOOK: usize = 1 << 10;

pub(super) struct Counter {
    keys: Interner,
    entries: Vec<KeyState>,
    /// Pairs of a key number (upper 32 bits) and an owner number (lower 32 bits).
    pairs: Vec<u64>,
    room: usize,
    next_look: usize,
    folder: PathBuf,
    spilled: Option<SpilledCounts>,
}

struct KeyState {
    owner: u32,
    /// Number of occurrences since the counts were last written to disk.
    times: u64,
}

impl Counter {
    pub(super) fn new(room: usize, folder: PathBuf) -> Counter {
        let (keys, entries, pairs, spilled) = Default::default();
        Counter { keys, entries, pairs, room, next_look: 0, folder, spilled }
    }

    #[inline]
    pub(super) fn add(&mut self, key: &str, owner: u32, times: u64) {
        let number = self.keys.intern(key);
        match self.entries.get_mut(number as usize) {
            Some(entry) => {
                entry.times = entry.times.saturating_add(times);
                if entry.owner == owner {
                    return;
                }
                entry.owner = owner;
            }
            None => self.entries.push(KeyState { owner, times }),
        }
        self.pairs.push(u64::from(number) << 32 | u64::from(owner));
    }

    /// True if the memory limit is reached. Memory grows only with the pairs, so few calls compute it.
    #[inline]
    pub(super) fn is_full(&mut self) -> bool {
        if self.pairs.len() < self.next_look {
            return false;
        }
        self.next_look = self.pairs.len() + LOOK;
        self.bytes() > self.room
    }

    fn bytes(&self) -> usize {
        self.keys.bytes() + size_of_val(self.entries.as_slice()) + size_of_val(self.pairs.as_slice())
    }

    pub(super) fn relieve(&mut self) -> io::Result<()> {
        self.sort();
        let mut order: Vec<u32> = (0..self.keys.len() as u32).collect();
        order.par_sort_unstable_by_key(|&number| self.keys.get(number));
        let spilled = match &mut self.spilled {
            Some(spilled) => spilled,
            none => none.insert(SpilledCounts::new(&self.folder, self.room / 2)?),
        };
        let starts = starts(&self.pairs, self.keys.len());
        let mut owners = Vec::new();
        spilled.push(order.iter().map(|&number| {
            let pairs = &self.pairs[starts[number as usize]..starts[number as usize + 1]];
            owners.clear();
            owners.extend(pairs.iter().map(|&pair| pair as u32));
            let times = self.entries[number as usize].times;
            (self.keys.get(number), std::mem::take(&mut owners), times)
        }))?;
        (self.keys, self.entries, self.pairs, self.next_look) = Default::default();
        Ok(())
    }

    pub(super) fn close(mut self) -> io::Result<ClosedCounter> {
        if self.spilled.is_some() {
            self.relieve()?
        } else {
            self.sort()
        }
        Ok(ClosedCounter(self))
    }

    fn sort(&mut self) {
        self.pairs.par_sort_unstable();
        self.pairs.dedup();
    }
}

pub(super) struct ClosedCounter(Counter);

impl ClosedCounter {
    /// Passes every key to `each` with its owners. The order depends only on what was counted.
    pub(super) fn each(
        &self,
        progress: &dyn Progress,
        mut each: impl FnMut(CountedKey<'_>),
    ) -> io::Result<()> {
        let ClosedCounter(counter) = self;
        if let Some(spilled) = &counter.spilled {
            return spilled.merge(progress, each);
        }
        let mut owners = Vec::new();
        for pairs in counter.pairs.chunk_by(|a, b| a >> 32 == b >> 32) {
            let number = (pairs[0] >> 32) as u32;
            progress.go_on()?;
            owners.clear();
            owners.extend(pairs.iter().map(|&pair| pair as u32));
            let times = counter.entries[number as usize].times;
            each(CountedKey { key: counter.keys.get(number), owners: &owners, times });
        }
        Ok(())
    }
}

/// Index of the first pair of each key, followed by the number of all pairs. Every key has at least one pair.
fn starts(pairs: &[u64], keys: usize) -> Vec<usize> {
    let mut starts = Vec::with_capacity(keys + 1);
    let mut at = 0;
    for key in pairs.chunk_by(|a, b| a >> 32 == b >> 32) {
        starts.push(at);
        at += key.len();
    }
    starts.push(at);
    starts
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    type Counts = BTreeMap<String, (Vec<u32>, u64)>;

    fn counted(steps: &[(u32, u32)], relieved_after: usize) -> Counts {
        let mut counter = Counter::new(1 << 20, std::env::temp_dir());
        for (place, (key, owner)) in steps.iter().enumerate() {
            counter.add(&format!("key {key}"), *owner, 1);
            if relieved_after > 0 && place % relieved_after == relieved_after - 1 {
                counter.relieve().unwrap();
            }
        }
        let mut counts = Counts::new();
        counter
            .close()
            .unwrap()
            .each(&(), |found| {
                let before = counts.insert(found.key.to_owned(), (found.owners.to_vec(), found.times));
                assert_eq!(before, None, "a key comes once");
            })
            .unwrap();
        counts
    }

    proptest! {
        /// For any order of additions and any number of spills to disk, the counts equal those of a map of
        /// sets.
        #[test]
        fn a_counter_is_a_map_of_sets(
            steps in proptest::collection::vec((0u32..12, 0u32..6), 0..200), relieved_after in 0usize..60,
        ) {
            let mut naive: BTreeMap<String, (BTreeSet<u32>, u64)> = BTreeMap::new();
            for (key, owner) in &steps {
                let (owners, times) = naive.entry(format!("key {key}")).or_default();
                owners.insert(*owner);
                *times += 1;
            }
            let naive: Counts =
                naive.into_iter().map(|(key, (owners, times))| (key, (owners.into_iter().collect(), times))).collect();
            prop_assert_eq!(counted(&steps, relieved_after), naive);
        }
    }

    #[test]
    fn a_full_counter_says_so() {
        let mut counter = Counter::new(100_000, std::env::temp_dir());
        let full = (0..100_000).find(|&number| {
            counter.add(&number.to_string(), number, 1);
            counter.is_full()
        });
        assert!(full.is_some_and(|number| (1_000..5_000).contains(&number)), "{full:?}");
        counter.relieve().unwrap();
        assert!(!counter.is_full());
    }
}
