//! Files appear whole or not at all: each is written under another name beside its target, synced, and renamed only
//! when everything that must be checked has been checked. Dropped before that, it is gone.

use std::fs::{File, Permissions};
use std::io::{self, BufWriter, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use clump_core::progress::{Cancel, Cancelled, Progress};
use clump_io::release::{Packer, Packing};
use tempfile::NamedTempFile;

use super::staging::{Listed, Staging};
use crate::PublishError;
use crate::paths::folder;

/// Who may read a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everyone the user's umask allows.
    Public,
    /// The user alone (mode 0600): the file can show who is behind a row.
    Private,
}

/// What happens to a target that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and the run is refused.
    Keep,
    /// It is replaced in one step.
    Replace,
}

/// A file on its way to `target`. Until it gets its name nobody else may read it: it has not been checked.
#[derive(Debug)]
pub struct Staged {
    file: NamedTempFile,
    target: PathBuf,
    /// Who may read it under its name.
    mode: u32,
    listed: Listed,
    staging: Staging,
}

impl Staged {
    /// Opens a file beside `target` for the run of `staging`.
    ///
    /// # Errors
    /// When the target's folder does not take files, or the run is cancelled.
    pub fn new(staging: &Staging, target: &Path, audience: Audience) -> Result<Staged, PublishError> {
        let unwritable = |source| unwritable(target, source);
        let mode = match audience {
            Audience::Public => 0o666,
            Audience::Private => 0o600,
        };
        let open = || {
            tempfile::Builder::new()
                .prefix(".clump-")
                .suffix(".tmp")
                .permissions(Permissions::from_mode(mode))
                .tempfile_in(folder(target))
        };
        let (file, listed) = staging.list(open).map_err(unwritable)?;
        // What the umask left of the mode is for later.
        let mode = file.as_file().metadata().map_err(unwritable)?.permissions().mode();
        file.as_file().set_permissions(Permissions::from_mode(0o600)).map_err(unwritable)?;
        Ok(Staged { file, target: target.to_owned(), mode, listed, staging: staging.clone() })
    }

    /// Opens a file in the folder for temporary files, private and never to be published.
    ///
    /// # Errors
    /// When that folder does not take files, or the run is cancelled.
    pub fn scratch(staging: &Staging) -> Result<Staged, PublishError> {
        Staged::new(staging, &std::env::temp_dir().join("release"), Audience::Private)
    }

    /// Fills the file and brings it to disk.
    ///
    /// # Errors
    /// When writing fails, or the run is cancelled.
    pub fn write(
        &mut self,
        fill: impl FnOnce(&mut (dyn Write + Send)) -> io::Result<()>,
    ) -> Result<(), PublishError> {
        let cancel = self.staging.cancel();
        let mut writer = BufWriter::new(UntilCancelled { file: self.file.as_file_mut(), cancel });
        let filled = fill(&mut writer).and_then(|()| writer.flush());
        drop(writer);
        // Whatever a format says of its writer, this is why.
        cancel.go_on()?;
        filled
            .and_then(|()| self.file.as_file().sync_all())
            .map_err(|source| unwritable(&self.target, source))
    }

    /// As [`Staged::write`], compressed if the name of the target says so.
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

    /// Where the bytes are for now.
    pub fn path(&self) -> &Path {
        self.file.path()
    }

    /// Gives the file its name.
    ///
    /// # Errors
    /// When a target that must be kept has appeared, or renaming fails.
    fn publish(self, existing: Existing) -> Result<PathBuf, PublishError> {
        let Staged { file, target, mode, listed, .. } = self;
        let permissions = Permissions::from_mode(mode);
        file.as_file().set_permissions(permissions).map_err(|source| unwritable(&target, source))?;
        let renamed = match existing {
            Existing::Keep => file.persist_noclobber(&target),
            Existing::Replace => file.persist(&target),
        };
        drop(listed);
        if let Err(failed) = renamed {
            return Err(match failed.error.kind() {
                io::ErrorKind::AlreadyExists => PublishError::Exists { path: target },
                _ => unwritable(&target, failed.error),
            });
        }
        // The rename itself must survive a power cut too.
        File::open(folder(&target))
            .and_then(|folder| folder.sync_all())
            .map_err(|source| unwritable(&target, source))?;
        Ok(target)
    }
}

/// Writes to a file as long as the run goes on.
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

/// Refuses early what [`publish_all`] would refuse late: a target that must be kept, or a folder that takes no
/// files.
///
/// # Errors
/// As described.
pub fn check_target(target: &Path, existing: Existing) -> Result<(), PublishError> {
    if target == Path::new("-") {
        return Err(PublishError::NotAFile { path: target.to_owned() });
    }
    if !folder(target).is_dir() {
        return Err(PublishError::NoFolder { path: folder(target).to_owned() });
    }
    if let Ok(found) = target.symlink_metadata() {
        let path = target.to_owned();
        // A rename would put the release in the place of the device itself.
        if !found.is_file() {
            return Err(PublishError::NotAFile { path });
        }
        if existing == Existing::Keep {
            return Err(PublishError::Exists { path });
        }
    }
    // A file without a name, so that nothing of it can stay behind.
    tempfile::tempfile_in(folder(target)).map(drop).map_err(|source| unwritable(target, source))
}

/// Publishes all of `files`, which are of one run, in order. If one cannot be, those before it that replaced nothing are
/// taken back. A run that is cancelled meanwhile still publishes all of them, since none may be there without the others.
///
/// # Errors
/// When a target that must be kept has appeared, renaming fails, or the run was cancelled before.
pub fn publish_all(files: Vec<Staged>, existing: Existing) -> Result<Vec<PathBuf>, PublishError> {
    let Some(staging) = files.first().map(|file| file.staging.clone()) else { return Ok(Vec::new()) };
    let _naming = staging.naming();
    staging.cancel().go_on()?;
    let mut published = Vec::new();
    for file in files {
        match file.publish(existing) {
            Ok(path) => published.push(path),
            Err(error) => {
                if existing == Existing::Keep {
                    // Best effort: the error at hand is the one to tell.
                    published.iter().for_each(|path| drop(std::fs::remove_file(path)));
                }
                return Err(error);
            }
        }
    }
    Ok(published)
}

/// Writes texts that are the publisher's own to their files: all of them, or none.
///
/// # Errors
/// When one cannot be written, or the run that `progress` listens to is cancelled.
pub fn publish_texts<'a>(
    texts: impl IntoIterator<Item = (&'a Path, &'a String)>,
    replace: bool,
    progress: &dyn Progress,
) -> Result<(), PublishError> {
    let existing = if replace { Existing::Replace } else { Existing::Keep };
    let staging = Staging::of(progress);
    let mut files = Vec::new();
    for (path, text) in texts {
        let mut file = Staged::new(&staging, path, Audience::Private)?;
        file.write(|out| out.write_all(text.as_bytes()))?;
        files.push(file);
    }
    publish_all(files, existing).map(drop)
}

fn unwritable(path: &Path, source: io::Error) -> PublishError {
    if Cancelled::is_in(&source) {
        return PublishError::Cancelled(Cancelled);
    }
    PublishError::Unwritable { path: path.to_owned(), source }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_published_is_gone() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("release.tsv");
        let mut staged = Staged::new(&Staging::of(&()), &target, Audience::Public).unwrap();
        staged.write(|out| out.write_all(b"fruit\n")).unwrap();
        assert!(staged.path().exists() && !target.exists());
        drop(staged);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }

    #[test]
    fn an_existing_target_is_kept_unless_it_may_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("release.tsv");
        std::fs::write(&target, "old").unwrap();
        assert!(matches!(check_target(&target, Existing::Keep), Err(PublishError::Exists { .. })));
        let staged = Staged::new(&Staging::of(&()), &target, Audience::Public).unwrap();
        assert!(matches!(publish_all(vec![staged], Existing::Keep), Err(PublishError::Exists { .. })));
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "old");
        let mut staged = Staged::new(&Staging::of(&()), &target, Audience::Private).unwrap();
        staged.write(|out| out.write_all(b"new")).unwrap();
        publish_all(vec![staged], Existing::Replace).unwrap();
        assert_eq!(std::fs::read_to_string(&target).unwrap(), "new");
        assert_eq!(target.metadata().unwrap().permissions().mode() & 0o777, 0o600);
    }

    #[test]
    fn files_of_a_run_are_removed_with_it_and_those_of_another_stay() {
        let folder = tempfile::tempdir().unwrap();
        let tokens = [Cancel::new(), Cancel::new()];
        let [first, second] = ["first.tsv", "second.tsv"].map(|name| folder.path().join(name));
        let [ours, others] = tokens.each_ref().map(|token| Staging::of(token));
        let mut abandoned = Staged::new(&ours, &first, Audience::Public).unwrap();
        abandoned.write(|out| out.write_all(b"fruit\n")).unwrap();
        let mut whole = Staged::new(&others, &second, Audience::Public).unwrap();
        whole.write(|out| out.write_all(b"fruit\n")).unwrap();
        tokens[0].abandon();
        assert!(!abandoned.path().exists() && whole.path().exists());
        // Nothing of the run comes after that.
        assert!(matches!(abandoned.write(|out| out.write_all(b"more")), Err(PublishError::Cancelled(_))));
        assert!(matches!(publish_all(vec![abandoned], Existing::Keep), Err(PublishError::Cancelled(_))));
        assert!(matches!(Staged::new(&ours, &first, Audience::Public), Err(PublishError::Cancelled(_))));
        publish_all(vec![whole], Existing::Keep).unwrap();
        let there: Vec<_> = folder.path().read_dir().unwrap().map(|file| file.unwrap().path()).collect();
        assert_eq!(there, [second]);
    }
}
