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
    #[error("{reason}")]
    Anonymize {
        /// Why not.
        reason: AnonymizeError,
        /// Where owners went; none if all are there.
        #[source]
        cause: Option<Dropped>,
    },
    /// One file is given twice, so its owners would be counted twice.
    #[error("{} is given twice", .path.display())]
    RepeatedInput {
        /// The file.
        path: PathBuf,
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

impl RunError {
    /// What the user can do.
    pub fn hint(&self) -> Option<String> {
        let hint = match self {
            RunError::NoK => "say how many owners each published row must stand for, for example `--k 5`",
            RunError::Parameter(ParameterError::KTooSmall { .. }) => {
                "`--k 5` to `--k 10` is usual; larger hides better and loses more"
            }
            RunError::Parameter(_) => "leave `--r` out for the paper's 10",
            RunError::Gap(_) => "`--gap 30m` is usual",
            RunError::Read(error) => return error.hint(),
            RunError::NothingKnown { .. } => {
                "is this the right `--taxonomy`? List the words with `clump inspect INPUT --unknown-words`"
            }
            RunError::Anonymize { cause: Some(_), .. } => {
                "lower `--k`, or list the unknown words with `clump inspect INPUT --unknown-words`"
            }
            RunError::Anonymize { cause: None, .. } => "lower `--k`, or publish together with more owners",
            RunError::RepeatedInput { .. } => "name each file once: k must not count an owner twice",
            RunError::Publish(error) => return publish_hint(error).map(str::to_owned),
            RunError::Audit { .. } | RunError::ForeignLabel { .. } | RunError::NotGeneralized { .. } => {
                "pass the audit, the input and the settings of the very run that made this release"
            }
            RunError::Certificate { .. } => "remove it, and pass `--k` and `--layout` instead",
            RunError::Threads(_) => "lower `--threads`",
            RunError::Io(_) => return None,
        };
        Some(hint.to_owned())
    }

    /// The line of the input that the error is about, read again from its file. For people who asked to see it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            RunError::Read(error) => error.offending_line(),
            _ => None,
        }
    }
}

fn publish_hint(error: &PublishError) -> Option<&'static str> {
    Some(match error {
        PublishError::Exists { .. } => "choose another name, or pass `--force` to replace it",
        PublishError::TwoOutputs { .. } | PublishError::IsInput { .. } => {
            "give every output a name of its own"
        }
        PublishError::NotAFile { .. } => "name a file; `--output -` writes to standard output",
        PublishError::NoFolder { .. } => "make the folder first",
        PublishError::Unwritable { .. } => {
            "outputs are first written beside their targets: check the permissions of the folder and the space on its disk"
        }
    })
}
