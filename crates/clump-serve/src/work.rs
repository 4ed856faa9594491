//! Work in the background: progress, result and cancellation. Each piece of work has its own thread, and the
//! page polls it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use clump::core::progress::{Cancel, Progress, Reached, Watched};
use serde::Serialize;

use crate::error_view::ErrorView;

/// A piece of work that runs or has ended, with its result.
#[derive(Debug)]
pub struct Work<T> {
    pub task: Arc<Task>,
    outcome: OnceLock<Result<T, ErrorView>>,
}

/// Progress, time and cancellation of a piece of work, independent of the type of its result.
#[derive(Debug)]
pub struct Task {
    watched: Watched,
    begun: Instant,
    /// `done` or `failed`, and the duration; empty while the work runs.
    ended: OnceLock<(&'static str, Duration)>,
}

/// Progress of a piece of work, as JSON for the script of a page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    pub state: &'static str,
    pub stage: &'static str,
    pub done: u64,
    pub total: u64,
    name: String,
}

impl<T: Send + Sync + 'static> Work<T> {
    /// Runs `work` in a new thread, and returns at once.
    pub fn begin<E: Into<ErrorView>>(
        work: impl FnOnce(&dyn Progress) -> Result<T, E> + Send + 'static,
    ) -> Arc<Work<T>> {
        let task = Task { watched: Watched::default(), begun: Instant::now(), ended: OnceLock::new() };
        let begun = Arc::new(Work { task: Arc::new(task), outcome: OnceLock::new() });
        let at_work = Arc::clone(&begun);
        thread::spawn(move || {
            let watched = &at_work.task.watched;
            let result = match catch_unwind(AssertUnwindSafe(|| work(watched))) {
                Ok(Ok(value)) => Ok(value),
                Ok(Err(_)) if watched.is_cancelled() => Err(ErrorView {
                    message: "Cancelled: nothing was written.".to_owned(),
                    ..ErrorView::default()
                }),
                Ok(Err(error)) => Err(error.into()),
                Err(_) => Err(ErrorView::new(
                    "An internal error ended the work, and nothing was written.",
                    "Please report it with the command that led to it, without the data.",
                )),
            };
            let state = if result.is_ok() { "done" } else { "failed" };
            // Only this thread sets these values, the result first: a page that sees the end finds it.
            let _ = at_work.outcome.set(result);
            let _ = at_work.task.ended.set((state, at_work.task.begun.elapsed()));
        });
        begun
    }

    /// The result or the error; `None` while the work runs.
    pub fn outcome(&self) -> Option<Result<&T, &ErrorView>> {
        self.outcome.get().map(Result::as_ref)
    }

    pub fn failed(&self) -> Option<&ErrorView> {
        self.outcome()?.err()
    }

    pub fn done(&self) -> Option<&T> {
        self.outcome()?.ok()
    }
}

impl Task {
    pub fn is_under_way(&self) -> bool {
        self.ended.get().is_none()
    }

    pub fn standing(&self) -> Standing {
        let state = match self.ended.get() {
            None if self.watched.is_cancelled() => "ending",
            None => "running",
            Some((state, _)) => state,
        };
        match self.watched.reached() {
            Some(Reached { stage, done, total, name }) => {
                Standing { state, stage: stage.word(), done, total, name }
            }
            None => Standing { state, stage: "beginning", done: 0, total: 0, name: String::new() },
        }
    }

    pub fn token(&self) -> &Cancel {
        self.watched.token()
    }

    /// Time from the start to the end of the work, or to now if it still runs.
    pub fn time(&self) -> Duration {
        self.ended.get().map_or_else(|| self.begun.elapsed(), |(_, time)| *time)
    }
}

/// Locks `value` even if a thread panicked while it held the lock: the values here stay valid.
pub fn lock<T>(value: &Mutex<T>) -> MutexGuard<'_, T> {
    value.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits for `work`, and returns the state in which it ended.
    fn end<T>(work: &Work<T>) -> &'static str {
        while work.task.is_under_way() {
            thread::sleep(Duration::from_millis(5));
        }
        work.task.standing().state
    }

    #[test]
    fn work_is_done_fails_ends_or_panics() {
        let done = Work::begin(|_| Ok::<_, ErrorView>(7));
        assert_eq!((end(&done), done.done()), ("done", Some(&7)));
        let failed = Work::begin(|_| Err::<(), _>(ErrorView::new("no", "yes")));
        assert_eq!((end(&failed), failed.failed().unwrap().message.as_str()), ("failed", "no"));
        let panicked = Work::begin(|_| -> Result<(), ErrorView> {
            std::panic::resume_unwind(Box::new("a value of the data"))
        });
        assert_eq!(end(&panicked), "failed");
        assert!(!panicked.failed().unwrap().message.contains("value"));
        let endless = Work::begin(|progress| -> Result<(), ErrorView> {
            loop {
                progress.go_on().map_err(|_| ErrorView::default())?;
                thread::sleep(Duration::from_millis(1));
            }
        });
        assert_eq!(endless.task.standing().state, "running");
        endless.task.token().cancel();
        assert_eq!(end(&endless), "failed");
        assert!(endless.failed().unwrap().message.starts_with("Cancelled"));
    }
}
