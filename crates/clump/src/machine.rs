//! The machine that a run is on: the threads that it works with, and the memory that it needed.

use std::num::NonZeroUsize;

/// Runs `work` on the given number of threads; on those of the process if none is given.
///
/// # Errors
/// When the threads cannot be started, and errors of `work`.
pub fn with_threads<T: Send, E: From<rayon::ThreadPoolBuildError> + Send>(
    threads: Option<NonZeroUsize>,
    work: impl FnOnce() -> Result<T, E> + Send,
) -> Result<T, E> {
    match threads {
        None => work(),
        Some(threads) => rayon::ThreadPoolBuilder::new().num_threads(threads.get()).build()?.install(work),
    }
}

/// The largest resident size of this process, in bytes; none if the system does not report it.
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
