//! How far a long stage has come, told to whoever wants to show it.

/// A stage of a run that can take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading and mapping; counted in bytes of the files as they lie on disk.
    Read,
    /// Grouping; counted in transactions.
    Group,
    /// Looking for the floor under the loss; counted in rounds.
    Floor,
    /// Comparing methods; counted in runs.
    Compare,
}

/// Listens to the progress of a run. Calls may come from any thread.
pub trait Progress: Sync {
    /// `stage` begins and has `total` steps; 0 when that is not known.
    fn begin(&self, stage: Stage, total: u64);
    /// `steps` more are done.
    fn advance(&self, steps: u64);
    /// The stage is over.
    fn end(&self);
}

/// Nobody listens.
impl Progress for () {
    fn begin(&self, _: Stage, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
}
