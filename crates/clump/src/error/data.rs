//! Errors of what a job reads: its input, and the lists that belong to it.

use std::path::PathBuf;

use clump_core::progress::Cancelled;
use clump_core::remedy::{Remedy, Setting};
use clump_io::ReadError;
use clump_report::count;

use super::JobError;
use crate::ApplyError;
use crate::{ByteSize, GoneBefore};

/// Reasons why a job cannot work on its data. No variant holds a value of them.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// The job does not say how to read them.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A file cannot be read.
    #[error(transparent)]
    Read(ReadError),
    /// Their owners do not fit the earlier release.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// One file is given twice, so its owners would be counted twice.
    #[error("{} is given twice", .0.display())]
    RepeatedInput(PathBuf),
    /// Nothing is left to publish.
    #[error("no owner has an item of the taxonomy")]
    NothingKnown,
    /// Most of the words or owners are lost before anything is grouped.
    #[error("{} lost before anything is grouped", .0.what())]
    GoneBefore(#[source] GoneBefore),
    /// Most items are not in the taxonomy, though they have a place as other words.
    #[error("{} of {} items are not in the taxonomy", count(*.unknown as usize), count(*.items as usize))]
    MostlyUnknown {
        /// Items that are not in the taxonomy.
        unknown: u64,
        /// Items of the data.
        items: u64,
    },
    /// The run does not fit in the memory that it may have.
    #[error("the run needs about {needed} of memory, and may use {memory}")]
    Memory {
        /// Memory that it would need.
        needed: ByteSize,
        /// Memory that it may have.
        memory: ByteSize,
        /// A change that would fit.
        instead: Option<&'static str>,
    },
    /// The data have no sensitive item.
    #[error("no item of the data is at or below a sensitive node")]
    NothingSensitive,
    /// The file of labels cannot be read.
    #[error("{} cannot be read", .0.display())]
    LabelFile(PathBuf, #[source] std::io::Error),
    /// A line of the file of labels that is not valid.
    #[error("{}: line {}: expected an owner who has no other label yet, and a label, separated by a tab", .0.display(), .1)]
    LabelLine(PathBuf, usize),
    /// An owner without a label.
    #[error("{}: an owner of the input has no label", .0.display())]
    NoLabel(PathBuf),
    /// The run was cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<ReadError> for DataError {
    fn from(error: ReadError) -> DataError {
        match error {
            ReadError::Cancelled(cancelled) => DataError::Cancelled(cancelled),
            error => DataError::Read(error),
        }
    }
}

impl DataError {
    /// Advice for the user.
    pub fn remedy(&self) -> Option<Remedy> {
        let sentence = match self {
            DataError::Job(error) => return error.remedy(),
            DataError::Read(error) => return error.remedy(),
            DataError::Apply(error) => return Some(error.remedy()),
            DataError::RepeatedInput { .. } => "name each file once: k must not count an owner twice",
            DataError::NothingKnown => {
                "check {taxonomy}, and list the unknown words with {clump inspect INPUT unknown-words!}"
            }
            DataError::GoneBefore(_) => {
                "check {taxonomy}, and list the unknown words with {clump inspect INPUT unknown-words!}; give them a place with \
                 {overrides=FILE} or {unknown=keep}, or go on without them with {accept-loss!}"
            }
            DataError::MostlyUnknown { .. } => {
                "pass the taxonomy of these items with {taxonomy=FILE}, build one with {clump taxonomy build INPUT}, or use \
                 {taxonomy=flat}, which publishes items unchanged or not at all; to go on with this taxonomy, add {unknown=keep}"
            }
            DataError::Memory { needed, instead, .. } => {
                let less = instead.unwrap_or("split the owners into parts and run each part alone");
                let more =
                    Remedy::of("allow more memory with ").set([Setting::with("memory", needed.to_string())]);
                return Some(more.say(", or ").and(Remedy::of(less)));
            }
            DataError::NothingSensitive => {
                "name nodes as the taxonomy spells them ({clump taxonomy show NODE} looks one up), or a list with {sensitive=file:PATH}"
            }
            DataError::LabelFile { .. } | DataError::LabelLine { .. } | DataError::NoLabel { .. } => {
                "write a line `owner<TAB>label` for every owner"
            }
            DataError::Cancelled(_) => return None,
        };
        Some(Remedy::of(sentence))
    }

    /// The line of the input that the error is about, read again from its file. For people who asked to see
    /// it.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            DataError::Read(error) => error.offending_line(),
            _ => None,
        }
    }
}
