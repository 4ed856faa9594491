//! Limits on what a job uses of the machine. They change no byte of a release.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clump_io::ReadingMemory;

use super::ByteSize;
use super::echo::Echo;
use crate::JobError;

/// The most threads that a job may ask for.
const MOST_THREADS: usize = 1024;

/// Limits on what a job uses of the machine.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Resources {
    /// Number of threads; all cores when not given.
    pub threads: Option<NonZeroUsize>,
    /// The most memory that the run may need; a run that needs more is refused.
    pub memory: Option<ByteSize>,
    /// The folder for what does not fit in memory; that of the system when not given.
    pub temp: Option<PathBuf>,
}

impl Resources {
    /// Memory for reading: at most a quarter of all memory, since what is made of the input needs the rest.
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

    /// Refuses more threads than any machine can use: the system would fail later, with an unclear error.
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
