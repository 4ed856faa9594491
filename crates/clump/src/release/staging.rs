//! The files of one run that have no names yet. They belong to that run alone: cancelling or abandoning a run
//! does not touch the files of another.

use std::collections::BTreeSet;
use std::io;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use clump_core::progress::{Cancel, Progress, Unfinished};

use super::unnamed_file::UnnamedFile;

/// List of the staged files of a run that have hidden names, where the system needs such names. Each file is
/// removed when it is dropped. The list is for a program that ends without waiting for that, by
/// [`Cancel::abandon`].
#[derive(Clone, Debug)]
pub struct Staging {
    files: Arc<Files>,
    cancel: Cancel,
}

/// The list of a run.
#[derive(Debug, Default)]
struct Files {
    listed: Mutex<BTreeSet<PathBuf>>,
    /// Held while files get their names, so that all of them get theirs or none does.
    naming: Mutex<()>,
}

impl Staging {
    /// The list of a run that `progress` listens to.
    pub fn of(progress: &dyn Progress) -> Staging {
        let (files, cancel) = (Arc::new(Files::default()), progress.untold());
        let unfinished: Arc<dyn Unfinished> = files.clone();
        cancel.watch(Arc::downgrade(&unfinished));
        Staging { files, cancel }
    }

    /// The token of the run.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Lists the file that `open` makes, unless the run is cancelled. No file is made after the list was
    /// undone.
    ///
    /// # Errors
    /// Errors of `open`, and an error if the run is cancelled.
    pub(super) fn list(
        &self,
        open: impl FnOnce(&Cancel) -> io::Result<UnnamedFile>,
    ) -> io::Result<(UnnamedFile, Option<Listed>)> {
        let mut listed = locked(&self.files.listed);
        self.cancel.go_on()?;
        let file = open(&self.cancel)?;
        let entry = file.hidden_path().map(|path| {
            listed.insert(path.to_owned());
            Listed { path: path.to_owned(), files: Arc::downgrade(&self.files) }
        });
        Ok((file, entry))
    }

    /// Prevents the removal of files while some get their names.
    pub(super) fn naming(&self) -> MutexGuard<'_, ()> {
        locked(&self.files.naming)
    }
}

impl Unfinished for Files {
    fn undo(&self) {
        let _naming = locked(&self.naming);
        for path in std::mem::take(&mut *locked(&self.listed)) {
            // A file that cannot be removed stays.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// A staged file in the list of its run.
#[derive(Debug)]
pub(super) struct Listed {
    path: PathBuf,
    files: Weak<Files>,
}

impl Drop for Listed {
    fn drop(&mut self) {
        if let Some(files) = self.files.upgrade() {
            locked(&files.listed).remove(&self.path);
        }
    }
}

/// A list stays valid when a thread that held it panics.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
