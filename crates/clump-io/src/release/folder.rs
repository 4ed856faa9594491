//! A release that is a folder of Parquet files, as clusters write it.

use std::fs::DirEntry;
use std::io;
use std::path::{Path, PathBuf};

/// The files of a release that is the folder at `path`, in the order in which they are read: those of Parquet, by name. What begins
/// with `_` or `.` is none of the release.
///
/// # Errors
/// When the folder cannot be read, or has no such file.
pub fn release_files(path: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = path.read_dir()?.collect::<io::Result<Vec<DirEntry>>>()?;
    let is_part = |entry: &DirEntry| {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        name.ends_with(".parquet") && !name.starts_with(['_', '.'])
    };
    let mut files: Vec<PathBuf> = entries.iter().filter(|entry| is_part(entry)).map(DirEntry::path).collect();
    files.sort();
    match files.is_empty() {
        true => Err(io::Error::new(io::ErrorKind::NotFound, "there is no Parquet file in this folder")),
        false => Ok(files),
    }
}
