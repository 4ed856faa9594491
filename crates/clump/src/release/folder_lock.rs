//! Lets only one run at a time rename files in a folder. The lock is on the folder itself, so no lock file
//! can remain. The system releases the lock when the process ends, even if the process is killed.

use std::fs::{File, TryLockError};
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use clump_core::progress::{Cancel, Progress};

/// Longest wait for another run. A run renames even many files in milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);

const PAUSE: Duration = Duration::from_millis(10);

/// A folder that only this run may rename files in until this value is dropped.
#[derive(Debug)]
pub(crate) struct LockedFolder {
    pub(super) path: PathBuf,
    file: File,
    /// False on file systems without locks. Then runs cannot detect each other.
    pub(super) is_locked: bool,
}

impl LockedFolder {
    /// Waits until no other run has locked `folder`, and locks it.
    ///
    /// # Errors
    /// When the folder cannot be opened, another run locks it for too long ([`io::ErrorKind::WouldBlock`]),
    /// or this run is cancelled.
    pub(super) fn wait(folder: &Path, cancel: &Cancel) -> io::Result<LockedFolder> {
        let start = Instant::now();
        loop {
            if let Some(locked) = LockedFolder::now(folder)? {
                return Ok(locked);
            }
            if start.elapsed() > PATIENCE {
                return Err(io::ErrorKind::WouldBlock.into());
            }
            cancel.go_on()?;
            sleep(PAUSE);
        }
    }

    /// Locks the folder; `None` if another run has locked it.
    pub(super) fn now(folder: &Path) -> io::Result<Option<LockedFolder>> {
        let file = File::open(folder)?;
        let is_locked = match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock) => return Ok(None),
            Err(TryLockError::Error(_)) => false,
        };
        Ok(Some(LockedFolder { path: folder.to_owned(), file, is_locked }))
    }

    /// Writes the folder to disk, so that renamed files keep their names after a power cut.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.file.sync_all()
    }
}

/// Device and inode number of a folder, equal for all paths to the folder. Every run locks folders in this
/// order, so two runs cannot deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct FolderId(u64, u64);

impl FolderId {
    pub(super) fn of(folder: &Path) -> io::Result<FolderId> {
        folder.metadata().map(|found| FolderId(found.dev(), found.ino()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_core::progress::Cancelled;

    #[test]
    fn a_folder_has_one_holder_and_whoever_waits_can_be_told_to_stop() {
        let folder = tempfile::tempdir().unwrap();
        let held = LockedFolder::now(folder.path()).unwrap().unwrap();
        assert!(held.is_locked);
        assert!(LockedFolder::now(folder.path()).unwrap().is_none());
        let cancel = Cancel::new();
        cancel.cancel();
        let stopped = LockedFolder::wait(folder.path(), &cancel).unwrap_err();
        assert!(Cancelled::is_in(&stopped));
        drop(held);
        assert!(LockedFolder::now(folder.path()).unwrap().is_some());
    }
}
