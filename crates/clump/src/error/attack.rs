//! Why an attack on a release cannot be made.

use std::path::PathBuf;

use clump_core::progress::Cancelled;
use clump_core::remedy::Remedy;
use clump_io::ReadError;
use clump_log::KeyError;

use super::{JobError, sum};

/// Why a release cannot be attacked.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AttackError {
    /// The key of the release is none, or cannot be read.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A log cannot be read.
    #[error(transparent)]
    Read(ReadError),
    /// The key of an attack is not the one of the release.
    #[error("{} is not the key of this release", .path.display())]
    WrongKey {
        /// The key.
        path: PathBuf,
    },
    /// A release that was not hashed.
    #[error("{} holds words that are not hashed", .path.display())]
    NotHashed {
        /// The release.
        path: PathBuf,
    },
    /// Somebody ended the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

sum!(AttackError { Read(ReadError) });

impl From<KeyError> for AttackError {
    fn from(error: KeyError) -> AttackError {
        JobError::from(error).into()
    }
}

impl AttackError {
    /// What the user can do.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            AttackError::Job(error) => return error.remedy(),
            AttackError::Read(error) => return error.remedy(),
            AttackError::WrongKey { .. } => "pass the file that was given to {clump anonymize key?}",
            AttackError::NotHashed { .. } => "this is an attack on releases of {method=hash}",
            AttackError::Cancelled(_) => return None,
        };
        Some(Remedy::of(sentence))
    }

    /// The line of a log that the error is about, read again from its file. For people who asked to see it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            AttackError::Read(error) => error.offending_line(),
            _ => None,
        }
    }
}
