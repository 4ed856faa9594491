//! The journal: what a run is about to do in a folder, written down before it does it. So it can be undone:
//! by the run itself when something fails, and by [the next run](super::leftovers) when the process was
//! killed.
//!
//! The steps, in order:
//!
//! 1. The journal is written to disk.
//! 2. Files that will be replaced get a second, hidden name.
//! 3. New files get their names.
//! 4. The journal is removed, and with that the new files stay.
//! 5. The hidden names are removed.
//!
//! So as long as there is a journal, the old files exist too. A journal that was cut short was never acted
//! on.

use std::ffi::OsString;
use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::folder_lock::LockedFolder;
use super::leftovers::{JOURNAL, KEPT, NEW, hidden_name};
use super::unnamed_file::Identity;

/// The files that a run names in one folder.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Journal {
    #[serde(skip)]
    run: u64,
    entries: Vec<JournalEntry>,
}

/// A file that gets a name.
#[derive(Debug, Serialize, Deserialize)]
struct JournalEntry {
    /// The name, without its folder.
    target: OsString,
    new: Identity,
    /// True if another file had the name.
    replaces: bool,
}

impl Journal {
    pub(super) fn new(run: u64) -> Journal {
        Journal { run, entries: Vec::new() }
    }

    /// The journal of `run` in a file that was found; none if it was never acted on.
    pub(super) fn read(run: u64, path: &Path) -> Option<Journal> {
        let journal: Journal = serde_json::from_slice(&fs::read(path).ok()?).ok()?;
        // A name with a folder in it was not written here.
        let is_name = |entry: &JournalEntry| Path::new(&entry.target).file_name() == Some(&entry.target);
        journal.entries.iter().all(is_name).then_some(Journal { run, ..journal })
    }

    /// Adds a file that will be called `target`, and returns its number.
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

    /// Hidden path of new file `number`, before it gets its own name.
    pub(super) fn new_name(&self, folder: &Path, number: usize) -> PathBuf {
        folder.join(hidden_name(self.run, &format!("{number}.{NEW}")))
    }

    /// Path of the file that `number` replaces.
    pub(super) fn kept_name(&self, folder: &Path, number: usize) -> PathBuf {
        folder.join(hidden_name(self.run, &format!("{number}.{KEPT}")))
    }

    /// Ends the journal: from here on the new files stay.
    ///
    /// # Errors
    /// When the journal cannot be removed: then all of it can still be undone.
    pub(super) fn commit(&self, folder: &LockedFolder) -> io::Result<()> {
        folder.sync()?;
        fs::remove_file(self.path(&folder.path))?;
        folder.sync()
    }

    /// Removes the old files that were kept in case of a failure. If one cannot be removed, it is left to the
    /// next run.
    pub(super) fn forget(&self, folder: &LockedFolder) {
        for number in 0..self.entries.len() {
            let _ = fs::remove_file(self.kept_name(&folder.path, number));
        }
    }

    /// Restores everything in `folder`, however far the run had come. Files that others put there since then
    /// stay.
    ///
    /// # Errors
    /// Errors of the system. Then the journal and the files that it needs still exist.
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
