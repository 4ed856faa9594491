//! A release that no output file was named for. The caller of the run reads it from this value.

use std::fs::File;
use std::io::{self, Read, Write};

use clump_core::facts::FactColumns;
#[cfg(feature = "columnar")]
use clump_io::Batches;
use clump_io::Input;
use clump_io::release::{ReleaseFormat, ReleaseLayout, Released, read_release};
#[cfg(feature = "columnar")]
use clump_io::release::{fact_table_batches, table_batches};

use crate::CheckError;
#[cfg(feature = "columnar")]
use crate::check::facts::read_table;
use crate::check::lines::LineLayout;
use crate::release::staged::StagedFile;

/// A release whose promise was verified on exactly these bytes. The bytes are in a temporary file, which is
/// removed when this value is dropped.
#[derive(Debug)]
pub struct CheckedRelease {
    file: StagedFile,
    form: FileForm,
}

/// Format of a release file, with its layout or its columns.
#[derive(Clone, Debug)]
pub(crate) enum FileForm {
    Rows(ReleaseFormat, ReleaseLayout),
    Facts(ReleaseFormat, FactColumns),
    Lines(LineLayout),
}

impl CheckedRelease {
    pub(crate) fn new(file: StagedFile, form: FileForm) -> CheckedRelease {
        CheckedRelease { file, form }
    }

    fn input(&self) -> Input {
        Input::File(self.file.path().to_owned())
    }

    /// Writes the bytes of the release to `out`, and returns their number.
    ///
    /// # Errors
    /// When `out` or the temporary file reports an error.
    pub fn copy_to(&self, out: &mut dyn Write) -> io::Result<u64> {
        let copied = io::copy(&mut File::open(self.file.path())?, out)?;
        out.flush()?;
        Ok(copied)
    }

    /// Reads all bytes of the release into memory.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(self.file.path())?.read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// The rows of the release, read from its bytes. `None` if it is a table of facts or lines of a log.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub fn rows(&self) -> Result<Option<Released>, CheckError> {
        let FileForm::Rows(format, layout) = self.form else { return Ok(None) };
        Ok(Some(read_release(&self.input(), format, layout, &())?))
    }

    /// The release as Arrow record batches, read from its bytes. Works for every format.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    #[cfg(feature = "columnar")]
    pub fn to_batches(&self) -> Result<Batches, CheckError> {
        const NAME: &str = "release";
        let input = self.input();
        Ok(match &self.form {
            FileForm::Rows(format, layout) => {
                read_release(&input, *format, *layout, &())?.to_batches(NAME)?
            }
            FileForm::Facts(format, columns) => {
                fact_table_batches(NAME, &read_table(&input, *format, Some(columns), &())?)?
            }
            FileForm::Lines(layout) => table_batches(NAME, &layout.read(self.file.path())?)?,
        })
    }
}
