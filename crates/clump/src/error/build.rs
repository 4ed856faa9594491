//! Why no taxonomy is built from data.

use clump_core::anonymize::ParameterError;
use clump_core::grow::GrowError;
use clump_core::progress::Cancelled;
use clump_core::remedy::Remedy;

use super::{DataError, JobError, sum};
use crate::PublishError;

/// Why a taxonomy cannot be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The job makes no sense.
    #[error(transparent)]
    Job(#[from] JobError),
    /// The data cannot be read.
    #[error(transparent)]
    Data(DataError),
    /// Nothing says where the taxonomy goes.
    #[error("no output was given")]
    NoOutput,
    /// A key that a taxonomy is not built by.
    #[error("`{key}` has no effect on the taxonomy that is built")]
    NotForBuilding {
        /// Which key.
        key: String,
    },
    /// No taxonomy can be made from the data.
    #[error(transparent)]
    Grow(#[from] GrowError),
    /// The file cannot be written.
    #[error(transparent)]
    Publish(PublishError),
    /// The system refuses to start that many threads.
    #[error("the threads could not be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// Somebody ended the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

sum!(BuildError { Data(DataError), Publish(PublishError) });

impl From<ParameterError> for BuildError {
    fn from(error: ParameterError) -> BuildError {
        JobError::from(error).into()
    }
}

impl BuildError {
    /// What the user can do.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            BuildError::Job(error) => return error.remedy(),
            BuildError::Data(error) => return error.remedy(),
            BuildError::NoOutput => "name the file with {output=tree.tsv}",
            BuildError::NotForBuilding { .. } => {
                "leave it out: a tree is built from the items of each owner; {clump anonymize} may want it"
            }
            BuildError::Grow(_) => "lower {k}, or bring a taxonomy in a file",
            BuildError::Publish(error) => return error.remedy(),
            BuildError::Threads(_) => "lower {threads}",
            BuildError::Cancelled(_) => return None,
        };
        Some(Remedy::of(sentence))
    }

    /// The line of the input that the error is about, read again from its file. For people who asked to see it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            BuildError::Data(error) => error.offending_line(),
            _ => None,
        }
    }
}
