//! A release that goes to no file: whoever ran the job takes it from here.

use std::fs::File;
use std::io::{self, Read, Write};

use clump_io::Input;
#[cfg(feature = "columnar")]
use clump_io::arrow_array::RecordBatch;
use clump_io::release::{ReleaseFormat, ReleaseLayout, Released, read_release};

use crate::CheckError;
use crate::release::publish::Staged;

/// A release whose promise was verified on these very bytes. They lie in a temporary file that is gone with this value.
#[derive(Debug)]
pub struct CheckedRelease {
    file: Staged,
    /// How the rows are written; none where the release is lines of a log.
    rows: Option<(ReleaseFormat, ReleaseLayout)>,
}

impl CheckedRelease {
    pub(crate) fn new(file: Staged, rows: Option<(ReleaseFormat, ReleaseLayout)>) -> CheckedRelease {
        CheckedRelease { file, rows }
    }

    /// Writes the bytes to `out`, and says how many there are.
    ///
    /// # Errors
    /// What `out` or the temporary file says.
    pub fn copy_to(&self, out: &mut dyn Write) -> io::Result<u64> {
        let copied = io::copy(&mut File::open(self.file.path())?, out)?;
        out.flush()?;
        Ok(copied)
    }

    /// The bytes.
    ///
    /// # Errors
    /// What the temporary file says.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(self.file.path())?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The rows, read from the bytes; none where the release is lines of a log.
    ///
    /// # Errors
    /// What the temporary file says.
    pub fn rows(&self) -> Result<Option<Released>, CheckError> {
        let Some((format, layout)) = self.rows else { return Ok(None) };
        Ok(Some(read_release(&Input::File(self.file.path().to_owned()), format, layout, &())?))
    }

    /// The rows as Arrow record batches, whatever the bytes are written as; none where the release is lines of a log.
    ///
    /// # Errors
    /// What the temporary file says.
    #[cfg(feature = "columnar")]
    pub fn to_batches(&self) -> Result<Option<Vec<RecordBatch>>, CheckError> {
        Ok(self.rows()?.map(|rows| rows.to_batches()).transpose()?)
    }
}
