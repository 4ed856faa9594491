//! Why a release of sealed queries cannot be opened. That a query stays sealed is no error.

use clump_core::anonymize::ParameterError;
use clump_core::progress::Cancelled;
use clump_core::remedy::Remedy;
use clump_io::ReadError;

use super::{CheckError, JobError, sum};
use crate::PublishError;

/// Why a release cannot be opened, or what it holds cannot be written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DecodeError {
    /// How many shares open a query is not known, or makes no sense.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The release cannot be read.
    #[error(transparent)]
    Check(CheckError),
    /// The log cannot be written.
    #[error(transparent)]
    Publish(PublishError),
    /// Somebody ended the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Standard output went away.
    #[error("writing the log failed")]
    Io(#[from] std::io::Error),
}

sum!(DecodeError { Check(CheckError), Publish(PublishError) });

impl From<ReadError> for DecodeError {
    fn from(error: ReadError) -> DecodeError {
        CheckError::from(error).into()
    }
}

impl From<ParameterError> for DecodeError {
    fn from(error: ParameterError) -> DecodeError {
        JobError::from(error).into()
    }
}

impl DecodeError {
    /// What the user can do.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            DecodeError::Job(error) => error.remedy(),
            DecodeError::Check(error) => error.remedy(),
            DecodeError::Publish(error) => error.remedy(),
            DecodeError::Cancelled(_) | DecodeError::Io(_) => None,
        }
    }

    /// The line of the release that the error is about, read again from its file. For people who asked to see it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            DecodeError::Check(error) => error.offending_line(),
            _ => None,
        }
    }
}
