//! Reading a release back, whatever the format.

#[cfg(not(feature = "columnar"))]
use clump_core::built::{BuiltWithout, Feature};
use clump_core::progress::Progress;

use super::csv::CsvLines;
use super::jsonl::JsonLines;
use super::released::{Incoming, Released};
use super::tsv::TsvLines;
use super::{ReleaseFormat, ReleaseLayout};
#[cfg(feature = "columnar")]
use super::{arrow, columns, parquet};
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::lines::Lines;
use crate::source::Reading;

/// A text format that is being read: lines in, then the end.
pub(super) trait LineReader {
    /// Whether a line is a whole row, so that equal lines are equal rows.
    const IS_LINE_A_ROW: bool;

    /// Takes the next line.
    fn line(&mut self, line: &str, release: &mut Incoming) -> Result<(), Fault>;

    /// Learns that there are no more lines.
    fn end(&mut self, _release: &mut Incoming) -> Result<(), Fault> {
        Ok(())
    }
}

/// Reads a release as [`ReleaseWriter`](super::ReleaseWriter) writes it, from a file or from bytes; or record batches as
/// [`ReleaseBatches`](super::ReleaseBatches) makes them, of which `format` says nothing. Text may be compressed. What others wrote is
/// read too, if it has the same columns and no more: a column that nobody looks at can give everything away.
///
/// # Errors
/// [`ReadError::Malformed`] with the line, [`ReadError::MalformedRow`] with the row, and what can be wrong with any file.
pub fn read_release(
    input: &Input,
    format: ReleaseFormat,
    layout: ReleaseLayout,
    progress: &dyn Progress,
) -> Result<Released, ReadError> {
    let _reading = Reading::begin(std::slice::from_ref(input), progress);
    let mut release = Incoming::new(layout);
    #[cfg(feature = "columnar")]
    if let Input::Batches(batches) = input {
        columns::read_batches(input, batches, &mut release)?;
        return Ok(release.finish());
    }
    match format {
        ReleaseFormat::Tsv => read_lines(input, TsvLines::default(), &mut release, progress)?,
        ReleaseFormat::Csv => read_lines(input, CsvLines::default(), &mut release, progress)?,
        ReleaseFormat::Jsonl => read_lines(input, JsonLines::default(), &mut release, progress)?,
        #[cfg(feature = "columnar")]
        ReleaseFormat::Parquet => parquet::read(input, &mut release, progress)?,
        #[cfg(feature = "columnar")]
        ReleaseFormat::Arrow => arrow::read(input, &mut release, progress)?,
        #[cfg(not(feature = "columnar"))]
        ReleaseFormat::Parquet | ReleaseFormat::Arrow => return Err(BuiltWithout(Feature::Columnar).into()),
    }
    Ok(release.finish())
}

/// Reads line by line. Releases are sorted, so most lines equal the one before them and are not parsed again.
fn read_lines<F: LineReader>(
    input: &Input,
    mut format: F,
    release: &mut Incoming,
    progress: &dyn Progress,
) -> Result<(), ReadError> {
    let mut lines = Lines::new(input.clone(), input.open(progress)?)?;
    let mut last = 0;
    // The line that the last row stands on.
    let mut row = String::new();
    while let Some(line) = lines.next()? {
        last = line.number;
        if F::IS_LINE_A_ROW && release.rows() > 0 && line.text == row {
            release.repeat_row();
            continue;
        }
        if F::IS_LINE_A_ROW {
            line.text.clone_into(&mut row);
        }
        format.line(line.text, release).map_err(|fault| lines.malformed(last, fault))?;
    }
    format.end(release).map_err(|fault| lines.malformed(last + 1, fault))
}
