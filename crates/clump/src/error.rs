//! Why something ended without a result, one type for each verb and stage, and what to do about it.
//!
//! A [`JobError`] comes before anything is read, a [`DataError`] with the input, a [`CheckError`] with a release. The verbs
//! are their sums: [`RunError`] of `anonymize`, `apply` and `compare`, [`FloorError`], [`BuildError`] of a taxonomy, [`AttackError`] and [`DecodeError`]. Each says what is wrong; `remedy()` says what to do,
//! as a value in which whoever shows it names the settings.

use clump_core::anonymize::AnonymizeError;
use clump_core::progress::Cancelled;
use clump_core::remedy::Remedy;
use clump_io::ReadError;

mod apply;
mod attack;
mod build;
mod check;
mod data;
mod decode;
mod floor;
mod job;
mod ledger;
mod publish;
mod run;
mod signature;

pub use apply::ApplyError;
pub use attack::AttackError;
pub use build::BuildError;
pub use check::CheckError;
pub use data::DataError;
pub use decode::DecodeError;
pub use floor::FloorError;
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
    /// Those of them without a known item.
    pub empty: u64,
    /// Distinct unknown words.
    pub unknown: usize,
}

/// An error that may say that the run was cancelled.
trait Ends: Sized {
    /// That it was, or the error.
    fn cancelled(self) -> Result<Cancelled, Self>;
}

/// Implements [`Ends`] for errors with a variant `Cancelled`.
macro_rules! ends {
    ($($error:ident)*) => {$(
        impl Ends for $error {
            fn cancelled(self) -> Result<Cancelled, Self> {
                match self {
                    $error::Cancelled(cancelled) => Ok(cancelled),
                    error => Err(error),
                }
            }
        }
    )*};
}

ends!(ReadError PublishError DataError CheckError RunError);

/// Makes a variant of each error that a verb passes on. That the run was cancelled is told as that, wherever it was
/// noticed.
macro_rules! sum {
    ($sum:ident { $($variant:ident($error:ty)),* }) => {$(
        impl From<$error> for $sum {
            fn from(error: $error) -> $sum {
                match $crate::error::Ends::cancelled(error) {
                    Ok(cancelled) => $sum::Cancelled(cancelled),
                    Err(error) => $sum::$variant(error),
                }
            }
        }
    )*};
}

use sum;

/// What to do where a method makes no release. `dropped` are the owners that are not there.
fn method_remedy(reason: &AnonymizeError, dropped: Option<&Dropped>) -> Option<Remedy> {
    match (reason, dropped) {
        (AnonymizeError::TooFewOwners { .. }, Some(_)) => {
            Some(Remedy::of("lower {k}, or list the unknown words with {clump inspect INPUT unknown-words!}"))
        }
        (reason, _) => reason.remedy(),
    }
}
