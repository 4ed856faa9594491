//! Work beside the interpreter: the GIL is released, Ctrl-C cancels it, progress is told from the thread that waits.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use clump::core::progress::{Cancel, Progress, Stage};
use pyo3::prelude::*;

use crate::errors::{Kind, Told, exception, raised};

/// How often the waiting thread looks for signals and tells progress.
const LOOK: Duration = Duration::from_millis(50);

/// What a run says of itself, for the thread that waits for it.
#[derive(Default)]
struct Watched {
    cancel: Cancel,
    stage: Mutex<Option<(Stage, u64)>>,
    is_over: AtomicBool,
    done: AtomicU64,
}

impl Progress for Watched {
    fn begin(&self, stage: Stage, total: u64) {
        self.done.store(0, Ordering::Relaxed);
        self.is_over.store(false, Ordering::Relaxed);
        *self.stage.lock().unwrap_or_else(PoisonError::into_inner) = Some((stage, total));
    }

    fn advance(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }

    fn end(&self) {
        self.is_over.store(true, Ordering::Relaxed);
    }

    fn cancel(&self) -> Option<&Cancel> {
        Some(&self.cancel)
    }
}

impl Watched {
    /// Calls `listener` with stage, steps done and steps in all; 0 where that is not known.
    fn tell(&self, listener: &Bound<'_, PyAny>) -> PyResult<()> {
        let Some((stage, total)) = *self.stage.lock().unwrap_or_else(PoisonError::into_inner) else {
            return Ok(());
        };
        let done = match self.is_over.load(Ordering::Relaxed) {
            true => total.max(self.done.load(Ordering::Relaxed)),
            false => self.done.load(Ordering::Relaxed),
        };
        let word = match stage {
            Stage::Read => "reading",
            Stage::Group => "grouping",
            Stage::Floor => "bounding",
            Stage::Compare => "comparing",
        };
        listener.call1((word, done, total)).map(drop)
    }
}

/// Does `work` in a thread of its own, and waits for it without the GIL. A signal whose handler raises, as that of Ctrl-C does,
/// cancels it, and so does a `listener` that raises; what they raised is raised here once the work has ended and taken
/// back what it had begun.
pub(crate) fn watched<T: Send, E: Told + Send>(
    py: Python<'_>,
    listener: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&dyn Progress) -> Result<T, E> + Send,
) -> PyResult<T> {
    let watched = Watched::default();
    let listener = listener.map(|listener| listener.clone().unbind());
    let ended = py.detach(|| {
        let (done, wait) = channel();
        let at_work = &watched;
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let result = catch_unwind(AssertUnwindSafe(|| work(at_work)));
                // Whoever waits is there until this is received.
                let _ = done.send(result);
            });
            let mut interrupted = None;
            loop {
                match wait.recv_timeout(LOOK) {
                    Ok(result) => return (Some(result), interrupted),
                    Err(RecvTimeoutError::Disconnected) => return (None, interrupted),
                    Err(RecvTimeoutError::Timeout) if interrupted.is_some() => {}
                    Err(RecvTimeoutError::Timeout) => {
                        let looked = Python::attach(|py| {
                            py.check_signals()?;
                            listener.as_ref().map_or(Ok(()), |listener| watched.tell(listener.bind(py)))
                        });
                        if let Err(error) = looked {
                            watched.cancel.cancel();
                            interrupted = Some(error);
                        }
                    }
                }
            }
        })
    });
    match ended {
        (_, Some(error)) => Err(error),
        (Some(Ok(Ok(value))), None) => {
            if let Some(listener) = &listener {
                watched.tell(listener.bind(py))?;
            }
            Ok(value)
        }
        (Some(Ok(Err(error))), None) => Err(exception(py, &error)),
        (Some(Err(_)) | None, None) => Err(raised(
            py,
            Kind::Other,
            "an internal error ended the run, and nothing was written",
            Some("please report it with the call that led to it, without the data"),
        )),
    }
}

/// Ends as a defect of the library would, with `value` in what it says: for the test that nothing of it is told.
#[pyfunction]
pub fn _panic(py: Python<'_>, value: String) -> PyResult<()> {
    watched(py, None, |_| -> Result<(), clump::RunError> { panic!("{value}") })
}
