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

/// Folder for counts that do not fit in memory, and the size of the buffers that read them.
#[derive(Clone)]
pub(super) struct Room {
    pub folder: PathBuf,
    pub buffers: usize,
}

/// Pairs of a key and an owner, and the occurrences of each key.
#[derive(Default)]
struct Pairs {
    keys: Vec<KeyState>,
    /// Pairs of a key number (upper 32 bits) and an owner number (lower 32 bits).
    pairs: Vec<u64>,
}

struct KeyState {
    owner: u32,
    /// Number of occurrences since the counts were last written to disk.
    times: u64,
}

impl Pairs {
    #[inline]
    fn add(&mut self, number: u32, owner: u32, times: u64) {
        match self.keys.get_mut(number as usize) {
            Some(key) => {
                key.times = key.times.saturating_add(times);
                if key.owner == owner {
                    return;
                }
                key.owner = owner;
            }
            None => self.keys.push(KeyState { owner, times }),
        }
        self.pairs.push(u64::from(number) << 32 | u64::from(owner));
    }

    fn bytes(&self) -> usize {
        size_of_val(self.keys.as_slice()) + size_of_val(self.pairs.as_slice())
    }

    fn sort(&mut self) {
        self.pairs.par_sort_unstable();
        self.pairs.dedup();
    }

    /// Index of the first pair of each key, followed by the number of all pairs. Every key has at least one
    /// pair.
    fn starts(&self) -> Vec<usize> {
        let mut starts = Vec::with_capacity(self.keys.len() + 1);
        let mut at = 0;
        for key in self.pairs.chunk_by(|a, b| a >> 32 == b >> 32) {
            starts.push(at);
            at += key.len();
        }
        starts.push(at);
        starts
    }

    /// Writes all keys to disk in this `order`, which sorts them by `text`, and forgets them.
    fn spill<'k>(
        &mut self,
        spilled: &mut Option<SpilledCounts>,
        room: &Room,
        order: &[u32],
        text: impl Fn(u32) -> &'k str,
    ) -> io::Result<()> {
        let spilled = match spilled {
            Some(spilled) => spilled,
            none => none.insert(SpilledCounts::new(&room.folder, room.buffers)?),
        };
        let starts = self.starts();
        spilled.push(order.iter().map(|&number| {
            let pairs = &self.pairs[starts[number as usize]..starts[number as usize + 1]];
            (
                text(number).into(),
                pairs.iter().map(|&pair| pair as u32).collect(),
                self.keys[number as usize].times,
            )
        }))?;
        *self = Pairs::default();
        Ok(())
    }
}

/// Counts keys that are texts.
pub(super) struct Counter {
    texts: Interner,
    pairs: Pairs,
    room: Room,
    spilled: Option<SpilledCounts>,
}

impl Counter {
    pub(super) fn new(room: Room) -> Counter {
        Counter { texts: Interner::default(), pairs: Pairs::default(), room, spilled: None }
    }

    /// Counts a key, and returns its number, which is valid until the counter is relieved.
    #[inline]
    pub(super) fn add(&mut self, key: &str, owner: u32, times: u64) -> u32 {
        let number = self.texts.intern(key);
        self.pairs.add(number, owner, times);
        number
    }

    pub(super) fn bytes(&self) -> usize {
        self.texts.bytes() + self.pairs.bytes()
    }

    /// Number of pairs in memory. Memory grows only with them.
    pub(super) fn pairs(&self) -> usize {
        self.pairs.pairs.len()
    }

    /// Writes everything to disk. Counters of cells must be relieved first, since they need the texts.
    pub(super) fn relieve(&mut self) -> io::Result<()> {
        self.pairs.sort();
        let mut order: Vec<u32> = (0..self.texts.len() as u32).collect();
        order.par_sort_unstable_by_key(|&number| self.texts.get(number));
        let text = |number| self.texts.get(number);
        self.pairs.spill(&mut self.spilled, &self.room, &order, text)?;
        self.texts = Interner::default();
        Ok(())
    }

    /// Text of the key with this number.
    pub(super) fn text(&self, number: u32) -> &str {
        self.texts.get(number)
    }

    /// Number of keys in memory.
    pub(super) fn len(&self) -> usize {
        self.texts.len()
    }

    pub(super) fn sort(&mut self) {
        self.pairs.sort();
    }

    /// For each key, true if it has at least `least` owners. The counter must be sorted.
    pub(super) fn have_owners(&self, least: usize) -> Vec<bool> {
        let keys = self.pairs.pairs.chunk_by(|a, b| a >> 32 == b >> 32);
        keys.map(|of_key| of_key.len() >= least).collect()
    }

    /// Sorts the counts, so that they can be read.
    pub(super) fn close(mut self) -> io::Result<ClosedCounter> {
        if self.spilled.is_some() {
            self.relieve()?
        } else {
            self.sort()
        }
        Ok(ClosedCounter(self))
    }
}

pub(super) struct ClosedCounter(Counter);

impl ClosedCounter {
    /// Text of the key with this number, if all keys are in memory.
    pub(super) fn text(&self, number: u32) -> &str {
        self.0.text(number)
    }

    /// Passes every key to `each` with its owners. The order depends only on what was counted.
    pub(super) fn each(
        &self,
        progress: &dyn Progress,
        mut each: impl FnMut(CountedKey<'_>),
    ) -> io::Result<()> {
        let ClosedCounter(Counter { texts, pairs, spilled, .. }) = self;
        if let Some(spilled) = spilled {
            return spilled.merge(progress, each);
        }
        let mut owners = Vec::new();
        for of_key in pairs.pairs.chunk_by(|a, b| a >> 32 == b >> 32) {
            progress.go_on()?;
            let number = (of_key[0] >> 32) as u32;
            owners.clear();
            owners.extend(of_key.iter().map(|&pair| pair as u32));
            let times = pairs.keys[number as usize].times;
            each(CountedKey { key: texts.get(number), owners: &owners, times });
        }
        Ok(())
    }
}
