//! Cleans up after runs that were killed: the next run undoes or removes what they left in a folder.
//!
//! Names show the run of a file and its purpose: `.clump-0123456789abcdef-journal`. Journals and their files
//! are written by the run that has [the folder](super::folder_lock), so those that this run finds there are
//! of dead runs. A file that was being written has a lock of its own. Files of other users are never touched:
//! their names prove nothing.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::folder_lock::LockedFolder;
use super::journal::Journal;

const PREFIX: &str = ".clump-";

/// Name of a journal after the number of its run.
pub(super) const JOURNAL: &str = "journal";
/// Name of a file that is about to get its own.
pub(super) const NEW: &str = "new";
/// Name of a file that is being replaced.
pub(super) const KEPT: &str = "kept";

/// A number that no other run has.
pub(super) fn run_id() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The name of a file of `run`.
pub(super) fn hidden_name(run: u64, what: &str) -> String {
    format!("{PREFIX}{run:016x}-{what}")
}

/// The run and the purpose of a file of this name; none if it is not a file of clump.
fn parsed(name: &OsStr) -> Option<(u64, &str)> {
    let (run, what) = name.to_str()?.strip_prefix(PREFIX)?.split_once('-')?;
    let run = u64::from_str_radix(run, 16).ok().filter(|_| run.len() == 16)?;
    Some((run, what))
}

/// Undoes what dead runs had begun in `folder`, and removes what they left. What fails is left to the next
/// run.
pub(super) fn clear(folder: &LockedFolder) {
    // Without locks, dead runs cannot be recognized.
    if !folder.is_locked {
        return;
    }
    let Ok(entries) = fs::read_dir(&folder.path) else { return };
    let names = entries.filter_map(|entry| Some(entry.ok()?.file_name()));
    let found: Vec<PathBuf> = names
        .filter(|name| parsed(name).is_some())
        .map(|name| folder.path.join(name))
        .filter(|path| is_ours(path))
        .collect();
    // Journals first: they need the other files.
    let mut undecided = Vec::new();
    for path in &found {
        let Some((run, JOURNAL)) = path.file_name().and_then(parsed) else { continue };
        let cleared = match Journal::read(run, path) {
            Some(journal) => journal.take_back(folder),
            None => fs::remove_file(path),
        };
        if cleared.is_err() {
            undecided.push(run);
        }
    }
    for path in &found {
        let Some((run, what)) = path.file_name().and_then(parsed) else { continue };
        let is_dead = match what.rsplit_once('.').map_or(what, |(_, end)| end) {
            NEW | KEPT => !undecided.contains(&run),
            "tmp" => File::open(path).is_ok_and(|file| file.try_lock().is_ok()),
            _ => false,
        };
        if is_dead {
            let _ = fs::remove_file(path);
        }
    }
}

/// True if a regular file is this user's.
fn is_ours(path: &Path) -> bool {
    let user = rustix::process::geteuid().as_raw();
    path.symlink_metadata().is_ok_and(|found| found.is_file() && found.uid() == user)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_a_run_gives_are_ours() {
        let name = hidden_name(0xab, "0.kept");
        assert_eq!(name, ".clump-00000000000000ab-0.kept");
        assert_eq!(parsed(OsStr::new(&name)), Some((0xab, "0.kept")));
        for other in [".clump-ab-0.kept", ".clump-x.tmp", "release.tsv", ".clump-00000000000000ab"] {
            assert_eq!(parsed(OsStr::new(other)), None, "{other}");
        }
    }

    #[test]
    fn what_nobody_writes_any_more_is_removed_and_the_rest_stays() {
        let folder = tempfile::tempdir().unwrap();
        let put = |name: &str| {
            let path = folder.path().join(name);
            fs::write(&path, "x").unwrap();
            path
        };
        let live = File::open(put(&hidden_name(1, "tmp"))).unwrap();
        live.try_lock().unwrap();
        let stays = [put(".clump-notes"), put(&hidden_name(1, "letter")), put("release.tsv")];
        put(&hidden_name(2, "tmp"));
        put(&hidden_name(2, "0.kept"));
        put(&hidden_name(2, "1.new"));
        // Cut short before it was acted on.
        put(&hidden_name(3, JOURNAL));
        clear(&LockedFolder::now(folder.path()).unwrap().unwrap());
        assert!(stays.iter().all(|path| path.exists()));
        assert_eq!(folder.path().read_dir().unwrap().count(), stays.len() + 1);
    }
}
