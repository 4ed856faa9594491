//! A file on its way to its target: written in its final folder without a name, and read back before it gets
//! one.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use clump_core::progress::{Cancel, Progress};
use clump_io::release::{Packer, Packing};

use super::staging::{Listed, Staging};
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
