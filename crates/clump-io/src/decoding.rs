//! The decoders of Parquet and Arrow believe what a file says of itself, and panic where it lies. A damaged file is an
//! error of the file and not of the program, so it becomes one here.

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::ReadError;

thread_local! {
    static DECODING: Cell<bool> = const { Cell::new(false) };
}

/// True if this thread is decoding a file, so that a panic will become an error. A panic hook that asks first says
/// nothing twice, and nothing of what the file holds. Hooks belong to the process, so whoever embeds this sets one:
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

/// What `decode` made of a file; the error `damaged` if it panics. What it has worked on must be given up then.
pub(crate) fn decoding<T>(
    decode: impl FnOnce() -> Result<T, ReadError>,
    damaged: impl FnOnce() -> ReadError,
) -> Result<T, ReadError> {
    let before = DECODING.replace(true);
    let decoded = catch_unwind(AssertUnwindSafe(decode));
    DECODING.set(before);
    decoded.unwrap_or_else(|_| Err(damaged()))
}
