//! The ledger: a private file that records who was published before, and with whom. It contains no names, no
//! items and no queries. But whoever has the file and knows a name can find the groups and rows of that owner.
//!
//! Owners are stored as keyed hashes of their names, and rows as keyed hashes of what they say. The key is random
//! and in the file, so names cannot be tried out without the file. Each entry is one run. It has the hashes of the
//! published files, and one of three things: the groups of owners, the owners of each row of facts or pieces, or the
//! privacy that a noisy table spent. The order of owners and rows reveals nothing. A run that is written in several
//! formats has one entry. The new ledger is published before the release, and only if the old ledger is unchanged.
//! So if two runs use it at the same time, one of them fails and must run again.
//!
//! The file ends with a keyed hash of all bytes before it, with a key derived from the key of the ledger. The
//! reader accepts only the bytes that it would write itself. So it detects every accidental change: a wrong
//! digit in the key, a deleted release, a truncated file. It cannot detect two things. Whoever has the file
//! has the key, and can compute a new hash. And a copy is a valid ledger too: the reader cannot know that it
//! is old, or that another copy is in use. A file with several names, by hard or symbolic links, is refused:
//! a run would replace the ledger under one name only.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clump_core::composition::EarlierGroup;
use clump_core::over_time::PastRow;
use clump_core::progress::Cancel;
use clump_io::{Spellings, plain_form};
use clump_log::Key;

use crate::LedgerError;
use crate::paths::folder;
use crate::release::publish::settle;
use crate::release::unnamed_file::Identity;

mod entry;
mod file;
#[cfg(test)]
mod tests;

use entry::{EnteredRows, LedgerEntry, SpentPrivacy};
use file::{Written, read_file};

pub(crate) use entry::{EnteredNumbers, OwnerHash, RunName, ValueHash};
pub use file::rewritten_ledger;

/// Label for deriving the key of the hashes of what rows say.
const VALUES: &str = "values of the ledger";

/// A ledger, with the identity of its file. It does not implement `Debug`, so it cannot be printed.
pub(crate) struct Ledger {
    pub path: PathBuf,
    /// Identity of the file that was read; `None` if there was no file.
    pub was: Option<Identity>,
    written: Written,
    key: Key,
    /// The key of the hashes of what rows say.
    values: Key,
}

impl Ledger {
    /// Reads the ledger at `path`, or makes an empty one in memory, with a new key, if there is no file.
    /// Waits while another run replaces the file, and first undoes the changes of killed runs.
    pub fn open(path: &Path) -> Result<Ledger, LedgerError> {
        // While a run replaces the ledger, the file has two names, which `read_file` would refuse.
        let settled = settle(folder(path), &Cancel::new());
        let (bytes, was) = match settled.and_then(|_settled| read_file(path)) {
            Ok(Ok(found)) => found,
            Ok(Err(refused)) => return Err(refused),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ledger::new(path),
            Err(error) => return Err(LedgerError::Unreadable(path.to_owned(), error)),
        };
        let (written, key) = Written::read(&bytes, path)?;
        let values = key.derive(VALUES);
        Ok(Ledger { path: path.to_owned(), was: Some(was), written, key, values })
    }

    fn new(path: &Path) -> Result<Ledger, LedgerError> {
        let key = Key::from_system()?;
        let (written, values) = (Written::new(&key), key.derive(VALUES));
        Ok(Ledger { path: path.to_owned(), was: None, written, key, values })
    }

    /// Number of entries, which is the number of runs that published.
    pub fn releases(&self) -> usize {
        self.written.releases.len()
    }

    /// Sets how owner names are compared. An error if the ledger compares them in another way.
    pub fn tell_apart(&mut self, spellings: Spellings) -> Result<(), LedgerError> {
        let as_they_are = spellings == Spellings::AsTheyAre;
        match *self.written.owners_as_they_are.get_or_insert(as_they_are) {
            same if same == as_they_are => Ok(()),
            as_they_are => Err(LedgerError::OtherSpellings(as_they_are)),
        }
    }

    /// Hash of the owner called `name`.
    pub fn owner(&self, name: &str) -> OwnerHash {
        let hash = match self.written.owners_as_they_are {
            Some(true) => self.key.hash(name.as_bytes()),
            _ => self.key.hash(plain_form(name).as_bytes()),
        };
        OwnerHash::of(hash)
    }

    /// Hash of `text`, which says what a row has in one of its columns.
    pub fn value(&self, text: &str) -> ValueHash {
        ValueHash::of(self.values.hash(text.as_bytes()))
    }

    /// The largest k of all releases without noise.
    pub fn largest_k(&self) -> Option<usize> {
        let numbers = self.numbers().map(|(_, numbers)| numbers.k());
        self.rows().map(|(_, rows)| rows.k).chain(numbers).max()
    }

    /// True if a release of whole rows is entered.
    pub fn has_groups(&self) -> bool {
        self.rows().next().is_some()
    }

    /// True if a release of facts or pieces is entered.
    pub fn has_numbers(&self) -> bool {
        self.numbers().next().is_some()
    }

    /// The owners of all rows of facts and pieces. [`PastRow`] has their places in this list.
    pub fn people(&self) -> &[OwnerHash] {
        &self.written.people
    }

    /// The values of all rows of facts and pieces. [`PastRow`] has their places in this list.
    pub fn row_values(&self) -> &[ValueHash] {
        &self.written.values
    }

    /// For each release of facts or pieces, its rows.
    pub fn past(&self) -> Vec<Vec<PastRow>> {
        self.numbers().map(|(_, numbers)| numbers.past()).collect()
    }

    /// The numbers of the releases of facts and pieces that `is_it` is true of.
    pub fn numbers_of(&self, is_it: impl Fn(&LedgerEntry) -> bool) -> Vec<usize> {
        let entries = self.numbers().enumerate().filter(|(_, (entry, _))| is_it(entry));
        entries.map(|(number, _)| number).collect()
    }

    fn numbers(&self) -> impl Iterator<Item = (&LedgerEntry, &EnteredNumbers)> {
        self.written.releases.iter().filter_map(|entry| Some((entry, entry.numbers.as_ref()?)))
    }

    /// Enters a release of facts or pieces, in which `more_people` and `more_values` follow those of the ledger. Both
    /// must be sorted, so their order reveals nothing. If the same bytes of the same owners are already entered,
    /// nothing is added.
    pub fn enter_numbers(
        &mut self,
        run: &RunName,
        blake3: &str,
        numbers: EnteredNumbers,
        (more_people, more_values): (Vec<OwnerHash>, Vec<ValueHash>),
    ) {
        if self.numbers().any(|(entry, earlier)| *earlier == numbers && entry.has_file(blake3)) {
            return;
        }
        if !self.has(run) {
            self.written.people.extend(more_people);
            self.written.values.extend(more_values);
        }
        self.enter(LedgerEntry { numbers: Some(numbers), ..LedgerEntry::new(run, blake3) });
    }

    /// For each release of rows, the owners of each of its groups.
    pub fn groups(&self) -> Vec<Vec<Vec<OwnerHash>>> {
        self.rows().map(|(_, rows)| rows.groups.clone()).collect()
    }

    /// For each owner, the groups in which the owner was published.
    pub fn histories(&self) -> BTreeMap<OwnerHash, Vec<EarlierGroup>> {
        let mut histories: BTreeMap<OwnerHash, Vec<EarlierGroup>> = BTreeMap::new();
        for (release, (_, rows)) in (0u32..).zip(self.rows()) {
            for (number, group) in (0u32..).zip(&rows.groups) {
                group.iter().for_each(|&owner| histories.entry(owner).or_default().push((release, number)));
            }
        }
        histories
    }

    /// True if there is an entry with this file hash and these groups. The hash alone is not enough: other
    /// owners may have the same rows.
    pub fn has_rows(&self, blake3: &str, groups: &Vec<Vec<OwnerHash>>) -> bool {
        self.rows().any(|(entry, rows)| rows.groups == *groups && entry.has_file(blake3))
    }

    fn rows(&self) -> impl Iterator<Item = (&LedgerEntry, &EnteredRows)> {
        self.written.releases.iter().filter_map(|entry| Some((entry, entry.rows.as_ref()?)))
    }

    /// Enters a release of rows. `groups` must be sorted, and so must each group. If the same bytes of the
    /// same owners are already entered, nothing is added, because they reveal nothing new.
    pub fn enter_rows(&mut self, run: &RunName, blake3: &str, k: usize, groups: Vec<Vec<OwnerHash>>) {
        if !self.has_rows(blake3, &groups) {
            self.enter(LedgerEntry {
                rows: Some(EnteredRows { k, groups }),
                ..LedgerEntry::new(run, blake3)
            });
        }
    }

    /// Enters a table with noise. Each run has its own noise and spends privacy, even if two tables have the
    /// same bytes by chance.
    pub fn enter_noise(&mut self, run: &RunName, blake3: &str, epsilon: f64, delta: f64) {
        let noise = Some(SpentPrivacy { epsilon, delta });
        self.enter(LedgerEntry { noise, ..LedgerEntry::new(run, blake3) });
    }

    /// True if the ledger has an entry of this run.
    pub fn has(&self, run: &RunName) -> bool {
        self.written.releases.iter().any(|entry| entry.is_of(run))
    }

    /// Adds an entry. If its run has one already, only the hash of the new file is added to it.
    fn enter(&mut self, entry: LedgerEntry) {
        match self.written.releases.iter_mut().find(|other| other.run == entry.run) {
            Some(other) if other.blake3.contains(&entry.blake3[0]) => {}
            Some(other) => other.blake3.extend(entry.blake3),
            None => self.written.releases.push(entry),
        }
    }

    /// Sums over all tables with noise: epsilon, delta, and the number of tables.
    pub fn spent(&self) -> (f64, f64, usize) {
        let noise = self.written.releases.iter().filter_map(|entry| entry.noise.as_ref());
        noise.fold((0.0, 0.0, 0), |(epsilon, delta, tables), more| {
            (epsilon + more.epsilon, delta + more.delta, tables + 1)
        })
    }

    pub fn budget(&self) -> Option<f64> {
        self.written.budget
    }

    /// Sets the budget. An error if the ledger has another budget.
    pub fn set_budget(&mut self, given: f64) -> Result<(), LedgerError> {
        match *self.written.budget.get_or_insert(given) {
            budget if budget == given => Ok(()),
            budget => Err(LedgerError::OtherBudget(budget)),
        }
    }

    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(&self.written.to_bytes(&self.key))
    }
}
