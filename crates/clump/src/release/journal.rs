//! The journal: a run writes down its changes to a folder before it makes them. They can then be undone: by
//! the run itself after an error, or by [the next run](super::leftovers) if the process was killed.
//!
//! The steps, in order:
//!
//! 1. The run writes the journal to disk.
//! 2. It gives files that will be replaced a second, hidden name.
//! 3. It gives the new files their names.
//! 4. It removes the journal. From now on the new files stay.
//! 5. It removes the hidden names, and with them the old files.
//!
//! The old files exist as long as the journal does. A journal that is incomplete was not yet followed by step
//! 2, so nothing must be undone.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder_lock::LockedFolder;
use super::leftovers::{JOURNAL, KEPT, NEW, hidden_name};
use super::unnamed_file::Identity;

/// The files that a run renames in one folder.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Journal {
    #[serde(skip)]
    run: u64,
    entries: Vec<JournalEntry>,
}

/// A new file that gets the name `target`.
#[derive(Debug, Serialize, Deserialize)]
struct JournalEntry {
    /// Name of the file without its folder.
    target: OsString,
    new: Identity,
    /// True if another file has this name and will be replaced.
    replaces: bool,
}

impl Journal {
    pub(super) fn new(run: u64) -> Journal {
        Journal { run, entries: Vec::new() }
    }

    /// Reads the journal of `run` from `path`; `None` if it is incomplete, so its steps were never begun.
    pub(super) fn read(run: u64, path: &Path) -> Option<Journal> {
        let journal: Journal = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        // Journals contain only file names without a folder, so another name is not from clump.
        let is_name = |entry: &JournalEntry| Path::new(&entry.target).file_name() == Some(&entry.target);
        journal.entries.iter().all(is_name).then_some(Journal { run, ..journal })
    }

    /// Adds a file that will get the name `target`, and returns its number in the journal.
    pub(super) fn add(&mut self, target: OsString, new: Identity, replaces: bool) -> usize {
        self.entries.push(JournalEntry { target, new, replaces });
        self.entries.len() - 1
    }

    pub(super) fn begin(&self, folder: &LockedFolder) -> io::Result<()> {
        let mut file =
            OpenOptions::new().write(true).create_new(true).mode(0o600).open(self.path(&folder.path))?;
        file.write_all(&serde_json::to_vec(self).expect("a journal is plain data"))?;
        file.sync_all()?;
        folder.sync()
    }

    /// Hidden path of new file `number` until the file gets its final name.
    pub(super) fn new_name(&self, folder: &Path, number: usize) -> PathBuf {
        folder.join(hidden_name(self.run, &format!("{number}.{NEW}")))
    }

    /// Hidden path of the old file that new file `number` replaces.
    pub(super) fn kept_name(&self, folder: &Path, number: usize) -> PathBuf {
        folder.join(hidden_name(self.run, &format!("{number}.{KEPT}")))
    }

    /// Removes the journal. From now on the new files stay.
    ///
    /// # Errors
    /// When the journal cannot be removed. Then every step can still be undone.
    pub(super) fn commit(&self, folder: &LockedFolder) -> io::Result<()> {
        folder.sync()?;
        fs::remove_file(self.path(&folder.path))?;
        folder.sync()
    }

    /// Removes the replaced files, which were kept in case of a failure. If a file cannot be removed, the
    /// next run removes it.
    pub(super) fn forget(&self, folder: &LockedFolder) {
        for number in 0..self.entries.len() {
            let _ = fs::remove_file(self.kept_name(&folder.path, number));
        }
    }

    /// Restores the state of `folder` before the run, after any step. Files that others wrote there since
    /// then stay.
    ///
    /// # Errors
    /// When the system refuses a change. Then the journal still exists, with the files that it needs.
    pub(super) fn take_back(&self, folder: &LockedFolder) -> io::Result<()> {
        for (number, entry) in self.entries.iter().enumerate().rev() {
            let target = folder.path.join(&entry.target);
            let kept = self.kept_name(&folder.path, number);
            let found = Identity::at(&target);
            let is_new = found == Some(entry.new);
            if entry.replaces && (is_new || found.is_none()) && Identity::at(&kept).is_some() {
                fs::rename(&kept, &target)?;
            } else if !entry.replaces && is_new {
                fs::remove_file(&target)?;
            }
            remove_if_there(&kept)?;
            remove_if_there(&self.new_name(&folder.path, number))?;
        }
        folder.sync()?;
        remove_if_there(&self.path(&folder.path))?;
        folder.sync()
    }

    fn path(&self, folder: &Path) -> PathBuf {
        folder.join(hidden_name(self.run, JOURNAL))
    }
}

fn remove_if_there(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}
