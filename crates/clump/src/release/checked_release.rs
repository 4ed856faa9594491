//! A release that no output file was named for. The caller of the run reads it from this value.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;

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

/// A release whose promise was verified on exactly these bytes. The bytes are in temporary files, one for each table,
/// which are removed when this value is dropped.
#[derive(Debug)]
pub struct CheckedRelease {
    files: Vec<StagedFile>,
    form: FileForm,
}

/// Format of a release file, with its layout or its columns.
#[derive(Clone, Debug)]
pub(crate) enum FileForm {
    Rows(ReleaseFormat, ReleaseLayout),
    Facts(ReleaseFormat, FactColumns),
    /// Several tables, each with its columns.
    Tables(ReleaseFormat, Vec<FactColumns>),
    Lines(LineLayout),
}

impl CheckedRelease {
    pub(crate) fn new(files: Vec<StagedFile>, form: FileForm) -> CheckedRelease {
        CheckedRelease { files, form }
    }

    fn path(&self) -> &Path {
        self.files.first().expect("a release has a file").path()
    }

    fn input(&self) -> Input {
        Input::File(self.path().to_owned())
    }

    /// Number of files: more than one for several tables. All other methods are about the first file.
    pub fn files(&self) -> usize {
        self.files.len()
    }

    /// Each of several tables as a release of its own. One release for a release in one file.
    #[must_use]
    pub fn into_tables(self) -> Vec<CheckedRelease> {
        let CheckedRelease { files, form } = self;
        let FileForm::Tables(format, columns) = form else { return vec![CheckedRelease { files, form }] };
        let of_table = |(file, columns)| CheckedRelease::new(vec![file], FileForm::Facts(format, columns));
        files.into_iter().zip(columns).map(of_table).collect()
    }

    /// Writes the bytes of the release to `out`, and returns their number.
    ///
    /// # Errors
    /// When `out` or the temporary file reports an error.
    pub fn copy_to(&self, out: &mut dyn Write) -> io::Result<u64> {
        let copied = io::copy(&mut File::open(self.path())?, out)?;
        out.flush()?;
        Ok(copied)
    }

    /// Reads all bytes of the release into memory.
    ///
    /// # Errors
    /// When the temporary file cannot be read.
    pub fn to_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        File::open(self.path())?.read_to_end(&mut bytes)?;
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
            FileForm::Tables(format, columns) => {
                fact_table_batches(NAME, &read_table(&input, *format, columns.first(), &())?)?
            }
            FileForm::Lines(layout) => table_batches(NAME, &layout.read(self.path())?)?,
        })
    }
}
