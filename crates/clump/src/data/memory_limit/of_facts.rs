//! The memory of tables of facts. Counting takes a bounded room, with the rest on disk. Kept facts are in
//! memory several times, from the counts to the check of what was written.
//!
//! Measured on 1,100,000 lines: 498,000 pairs of words take 440 MB above what counting takes, or 880 bytes
//! each.

use clump_io::facts::FactMemory;

use super::{BASE, require_bytes};
use crate::job::Job;
use crate::{ByteSize, DataError};

/// The program without its built-in taxonomy, which facts need only for guards.
const PLAIN: f64 = 24e6;

/// Bytes at the peak for a row of the table, and for each byte of its texts.
const ROW: u64 = 900;
const BYTE: u64 = 10;

/// The same for the numbers with noise, which are held in addition.
const NOISY_ROW: u64 = 300;
const NOISY_BYTE: u64 = 4;

/// Memory of a job before any fact is kept.
fn base(job: &Job) -> f64 {
    let has_nodes = job.guards.are_about_nodes();
    let program = if has_nodes { BASE } else { PLAIN };
    // The room once for the counts, and half of it for order and buffers.
    program + 1.5 * job.read_options().room.bytes as f64
}

/// Refuses a job that may not have as much memory as counting takes.
pub(crate) fn check_counting(job: &Job) -> Result<(), DataError> {
    require_bytes(job, base(job))
}

/// Cost of a kept fact, and the limit for all of them; none where memory is not limited.
pub(crate) fn kept_cost(job: &Job) -> Option<FactMemory> {
    let left = job.resources.memory?.0 as f64 - base(job);
    let is_noisy = job.privacy().is_some();
    Some(FactMemory {
        row: ROW + if is_noisy { NOISY_ROW } else { 0 },
        byte: BYTE + if is_noisy { NOISY_BYTE } else { 0 },
        most: left.max(0.0) as u64,
    })
}

/// Steps of the search for enough memory. Each at least halves the distance.
const STEPS: usize = 40;

/// The error for a table whose facts need this many bytes. The room for counting grows with the memory, so
/// enough memory is more than the present room and these bytes.
pub(crate) fn does_not_fit(job: &Job, bytes: u64) -> DataError {
    let mut enough = job.clone();
    for _ in 0..STEPS {
        enough.resources.memory = Some(ByteSize(base(&enough) as u64 + bytes + 1));
    }
    let needed = enough.resources.memory.expect("it was set above").rounded_up();
    let memory = job.resources.memory.unwrap_or(needed);
    DataError::Memory { needed, memory, instead: Some("raise {k}: fewer facts are kept") }
}
