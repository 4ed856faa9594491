//! How many threads a run works on.

use std::num::NonZeroUsize;

/// Does `work` on as many threads as asked for.
pub(crate) fn with_threads<T: Send, E: From<rayon::ThreadPoolBuildError> + Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    match threads {
        None => work(),
        Some(threads) => rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?.install(work),
    }
}
