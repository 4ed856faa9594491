//! How many threads a run works on.

use std::num::NonZeroUsize;

/// Does `work` on as many threads as asked for; on those of the process where nothing was asked.
///
/// # Errors
/// When the threads cannot be started, and whatever `work` returns.
pub fn with_threads<T: Send, E: From<rayon::ThreadPoolBuildError> + Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    match threads {
        None => work(),
        Some(threads) => rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?.install(work),
    }
}
