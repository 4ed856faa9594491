//! Errors of the verbs: the sum of what can go wrong at their stages.

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::grow::GrowError;
use clump_core::progress::Cancelled;
use clump_core::promise::{CertaintyError, PromiseError};
use clump_core::remedy::Remedy;
use clump_io::ReadError;

use super::{CheckError, DataError, Dropped, JobError, LedgerError, from_job};
use crate::ApplyError;
use crate::PublishError;

/// Everything that can go wrong between a [`Job`](crate::Job) and what is made of it. No variant holds a
/// value of the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The job is not valid.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The data cannot be worked on.
    #[error(transparent)]
    Data(DataError),
    /// The release cannot be checked.
    #[error(transparent)]
    Check(CheckError),
    /// The promise cannot be kept.
    #[error("{reason}")]
    Anonymize {
        /// The reason.
        reason: AnonymizeError,
        /// Owners that were dropped; none if none were.
        #[source]
        cause: Option<Dropped>,
    },
    /// An earlier release is not applied.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// Earlier releases do not allow it.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A file could not be written.
    #[error(transparent)]
    Publish(PublishError),
    /// No taxonomy can be made of the data.
    #[error(transparent)]
    Grow(#[from] GrowError),
    /// A label that the format of the release cannot carry.
    #[error("a label of the release contains `|`, which separates items in {0}")]
    LabelHoldsSeparator(&'static str),
    /// The system refuses to start that many threads.
    #[error("the threads could not be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The run was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Standard output was closed, or a file disappeared.
    #[error("writing the {what} failed")]
    Io {
        /// The release, or the log that was opened.
        what: &'static str,
        /// The error of the system.
        source: std::io::Error,
    },
}

impl From<PublishError> for RunError {
    fn from(error: PublishError) -> RunError {
        match error {
            PublishError::Cancelled(cancelled) => RunError::Cancelled(cancelled),
            error => RunError::Publish(error),
        }
    }
}

/// Reports a fault of the job as `RunError::Job`, wherever it was found.
impl From<DataError> for RunError {
    fn from(error: DataError) -> RunError {
        match error {
            DataError::Job(error) => RunError::Job(error),
            DataError::Apply(error) => RunError::Apply(error),
            DataError::Cancelled(cancelled) => RunError::Cancelled(cancelled),
            error => RunError::Data(error),
        }
    }
}

impl From<CheckError> for RunError {
    fn from(error: CheckError) -> RunError {
        match error {
            CheckError::Job(error) => RunError::Job(error),
            CheckError::Ledger(error) => RunError::Ledger(error),
            CheckError::Cancelled(cancelled) => RunError::Cancelled(cancelled),
            error => RunError::Check(error),
        }
    }
}

impl From<ReadError> for RunError {
    fn from(error: ReadError) -> RunError {
        DataError::from(error).into()
    }
}

from_job!(RunError: ParameterError, PromiseError, CertaintyError);

impl From<std::io::Error> for RunError {
    fn from(source: std::io::Error) -> RunError {
        RunError::Io { what: "release", source }
    }
}

impl RunError {
    /// The error for the `reason` of a method, with the owners that were dropped, if any.
    pub(crate) fn of_method(reason: AnonymizeError, cause: Option<Dropped>) -> RunError {
        match reason {
            AnonymizeError::Cancelled(cancelled) => RunError::Cancelled(cancelled),
            reason => RunError::Anonymize { reason, cause },
        }
    }

    /// Advice for the user.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            RunError::Job(error) => return error.remedy(),
            RunError::Data(error) => return error.remedy(),
            RunError::Check(error) => return error.remedy(),
            RunError::Apply(error) => return Some(error.remedy()),
            RunError::Ledger(error) => return Some(error.remedy()),
            RunError::Publish(error) => return error.remedy(),
            RunError::Anonymize { reason: AnonymizeError::TooFewOwners { .. }, cause: Some(_) } => {
                "lower {k}, or list the unknown words with {clump inspect INPUT unknown-words!}"
            }
            RunError::Anonymize { reason, .. } => return reason.remedy(),
            RunError::Grow(_) => "lower {k}, or pass a taxonomy in a file",
            RunError::LabelHoldsSeparator { .. } => {
                "choose a format that takes any label: .csv, .jsonl, .parquet or .arrow"
            }
            RunError::Threads(_) => "lower {threads}",
            RunError::Cancelled(_) | RunError::Io { .. } => return None,
        };
        Some(Remedy::of(sentence))
    }

    /// The line of the input that the error is about, read again from its file. For people who asked to see
    /// it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            RunError::Data(error) => error.offending_line(),
            RunError::Check(error) => error.offending_line(),
            _ => None,
        }
    }
}
