//! Folders for files that only the user may read. A folder is removed when the process ends. A process that
//! is killed leaves its folder behind; the next server removes it.

use std::fs::{self, DirBuilder, File};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt};
use std::path::{Path, PathBuf};

/// The beginning of the name of each folder.
const PREFIX: &str = "clump-serve-";

/// Only the user may enter, list and write.
const MODE: u32 = 0o700;

/// A folder for the files of one piece of work. It is removed when this is dropped.
#[derive(Debug)]
pub struct PrivateFolder {
    /// Locked while the process lives, so that no other server removes the folder as one of a dead process.
    folder: PathBuf,
    _lock: File,
    /// The files are in a subfolder, because a run locks the folder that it writes to.
    files: PathBuf,
}

impl PrivateFolder {
    /// Makes a new folder in the system's folder for temporary files.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> io::Result<PrivateFolder> {
        PrivateFolder::new_in(&std::env::temp_dir())
    }

    fn new_in(place: &Path) -> io::Result<PrivateFolder> {
        loop {
            let mut random = [0; 8];
            getrandom::fill(&mut random).map_err(io::Error::other)?;
            let name: String = random.iter().map(|byte| format!("{byte:02x}")).collect();
            let folder = place.join(format!("{PREFIX}{name}"));
            make(&folder)?;
            // Until the folder is locked, a server that starts now may remove it as one of a dead process.
            // Then the loop makes another.
            let Some(lock) = lock(&folder)? else { continue };
            let files = folder.join("files");
            match make(&files) {
                Ok(()) => return Ok(PrivateFolder { folder, _lock: lock, files }),
                Err(error) if error.kind() == io::ErrorKind::NotFound => {}
                Err(error) => return Err(error),
            }
        }
    }

    /// The folder for the files.
    pub fn path(&self) -> &Path {
        &self.files
    }

    /// Removes the folders that killed processes of this user left behind.
    ///
    /// # Errors
    /// When a folder cannot be made.
    pub fn remove_dead() -> io::Result<()> {
        let place = std::env::temp_dir();
        let user = PrivateFolder::new_in(&place)?.folder.metadata()?.uid();
        remove_dead_in(&place, user);
        Ok(())
    }
}

impl Drop for PrivateFolder {
    fn drop(&mut self) {
        // If this fails, the next server removes the folder.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new().mode(MODE).create(folder)
}

/// Locks `folder`; `None` if another process has the lock or the folder is gone.
fn lock(folder: &Path) -> io::Result<Option<File>> {
    let file = match File::open(folder) {
        Ok(file) => file,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(fs::TryLockError::WouldBlock) => Ok(None),
        Err(fs::TryLockError::Error(error)) => Err(error),
    }
}

/// Removes the folders of `user` in `place` that no living process has locked. It leaves links, folders of
/// other users and folders that others may enter, because clump does not make such folders.
fn remove_dead_in(place: &Path, user: u32) {
    for entry in fs::read_dir(place).into_iter().flatten().flatten() {
        let is_ours = entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry
                .metadata()
                .is_ok_and(|found| found.is_dir() && found.uid() == user && found.mode() & 0o777 == MODE);
        if is_ours && let Ok(Some(_lock)) = lock(&entry.path()) {
            // If this fails, the folder stays for the next server.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::{PermissionsExt, symlink};

    fn names(place: &Path) -> Vec<String> {
        let entries = fs::read_dir(place).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<String> = entries.map(|name| name.into_string().unwrap()).collect();
        names.sort();
        names
    }

    #[test]
    fn only_the_user_can_look_into_a_folder_and_it_goes_when_it_is_dropped() {
        let place = tempfile::tempdir().unwrap();
        let folder = PrivateFolder::new_in(place.path()).unwrap();
        for path in [folder.path(), folder.path().parent().unwrap()] {
            assert_eq!(path.metadata().unwrap().mode() & 0o777, 0o700);
        }
        fs::write(folder.path().join("page.html"), "private").unwrap();
        drop(folder);
        assert!(names(place.path()).is_empty());
    }

    #[test]
    fn folders_of_dead_processes_are_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let alive = PrivateFolder::new_in(place.path()).unwrap();
        let user = alive.path().metadata().unwrap().uid();
        let at = |name: &str| place.path().join(name);
        for (name, mode) in [("clump-serve-dead", 0o700), ("clump-serve-open", 0o755), ("clump-other", 0o700)]
        {
            fs::create_dir(at(name)).unwrap();
            fs::write(at(name).join("page.private.html"), "private").unwrap();
            fs::set_permissions(at(name), fs::Permissions::from_mode(mode)).unwrap();
        }
        fs::write(at("clump-serve-file"), "mine").unwrap();
        symlink(at("clump-other"), at("clump-serve-link")).unwrap();
        let before = names(place.path());
        remove_dead_in(place.path(), user + 1);
        assert_eq!(names(place.path()), before, "folders of another user stay");
        remove_dead_in(place.path(), user);
        let left: Vec<String> = before.into_iter().filter(|name| name != "clump-serve-dead").collect();
        assert_eq!(names(place.path()), left);
        assert!(at("clump-other").join("page.private.html").exists() && alive.path().exists());
    }
}
