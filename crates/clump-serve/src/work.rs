//! Work in the background: its progress, result and cancellation. Each piece of work has its own thread; the
//! page polls it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use clump::core::progress::{Cancel, Progress, Reached, Watched};
use serde::Serialize;

use crate::error_view::ErrorView;

/// A piece of work, running or ended.
#[derive(Debug)]
pub struct Work<T> {
    watched: Arc<Watched>,
    outcome: Arc<OnceLock<(Result<T, ErrorView>, Duration)>>,
    begun: Instant,
}

/// State of work.
#[derive(Debug)]
pub enum State<'w, T> {
    /// It is running.
    Running,
    /// It is done.
    Done(&'w T),
    /// It ended without a result.
    Failed(&'w ErrorView),
}

/// Progress of work, as the script of a page reads it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Standing {
    state: &'static str,
    stage: &'static str,
    done: u64,
    total: u64,
    name: String,
}

impl Standing {
    /// True if the work has not ended.
    pub fn is_under_way(&self) -> bool {
        matches!(self.state, "running" | "ending")
    }
}

impl<T: Send + Sync + 'static> Work<T> {
    /// Starts `work` in its own thread.
    pub fn begin<E: Into<ErrorView>>(
        work: impl FnOnce(&dyn Progress) -> Result<T, E> + Send + 'static,
    ) -> Arc<Work<T>> {
        let begun = Instant::now();
        let (watched, outcome) = (Arc::new(Watched::default()), Arc::new(OnceLock::new()));
        let (at_work, done) = (Arc::clone(&watched), Arc::clone(&outcome));
        thread::spawn(move || {
            let result = catch_unwind(AssertUnwindSafe(|| work(&*at_work)));
            let result = match result {
                Ok(Ok(value)) => Ok(value),
                Ok(Err(_)) if at_work.is_cancelled() => Err(cancelled()),
                Ok(Err(error)) => Err(error.into()),
                Err(_) => Err(ErrorView::new(
                    "An internal error ended the work, and nothing was written.",
                    "Please report it with the command that led to it, without the data.",
                )),
            };
            // Only this thread sets it.
            let _ = done.set((result, begun.elapsed()));
        });
        Arc::new(Work { watched, outcome, begun })
    }

    /// The current state.
    pub fn state(&self) -> State<'_, T> {
        match self.outcome.get() {
            None => State::Running,
            Some((Ok(value), _)) => State::Done(value),
            Some((Err(told), _)) => State::Failed(told),
        }
    }

    /// The error, if it ended without a result.
    pub fn failed(&self) -> Option<&ErrorView> {
        match self.state() {
            State::Failed(told) => Some(told),
            State::Running | State::Done(_) => None,
        }
    }

    /// The result, if there is one.
    pub fn done(&self) -> Option<&T> {
        match self.state() {
            State::Done(value) => Some(value),
            State::Running | State::Failed(_) => None,
        }
    }
}

/// Work with a result of any type.
pub trait AnyWork: Send + Sync {
    /// The progress, for a script.
    fn standing(&self) -> Standing;
    /// The token that ends it.
    fn token(&self) -> &Cancel;
    /// The stage and its progress.
    fn reached(&self) -> Option<Reached>;
    /// Time that it took, or has taken so far.
    fn time(&self) -> Duration;
}

impl<T: Send + Sync> AnyWork for Work<T> {
    fn standing(&self) -> Standing {
        let state = match self.outcome.get() {
            None if self.watched.is_cancelled() => "ending",
            None => "running",
            Some((Ok(_), _)) => "done",
            Some((Err(_), _)) => "failed",
        };
        match self.reached() {
            Some(Reached { stage, done, total, name }) => {
                Standing { state, stage: stage.word(), done, total, name }
            }
            None => Standing { state, stage: "beginning", done: 0, total: 0, name: String::new() },
        }
    }

    fn token(&self) -> &Cancel {
        self.watched.token()
    }

    fn reached(&self) -> Option<Reached> {
        self.watched.reached()
    }

    fn time(&self) -> Duration {
        self.outcome.get().map_or_else(|| self.begun.elapsed(), |(_, time)| *time)
    }
}

/// The error of cancelled work.
fn cancelled() -> ErrorView {
    ErrorView { message: "Cancelled: nothing was written.".to_owned(), ..ErrorView::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wait<T: Send + Sync + 'static>(work: &Work<T>) {
        for _ in 0..1_000 {
            if !matches!(work.state(), State::Running) {
                return;
            }
            thread::sleep(Duration::from_millis(5));
        }
        panic!("it does not end");
    }

    #[test]
    fn work_is_done_fails_ends_or_panics() {
        let done = Work::begin(|_| Ok::<_, ErrorView>(7));
        wait(&done);
        assert_eq!((done.done(), done.standing().state), (Some(&7), "done"));
        let failed = Work::begin(|_| Err::<(), _>(ErrorView::new("no", "yes")));
        wait(&failed);
        assert!(matches!(failed.state(), State::Failed(told) if told.message == "no"));
        let panicked = Work::begin(|_| -> Result<(), ErrorView> {
            std::panic::resume_unwind(Box::new("a value of the data"))
        });
        wait(&panicked);
        assert!(matches!(panicked.state(), State::Failed(told) if !told.message.contains("value")));
        let endless = Work::begin(|progress| -> Result<(), ErrorView> {
            loop {
                progress.go_on().map_err(|_| ErrorView::default())?;
                thread::sleep(Duration::from_millis(1));
            }
        });
        assert_eq!(endless.standing().state, "running");
        endless.token().cancel();
        wait(&endless);
        assert!(matches!(endless.state(), State::Failed(told) if told.message.starts_with("Cancelled")));
    }
}
