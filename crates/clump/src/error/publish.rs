//! Why files are not published.

use std::io;
use std::path::PathBuf;

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
    /// Somebody ended the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl PublishError {
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
            PublishError::Unwritable { .. } => {
                "outputs are first written beside their targets: check the permissions of the folder and the space on its disk"
            }
            PublishError::Cancelled(_) => return None,
        };
        Some(Remedy::of(sentence))
    }
}
