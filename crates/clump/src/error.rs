//! Errors, with one type for each stage of a run, and advice on what the user can do.
//!
//! A [`JobError`] comes before any input is read, a [`DataError`] while reading it, and a [`CheckError`]
//! while checking a release. [`RunError`] combines them. The message says what is wrong. `remedy()` says what
//! to do, as a value in which each interface names the settings in its own way.

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

/// Numbers of owners that were read, and of owners that were dropped because no item of theirs is known.
#[derive(Debug, thiserror::Error)]
#[error("{empty} of {read} owners have no item of the taxonomy ({unknown} distinct words are not in it)")]
pub struct Dropped {
    /// Number of owners that were read.
    pub read: u64,
    /// Number of owners none of whose items is in the taxonomy. They were dropped.
    pub empty: u64,
    /// Number of distinct words that are not in the taxonomy.
    pub unknown: usize,
}

/// Implements `From` for errors about one setting, so that each error type reports them as a `JobError`.
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
