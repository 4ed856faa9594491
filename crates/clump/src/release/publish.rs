//! Publishes all files of a run in one step: either all files get their names, or none does. Replaced files
//! are kept until all new files have their names. If something fails, the old files are restored.
//!
//! Runs that publish in one folder wait for each other ([the lock](super::folder_lock)). A killed run leaves
//! [a journal](super::journal) in each folder, and the next run there undoes its changes. Until then a folder
//! may have files of two runs. They cannot be mistaken for files of one run: certificate, audit, report and
//! page state the hash of their release. The release gets its name last, so a new release is never without
//! its certificate. The journal of its folder is removed last, so the release stays only if all other files
//! stay.
//!
//! A ledger is published first, whichever folder it is in. It gets its name, its journal is removed, and both
//! are written to disk before another file of the run gets a name. The next run may look only at the folder
//! of the ledger, and undoes the ledger only if that folder has a journal. So a visible release is always in
//! its ledger. A run that is killed after this step leaves a ledger entry without a release: its epsilon is
//! spent, and its groups bind later releases. A run that fails without being killed undoes the ledger too,
//! after everything else.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use clump_core::progress::{Cancel, Progress};

use super::folder_lock::{FolderId, LockedFolder};
use super::journal::Journal;
use super::leftovers::{clear, run_id};
use super::staged::{Audience, Follows, StagedFile, Staging};
use super::unnamed_file::{Identity, has_other_names};
use crate::PublishError;
use crate::paths::folder;

/// Policy for a target file that already exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// The existing file is kept, and the run is refused.
    Keep,
    /// The new file replaces the existing one in one step.
    Replace,
}

impl Existing {
    /// `Replace` if `replace` is true, else `Keep`.
    pub fn replaced(replace: bool) -> Existing {
        if replace { Existing::Replace } else { Existing::Keep }
    }
}

/// Finds errors of [`publish_all`] before the run does any work: a target that must be kept, or a folder in
/// which files cannot be created.
///
/// # Errors
/// When `target` cannot be published under this policy.
pub fn check_target(target: &Path, existing: Existing) -> Result<(), PublishError> {
    if target == Path::new("-") {
        return Err(PublishError::NotAFile(target.to_owned()));
    }
    if !folder(target).is_dir() {
        return Err(PublishError::NoFolder(folder(target).to_owned()));
    }
    clear_leftovers(folder(target)).map_err(|source| PublishError::unwritable(target, source))?;
    has_room(target, existing)?;
    // A temporary file without a name tests the folder and leaves nothing behind.
    tempfile::tempfile_in(folder(target)).map(drop).map_err(|source| PublishError::unwritable(target, source))
}

/// Undoes the changes of killed runs in `folder`, and removes their files. Does nothing if another run is
/// publishing there, because that run does the same.
fn clear_leftovers(folder: &Path) -> io::Result<()> {
    if let Some(folder) = LockedFolder::now(folder)? {
        clear(&folder);
    }
    Ok(())
}

/// Waits until no other run publishes in `folder`, and undoes the changes of killed runs. Other runs cannot
/// publish there until the result is dropped.
pub(crate) fn settle(folder: &Path, cancel: &Cancel) -> io::Result<LockedFolder> {
    let locked = LockedFolder::wait(folder, cancel)?;
    clear(&locked);
    Ok(locked)
}

/// True if a file exists at `target` and may be replaced, false if there is none.
fn has_room(target: &Path, existing: Existing) -> Result<bool, PublishError> {
    let Ok(found) = target.symlink_metadata() else { return Ok(false) };
    let path = target.to_owned();
    match existing {
        // Renaming a file to the path of a device would replace the device.
        _ if !found.is_file() => Err(PublishError::NotAFile(path)),
        Existing::Keep => Err(PublishError::Exists(path)),
        Existing::Replace => Ok(true),
    }
}

/// Publishes all `files` of one run in order, and returns their paths. A ledger is published before the other
/// files. If one file cannot be published, or the run is cancelled meanwhile, everything is restored.
///
/// # Errors
/// When a target that must be kept has appeared, or the system refuses a name. When another run publishes in
/// the same folder for too long, or the run was cancelled.
pub fn publish_all(files: Vec<StagedFile>, existing: Existing) -> Result<Vec<PathBuf>, PublishError> {
    let Some(staging) = files.first().map(|file| file.staging.clone()) else { return Ok(Vec::new()) };
    let _naming = staging.naming();
    staging.cancel().go_on()?;
    let publication = Publication::prepare(files, existing, staging.cancel())?;
    let carried_out = publication.steps().into_iter().try_for_each(|step| {
        staging.cancel().go_on()?;
        publication.take(step)
    });
    match carried_out {
        Ok(()) => Ok(publication.forget()),
        Err(error) => {
            publication.take_back();
            Err(error)
        }
    }
}

/// The files of a run while they are being published.
struct Publication {
    folders: BTreeMap<FolderId, LockedFolder>,
    journals: Vec<Plan>,
    files: Vec<PlannedFile>,
}

/// The files of one turn in one folder, with their journal.
struct Plan {
    turn: Turn,
    folder: FolderId,
    journal: Journal,
}

/// Turns in which files get their names. The second turn begins after the journals of the first are removed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    /// The turn of the ledger.
    First,
    /// The turn of all other files.
    Second,
}

/// A file, with its plan and its number in the journal of that plan.
struct PlannedFile {
    staged: StagedFile,
    plan: usize,
    number: usize,
    replaces: bool,
}

/// One step of publishing. The number is the index of a plan or of a file.
#[derive(Clone, Copy, Debug)]
enum Step {
    Begin(usize),
    SetAside(usize),
    Name(usize),
    Commit(usize),
}

impl Publication {
    /// Locks all folders, checks all targets, and plans the files.
    fn prepare(
        files: Vec<StagedFile>,
        existing: Existing,
        cancel: &Cancel,
    ) -> Result<Publication, PublishError> {
        let mut paths: BTreeMap<FolderId, &Path> = BTreeMap::new();
        for path in files.iter().map(|file| folder(&file.target)) {
            let id = FolderId::of(path).map_err(|source| PublishError::unwritable(path, source))?;
            paths.insert(id, path);
        }
        let mut folders = BTreeMap::new();
        for (id, path) in paths {
            let locked = settle(path, cancel).map_err(|source| match source.kind() {
                io::ErrorKind::WouldBlock => PublishError::Busy(path.to_owned()),
                _ => PublishError::unwritable(path, source),
            })?;
            folders.insert(id, locked);
        }
        let mut publication = Publication { folders, journals: Vec::new(), files: Vec::new() };
        for staged in files {
            publication.plan(staged, existing)?;
        }
        Ok(publication)
    }

    fn plan(&mut self, staged: StagedFile, existing: Existing) -> Result<(), PublishError> {
        let target = &staged.target;
        let (turn, replaces) = match staged.follows {
            Some(Follows(was)) if was != Identity::at(target) || has_other_names(target) => {
                return Err(PublishError::Changed(target.clone()));
            }
            Some(Follows(was)) => (Turn::First, was.is_some()),
            None => (Turn::Second, has_room(target, existing)?),
        };
        let unwritable = |source| PublishError::unwritable(target, source);
        let id = FolderId::of(folder(target)).map_err(unwritable)?;
        let name = target.file_name().map(OsString::from);
        // False if another folder replaced this one after it was locked.
        let is_locked = self.folders.contains_key(&id);
        let Some(name) = name.filter(|_| is_locked) else {
            return Err(PublishError::NoFolder(folder(target).to_owned()));
        };
        let new = staged.file.identity().map_err(unwritable)?;
        let found = self.journals.iter().position(|plan| (plan.turn, plan.folder) == (turn, id));
        let plan = found.unwrap_or(self.journals.len());
        if found.is_none() {
            self.journals.push(Plan { turn, folder: id, journal: Journal::new(run_id()) });
        }
        let number = self.journals[plan].journal.add(name, new, replaces);
        self.files.push(PlannedFile { staged, plan, number, replaces });
        Ok(())
    }

    fn steps(&self) -> Vec<Step> {
        let mut steps = Vec::new();
        for turn in [Turn::First, Turn::Second] {
            let is_now = |&file: &usize| self.journals[self.files[file].plan].turn == turn;
            let files: Vec<usize> = (0..self.files.len()).filter(is_now).collect();
            // The journal that has the last file is also the last to be begun and removed.
            let mut plans = Vec::new();
            for &file in &files {
                plans.retain(|&plan| plan != self.files[file].plan);
                plans.push(self.files[file].plan);
            }
            steps.extend(plans.iter().copied().map(Step::Begin));
            steps.extend(files.iter().copied().map(Step::SetAside));
            steps.extend(files.iter().copied().map(Step::Name));
            steps.extend(plans.iter().copied().map(Step::Commit));
        }
        steps
    }

    fn take(&self, step: Step) -> Result<(), PublishError> {
        let (done, path) = match step {
            Step::Begin(plan) | Step::Commit(plan) => {
                let (journal, folder) = self.journal(plan);
                let done =
                    if let Step::Begin(_) = step { journal.begin(folder) } else { journal.commit(folder) };
                (done, &folder.path)
            }
            Step::SetAside(file) => (self.set_aside(&self.files[file]), &self.files[file].staged.target),
            Step::Name(file) => (self.name(&self.files[file]), &self.files[file].staged.target),
        };
        done.map_err(|source| match (source.kind(), step) {
            (io::ErrorKind::AlreadyExists, Step::SetAside(_) | Step::Name(_)) => {
                PublishError::Exists(path.clone())
            }
            _ => PublishError::unwritable(path, source),
        })
    }

    fn journal(&self, plan: usize) -> (&Journal, &LockedFolder) {
        let Plan { folder, journal, .. } = &self.journals[plan];
        (journal, &self.folders[folder])
    }

    /// Keeps the file that `file` replaces under a hidden name, and gives the new file a hidden name, so that
    /// the next step only renames.
    fn set_aside(&self, file: &PlannedFile) -> io::Result<()> {
        if !file.replaces {
            return Ok(());
        }
        let (journal, folder) = self.journal(file.plan);
        let target = &file.staged.target;
        let kept = journal.kept_name(&folder.path, file.number);
        // If a second name is not possible, for example because another user owns the file, the file is
        // renamed. Then its own name does not exist for a moment.
        fs::hard_link(target, &kept).or_else(|_| fs::rename(target, &kept))?;
        file.staged.file.name(&journal.new_name(&folder.path, file.number))
    }

    fn name(&self, file: &PlannedFile) -> io::Result<()> {
        let (journal, folder) = self.journal(file.plan);
        if file.replaces {
            fs::rename(journal.new_name(&folder.path, file.number), &file.staged.target)
        } else {
            file.staged.file.name(&file.staged.target)
        }
    }

    /// Undoes all changes. If the system refuses one, the journal stays and the next run undoes it. The
    /// ledger is restored only after everything else of the run is undone.
    fn take_back(&self) {
        for turn in [Turn::Second, Turn::First] {
            let plans = (0..self.journals.len()).filter(|&plan| self.journals[plan].turn == turn);
            let taken_back = plans.map(|plan| {
                let (journal, folder) = self.journal(plan);
                journal.take_back(folder)
            });
            if taken_back.filter(Result::is_err).count() > 0 {
                return;
            }
        }
    }

    /// Removes the replaced files, and returns the paths of the published files.
    fn forget(self) -> Vec<PathBuf> {
        for plan in 0..self.journals.len() {
            let (journal, folder) = self.journal(plan);
            journal.forget(folder);
        }
        self.files.into_iter().map(|file| file.staged.target).collect()
    }
}

/// Writes private texts to their files: all of them, or none.
///
/// # Errors
/// When a file cannot be written, or the run that `progress` belongs to is cancelled.
pub fn publish_texts<'a>(
    texts: impl IntoIterator<Item = (&'a Path, &'a String)>,
    replace: bool,
    progress: &dyn Progress,
) -> Result<(), PublishError> {
    let files = texts.into_iter().map(|(path, text)| (path, text.as_bytes(), Audience::Private));
    publish_bytes(files, Existing::replaced(replace), progress)
}

/// Writes each content to its path, for the given readers: all of them, or none.
pub(crate) fn publish_bytes<'a>(
    files: impl IntoIterator<Item = (&'a Path, &'a [u8], Audience)>,
    existing: Existing,
    progress: &dyn Progress,
) -> Result<(), PublishError> {
    let staging = Staging::of(progress);
    let mut staged = Vec::new();
    for (path, content, audience) in files {
        let mut file = StagedFile::new(&staging, path, audience)?;
        file.write(|out| out.write_all(content))?;
        staged.push(file);
    }
    publish_all(staged, existing).map(drop)
}

/// Writes one public file, compressed if the name of `target` has the ending of a compressed file.
pub(crate) fn publish_packed(
    target: &Path,
    replace: bool,
    progress: &dyn Progress,
    fill: impl FnOnce(&mut (dyn io::Write + Send)) -> io::Result<()>,
) -> Result<(), PublishError> {
    let mut file = StagedFile::new(&Staging::of(progress), target, Audience::Public)?;
    file.write_packed(fill)?;
    publish_all(vec![file], Existing::replaced(replace)).map(drop)
}

#[cfg(test)]
mod tests;
