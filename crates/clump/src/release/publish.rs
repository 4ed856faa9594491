//! Publishing is one step. All files of a run get their names or none does, and those that they replace are there until all
//! new ones stand: whatever fails, the folder is as it was.
//!
//! Runs that publish in one folder wait for each other ([the lock](super::folder_lock)). A run that is killed in between
//! leaves [a journal](super::journal), and the next run takes back what the killed one had done. Until then files of two
//! runs may lie side by side, and nobody takes them for one: certificate, audit, report and page state the hash of their release.
//! The release gets its name last, so that it never lies under a new name without its certificate.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clump_core::progress::{Cancel, Progress};

use super::folder_lock::{FolderId, LockedFolder, in_locking_order};
use super::journal::Journal;
use super::leftovers::{clear, run_id};
use super::staged::{Audience, Follows, Staged};
use super::staging::Staging;
use super::unnamed_file::Identity;
use crate::PublishError;
use crate::paths::folder;

/// What happens to a target that is there already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It stays, and the run is refused.
    Keep,
    /// It is replaced in one step.
    Replace,
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
    clear_leftovers(folder(target)).map_err(|source| PublishError::unwritable(target, source))?;
    has_room(target, existing)?;
    // A file without a name, so that nothing of it can stay behind.
    tempfile::tempfile_in(folder(target)).map(drop).map_err(|source| PublishError::unwritable(target, source))
}

/// Takes back and removes what killed runs left in `folder`. Another run that is publishing there does the same.
///
/// # Errors
/// When the folder cannot be opened.
fn clear_leftovers(folder: &Path) -> io::Result<()> {
    if let Some(folder) = LockedFolder::now(folder)? {
        clear(&folder);
    }
    Ok(())
}

/// Whether a file would be replaced at `target`.
///
/// # Errors
/// When what is there may not be.
fn has_room(target: &Path, existing: Existing) -> Result<bool, PublishError> {
    let Ok(found) = target.symlink_metadata() else { return Ok(false) };
    let path = target.to_owned();
    match existing {
        // A rename would put the release in the place of the device itself.
        _ if !found.is_file() => Err(PublishError::NotAFile { path }),
        Existing::Keep => Err(PublishError::Exists { path }),
        Existing::Replace => Ok(true),
    }
}

/// Publishes all of `files`, which are of one run, in order, and says where they are. If one cannot be, or the run is
/// cancelled meanwhile, all is as it was.
///
/// # Errors
/// When a target that must be kept has appeared, the system refuses a name, another run publishes in the same folder and does
/// not end, or the run was cancelled.
pub fn publish_all(files: Vec<Staged>, existing: Existing) -> Result<Vec<PathBuf>, PublishError> {
    let Some(staging) = files.first().map(|file| file.staging.clone()) else { return Ok(Vec::new()) };
    let _naming = staging.naming();
    staging.cancel().go_on()?;
    let publication = Publication::prepare(files, existing, staging.cancel())?;
    match publication.carry_out(staging.cancel()) {
        Ok(()) => Ok(publication.forget()),
        Err(error) => {
            publication.take_back();
            Err(error)
        }
    }
}

/// The files of a run while they get their names.
struct Publication {
    folders: Vec<Folder>,
    files: Vec<Named>,
}

/// A folder in which files get names.
struct Folder {
    id: FolderId,
    locked: LockedFolder,
    journal: Journal,
}

/// A file, and where it stands in a journal.
struct Named {
    staged: Staged,
    folder: usize,
    number: usize,
    replaces: bool,
}

impl Publication {
    /// Locks all folders, looks at all targets, and makes a plan of what to do.
    fn prepare(files: Vec<Staged>, existing: Existing, cancel: &Cancel) -> Result<Publication, PublishError> {
        let run = run_id();
        let mut folders = Vec::new();
        let order = in_locking_order(files.iter().map(|file| folder(&file.target)));
        for (path, id) in order.map_err(|(path, source)| PublishError::unwritable(&path, source))? {
            let locked = LockedFolder::wait(&path, cancel).map_err(|source| match source.kind() {
                io::ErrorKind::WouldBlock => PublishError::Busy { path: path.clone() },
                _ => PublishError::unwritable(&path, source),
            })?;
            clear(&locked);
            folders.push(Folder { id, locked, journal: Journal::new(run) });
        }
        let mut publication = Publication { folders, files: Vec::new() };
        for staged in files {
            publication.plan(staged, existing)?;
        }
        Ok(publication)
    }

    fn plan(&mut self, staged: Staged, existing: Existing) -> Result<(), PublishError> {
        let target = &staged.target;
        let replaces = match staged.follows {
            Some(Follows(was)) if was != Identity::at(target) => {
                return Err(PublishError::Changed { path: target.clone() });
            }
            Some(Follows(was)) => was.is_some(),
            None => has_room(target, existing)?,
        };
        let unwritable = |source| PublishError::unwritable(target, source);
        let id = FolderId::of(folder(target)).map_err(unwritable)?;
        let name = target.file_name().map(OsString::from);
        let at = self.folders.iter().position(|folder| folder.id == id);
        // Somebody put another folder there since it was locked.
        let (Some(at), Some(name)) = (at, name) else {
            return Err(PublishError::NoFolder { path: folder(target).to_owned() });
        };
        let new = staged.file.identity().map_err(unwritable)?;
        let number = self.folders[at].journal.add(name, new, replaces);
        self.files.push(Named { staged, folder: at, number, replaces });
        Ok(())
    }

    /// Gives all files their names.
    fn carry_out(&self, cancel: &Cancel) -> Result<(), PublishError> {
        for Folder { locked, journal, .. } in &self.folders {
            journal.begin(locked).map_err(|source| PublishError::unwritable(&locked.path, source))?;
        }
        for step in [Publication::set_aside, Publication::name] {
            for file in &self.files {
                cancel.go_on()?;
                step(self, file).map_err(|source| match source.kind() {
                    io::ErrorKind::AlreadyExists => PublishError::Exists { path: file.staged.target.clone() },
                    _ => PublishError::unwritable(&file.staged.target, source),
                })?;
            }
        }
        cancel.go_on()?;
        for Folder { locked, journal, .. } in &self.folders {
            journal.commit(locked).map_err(|source| PublishError::unwritable(&locked.path, source))?;
        }
        Ok(())
    }

    /// Makes sure that the file that `file` replaces is there afterwards, and that `file` only needs to be renamed.
    fn set_aside(&self, file: &Named) -> io::Result<()> {
        if !file.replaces {
            return Ok(());
        }
        let Folder { locked, journal, .. } = &self.folders[file.folder];
        let target = &file.staged.target;
        let kept = journal.kept_name(&locked.path, file.number);
        // Without a second name, be it that the file is another user's, it has none for a moment.
        fs::hard_link(target, &kept).or_else(|_| fs::rename(target, &kept))?;
        file.staged.file.name(&journal.new_name(&locked.path, file.number))
    }

    fn name(&self, file: &Named) -> io::Result<()> {
        let Folder { locked, journal, .. } = &self.folders[file.folder];
        match file.replaces {
            true => fs::rename(journal.new_name(&locked.path, file.number), &file.staged.target),
            false => file.staged.file.name(&file.staged.target),
        }
    }

    /// Puts everything as it was. What the system does not let us is left to the next run, which finds the journal.
    fn take_back(&self) {
        for Folder { locked, journal, .. } in &self.folders {
            let _ = journal.take_back(locked);
        }
    }

    /// Lets go of what was replaced, and says what was published.
    fn forget(self) -> Vec<PathBuf> {
        for Folder { locked, journal, .. } in &self.folders {
            journal.forget(locked);
        }
        self.files.into_iter().map(|file| file.staged.target).collect()
    }
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
        file.write(|out| io::Write::write_all(out, text.as_bytes()))?;
        files.push(file);
    }
    publish_all(files, existing).map(drop)
}

#[cfg(test)]
mod tests;
