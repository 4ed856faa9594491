//! A file that is written in its final folder without a name. It is read back and checked before it gets its
//! name. Cancelling or abandoning its run does not touch the files of other runs.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

use clump_core::progress::{Cancel, Progress, Unfinished};
use clump_io::release::{Packer, Packing};

use super::unnamed_file::{Identity, UnnamedFile};
use crate::PublishError;
use crate::paths::folder;

/// The users who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// All users that the umask allows.
    Public,
    /// Only the user who runs clump (mode 0600): the file can reveal who is behind a row.
    Private,
}

/// A file that will get the name `target`. It was not checked yet, so only the user may read it until then.
#[derive(Debug)]
pub struct StagedFile {
    pub(super) file: UnnamedFile,
    pub(super) target: PathBuf,
    pub(super) staging: Staging,
    /// State that the target must still have when this file replaces it; `None` if only the policy
    /// [`Existing`](super::publish::Existing) decides.
    pub(super) follows: Option<Follows>,
    /// Keeps the file in the list of unfinished files while this value lives.
    _listed: Option<Listed>,
}

/// Identity of the file that was read from a target; `None` inside if there was no file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Follows(pub(super) Option<Identity>);

impl StagedFile {
    /// Creates a file in the folder of `target`, for the run that `staging` belongs to.
    ///
    /// # Errors
    /// When no file can be created in the folder of `target`, or the run is cancelled.
    pub fn new(staging: &Staging, target: &Path, audience: Audience) -> Result<StagedFile, PublishError> {
        let mode = match audience {
            Audience::Public => 0o666,
            Audience::Private => 0o600,
        };
        let (file, listed) = staging
            .list(|cancel| UnnamedFile::open(folder(target), mode, cancel))
            .map_err(|source| PublishError::unwritable(target, source))?;
        let (target, staging) = (target.to_owned(), staging.clone());
        Ok(StagedFile { file, target, staging, follows: None, _listed: listed })
    }

    /// Marks this file as the new version of a file that was read: the ledger. It is published before the
    /// other files of its run, and only if the target still is the file `was`, or still does not exist.
    #[must_use]
    pub(crate) fn following(self, was: Option<Identity>) -> StagedFile {
        StagedFile { follows: Some(Follows(was)), ..self }
    }

    /// Creates a private file in the temporary folder `folder`. It is never published.
    ///
    /// # Errors
    /// When no file can be created in the folder, or the run is cancelled.
    pub fn scratch(staging: &Staging, folder: &Path) -> Result<StagedFile, PublishError> {
        StagedFile::new(staging, &folder.join("release"), Audience::Private)
    }

    /// Writes the content of the file with `fill`, and makes sure that it is on disk.
    ///
    /// # Errors
    /// When writing fails, or the run is cancelled.
    pub fn write(
        &mut self,
        fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), PublishError> {
        let cancel = self.staging.cancel();
        let mut writer = BufWriter::new(UntilCancelled { file: self.file.file(), cancel });
        let filled = fill(&mut writer).and_then(|()| writer.flush());
        drop(writer);
        // If the run was cancelled, that is the error, whichever error the format reports.
        cancel.go_on()?;
        filled
            .and_then(|()| self.file.file().sync_all())
            .map_err(|source| PublishError::unwritable(&self.target, source))
    }

    /// Does the same as [`StagedFile::write`], and compresses if the target's name ends like that.
    ///
    /// # Errors
    /// When writing fails.
    pub fn write_packed(
        &mut self,
        fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), PublishError> {
        let packing = Packing::from_path(&self.target);
        self.write(|out| {
            let mut packer = Packer::new(out, packing)?;
            fill(&mut packer)?;
            packer.finish().map(drop)
        })
    }

    /// Path at which this process can read the file before it has its name.
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Passes writes to a file, and fails as soon as the run is cancelled.
struct UntilCancelled<'f> {
    file: &'f mut File,
    cancel: &'f Cancel,
}

impl Write for UntilCancelled<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.cancel.go_on()?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Unfinished files of a run that have hidden names, on systems that need such names. A dropped file is
/// removed. The list is for programs that end by [`Cancel::abandon`] without dropping the files.
#[derive(Clone, Debug)]
pub struct Staging {
    files: Arc<Files>,
    cancel: Cancel,
}

#[derive(Debug, Default)]
struct Files {
    listed: Mutex<BTreeSet<PathBuf>>,
    /// Locked while files get their names, so that all of them get one or none does.
    naming: Mutex<()>,
}

impl Staging {
    /// An empty list for the run that reports to `progress`.
    pub fn of(progress: &dyn Progress) -> Staging {
        let (files, cancel) = (Arc::new(Files::default()), progress.untold());
        let unfinished: Arc<dyn Unfinished> = files.clone();
        cancel.watch(Arc::downgrade(&unfinished));
        Staging { files, cancel }
    }

    /// The token that cancels the run.
    pub fn cancel(&self) -> &Cancel {
        &self.cancel
    }

    /// Creates a file with `open` and adds it to the list. Fails if the run is cancelled, so no file is
    /// created after the list was undone.
    fn list(
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

    /// While the result is held, unfinished files are not removed.
    pub(super) fn naming(&self) -> MutexGuard<'_, ()> {
        locked(&self.files.naming)
    }
}

impl Unfinished for Files {
    fn undo(&self) {
        let _naming = locked(&self.naming);
        for path in std::mem::take(&mut *locked(&self.listed)) {
            // If a file cannot be removed, it stays.
            let _ = std::fs::remove_file(path);
        }
    }
}

/// The entry of a staged file in the list of its run.
#[derive(Debug)]
struct Listed {
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

/// Locks a mutex even if a thread panicked while it held the lock: the content is still valid.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
