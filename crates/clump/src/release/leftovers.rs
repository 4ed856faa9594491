//! Cleans up after killed runs: the next run in a folder undoes their changes and removes their files.
//!
//! The name of a hidden file shows its run and its purpose: `.clump-0123456789abcdef-journal`. Only a run
//! that has locked [the folder](super::folder_lock) writes journals and the files of a journal. So if this
//! run has the lock, the runs of such files have ended. A file that is being written has a lock of its own.
//! Files of other users are not touched: anybody can choose such a name.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use super::folder_lock::LockedFolder;
use super::journal::Journal;

const PREFIX: &str = ".clump-";

/// Purpose in the name of a journal.
pub(super) const JOURNAL: &str = "journal";
/// Purpose in the name of a new file that is about to get its final name.
pub(super) const NEW: &str = "new";
/// Purpose in the name of an old file that is being replaced.
pub(super) const KEPT: &str = "kept";

/// A random number that identifies a run.
pub(super) fn run_id() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// The hidden name of a file of `run` with the purpose `what`.
pub(super) fn hidden_name(run: u64, what: &str) -> String {
    format!("{PREFIX}{run:016x}-{what}")
}

/// The run and the purpose in a hidden file name; `None` if the name is not one of clump.
fn parsed(name: &OsStr) -> Option<(u64, &str)> {
    let (run, what) = name.to_str()?.strip_prefix(PREFIX)?.split_once('-')?;
    let run = u64::from_str_radix(run, 16).ok().filter(|_| run.len() == 16)?;
    Some((run, what))
}

/// Undoes unfinished changes of killed runs in `folder`, and removes their files. If this fails, the next run
/// tries again.
pub(super) fn clear(folder: &LockedFolder) {
    // Without locks, it is unknown if the run of a file has ended.
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
    // Journals come first, because undoing them needs the other hidden files.
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

/// True if `path` is a regular file that belongs to the user of this process.
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
        // An incomplete journal: its run was killed before it changed anything.
        put(&hidden_name(3, JOURNAL));
        clear(&LockedFolder::now(folder.path()).unwrap().unwrap());
        assert!(stays.iter().all(|path| path.exists()));
        assert_eq!(folder.path().read_dir().unwrap().count(), stays.len() + 1);
    }
}
