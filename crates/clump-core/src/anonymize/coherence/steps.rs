//! How many steps the walks through sets may take. There are as many sets of p items as grow with the power of p, so a run
//! that would take hours ends with an error that says so. Steps are counted and not seconds: whether they are too many depends
//! on the rows alone.

use std::sync::atomic::{AtomicU64, Ordering};

use super::AnonymizeError;

/// The steps of all walks, each an item of a row looked at. In all threads together.
pub(super) struct Steps {
    taken: AtomicU64,
    most: u64,
    p: usize,
}

impl Steps {
    /// At most `most` for sets of at most `p` items.
    pub fn new(most: u64, p: usize) -> Steps {
        Steps { taken: AtomicU64::new(0), most, p }
    }

    /// Adds `steps`.
    ///
    /// # Errors
    /// [`AnonymizeError::TooManySets`] once there are more than may be.
    pub fn take(&self, steps: u64) -> Result<(), AnonymizeError> {
        match steps + self.taken.fetch_add(steps, Ordering::Relaxed) > self.most {
            true => Err(AnonymizeError::TooManySets { p: self.p, steps: self.most }),
            false => Ok(()),
        }
    }
}
