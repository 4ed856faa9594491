//! Why files are not published.

use std::io;
use std::path::{Path, PathBuf};

use clump_core::progress::Cancelled;
use clump_core::remedy::Remedy;

/// Why a file could not be published.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PublishError {
    /// The target is there and must be kept.
    #[error("{} exists already", .path.display())]
    Exists {
        /// The target.
        path: PathBuf,
    },
    /// One file for two outputs.
    #[error("{} is named for two outputs", .path.display())]
    TwoOutputs {
        /// The path.
        path: PathBuf,
    },
    /// A file that is read and would be replaced.
    #[error("{} is an input of this run", .path.display())]
    IsInput {
        /// The path.
        path: PathBuf,
    },
    /// A device, a socket, a link or a folder in the place of a file.
    #[error("{} is not a regular file", .path.display())]
    NotAFile {
        /// The target.
        path: PathBuf,
    },
    /// A folder for results that has other files in it.
    #[error("{} is not empty", .path.display())]
    NotEmpty {
        /// The folder.
        path: PathBuf,
    },
    /// The folder of a target does not exist, or is none.
    #[error("{} is not a folder", .path.display())]
    NoFolder {
        /// The folder.
        path: PathBuf,
    },
    /// Writing failed.
    #[error("{} cannot be written", .path.display())]
    Unwritable {
        /// The target.
        path: PathBuf,
        /// What the operating system said.
        source: io::Error,
    },
    /// Another run has replaced the file since this one read it.
    #[error("{} was changed while this run was at work", .path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// Another run publishes in the folder of a target, and does not end.
    #[error("another run is publishing in {}", .path.display())]
    Busy {
        /// The folder.
        path: PathBuf,
    },
    /// Somebody ended the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl PublishError {
    /// The error for what the system said of `path`.
    pub(crate) fn unwritable(path: &Path, source: io::Error) -> PublishError {
        if Cancelled::is_in(&source) {
            return PublishError::Cancelled(Cancelled);
        }
        PublishError::Unwritable { path: path.to_owned(), source }
    }

    /// What the user can do.
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
            PublishError::NoFolder { .. } => "make the folder first",
            PublishError::Unwritable { source, .. } if source.kind() == io::ErrorKind::FileTooLarge => {
                "raise the limit on the size of files (`ulimit -f`), or write to a file system that takes larger ones"
            }
            PublishError::Unwritable { .. } => {
                "outputs are first written beside their targets: check the permissions of the folder and the space on its disk"
            }
            PublishError::Busy { .. } => "wait until it has ended, or choose another folder",
            PublishError::Changed { .. } => "run it again: it begins with what the other run has published",
            PublishError::Cancelled(_) => return None,
        };
        Some(Remedy::of(sentence))
    }
}
