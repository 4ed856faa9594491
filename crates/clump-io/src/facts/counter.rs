//! Counts the distinct owners and the occurrences of each key, in bounded memory.
//!
//! Keys are numbered, and a pair of a key and an owner takes eight bytes. A pair with the same owner as the
//! last pair of its key is not stored again. That covers nearly all repetition in a log that is sorted by
//! owner. A cell of a fact is numbered by the numbers of both, so its text is never built while lines are
//! read. At the end, the pairs are sorted and counted. When the memory limit is reached, all counts go to
//! disk, sorted by key, and counting begins anew.

use std::io;
use std::path::PathBuf;

use clump_core::containers::Interner;
use clump_core::facts::SEPARATOR;
use clump_core::progress::Progress;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::texts::joined;
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
        text: impl Fn(u32) -> std::borrow::Cow<'k, str>,
    ) -> io::Result<()> {
        let spilled = match spilled {
            Some(spilled) => spilled,
            none => none.insert(SpilledCounts::new(&room.folder, room.buffers)?),
        };
        let starts = self.starts();
        spilled.push(order.iter().map(|&number| {
            let pairs = &self.pairs[starts[number as usize]..starts[number as usize + 1]];
            (text(number), pairs.iter().map(|&pair| pair as u32).collect(), self.keys[number as usize].times)
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
        let text = |number| self.texts.get(number).into();
        self.pairs.spill(&mut self.spilled, &self.room, &order, text)?;
        self.texts = Interner::default();
        Ok(())
    }

    pub(super) fn is_spilled(&self) -> bool {
        self.spilled.is_some()
    }

    /// Sorts the counts, so that they can be read.
    pub(super) fn close(mut self) -> io::Result<ClosedCounter> {
        if self.is_spilled() {
            self.relieve()?
        } else {
            self.pairs.sort()
        }
        Ok(ClosedCounter(self))
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

/// Names of cells, numbered.
#[derive(Default)]
pub(super) struct CellNames {
    names: Interner,
    last: Option<u32>,
}

impl CellNames {
    /// Number of the cell called `name`; `None` for the empty name of an unknown cell. Most lines are in the
    /// cell of the line before.
    #[inline]
    pub(super) fn number(&mut self, name: &str) -> Option<u32> {
        if name.is_empty() {
            return None;
        }
        if self.last.is_none_or(|last| self.names.get(last) != name) {
            self.last = Some(self.names.intern(name));
        }
        self.last
    }
}

/// Counts cells of facts.
pub(super) struct CellCounter {
    /// For each number of a fact (upper 32 bits) and of a cell (lower 32 bits), the number of the key.
    numbers: FxHashMap<u64, u32>,
    /// For each key, the same pair of numbers.
    keys: Vec<u64>,
    pairs: Pairs,
    room: Room,
    spilled: Option<SpilledCounts>,
}

impl CellCounter {
    pub(super) fn new(room: Room) -> CellCounter {
        let (numbers, keys, pairs, spilled) = Default::default();
        CellCounter { numbers, keys, pairs, room, spilled }
    }

    #[inline]
    pub(super) fn add(&mut self, fact: u32, cell: u32, owner: u32, times: u64) {
        let key = u64::from(fact) << 32 | u64::from(cell);
        let next = self.keys.len() as u32;
        let number = *self.numbers.entry(key).or_insert(next);
        if number == next {
            self.keys.push(key);
        }
        self.pairs.add(number, owner, times);
    }

    pub(super) fn bytes(&self) -> usize {
        // A map of pairs of eight and four bytes keeps an eighth to a half of its places free.
        self.numbers.capacity() * 18 + size_of_val(self.keys.as_slice()) + self.pairs.bytes()
    }

    pub(super) fn pairs(&self) -> usize {
        self.pairs.pairs.len()
    }

    /// Writes everything to disk. `facts` has counted the facts, and is relieved after this.
    pub(super) fn relieve(&mut self, facts: &Counter, cells: &CellNames) -> io::Result<()> {
        self.pairs.sort();
        let texts = |number: u32| {
            let key = self.keys[number as usize];
            (facts.texts.get((key >> 32) as u32), cells.names.get(key as u32))
        };
        let mut order: Vec<u32> = (0..self.keys.len() as u32).collect();
        order.par_sort_unstable_by_key(|&number| texts(number));
        let text = |number| {
            let (fact, cell) = texts(number);
            format!("{fact}{SEPARATOR}{cell}").into()
        };
        self.pairs.spill(&mut self.spilled, &self.room, &order, text)?;
        (self.numbers, self.keys) = Default::default();
        Ok(())
    }

    /// Sorts the counts, so that they can be read.
    pub(super) fn close(mut self, facts: &Counter, cells: &CellNames) -> io::Result<ClosedCells> {
        if self.spilled.is_some() {
            self.relieve(facts, cells)?;
            return Ok(ClosedCells { counter: self, order: Vec::new() });
        }
        self.pairs.sort();
        let mut order: Vec<u32> = (0..self.keys.len() as u32).collect();
        // The cells of a fact come together, in the order of their names.
        let place = |&number: &u32| {
            let key = self.keys[number as usize];
            (key >> 32, cells.names.get(key as u32))
        };
        order.par_sort_unstable_by_key(place);
        Ok(ClosedCells { counter: self, order })
    }
}

pub(super) struct ClosedCells {
    counter: CellCounter,
    /// The keys by fact and cell, if they are in memory.
    order: Vec<u32>,
}

impl ClosedCells {
    /// Passes every cell to `each` with its owners, the cells of a fact one after the other. The key of a cell
    /// is that of its fact, a separator, and its name.
    pub(super) fn each(
        &self,
        facts: &ClosedCounter,
        cells: &CellNames,
        progress: &dyn Progress,
        mut each: impl FnMut(CountedKey<'_>),
    ) -> io::Result<()> {
        let CellCounter { keys, pairs, spilled, .. } = &self.counter;
        if let Some(spilled) = spilled {
            return spilled.merge(progress, each);
        }
        let starts = pairs.starts();
        let (mut owners, mut text) = (Vec::new(), String::new());
        for &number in &self.order {
            progress.go_on()?;
            let key = keys[number as usize];
            let of_key = &pairs.pairs[starts[number as usize]..starts[number as usize + 1]];
            owners.clear();
            owners.extend(of_key.iter().map(|&pair| pair as u32));
            let times = pairs.keys[number as usize].times;
            let (fact, cell) = (facts.0.texts.get((key >> 32) as u32), cells.names.get(key as u32));
            each(CountedKey { key: joined(&mut text, fact, cell), owners: &owners, times });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use proptest::prelude::*;

    use super::*;

    type Counts = BTreeMap<String, (Vec<u32>, u64)>;

    fn room() -> Room {
        Room { folder: std::env::temp_dir(), buffers: 1 << 20 }
    }

    /// Counts facts and their cells; both are relieved after each `relieved_after` steps.
    fn counted(steps: &[(u32, u32, u32)], relieved_after: usize) -> [Counts; 2] {
        let (mut facts, mut cells) = (Counter::new(room()), CellCounter::new(room()));
        let mut names = CellNames::default();
        for (place, (fact, cell, owner)) in steps.iter().enumerate() {
            let number = facts.add(&format!("key {fact}"), *owner, 1);
            let cell = names.number(&format!("cell {cell}")).unwrap();
            cells.add(number, cell, *owner, 1);
            if relieved_after > 0 && place % relieved_after == relieved_after - 1 {
                cells.relieve(&facts, &names).unwrap();
                facts.relieve().unwrap();
            }
        }
        let mut found = [Counts::new(), Counts::new()];
        let [of_facts, of_cells] = &mut found;
        let cells = cells.close(&facts, &names).unwrap();
        let facts = facts.close().unwrap();
        let add = |counts: &mut Counts, found: CountedKey<'_>| {
            let before = counts.insert(found.key.to_owned(), (found.owners.to_vec(), found.times));
            assert_eq!(before, None, "a key comes once");
        };
        facts.each(&(), |found| add(of_facts, found)).unwrap();
        let mut last = String::new();
        let mut seen = BTreeSet::new();
        cells
            .each(&facts, &names, &(), |found| {
                let fact = found.key.split(SEPARATOR).next().unwrap().to_owned();
                assert!(fact == last || seen.insert(fact.clone()), "the cells of a fact come together");
                last = fact;
                add(of_cells, found);
            })
            .unwrap();
        found
    }

    proptest! {
        /// For any order of additions and any number of spills to disk, the counts equal those of a map of
        /// sets.
        #[test]
        fn a_counter_is_a_map_of_sets(
            steps in proptest::collection::vec((0u32..6, 0u32..3, 0u32..6), 0..200), relieved_after in 0usize..60,
        ) {
            let mut naive: [BTreeMap<String, (BTreeSet<u32>, u64)>; 2] = Default::default();
            for (fact, cell, owner) in &steps {
                let keys = [format!("key {fact}"), format!("key {fact}{SEPARATOR}cell {cell}")];
                for (naive, key) in naive.iter_mut().zip(keys) {
                    let (owners, times) = naive.entry(key).or_default();
                    owners.insert(*owner);
                    *times += 1;
                }
            }
            let naive = naive.map(|naive| {
                naive.into_iter().map(|(key, (owners, times))| (key, (owners.into_iter().collect(), times))).collect::<Counts>()
            });
            prop_assert_eq!(counted(&steps, relieved_after), naive);
        }
    }
}
