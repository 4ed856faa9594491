//! Work outside the interpreter: the GIL is released, Ctrl-C cancels the work, and the waiting thread reports
//! progress.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::Duration;

use clump::core::progress::{Progress, Watched};
use pyo3::prelude::*;

use crate::errors::{ErrorInfo, Kind, exception, raised};

/// Interval in which the waiting thread checks signals and reports progress.
const LOOK: Duration = Duration::from_millis(50);

/// Calls `listener` with stage, finished steps and total steps; 0 if the total is unknown.
fn tell(watched: &Watched, listener: &Bound<'_, PyAny>) -> PyResult<()> {
    match watched.reached() {
        Some(at) => listener.call1((at.stage.word(), at.done, at.total)).map(drop),
        None => Ok(()),
    }
}

/// Runs `work` on its own threads, and waits for it without the GIL. The threads end with the call. Otherwise
/// a process that is forked later would inherit a pool without its threads and wait forever. The work is
/// cancelled by a signal whose handler raises, such as Ctrl-C, and by a `listener` that raises. The exception
/// is raised here after the work has ended and undone what it had begun.
pub(crate) fn watched<T: Send, E: ErrorInfo + Send>(
    py: Python<'_>,
    listener: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce(&dyn Progress) -> Result<T, E> + Send,
) -> PyResult<T> {
    let watched = Watched::default();
    let pool = rayon::ThreadPoolBuilder::new().build().map_err(|_| {
        let remedy = "allow the process more threads, or set RAYON_NUM_THREADS to a smaller number";
        raised(py, Kind::Other, "the system does not start the threads of the run", Some(remedy))
    })?;
    let listener = listener.map(|listener| listener.clone().unbind());
    let ended = py.detach(|| {
        let (done, wait) = channel();
        let (at_work, pool) = (&watched, &pool);
        std::thread::scope(|scope| {
            scope.spawn(move || {
                let result = catch_unwind(AssertUnwindSafe(|| pool.install(|| work(at_work))));
                // Sending cannot fail: the receiver lives until it has the result.
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
                            listener.as_ref().map_or(Ok(()), |listener| tell(&watched, listener.bind(py)))
                        });
                        if let Err(error) = looked {
                            watched.token().cancel();
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
                tell(&watched, listener.bind(py))?;
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

/// Panics with `value` in its message. A test uses this to check that exceptions do not show the value.
#[pyfunction]
pub fn _panic(py: Python<'_>, value: String) -> PyResult<()> {
    watched(py, None, |_| -> Result<(), clump::RunError> { panic!("{value}") })
}
