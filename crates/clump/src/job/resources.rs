//! Limits of the threads and memory of a run. They do not change the release.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clump_io::ReadingMemory;

use super::ByteSize;
use super::echo::Echo;
use crate::JobError;

/// Largest number of threads that a job may set.
const MOST_THREADS: usize = 1024;

/// Limits of the threads and memory of a run, and its folder for temporary files.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Resources {
    /// Number of threads; `None` for all cores.
    pub threads: Option<NonZeroUsize>,
    /// Memory limit. A run that needs more is refused. `None` for no limit.
    pub memory: Option<ByteSize>,
    /// Folder for temporary data that do not fit in memory; `None` for that of the system.
    pub temp: Option<PathBuf>,
}

impl Resources {
    /// Memory for reading: at most a quarter of the limit, since the method needs the rest.
    pub(super) fn room(&self) -> ReadingMemory {
        let default = ReadingMemory::default();
        let quarter = |memory: ByteSize| usize::try_from(memory.0 / 4).unwrap_or(usize::MAX);
        ReadingMemory {
            bytes: self.memory.map_or(default.bytes, |memory| quarter(memory).min(default.bytes)),
            folder: self.temp_folder(),
            leaves: None,
            facts: None,
        }
    }

    /// The folder for temporary files.
    pub fn temp_folder(&self) -> PathBuf {
        self.temp.clone().unwrap_or_else(std::env::temp_dir)
    }

    /// Refuses more than [`MOST_THREADS`]: the system would fail later, with an unclear error.
    pub(super) fn checked(self) -> Result<Resources, JobError> {
        match self.threads {
            Some(threads) if threads.get() > MOST_THREADS => {
                Err(JobError::TooManyThreads { threads: threads.get(), most: MOST_THREADS })
            }
            _ => Ok(self),
        }
    }

    pub(super) fn echo(&self, echo: &mut Echo) {
        echo.put("threads", self.threads);
        echo.put("memory", self.memory);
        echo.put("temp", &self.temp);
    }
}
