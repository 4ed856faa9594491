//! How much of what is read may lie in memory, and where the rest goes.

use std::path::PathBuf;

use crate::error::ReadError;
use serde::{Deserialize, Serialize};

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
}

impl Default for ReadingMemory {
    fn default() -> Self {
        ReadingMemory { bytes: 1 << 30, folder: std::env::temp_dir(), leaves: None }
    }
}

impl ReadingMemory {
    /// Makes sure that the folder takes files, before anything is read that may need them.
    ///
    /// # Errors
    /// [`ReadError::Temporary`].
    pub(crate) fn check_folder(&self) -> Result<(), ReadError> {
        tempfile::tempfile_in(&self.folder)
            .map(drop)
            .map_err(|source| ReadError::Temporary { folder: self.folder.clone(), source })
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
