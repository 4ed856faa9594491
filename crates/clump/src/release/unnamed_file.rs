//! A file without a name until it is complete, so that a killed process leaves no file behind.
//!
//! Linux can create such files (`O_TMPFILE`), read them under `/proc/self/fd`, and name them (`linkat`). On
//! other systems, the file has a hidden name and only the user can read it. Its process keeps it locked, so
//! that [the next run](super::leftovers) sees if it is still being written.

use std::fs::{self, File, OpenOptions};
use std::io;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use clump_core::progress::Cancel;
use serde::{Deserialize, Serialize};
use tempfile::TempPath;

use super::folder_lock::LockedFolder;
use super::leftovers::{hidden_name, run_id};

/// A file that has no final name yet.
#[derive(Debug)]
pub(super) struct UnnamedFile {
    file: File,
    place: Place,
}

/// The path for reading the file before it has its final name.
#[derive(Debug)]
enum Place {
    /// The file has no name: this is its path under `/proc/self/fd`, which works only in this process.
    #[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "other systems have no such files"))]
    Descriptor(PathBuf),
    /// The file has a hidden name, and is removed when this is dropped. It gets `mode` with its final name.
    Hidden { path: TempPath, mode: u32 },
}

/// Properties that tell a file from other files that later get the same name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Identity {
    inode: u64,
    bytes: u64,
    modified: (i64, i64),
}

/// True if the file at `path` has several hard links. Replacing it would change only one of its names.
pub(super) fn has_other_names(path: &Path) -> bool {
    path.symlink_metadata().is_ok_and(|found| found.nlink() > 1)
}

impl Identity {
    /// Identity of the regular file at `path`, without following links; `None` if there is no such file.
    pub(super) fn at(path: &Path) -> Option<Identity> {
        path.symlink_metadata().ok().filter(fs::Metadata::is_file).map(|found| Identity::of(&found))
    }

    /// Identity of an open `file`; `None` if it is not a regular file.
    pub(crate) fn of_file(file: &File) -> io::Result<Option<Identity>> {
        let found = file.metadata()?;
        Ok(found.is_file().then(|| Identity::of(&found)))
    }

    fn of(found: &fs::Metadata) -> Identity {
        Identity { inode: found.ino(), bytes: found.len(), modified: (found.mtime(), found.mtime_nsec()) }
    }
}

impl UnnamedFile {
    /// Creates a file in `folder`. Its mode is `mode`, reduced by the umask, once it has its name.
    pub(super) fn open(folder: &Path, mode: u32, cancel: &Cancel) -> io::Result<UnnamedFile> {
        match descriptor(folder, mode) {
            Some(file) => Ok(file),
            None => UnnamedFile::hidden(folder, mode, cancel),
        }
    }

    /// Does the same as [`UnnamedFile::open`], always with a hidden name.
    fn hidden(folder: &Path, mode: u32, cancel: &Cancel) -> io::Result<UnnamedFile> {
        // The folder is locked because a run that cleans it up would remove a file that is not locked yet.
        let _folder = LockedFolder::wait(folder, cancel)?;
        let create = |mode| {
            let path = folder.join(hidden_name(run_id(), "tmp"));
            let file = OpenOptions::new().read(true).write(true).create_new(true).mode(mode).open(&path)?;
            io::Result::Ok((file, TempPath::try_from_path(path)?))
        };
        // A first file shows `mode` after the umask. The real file starts with 0600, so that nobody opens it
        // early.
        let mode = create(mode)?.0.metadata()?.permissions().mode();
        let (file, path) = create(0o600)?;
        // On a file system without locks, files of killed runs are not removed.
        let _ = file.try_lock();
        Ok(UnnamedFile { file, place: Place::Hidden { path, mode } })
    }

    pub(super) fn file(&mut self) -> &mut File {
        &mut self.file
    }

    /// Path at which this process can read the file from its beginning.
    pub(super) fn path(&self) -> &Path {
        match &self.place {
            Place::Descriptor(path) => path,
            Place::Hidden { path, .. } => path,
        }
    }

    /// The hidden name of the file before it gets its final name; `None` if it has no name at all.
    pub(super) fn hidden_path(&self) -> Option<&Path> {
        match &self.place {
            Place::Descriptor(_) => None,
            Place::Hidden { path, .. } => Some(path),
        }
    }

    /// Identity of the file. It changes with every write.
    pub(super) fn identity(&self) -> io::Result<Identity> {
        self.file.metadata().map(|found| Identity::of(&found))
    }

    /// Gives the file the name `target`. Fails if a file of that name exists.
    pub(super) fn name(&self, target: &Path) -> io::Result<()> {
        match &self.place {
            Place::Descriptor(path) => link_descriptor(path, target),
            Place::Hidden { path, mode } => {
                self.file.set_permissions(fs::Permissions::from_mode(*mode))?;
                match fs::hard_link(path, target) {
                    // Some file systems do not support hard links.
                    Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                        match target.symlink_metadata() {
                            Ok(_) => Err(io::ErrorKind::AlreadyExists.into()),
                            Err(_) => fs::rename(path, target),
                        }
                    }
                    linked => linked,
                }
            }
        }
    }
}

/// Creates a file without any name; `None` if the system does not support this.
#[cfg(target_os = "linux")]
fn descriptor(folder: &Path, mode: u32) -> Option<UnnamedFile> {
    use std::os::fd::AsRawFd;

    use rustix::fs::{Mode, OFlags, open};

    let flags = OFlags::TMPFILE | OFlags::RDWR | OFlags::CLOEXEC;
    let file = File::from(open(folder, flags, Mode::from_raw_mode(mode)).ok()?);
    let path = PathBuf::from(format!("/proc/self/fd/{}", file.as_raw_fd()));
    path.metadata().is_ok().then_some(UnnamedFile { file, place: Place::Descriptor(path) })
}

#[cfg(not(target_os = "linux"))]
fn descriptor(_: &Path, _: u32) -> Option<UnnamedFile> {
    None
}

/// `std::fs::hard_link` does not follow the link in `/proc`, and would link the entry instead of the file.
#[cfg(target_os = "linux")]
fn link_descriptor(path: &Path, target: &Path) -> io::Result<()> {
    use rustix::fs::{AtFlags, CWD, linkat};

    Ok(linkat(CWD, path, CWD, target, AtFlags::SYMLINK_FOLLOW)?)
}

#[cfg(not(target_os = "linux"))]
fn link_descriptor(path: &Path, target: &Path) -> io::Result<()> {
    fs::hard_link(path, target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    type Open = fn(&Path, u32, &Cancel) -> io::Result<UnnamedFile>;

    #[test]
    fn a_file_is_read_before_it_has_its_name_and_nobody_loses_one_to_it() {
        for open in [UnnamedFile::open as Open, UnnamedFile::hidden] {
            let folder = tempfile::tempdir().unwrap();
            let target = folder.path().join("release.tsv");
            let mut unnamed = open(folder.path(), 0o640, &Cancel::new()).unwrap();
            unnamed.file().write_all(b"fruit\n").unwrap();
            assert_eq!(fs::read(unnamed.path()).unwrap(), b"fruit\n");
            let readable = unnamed.hidden_path().map(|path| path.metadata().unwrap().mode() & 0o777);
            assert!(readable.is_none_or(|mode| mode == 0o600));
            assert!(!target.exists());
            unnamed.name(&target).unwrap();
            assert_eq!(unnamed.name(&target).unwrap_err().kind(), io::ErrorKind::AlreadyExists);
            assert_eq!(Identity::at(&target), Some(unnamed.identity().unwrap()));
            drop(unnamed);
            assert_eq!(fs::read(&target).unwrap(), b"fruit\n");
            assert_eq!(target.metadata().unwrap().mode() & 0o700, 0o600);
            assert_eq!(folder.path().read_dir().unwrap().count(), 1);
        }
    }

    #[test]
    fn a_file_that_gets_no_name_is_gone() {
        for open in [UnnamedFile::open as Open, UnnamedFile::hidden] {
            let folder = tempfile::tempdir().unwrap();
            drop(open(folder.path(), 0o666, &Cancel::new()).unwrap());
            assert_eq!(folder.path().read_dir().unwrap().count(), 0);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn where_the_system_can_a_file_has_no_name() {
        let folder = tempfile::tempdir().unwrap();
        let unnamed = UnnamedFile::open(folder.path(), 0o666, &Cancel::new()).unwrap();
        assert_eq!(unnamed.hidden_path(), None);
        assert_eq!(folder.path().read_dir().unwrap().count(), 0);
    }
}
