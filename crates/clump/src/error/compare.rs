//! Why a comparison ended before it was complete.

use std::path::PathBuf;

use clump_core::progress::Cancelled;
use clump_core::remedy::Remedy;

use super::{DataError, RunError, sum};

/// Why methods cannot be compared.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum CompareError {
    /// A run of it failed.
    #[error(transparent)]
    Run(RunError),
    /// A file of another kind where finished cells of a comparison are kept.
    #[error("{} is no file of finished cells", .path.display())]
    NotCells {
        /// The file.
        path: PathBuf,
    },
    /// Somebody ended the run.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    /// The file of finished cells cannot be written.
    #[error("the file of finished cells could not be written")]
    Io(#[from] std::io::Error),
}

sum!(CompareError { Run(RunError) });

impl From<DataError> for CompareError {
    fn from(error: DataError) -> CompareError {
        RunError::from(error).into()
    }
}

impl From<rayon::ThreadPoolBuildError> for CompareError {
    fn from(error: rayon::ThreadPoolBuildError) -> CompareError {
        RunError::from(error).into()
    }
}

impl CompareError {
    /// What the user can do.
    pub fn remedy(&self) -> Option<Remedy> {
        match self {
            CompareError::Run(error) => error.remedy(),
            CompareError::NotCells { .. } => Some(Remedy::of(
                "runs that are finished are kept there until the comparison is complete: name another {output}",
            )),
            CompareError::Cancelled(_) | CompareError::Io(_) => None,
        }
    }

    /// The line of the input that the error is about, read again from its file. For people who asked to see it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            CompareError::Run(error) => error.offending_line(),
            _ => None,
        }
    }
}
