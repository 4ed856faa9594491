//! How much of what is read may lie in memory, and where the rest goes.

use std::io;
use std::path::PathBuf;

use clump_core::progress::Cancelled;
use serde::{Deserialize, Serialize};

use crate::error::ReadError;

/// Memory for reading.
///
/// What an input needs in any case is not counted: the compact rows (4 bytes per item occurrence, repeats removed if
/// asked for), the owners (about 40 bytes each), and the items of a tree that is made from the data.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReadingMemory {
    /// Bytes of memory for everything else.
    pub bytes: usize,
    /// The folder for what does not fit. Files there have no name and are gone with the process.
    pub folder: PathBuf,
    /// How many words of the data may become leaves of the tree, which no disk can hold for them; all if it is not stated.
    /// Reading ends where there are more.
    #[serde(default)]
    pub leaves: Option<usize>,
    /// How much facts that are kept may cost; anything if it is not stated. Counting ends where they cost more.
    #[serde(default)]
    pub facts: Option<KeptCost>,
}

/// The cost of facts that are kept, in bytes of memory at the peak of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptCost {
    /// For each fact or cell.
    pub row: u64,
    /// For each byte of its texts.
    pub byte: u64,
    /// For all of them together, at most.
    pub most: u64,
}

impl Default for ReadingMemory {
    fn default() -> Self {
        ReadingMemory { bytes: 1 << 30, folder: std::env::temp_dir(), leaves: None, facts: None }
    }
}

impl ReadingMemory {
    /// Makes sure that the folder takes files, before anything is read that may need them.
    ///
    /// # Errors
    /// [`ReadError::Temporary`].
    pub(crate) fn check_folder(&self) -> Result<(), ReadError> {
        tempfile::tempfile_in(&self.folder).map(drop).map_err(|source| self.temporary(source))
    }

    /// The error for what the folder said.
    pub(crate) fn temporary(&self, source: io::Error) -> ReadError {
        if Cancelled::is_in(&source) {
            return ReadError::Cancelled(Cancelled);
        }
        ReadError::Temporary { folder: self.folder.clone(), source }
    }

    /// For runs of items before they are put in order. Ordering copies them once.
    pub(crate) fn for_runs(&self) -> usize {
        self.bytes / 8 * 3
    }

    /// For words and what they mean.
    pub(crate) fn for_words(&self) -> usize {
        self.bytes / 8
    }

    /// For queries and what they mean: no more than caches hold, since a miss there costs as much as mapping.
    pub(crate) fn for_queries(&self) -> usize {
        (self.bytes / 8).min(2 << 20)
    }
}
