//! How far one of several runs has come, told in rows.

use crate::progress::{Cancelled, Progress};

/// Tells the rows of one run as its work gets done; the rest of them when it is dropped.
pub(super) struct Meter<'p> {
    progress: &'p dyn Progress,
    rows: u64,
    told: u64,
}

impl<'p> Meter<'p> {
    pub fn new(progress: &'p dyn Progress, rows: usize) -> Meter<'p> {
        Meter { progress, rows: rows as u64, told: 0 }
    }

    /// Asks whether to go on.
    pub fn go_on(&self) -> Result<(), Cancelled> {
        self.progress.go_on()
    }

    /// The share `share` of the work is done.
    pub fn reach(&mut self, share: f64) {
        let reached = (self.rows as f64 * share.min(1.0)) as u64;
        // A hundred calls a run are enough to draw a bar.
        if reached > self.told + self.rows / 100 {
            self.progress.advance(reached - self.told);
            self.told = reached;
        }
    }
}

impl Drop for Meter<'_> {
    fn drop(&mut self) {
        self.progress.advance(self.rows - self.told);
    }
}
