//! A file on its way to its target: written in its final folder without a name, and read back before it gets
//! one. It belongs to one run alone: cancelling or abandoning a run does not touch the files of another.

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

/// Readers of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everyone the user's umask allows.
    Public,
    /// Only the user (mode 0600): the file can show who is behind a row.
    Private,
}

/// A file on its way to `target`. Only the user may read it until it gets its name: it has not been checked.
#[derive(Debug)]
pub struct StagedFile {
    pub(super) file: UnnamedFile,
    pub(super) target: PathBuf,
    pub(super) staging: Staging,
    /// State that the target must still have when the file gets its name; none where the policy of the run
    /// decides.
    pub(super) follows: Option<Follows>,
    /// Held while the file lives.
    _listed: Option<Listed>,
}

/// The file that must be at a target: the one that was read, or nothing if there was none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Follows(pub(super) Option<Identity>);

impl StagedFile {
    /// Opens a file in the folder of `target` for the run of `staging`.
    ///
    /// # Errors
    /// When the target's folder does not take files, or the run is cancelled.
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

    /// The same for a new version of a file that was read, a ledger. It is published only if `was` is still
    /// there, or still nothing, and before all other files of its run.
    #[must_use]
    pub(crate) fn following(self, was: Option<Identity>) -> StagedFile {
        StagedFile { follows: Some(Follows(was)), ..self }
    }

    /// Opens a private file in `folder`, the folder of temporary files. It is never published.
    ///
    /// # Errors
    /// When the folder does not take files, or the run is cancelled.
    pub fn scratch(staging: &Staging, folder: &Path) -> Result<StagedFile, PublishError> {
        StagedFile::new(staging, &folder.join("release"), Audience::Private)
    }

    /// Fills the file and writes it to disk.
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
        // Whatever error a format reports, cancelling is the reason.
        cancel.go_on()?;
        filled
            .and_then(|()| self.file.file().sync_all())
            .map_err(|source| PublishError::unwritable(&self.target, source))
    }

    /// As [`StagedFile::write`], compressed if the name of the target says so.
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

    /// Path at which this process can read the bytes for now.
    pub fn path(&self) -> &Path {
        self.file.path()
    }
}

/// Writes to a file until the run is cancelled.
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

/// List of the staged files of a run that have hidden names, where the system needs such names. Each file is
/// removed when it is dropped. The list is for a program that ends without waiting for that, by
/// [`Cancel::abandon`].
#[derive(Clone, Debug)]
pub struct Staging {
    files: Arc<Files>,
    cancel: Cancel,
}

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

/// A list stays valid when a thread that held it panics.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
