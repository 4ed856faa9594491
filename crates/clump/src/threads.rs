//! How many threads a run works on.

use std::num::NonZeroUsize;

use crate::RunError;

/// Does `work` on as many threads as asked for.
pub(crate) fn with_threads<T: Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> Result<T, RunError> + Send,
) -> Result<T, RunError> {
    match threads {
        None => work(),
        Some(threads) => rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?.install(work),
    }
}
