//! A run that somebody else looks at: it tells how far it is whenever it is asked, from any thread.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use super::{Cancel, Progress, Stage};

/// Remembers how far a run is.
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
    stage: Mutex<Option<(Stage, u64)>>,
    name: Mutex<String>,
    is_over: AtomicBool,
    done: AtomicU64,
}

/// Progress of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reached {
    /// Its current or last task.
    pub stage: Stage,
    /// Steps that are done.
    pub done: u64,
    /// All steps of the stage; 0 where that is not known.
    pub total: u64,
    /// Name of the part it works on, where the stage has parts with names; else empty.
    pub name: String,
}

impl Watched {
    /// Progress; none before the first stage.
    pub fn reached(&self) -> Option<Reached> {
        let (stage, total) = (*self.stage.lock().unwrap_or_else(PoisonError::into_inner))?;
        let done = self.done.load(Ordering::Relaxed);
        let done = if self.is_over.load(Ordering::Relaxed) { total.max(done) } else { done };
        let name = self.name.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Some(Reached { stage, done, total, name })
    }

    /// The token that cancels it.
    pub fn token(&self) -> &Cancel {
        &self.cancel
    }
}

impl Progress for Watched {
    fn begin(&self, stage: Stage, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.is_over.store(false, Ordering::Relaxed);
        self.name("");
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = Some((stage, total));
    }

    fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }

    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn name(&self, name: &str) {
        name.clone_into(&mut self.name.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn cancel(&self) -> Option<&Cancel> {
        Some(&self.cancel)
    }
}
