//! Turns panics of the Parquet and Arrow decoders into errors. These decoders trust the metadata of a file
//! and panic if it is wrong. A damaged file is an error of the file, not of the program.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::ReadError;

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// True if this thread is decoding a file, so that a panic will become an error. A panic hook that checks
/// this prints no second report and no data of the file. A hook belongs to the process, so the embedding
/// program must set it:
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

/// Runs `decode` on a file, and returns the error of `damaged` if `decode` panics. After a panic, the caller
/// must drop all state that `decode` used.
pub(crate) fn decoding<T>(
    decode: impl FnOnce() -> Result<T, ReadError>,
    damaged: impl FnOnce() -> ReadError,
) -> Result<T, ReadError> {
    let before = DECODING.replace(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    DECODING.set(before);
    decoded.unwrap_or_else(|_| Err(damaged()))
}
