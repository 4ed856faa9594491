//! Progress of a run, which it reports to its caller, and the token that cancels the run.
//!
//! Each run gets a [`Progress`] from its caller: the run reports to it, and asks it whether to continue.
//! There is no global state, so two runs in one process do not affect each other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A stage of a run that can take long, and whose progress is reported.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading and mapping the input; counted in bytes of the files on disk, compressed or not.
    Read,
    /// Grouping rows; its progress is counted in transactions.
    Group,
    /// Search for the lower bound of the loss (the floor); counted in rows, added up over all rounds.
    Floor,
    /// Comparing methods; its progress is counted in runs of a method.
    Compare,
}

impl Stage {
    /// Name of the stage in one word, for people and programs: `reading`.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Read => "reading",
            Stage::Group => "grouping",
            Stage::Floor => "bounding",
            Stage::Compare => "comparing",
        }
    }
}

/// Receives the progress of a run, and can cancel it. Calls may come from any thread.
pub trait Progress: Sync {
    /// Reports that a stage begins. `_total` is its number of steps; 0 if it is not known.
    fn begin(&self, _stage: Stage, _total: u64) {}
    /// Reports that `_steps` more steps of the present stage are done.
    fn advance(&self, _steps: u64) {}
    /// Reports that the present stage is over.
    fn end(&self) {}

    /// The run begins to work on a part of the stage that has this name. Called only if the stage has named parts.
    fn name(&self, _: &str) {}

    /// The token that cancels the run; `None` if the run cannot be cancelled.
    fn cancel(&self) -> Option<&Cancel> {
        None
    }

    /// True if the run must end. Once true, it stays true.
    fn is_cancelled(&self) -> bool {
        self.cancel().is_some_and(Cancel::is_cancelled)
    }

    /// Returns an error if the run is cancelled.
    fn go_on(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }

    /// Only the cancel token, for work of the same run that must not report progress.
    fn untold(&self) -> Cancel {
        self.cancel().cloned().unwrap_or_default()
    }
}

/// Ignores all reports, and never cancels.
impl Progress for () {}

/// A token that cancels a run. Clones share one state, and may be used from any thread.
///
/// A run checks its token at short intervals. If it is cancelled, it removes its unfinished output and ends
/// with [`Cancelled`].
///
/// ```
/// use clump_core::progress::{Cancel, Cancelled, Progress};
///
/// // A token is a `Progress` that listens to nothing.
/// let token = Cancel::new();
/// let handle = token.clone();
/// assert_eq!(token.go_on(), Ok(()));
/// handle.cancel();
/// assert_eq!(token.go_on(), Err(Cancelled));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<Token>);

#[derive(Debug, Default)]
struct Token {
    is_cancelled: AtomicBool,
    unfinished: Mutex<Vec<Weak<dyn Unfinished>>>,
}

/// Unfinished work of a run that must be undone if the program ends early, such as temporary files.
pub trait Unfinished: Send + Sync + std::fmt::Debug {
    /// Undoes the work. The run is cancelled at this time, but another thread may still be working.
    fn undo(&self);
}

impl Cancel {
    /// Makes a token that is not cancelled.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Cancels the run, which ends at its next check. This cannot be undone.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Cancels the run and undoes its unfinished work at once, for a program that ends without waiting for the run.
    pub fn abandon(&self) {
        self.cancel();
        let unfinished = std::mem::take(&mut *lock(&self.0.unfinished));
        unfinished.iter().filter_map(Weak::upgrade).for_each(|unfinished| unfinished.undo());
    }

    /// True if the run is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }

    /// Registers work that [`Cancel::abandon`] must undo. It is forgotten when the work is dropped.
    pub fn watch(&self, unfinished: Weak<dyn Unfinished>) {
        let mut watched = lock(&self.0.unfinished);
        watched.retain(|other| other.strong_count() > 0);
        watched.push(unfinished);
    }
}

/// Ignores all reports; the run is cancelled by this token.
impl Progress for Cancel {
    fn cancel(&self) -> Option<&Cancel> {
        Some(self)
    }
}

/// Locks `mutex`, even if a thread panicked while it held the lock: no data are left inconsistent.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Error: the run ended because its token was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run was cancelled")]
pub struct Cancelled;

impl Cancelled {
    /// True if `error` was caused by a cancelled run, whose readers and writers fail.
    pub fn is_in(error: &std::io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<Cancelled>())
    }
}

impl From<Cancelled> for std::io::Error {
    fn from(cancelled: Cancelled) -> Self {
        std::io::Error::other(cancelled)
    }
}

// Makes the progress of a run available to other threads at any time.

/// Stores the latest progress of a run, for readers in any thread.
///
/// ```
/// use clump_core::progress::{Progress, Stage, Watched};
///
/// let run = Watched::default();
/// assert!(run.reached().is_none());
/// run.begin(Stage::Read, 100);
/// run.advance(30);
/// let reached = run.reached().unwrap();
/// assert_eq!((reached.stage.word(), reached.done, reached.total), ("reading", 30, 100));
/// ```
#[derive(Debug, Default)]
pub struct Watched {
    cancel: Cancel,
    reached: Mutex<Option<Reached>>,
}

/// Progress that a run has made in a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// The current stage, or the last one if the run has ended.
    pub stage: Stage,
    /// Number of steps of the stage that are done.
    pub done: u64,
    /// Number of all steps of the stage; 0 if it is not known.
    pub total: u64,
    /// Name of the part of the stage that the run works on; empty if the stage has no named parts.
    pub name: String,
}

impl Watched {
    /// The latest progress; `None` before the first stage.
    pub fn reached(&self) -> Option<Reached> {
        lock(&self.reached).clone()
    }

    /// The token that cancels the run.
    pub fn token(&self) -> &Cancel {
        &self.cancel
    }
}

impl Progress for Watched {
    fn begin(&self, stage: Stage, total: u64) {
        *lock(&self.reached) = Some(Reached { stage, done: 0, total, name: String::new() });
    }

    fn advance(&self, steps: u64) {
        lock(&self.reached).iter_mut().for_each(|reached| reached.done += steps);
    }

    fn end(&self) {
        lock(&self.reached).iter_mut().for_each(|reached| reached.done = reached.done.max(reached.total));
    }

    fn name(&self, name: &str) {
        lock(&self.reached).iter_mut().for_each(|reached| name.clone_into(&mut reached.name));
    }

    fn cancel(&self) -> Option<&Cancel> {
        Some(&self.cancel)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;

    #[derive(Debug, Default)]
    struct Undone(AtomicUsize);

    impl Unfinished for Undone {
        fn undo(&self) {
            self.0.fetch_add(1, Ordering::Relaxed);
        }
    }

    #[test]
    fn abandoning_undoes_what_is_still_held_and_cancelling_does_not() {
        let token = Cancel::new();
        let held = Arc::new(Undone::default());
        let watched: Weak<dyn Unfinished> = Arc::downgrade(&(held.clone() as Arc<dyn Unfinished>));
        token.watch(watched);
        let finished: Arc<dyn Unfinished> = Arc::new(Undone::default());
        token.watch(Arc::downgrade(&finished));
        drop(finished);
        token.cancel();
        assert_eq!(held.0.load(Ordering::Relaxed), 0);
        token.abandon();
        token.abandon();
        assert_eq!(held.0.load(Ordering::Relaxed), 1);
    }

    #[test]
    fn an_error_of_a_reader_or_writer_tells_that_the_run_was_cancelled() {
        assert!(Cancelled::is_in(&Cancelled.into()));
        assert!(!Cancelled::is_in(&std::io::ErrorKind::Interrupted.into()));
    }
}
