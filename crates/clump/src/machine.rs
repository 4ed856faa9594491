//! Threads for a run, and the peak of its memory.

use std::num::NonZeroUsize;

/// Runs `work` on a pool of this many threads, or on the threads of the process if `threads` is `None`.
///
/// # Errors
/// When the threads cannot be started, or `work` fails.
pub fn with_threads<T: Send, E: From<rayon::ThreadPoolBuildError> + Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    match threads {
        None => work(),
        Some(threads) => rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?.install(work),
    }
}

/// The largest resident size of this process so far, in bytes; `None` if the system does not report it.
pub fn peak_memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    #[test]
    fn grows_with_what_is_used() {
        let before = super::peak_memory().expect("Linux tells");
        let block = std::hint::black_box(vec![1u8; 64 << 20]);
        let after = super::peak_memory().expect("Linux tells");
        assert!(after >= before.max(block.len() as u64));
    }
}
