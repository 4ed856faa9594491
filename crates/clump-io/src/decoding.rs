//! Panics of the Parquet and Arrow decoders as errors. These decoders trust what a file says about itself,
//! and panic if it is wrong. A damaged file is an error of the file, not of the program.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::ReadError;

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// True if this thread is decoding a file, so that a panic will become an error. A panic hook that checks
/// this first reports nothing twice, and nothing from the file. Hooks belong to the process, so the program
/// that embeds this crate sets one:
///
/// ```
/// let tell = std::panic::take_hook();
/// std::panic::set_hook(Box::new(move |panic| {
///     if !clump_io::is_decoding() {
///         tell(panic);
///     }
/// }));
/// ```
pub fn is_decoding() -> bool {
    DECODING.get()
}

/// Runs `decode` on a file; returns the error `damaged` if it panics. The caller must then drop everything
/// that `decode` worked on.
pub(crate) fn decoding<T>(
    decode: impl FnOnce() -> Result<T, ReadError>,
    damaged: impl FnOnce() -> ReadError,
) -> Result<T, ReadError> {
    let before = DECODING.replace(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    DECODING.set(before);
    decoded.unwrap_or_else(|_| Err(damaged()))
}
