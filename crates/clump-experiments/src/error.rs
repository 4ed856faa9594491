//! Errors of the paper's experiments.

use clump::staging::PublishError;
use clump::{DataError, Dropped, RunError};
use clump_core::anonymize::AnonymizeError;
use clump_core::progress::Cancelled;
use clump_core::remedy::Remedy;

/// Reasons for which the experiments cannot run.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReproduceError {
    /// Reading the log, a method, or writing the results failed.
    #[error(transparent)]
    Run(RunError),
    /// The log has fewer owners than the largest k of the paper's experiments.
    #[error("{owners} owners are too few for the paper's experiments, which need {needed}")]
    TooSmallToReproduce {
        /// Number of owners of the log.
        owners: usize,
        /// The largest k of the experiments.
        needed: usize,
        /// Numbers of owners who were dropped while reading; `None` if none was.
        #[source]
        cause: Option<Dropped>,
    },
    /// The run was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// A cancellation inside a run stays a cancellation.
impl From<RunError> for ReproduceError {
    fn from(error: RunError) -> ReproduceError {
        match error {
            RunError::Cancelled(cancelled) => ReproduceError::Cancelled(cancelled),
            error => ReproduceError::Run(error),
        }
    }
}

impl From<AnonymizeError> for ReproduceError {
    fn from(error: AnonymizeError) -> ReproduceError {
        match error {
            AnonymizeError::Cancelled(cancelled) => ReproduceError::Cancelled(cancelled),
            reason => ReproduceError::Run(RunError::Anonymize { reason, cause: None }),
        }
    }
}

impl From<DataError> for ReproduceError {
    fn from(error: DataError) -> ReproduceError {
        RunError::from(error).into()
    }
}

impl From<PublishError> for ReproduceError {
    fn from(error: PublishError) -> ReproduceError {
        RunError::from(error).into()
    }
}

impl From<std::io::Error> for ReproduceError {
    fn from(error: std::io::Error) -> ReproduceError {
        RunError::from(error).into()
    }
}

impl From<rayon::ThreadPoolBuildError> for ReproduceError {
    fn from(error: rayon::ThreadPoolBuildError) -> ReproduceError {
        RunError::from(error).into()
    }
}

impl ReproduceError {
    /// Advice that solves the problem; `None` if there is none.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            ReproduceError::Run(error) => error.remedy(),
            ReproduceError::TooSmallToReproduce { .. } => {
                Some(Remedy::of("give a larger log, or leave it out to generate one"))
            }
            ReproduceError::Cancelled(_) => None,
        }
    }

    /// The line of the input that caused the error, read again. It has private data: show it only on request.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            ReproduceError::Run(error) => error.offending_line(),
            _ => None,
        }
    }
}
