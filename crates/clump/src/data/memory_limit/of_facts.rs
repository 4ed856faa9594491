//! The memory of tables of facts. Counting uses a bounded buffer and spills the rest to disk. Published facts
//! are in memory several times, from the counts to the check of the written file.
//!
//! Measured on 1,100,000 lines: 498,000 published pairs of words need 440 MB in addition to counting, or 880
//! bytes for each pair.

use clump_io::facts::FactMemory;

use super::{BASE, require_bytes};
use crate::job::Job;
use crate::{ByteSize, DataError};

/// Bytes of memory for the program without its built-in taxonomy, which facts need only for guards.
const PLAIN: f64 = 24e6;

/// Peak memory in bytes for each row of the table (`ROW`) and each byte of its texts (`BYTE`).
const ROW: u64 = 900;
const BYTE: u64 = 10;

/// Additional bytes for a row with noise, and for each byte of its texts.
const NOISY_ROW: u64 = 300;
const NOISY_BYTE: u64 = 4;

/// Bytes of memory that a job needs if it publishes no fact.
fn base(job: &Job) -> f64 {
    let has_nodes = job.guards.are_about_nodes();
    let program = if has_nodes { BASE } else { PLAIN };
    // One buffer for the counts, and half as much for sorting and writing.
    program + 1.5 * job.read_options().room.bytes as f64
}

/// Refuses a job whose memory limit is too small for counting.
pub(crate) fn check_counting(job: &Job) -> Result<(), DataError> {
    require_bytes(job, base(job))
}

/// Bytes for each published fact, and the limit for all facts together; `None` if memory is not limited.
pub(crate) fn kept_cost(job: &Job) -> Option<FactMemory> {
    let left = job.resources.memory?.0 as f64 - base(job);
    let is_noisy = job.privacy().is_some();
    Some(FactMemory {
        row: ROW + if is_noisy { NOISY_ROW } else { 0 },
        byte: BYTE + if is_noisy { NOISY_BYTE } else { 0 },
        most: left.max(0.0) as u64,
    })
}

/// Steps of the search for a memory limit that is enough. Each at least halves the distance.
const STEPS: usize = 40;

/// The error for a table whose facts need `bytes`. The buffer for counting grows with the memory limit. So
/// the limit must be larger than the present need plus `bytes`.
pub(crate) fn does_not_fit(job: &Job, bytes: u64) -> DataError {
    let mut enough = job.clone();
    for _ in 0..STEPS {
        enough.resources.memory = Some(ByteSize(base(&enough) as u64 + bytes + 1));
    }
    let needed = enough.resources.memory.expect("it was set above").rounded_up();
    let memory = job.resources.memory.unwrap_or(needed);
    DataError::Memory { needed, memory, instead: Some("raise {k}: fewer facts are kept") }
}
