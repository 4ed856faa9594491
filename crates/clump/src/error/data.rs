//! Errors of reading the input of a job, and the lists that the job names.

use std::path::PathBuf;

use clump_core::progress::Cancelled;
use clump_core::remedy::{Remedy, Setting};
use clump_io::ReadError;
use clump_report::count;

use super::JobError;
use crate::ApplyError;
use crate::{ByteSize, GoneBefore};

/// Reasons why a job cannot work on its input. No error contains a value from the input.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DataError {
    /// A setting for reading the input is missing or not valid.
    #[error(transparent)]
    Job(#[from] JobError),
    /// A file cannot be read, or its content is not valid.
    #[error(transparent)]
    Read(ReadError),
    /// The owners of the input cannot be published with the earlier release that the job applies.
    #[error(transparent)]
    Apply(#[from] ApplyError),
    /// One file is given twice, so its owners would be counted twice.
    #[error("{} is given twice", .0.display())]
    RepeatedInput(PathBuf),
    /// No owner has an item of the taxonomy, so nothing can be published.
    #[error("no owner has an item of the taxonomy")]
    NothingKnown,
    /// Most of the words or owners are lost while reading, before any rows are grouped.
    #[error("{} lost before anything is grouped", .0.what())]
    GoneBefore(#[source] GoneBefore),
    /// Most items of baskets are not in the taxonomy, and the job does not say what to do with such items.
    #[error("{} of {} items are not in the taxonomy", count(*.unknown as usize), count(*.items as usize))]
    MostlyUnknown {
        /// Number of items that are not in the taxonomy.
        unknown: u64,
        /// Number of all items of the input.
        items: u64,
    },
    /// The run would need more memory than it may use.
    #[error("the run needs about {needed} of memory, and may use {memory}")]
    Memory {
        /// Memory that the run would need.
        needed: ByteSize,
        /// Memory that the run may use.
        memory: ByteSize,
        /// A change of the job that would fit in the memory; `None` if no change is known.
        instead: Option<&'static str>,
    },
    /// No item of the input is at or below a sensitive node.
    #[error("no item of the data is at or below a sensitive node")]
    NothingSensitive,
    /// The file with labels of owners cannot be read.
    #[error("{} cannot be read", .0.display())]
    LabelFile(PathBuf, #[source] std::io::Error),
    /// A line of the file of labels is not valid. The number is the line, from 1.
    #[error("{}: line {}: expected an owner who has no other label yet, and a label, separated by a tab", .0.display(), .1)]
    LabelLine(PathBuf, usize),
    /// An owner of the input is not in the file of labels.
    #[error("{}: an owner of the input has no label", .0.display())]
    NoLabel(PathBuf),
    /// The user or the caller cancelled the run.
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
    /// Advice for the user; `None` if no advice helps.
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

    /// Reads the line that the error is about again from its file. It may show personal data, so call this
    /// only if the user asks for the line.
    pub fn offending_line(&self) -> Option<String> {
        match self {
            DataError::Read(error) => error.offending_line(),
            _ => None,
        }
    }
}
