//! Why a run ended without a release, and what to do about it.

use std::path::PathBuf;

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_io::{GapError, ReadError};

use crate::publish::PublishError;

/// Everything that can go wrong between a [`Job`](crate::Job) and its release. No variant holds a value of the data.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// The job does not say how many owners a group needs.
    #[error("k is not given")]
    NoK,
    /// A parameter is out of range.
    #[error(transparent)]
    Parameter(#[from] ParameterError),
    /// The pause is no duration.
    #[error("`gap` is not a pause")]
    Gap(#[from] GapError),
    /// The input could not be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// Nothing is left to publish.
    #[error("no owner has an item of the taxonomy")]
    NothingKnown {
        /// Owners that were read.
        owners: u64,
        /// Distinct words that the taxonomy does not have.
        unknown: usize,
    },
    /// The promise cannot be kept.
    #[error("{source}")]
    Anonymize {
        /// Why not.
        source: AnonymizeError,
        /// How it came to that.
        #[source]
        cause: TooFew,
    },
    /// A file could not be written.
    #[error(transparent)]
    Publish(#[from] PublishError),
    /// A release and its audit do not belong together.
    #[error("{}: line {line}: {what}", .path.display())]
    Audit {
        /// The audit.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
        /// What is wrong with it.
        what: &'static str,
    },
    /// A released label that the taxonomy of the data does not have.
    #[error("{}: line {line}: a label is not in the taxonomy of the input", .path.display())]
    ForeignLabel {
        /// The release.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
    },
    /// A released row that does not stand for its transaction.
    #[error("{}: line {line}: the row does not generalize the transaction that the audit names", .path.display())]
    NotGeneralized {
        /// The release.
        path: PathBuf,
        /// Which line, from 1.
        line: usize,
    },
    /// The certificate beside a release cannot be understood.
    #[error("{} is not a certificate", .path.display())]
    Certificate {
        /// The certificate.
        path: PathBuf,
        /// Why not.
        source: serde_json::Error,
    },
    /// The system refuses to start that many threads.
    #[error("the threads could not be started")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// stdout went away or a file vanished.
    #[error("writing the release failed")]
    Io(#[from] std::io::Error),
}

/// Where the owners went.
#[derive(Debug, thiserror::Error)]
#[error(
    "of {read} owners {empty} have no item of the taxonomy and were dropped ({unknown} distinct words are not in it)"
)]
pub struct TooFew {
    /// Owners that were read.
    pub read: u64,
    /// Those of them without a known item.
    pub empty: u64,
    /// Distinct unknown words.
    pub unknown: usize,
}

impl RunError {
    /// What the user can do.
    pub fn hint(&self) -> Option<String> {
        Some(match self {
            RunError::NoK => {
                "say how many owners each published row must stand for, for example `--k 5`".to_owned()
            }
            RunError::Parameter(ParameterError::KTooSmall { .. }) => {
                "`--k 5` to `--k 10` is usual; larger hides better and loses more".to_owned()
            }
            RunError::Parameter(_) => "leave `--r` out for the paper's 10".to_owned(),
            RunError::Gap(_) => "`--gap 30m` is usual".to_owned(),
            RunError::Read(error) => return error.hint(),
            RunError::NothingKnown { .. } => {
                "is this the right `--taxonomy`? List the words with `clump inspect \
                                              INPUT --unknown-words`"
                    .to_owned()
            }
            RunError::Anonymize { cause, .. } if cause.unknown > 0 => {
                "lower `--k`, or list the unknown words with `clump inspect INPUT --unknown-words`".to_owned()
            }
            RunError::Anonymize { .. } => "lower `--k`, or publish together with more owners".to_owned(),
            RunError::Publish(PublishError::Exists { .. }) => {
                "choose another name, or pass `--force` to replace it".to_owned()
            }
            RunError::Publish(PublishError::Shared { .. }) => "give every file a name of its own".to_owned(),
            RunError::Publish(PublishError::Unwritable { .. }) => {
                "the folder must exist and be writable; outputs are first written beside their targets"
                    .to_owned()
            }
            RunError::Audit { .. } | RunError::ForeignLabel { .. } | RunError::NotGeneralized { .. } => {
                "pass the audit, the input and the settings of the very run that made this release".to_owned()
            }
            RunError::Certificate { .. } => "remove it, and pass `--k` and `--layout` instead".to_owned(),
            RunError::Threads(_) => "lower `--threads`".to_owned(),
            RunError::Io(_) => return None,
        })
    }

    /// The line of the input that the error is about, read again from its file. For people who asked to see it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            RunError::Read(error) => error.offending_line(),
            _ => None,
        }
    }
}
