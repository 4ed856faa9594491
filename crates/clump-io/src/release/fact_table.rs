//! Tables of facts as files: one line, object or row for each row, columns by name, texts first and numbers
//! last. A missing text, which represents all cells of a fact together, is an empty cell in text formats and
//! null in the others.
//!
//! | format | a row of `query`, `day`, `owners` |
//! |---|---|
//! | `csv`, `tsv` | `dog food,2006-03-01,7`, below a header |
//! | `jsonl` | `{"query":"dog food","day":"2006-03-01","owners":7}` |
//! | `parquet`, `arrow` | columns `query: string`, `day: string`, `owners: int64`; only the column of cells has nulls |
//!
//! In `csv` and `tsv`, a text that a spreadsheet would run as a formula has an apostrophe before it
//! (`cell.rs`). Same table, same bytes.

use std::io::{self, Write};
use std::path::Path;

use clump_core::facts::{FactColumns, FactTable};
#[cfg(not(feature = "columnar"))]
use clump_core::features::{BuiltWithout, Feature};
use clump_core::progress::Progress;

use super::rewritten::{Difference, difference};
use super::{Packer, ReleaseFormat};
use crate::error::{Fault, ReadError};
use crate::input::Input;
use crate::source::Reading;

#[cfg(feature = "columnar")]
mod columnar;
mod text;

#[cfg(feature = "columnar")]
pub use columnar::fact_table_batches;

/// Writes `table` to `out`, which should be buffered, in the order of its rows.
///
/// # Errors
/// Errors of `out`; [`io::ErrorKind::InvalidInput`] for texts that the format cannot carry.
pub fn write_fact_table<W: Write + Send>(out: W, table: &FactTable, format: ReleaseFormat) -> io::Result<W> {
    match format {
        ReleaseFormat::Csv => text::write_separated(out, table, ','),
        ReleaseFormat::Tsv => text::write_separated(out, table, '\t'),
        ReleaseFormat::Jsonl => text::write_jsonl(out, table),
        #[cfg(feature = "columnar")]
        ReleaseFormat::Parquet | ReleaseFormat::Arrow => columnar::write(out, table, format),
        #[cfg(not(feature = "columnar"))]
        ReleaseFormat::Parquet | ReleaseFormat::Arrow => Err(BuiltWithout(Feature::Columnar).into()),
    }
}

/// Reads a table as [`write_fact_table`] writes it, from a file or from bytes; or record batches, for which
/// `format` is ignored. Text may be compressed. Tables of other programs are read too, if their columns are
/// only texts, a number of owners and a number of occurrences. A file of JSON lines without a line has the
/// `expected` columns.
///
/// # Errors
/// [`ReadError::Malformed`] with the line, [`ReadError::MalformedRow`] with the row, and the errors of
/// reading any file.
pub fn read_fact_table(
    input: &Input,
    format: ReleaseFormat,
    expected: Option<&FactColumns>,
    progress: &dyn Progress,
) -> Result<FactTable, ReadError> {
    let _reading = Reading::begin(std::slice::from_ref(input), progress);
    #[cfg(feature = "columnar")]
    if matches!(input, Input::Batches(_)) {
        return columnar::read(input, format, progress);
    }
    match format {
        ReleaseFormat::Csv => text::read_separated(input, ',', progress),
        ReleaseFormat::Tsv => text::read_separated(input, '\t', progress),
        ReleaseFormat::Jsonl => text::read_jsonl(input, expected, progress),
        #[cfg(feature = "columnar")]
        ReleaseFormat::Parquet | ReleaseFormat::Arrow => columnar::read(input, format, progress),
        #[cfg(not(feature = "columnar"))]
        ReleaseFormat::Parquet | ReleaseFormat::Arrow => Err(BuiltWithout(Feature::Columnar).into()),
    }
}

/// The first difference between the file at `path`, from which `table` was read, and the bytes that are
/// written for it.
///
/// # Errors
/// When the file cannot be read again.
pub fn fact_table_difference(
    path: &Path,
    table: &FactTable,
    format: ReleaseFormat,
) -> io::Result<Option<Difference>> {
    difference(path, !format.compresses_inside(), |sink: Packer<_>| write_fact_table(sink, table, format))
}

/// Appends a row that was read, if it is valid. Only the last text may be missing, and none may hold what no
/// table can carry.
fn push(table: &mut FactTable, texts: &[&str], number: u64, times: u64) -> Result<(), Fault> {
    let last = texts.len().saturating_sub(1);
    let is_text = |(column, text): (usize, &&str)| {
        let may_be_missing = column == last && last > 0;
        (!text.is_empty() || may_be_missing) && !text.contains(char::is_control)
    };
    match texts.iter().enumerate().position(|text| !is_text(text)) {
        Some(column) => Err(Fault::Label { column: column + 1 }),
        None => {
            table.push(texts.iter().copied(), number, times);
            Ok(())
        }
    }
}

/// The columns that are called `names`.
fn columns(input: &Input, names: &[&str]) -> Result<FactColumns, ReadError> {
    FactColumns::of_names(names).ok_or_else(|| ReadError::FactColumns { file: input.clone() })
}
