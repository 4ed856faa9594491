//! Counts the distinct owners and the occurrences of each cell of a fact, in bounded memory.
//!
//! While lines are read, each owner of a cell is appended to a list, without a search: 16 bytes, and no text. A line that
//! repeats the cell and the owner of the line before is added to its entry. Most facts
//! of a log have too few owners for a row. So at the end, only the cells of common facts are sorted and grouped. When
//! the memory limit is reached, all cells go to disk, sorted by key, and counting begins anew.

use std::cmp::Ordering;
use std::io;

use clump_core::containers::Interner;
use clump_core::facts::SEPARATOR;
use clump_core::progress::Progress;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::counter::{ClosedCounter, Counter, Room};
use super::rest::cell_of;
use super::texts::joined;
use crate::spill::{CountedKey, SpilledCounts};

/// Names of cells, numbered.
#[derive(Default)]
pub(super) struct CellNames {
    names: Interner,
    last: Option<u32>,
}

impl CellNames {
    /// For each cell, its place in the order of names.
    fn places(&self) -> Vec<u32> {
        in_order(self.names.len(), |a, b| self.names.get(a).cmp(self.names.get(b)))
    }

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

/// For each of `len` numbers, its place in this order.
fn in_order(len: usize, compare: impl Fn(u32, u32) -> Ordering + Sync) -> Vec<u32> {
    let mut order: Vec<u32> = (0..len as u32).collect();
    order.par_sort_unstable_by(|&a, &b| compare(a, b));
    let mut places = vec![0; len];
    (0..).zip(order).for_each(|(place, number)| places[number as usize] = place);
    places
}

/// An owner in a cell of a fact.
#[derive(Clone, Copy)]
struct Entry {
    fact: u32,
    cell: u32,
    owner: u32,
    times: u32,
}

impl Entry {
    fn is_like(&self, other: &Entry) -> bool {
        (self.fact, self.cell) == (other.fact, other.cell)
    }
}

/// Counts cells of facts.
pub(super) struct CellCounter {
    entries: Vec<Entry>,
    /// Occurrences of a fact in a cell beyond those that fit in an entry.
    surplus: FxHashMap<(u32, u32), u64>,
    room: Room,
    spilled: Option<SpilledCounts>,
}

impl CellCounter {
    pub(super) fn new(room: Room) -> CellCounter {
        CellCounter { entries: Vec::new(), surplus: FxHashMap::default(), room, spilled: None }
    }

    #[inline]
    pub(super) fn add(&mut self, fact: u32, cell: u32, owner: u32, times: u64) {
        let in_entry = u32::try_from(times).unwrap_or(u32::MAX);
        if times > u64::from(in_entry) {
            let surplus = self.surplus.entry((fact, cell)).or_default();
            *surplus = surplus.saturating_add(times - u64::from(in_entry));
        }
        let entry = Entry { fact, cell, owner, times: in_entry };
        // Half of the lines of a log repeat the line before.
        if let Some(last) = self.entries.last_mut()
            && (last.is_like(&entry) && last.owner == owner)
            && let Some(sum) = last.times.checked_add(in_entry)
        {
            last.times = sum;
        } else {
            self.entries.push(entry);
        }
    }

    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.entries.as_slice()) + self.surplus.len() * 32
    }

    pub(super) fn pairs(&self) -> usize {
        self.entries.len()
    }

    /// Writes everything to disk. `facts` has counted the facts, and is relieved after this.
    pub(super) fn relieve(&mut self, facts: &Counter, cells: &CellNames) -> io::Result<()> {
        let facts_in_order = in_order(facts.len(), |a, b| as_keys(facts.text(a), facts.text(b)));
        let cells_in_order = cells.places();
        let place = |entry: &Entry| {
            (facts_in_order[entry.fact as usize], cells_in_order[entry.cell as usize], entry.owner)
        };
        self.entries.par_sort_unstable_by_key(place);
        let spilled = match &mut self.spilled {
            Some(spilled) => spilled,
            none => none.insert(SpilledCounts::new(&self.room.folder, self.room.buffers)?),
        };
        let surplus = &self.surplus;
        spilled.push(self.entries.chunk_by(Entry::is_like).map(|entries| {
            let (fact, cell) = (facts.text(entries[0].fact), cells.names.get(entries[0].cell));
            let mut owners = Vec::new();
            let times = owners_and_times(entries, surplus, &mut owners);
            (format!("{fact}{SEPARATOR}{cell}").into(), owners, times)
        }))?;
        (self.entries, self.surplus) = Default::default();
        Ok(())
    }

    /// Sorts the cells of facts that have at least `least` owners, so that they can be read. `facts` has counted the
    /// facts, and is sorted.
    pub(super) fn close(
        mut self,
        facts: &Counter,
        cells: &CellNames,
        least: usize,
    ) -> io::Result<ClosedCells> {
        if self.spilled.is_some() {
            self.relieve(facts, cells)?;
            return Ok(ClosedCells { counter: self, common: 0 });
        }
        let is_common = facts.have_owners(least);
        let mut common = 0;
        for at in 0..self.entries.len() {
            if is_common[self.entries[at].fact as usize] {
                self.entries.swap(common, at);
                common += 1;
            }
        }
        let places = cells.places();
        // The cells of a fact come together, in the order of their names.
        let place = |entry: &Entry| (entry.fact, places[entry.cell as usize], entry.owner);
        self.entries[..common].par_sort_unstable_by_key(place);
        Ok(ClosedCells { counter: self, common })
    }
}

/// The order of facts in keys, in which a separator follows them.
fn as_keys(one: &str, other: &str) -> Ordering {
    let common = one.len().min(other.len());
    let next = |text: &str| text.as_bytes().get(common).copied().unwrap_or(SEPARATOR as u8);
    let of_common = one.as_bytes()[..common].cmp(&other.as_bytes()[..common]);
    of_common.then_with(|| next(one).cmp(&next(other))).then(one.len().cmp(&other.len()))
}

/// Sets `owners` to the distinct owners of one cell, whose entries are sorted by owner. Returns its occurrences.
fn owners_and_times(entries: &[Entry], surplus: &FxHashMap<(u32, u32), u64>, owners: &mut Vec<u32>) -> u64 {
    owners.clear();
    owners.extend(entries.iter().map(|entry| entry.owner));
    owners.dedup();
    let times: u64 = entries.iter().map(|entry| u64::from(entry.times)).sum();
    let key = (entries[0].fact, entries[0].cell);
    times.saturating_add(surplus.get(&key).copied().unwrap_or(0))
}

pub(super) struct ClosedCells {
    counter: CellCounter,
    /// Number of entries of common facts. They come first, and are sorted.
    common: usize,
}

impl ClosedCells {
    /// Passes every cell of a common fact to `each` with its owners, the cells of a fact one after the other. Cells of
    /// rare facts may come too. The key of a cell is that of its fact, a separator, and its name.
    pub(super) fn each(
        &self,
        facts: &ClosedCounter,
        cells: &CellNames,
        progress: &dyn Progress,
        mut each: impl FnMut(CountedKey<'_>),
    ) -> io::Result<()> {
        let CellCounter { entries, surplus, spilled, .. } = &self.counter;
        if let Some(spilled) = spilled {
            return spilled.merge(progress, each);
        }
        let (mut owners, mut text) = (Vec::new(), String::new());
        for entries in entries[..self.common].chunk_by(Entry::is_like) {
            progress.go_on()?;
            let times = owners_and_times(entries, surplus, &mut owners);
            let (fact, cell) = (facts.text(entries[0].fact), cells.names.get(entries[0].cell));
            each(CountedKey { key: joined(&mut text, fact, cell), owners: &owners, times });
        }
        Ok(())
    }

    /// Passes every cell of every fact to `each`, with an owner: the fact, the name of the cell, the owner. A cell comes
    /// once for each of its owners, in any order.
    pub(super) fn each_owner(
        &self,
        facts: &ClosedCounter,
        cells: &CellNames,
        columns: usize,
        progress: &dyn Progress,
        mut each: impl FnMut(&str, &str, u32),
    ) -> io::Result<()> {
        if let Some(spilled) = &self.counter.spilled {
            return spilled.merge(progress, |found| {
                let cell = cell_of(found.key, columns);
                let fact = &found.key[..found.key.len() - cell.len() - 1];
                found.owners.iter().for_each(|&owner| each(fact, cell, owner));
            });
        }
        for &Entry { fact, cell, owner, .. } in &self.counter.entries {
            progress.go_on()?;
            each(facts.text(fact), cells.names.get(cell), owner);
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
        facts.sort();
        let cells = cells.close(&facts, &names, 1).unwrap();
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
