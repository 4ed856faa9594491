//! Errors of publishing the files of a run.

use std::io;
use std::path::{Path, PathBuf};

use clump_core::progress::Cancelled;
use clump_core::remedy::Remedy;

/// Reasons why a file could not be published.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PublishError {
    /// A file exists at this path, and the job does not allow replacing it.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// The job names the same file for two outputs.
    #[error("{} is the file of two outputs", .0.display())]
    TwoOutputs(PathBuf),
    /// The run would replace a file that it also reads.
    #[error("{} is an input of this run", .0.display())]
    IsInput(PathBuf),
    /// The path is a device, a socket, a link or a folder, not a regular file.
    #[error("{} is not a regular file", .0.display())]
    NotAFile(PathBuf),
    /// The folder for the results already contains other files.
    #[error("{} is not empty", .0.display())]
    NotEmpty(PathBuf),
    /// The folder of an output does not exist, or is a file.
    #[error("{} is not a folder", .0.display())]
    NoFolder(PathBuf),
    /// The system refused to write this file.
    #[error("{} cannot be written", .0.display())]
    Unwritable(PathBuf, #[source] io::Error),
    /// Another run replaced the file after this run had read it.
    #[error("{} was changed during this run", .0.display())]
    Changed(PathBuf),
    /// Another run has been publishing in this folder for too long.
    #[error("another run is publishing in {}", .0.display())]
    Busy(PathBuf),
    /// The user or the caller cancelled the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl PublishError {
    /// The error for `path` from an error of the system. A cancelled run is reported as cancelled.
    pub(crate) fn unwritable(path: &Path, source: io::Error) -> PublishError {
        if Cancelled::is_in(&source) {
            return PublishError::Cancelled(Cancelled);
        }
        PublishError::Unwritable(path.to_owned(), source)
    }

    /// Advice for the user; `None` if no advice helps.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            PublishError::Exists { .. } => "choose another name, or pass {force!} to replace it",
            PublishError::TwoOutputs { .. } | PublishError::IsInput { .. } => {
                "give every output a name of its own"
            }
            PublishError::NotEmpty { .. } => {
                "choose another folder, or pass {force!} to replace files of the same names in it"
            }
            PublishError::NotAFile { .. } => {
                "name a regular file; only the release of `anonymize` and the log of `decode` go to standard output"
            }
            PublishError::NoFolder { .. } => "create the folder first",
            PublishError::Unwritable(_, source) if source.kind() == io::ErrorKind::FileTooLarge => {
                "raise the limit on the size of files (`ulimit -f`), or write to a file system that takes larger ones"
            }
            PublishError::Unwritable { .. } => {
                "check the permissions of the folder and the free space on its disk: outputs are first written next to their targets"
            }
            PublishError::Busy { .. } => "wait until it has ended, or choose another folder",
            PublishError::Changed { .. } => "run it again: it then begins with the result of the other run",
            PublishError::Cancelled(_) => return None,
        };
        Some(Remedy::of(sentence))
    }
}
