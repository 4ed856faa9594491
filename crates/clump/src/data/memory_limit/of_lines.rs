//! The memory of methods that publish the lines of a log, which hold all of them.
//!
//! Measured on 300,000 lines of 82 bytes: `hash` takes 153 MB above what the program takes. `share` takes 333 MB for 300,000
//! lines of 56 bytes and 322 MB for as many of 51: what it writes for a line hardly depends on the line. The program with
//! `split` takes 233 MiB for 300,000 lines of 30 bytes, each of another owner, and 335 MiB for 100,000 lines of 410 bytes.

use clump_core::log::QueryLog;
use clump_io::Input;

use super::{BASE, require_bytes};
use crate::job::Job;
use crate::{DataError, MethodName};

/// Bytes at the peak for each line, and for each byte of text.
struct Rate {
    line: f64,
    byte: f64,
}

/// A line of a log has so many bytes, or fewer.
const LINE: f64 = 100.0;

fn rate(job: &Job) -> Rate {
    match job.method.name() {
        MethodName::Share => Rate { line: 850.0, byte: 9.0 },
        MethodName::Split => Rate { line: 420.0, byte: 6.0 },
        _ => Rate { line: 200.0, byte: 4.0 },
    }
}

/// Refuses a job whose files alone say that it does not fit. Of compressed ones more comes than they say.
///
/// # Errors
/// [`DataError::Memory`].
pub(crate) fn check_files(job: &Job) -> Result<(), DataError> {
    let bytes: u64 = job.input.expanded()?.iter().map(Input::bytes).sum();
    require(job, bytes as f64 / LINE, bytes as f64)
}

/// Refuses a job whose lines are read and do not fit.
///
/// # Errors
/// [`DataError::Memory`].
pub(crate) fn check_lines(job: &Job, log: &QueryLog) -> Result<(), DataError> {
    let bytes = log.owners.bytes() + log.queries.bytes() + log.texts.bytes();
    require(job, log.lines.len() as f64, bytes as f64)
}

fn require(job: &Job, lines: f64, bytes: f64) -> Result<(), DataError> {
    let Rate { line, byte } = rate(job);
    require_bytes(job, BASE + line * lines + byte * bytes)
}
