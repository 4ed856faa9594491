//! Why no floor under the loss is found.

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::progress::Cancelled;
use clump_core::remedy::Remedy;

use super::{DataError, Dropped, JobError, method_remedy, sum};

/// Why there is no floor.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FloorError {
    /// The job makes no sense.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The data cannot be read.
    #[error(transparent)]
    Data(DataError),
    /// The data have no grouping at all.
    #[error("{reason}")]
    NoGrouping {
        /// Why not.
        reason: AnonymizeError,
        /// Where owners went; none if all are there.
        #[source]
        cause: Option<Dropped>,
    },
    /// The system refuses to start that many threads.
    #[error("the threads could not be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Somebody ended the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

sum!(FloorError { Data(DataError) });

impl From<ParameterError> for FloorError {
    fn from(error: ParameterError) -> FloorError {
        JobError::from(error).into()
    }
}

impl FloorError {
    /// What the user can do.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            FloorError::Job(error) => error.remedy(),
            FloorError::Data(error) => error.remedy(),
            FloorError::NoGrouping { reason, cause } => method_remedy(reason, cause.as_ref()),
            FloorError::Threads(_) => Some(Remedy::of("lower {threads}")),
            FloorError::Cancelled(_) => None,
        }
    }

    /// The line of the input that the error is about, read again from its file. For people who asked to see it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            FloorError::Data(error) => error.offending_line(),
            _ => None,
        }
    }
}
