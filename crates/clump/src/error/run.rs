//! Errors of running a job: combines the errors of all stages.

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::grow::GrowError;
use clump_core::progress::Cancelled;
use clump_core::promise::{CertaintyError, PromiseError};
use clump_core::remedy::Remedy;
use clump_io::ReadError;

use super::{CheckError, DataError, Dropped, JobError, LedgerError, from_job};
use crate::ApplyError;
use crate::PublishError;

/// Reasons why a [`Job`](crate::Job) gave no result, from its settings to publishing. No error contains a
/// value from the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The settings of the job are not valid.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The input cannot be read, or the job cannot work on it.
    #[error(transparent)]
    Data(DataError),
    /// The release cannot be checked.
    #[error(transparent)]
    Check(CheckError),
    /// The method cannot make a release of this data that keeps its promise.
    #[error("{reason}")]
    Anonymize {
        /// The reason that the method gave.
        reason: AnonymizeError,
        /// Owners that were dropped while reading; `None` if none were dropped.
        #[source]
        cause: Option<Dropped>,
    },
    /// The earlier release cannot be applied to these rows.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// The ledger is not valid, or does not allow this release.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// A file of the run could not be published.
    #[error(transparent)]
    Publish(PublishError),
    /// No taxonomy can be built from this data.
    #[error(transparent)]
    Grow(#[from] GrowError),
    /// A label contains `|`, which separates labels in the format of this name.
    #[error("a label of the release contains `|`, which separates items in {0}")]
    LabelHoldsSeparator(&'static str),
    /// The system refused to start the threads that the job asks for.
    #[error("the threads could not be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The user or the caller cancelled the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// Writing to standard output failed, or a file disappeared during the run.
    #[error("writing the {what} failed")]
    Io {
        /// Name of the thing that was written: the release, or the log of opened queries.
        what: &'static str,
        /// The error that the system reported.
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

/// Converts an error about a setting to `RunError::Job`, even if it came up while reading.
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
    /// The error for the `reason` of a method, with the owners that were dropped while reading, if any.
    pub(crate) fn of_method(reason: AnonymizeError, cause: Option<Dropped>) -> RunError {
        match reason {
            AnonymizeError::Cancelled(cancelled) => RunError::Cancelled(cancelled),
            reason => RunError::Anonymize { reason, cause },
        }
    }

    /// Advice for the user; `None` if no advice helps.
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

    /// Reads the line that the error is about again from its file. It may show personal data, so call this
    /// only if the user asks for the line.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            RunError::Data(error) => error.offending_line(),
            RunError::Check(error) => error.offending_line(),
            _ => None,
        }
    }
}
