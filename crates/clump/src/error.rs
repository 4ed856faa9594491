//! Errors, one type for each stage, with advice on what to do.
//!
//! A [`JobError`] comes before anything is read, a [`DataError`] with the input, a [`CheckError`] with a
//! release. [`RunError`] is their sum, and the error of every verb that makes something. Each says what is
//! wrong; `remedy()` says what to do, as a value in which each interface names the settings in its own way.

mod apply;
mod check;
mod data;
mod job;
mod ledger;
mod publish;
mod run;
mod signature;

pub use apply::ApplyError;
pub use check::CheckError;
pub use data::DataError;
pub use job::JobError;
pub use ledger::LedgerError;
pub use publish::PublishError;
pub use run::RunError;
pub use signature::SignatureError;

/// Owners that were dropped.
#[derive(Debug, thiserror::Error)]
#[error("{empty} of {read} owners have no item of the taxonomy ({unknown} distinct words are not in it)")]
pub struct Dropped {
    /// Owners that were read.
    pub read: u64,
    /// Owners without a known item.
    pub empty: u64,
    /// Distinct unknown words.
    pub unknown: usize,
}

/// Reports a wrong setting as a `JobError`, wherever it was found.
macro_rules! from_job {
    ($error:ident: $($cause:ty),*) => {$(
        impl From<$cause> for $error {
            fn from(error: $cause) -> $error {
                $crate::error::JobError::from(error).into()
            }
        }
    )*};
}

use from_job;
