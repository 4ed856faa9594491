//! Why the paper's experiments cannot be made again.

use clump::staging::PublishError;
use clump::{DataError, Dropped, RunError};
use clump_core::anonymize::AnonymizeError;
use clump_core::progress::Cancelled;
use clump_core::remedy::Remedy;

/// Why there are no results.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ReproduceError {
    /// The log cannot be read, a method failed, or the results cannot be written.
    #[error(transparent)]
    Run(RunError),
    /// The paper's experiments go up to a k that the log has no owners for.
    #[error("{owners} owners are too few for the paper's experiments, which need {needed}")]
    TooSmallToReproduce {
        /// Owners of the log.
        owners: usize,
        /// The largest k of the experiments.
        needed: usize,
        /// Reasons why owners are missing; none if all are there.
        #[source]
        cause: Option<Dropped>,
    },
    /// Somebody ended the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// That the run was cancelled is told as that, wherever it was noticed.
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
    /// Advice for the user.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            ReproduceError::Run(error) => error.remedy(),
            ReproduceError::TooSmallToReproduce { .. } => {
                Some(Remedy::of("give a larger log, or none: then one is generated"))
            }
            ReproduceError::Cancelled(_) => None,
        }
    }

    /// The line of the input that the error is about, read again from its file. For people who asked to see it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            ReproduceError::Run(error) => error.offending_line(),
            _ => None,
        }
    }
}
