//! Progress of a long stage, reported to a caller that shows it, and the token that ends a run early.
//!
//! A run belongs to the holder of its [`Progress`]: the run reports to it, and asks it whether to continue.
//! Nothing of it is global in the process, so two runs of one process do not know of each other.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};

/// A stage of a run that can take long.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Reading and mapping; counted in bytes of the files as they are on disk.
    Read,
    /// Grouping; counted in transactions.
    Group,
    /// Search for the lower bound of the loss; counted in rows of all rounds.
    Floor,
    /// Comparing methods; counted in runs.
    Compare,
}

impl Stage {
    /// Its name in one word, for people and programs: `reading`.
    pub fn word(self) -> &'static str {
        match self {
            Stage::Read => "reading",
            Stage::Group => "grouping",
            Stage::Floor => "bounding",
            Stage::Compare => "comparing",
        }
    }
}

/// Listens to the progress of a run, and can cancel it. Calls may come from any thread.
pub trait Progress: Sync {
    /// A stage begins and has `_total` steps; 0 when that is not known.
    fn begin(&self, _stage: Stage, _total: u64) {}
    /// `_steps` more steps are done.
    fn advance(&self, _steps: u64) {}
    /// The stage is over.
    fn end(&self) {}

    /// Name of the part that is being worked on, where a stage has parts with names.
    fn name(&self, _: &str) {}

    /// The token that cancels the run; none if the run cannot be cancelled.
    fn cancel(&self) -> Option<&Cancel> {
        None
    }

    /// True if the run should end. This never becomes false again.
    fn is_cancelled(&self) -> bool {
        self.cancel().is_some_and(Cancel::is_cancelled)
    }

    /// An error if the run is cancelled.
    fn go_on(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }

    /// The token alone, for work of the same run whose progress is not reported.
    fn untold(&self) -> Cancel {
        self.cancel().cloned().unwrap_or_default()
    }
}

/// Reports nothing, and never cancels.
impl Progress for () {}

/// Cancels a run. Clones are the same token; they may be used from any thread.
///
/// A run checks its token at short intervals, removes what it has begun to write, and ends with
/// [`Cancelled`].
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

/// Work that a run has begun and has not finished, such as files without their names.
pub trait Unfinished: Send + Sync + std::fmt::Debug {
    /// Undoes it. The run is cancelled by then, but may still be working in another thread.
    fn undo(&self);
}

impl Cancel {
    /// A token of a run that may go on.
    pub fn new() -> Cancel {
        Cancel::default()
    }

    /// Cancels the run, which then ends by itself. This cannot be undone.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Cancels the run and undoes what is unfinished, for a program that ends without waiting for it.
    pub fn abandon(&self) {
        self.cancel();
        let unfinished = std::mem::take(&mut *lock(&self.0.unfinished));
        unfinished.iter().filter_map(Weak::upgrade).for_each(|unfinished| unfinished.undo());
    }

    /// True if the run is cancelled.
    pub fn is_cancelled(&self) -> bool {
        self.0.is_cancelled.load(Ordering::Relaxed)
    }

    /// Registers work that [`Cancel::abandon`] must undo, as long as the work is alive.
    pub fn watch(&self, unfinished: Weak<dyn Unfinished>) {
        let mut watched = lock(&self.0.unfinished);
        watched.retain(|other| other.strong_count() > 0);
        watched.push(unfinished);
    }
}

/// Reports nothing; the token cancels.
impl Progress for Cancel {
    fn cancel(&self) -> Option<&Cancel> {
        Some(self)
    }
}

/// Content of `mutex`. A thread that panicked while it held the lock left nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A run ended because its token was cancelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the run was cancelled")]
pub struct Cancelled;

impl Cancelled {
    /// True if this is the cause of `error`: readers and writers of a cancelled run fail with it.
    pub fn is_in(error: &std::io::Error) -> bool {
        error.get_ref().is_some_and(|inner| inner.is::<Cancelled>())
    }
}

impl From<Cancelled> for std::io::Error {
    fn from(cancelled: Cancelled) -> Self {
        std::io::Error::other(cancelled)
    }
}

// A run that is watched: it reports its progress whenever it is asked, from any thread.

/// Stores the progress of a run.
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

/// Progress of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Its current or last stage.
    pub stage: Stage,
    /// Steps that are done.
    pub done: u64,
    /// All steps of the stage; 0 where that is not known.
    pub total: u64,
    /// Name of the part it works on, where the stage has parts with names; otherwise empty.
    pub name: String,
}

impl Watched {
    /// Progress; none before the first stage.
    pub fn reached(&self) -> Option<Reached> {
        lock(&self.reached).clone()
    }

    /// The token that cancels it.
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
