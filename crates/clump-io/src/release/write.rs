//! Writing a release row by row, whatever the format.

use std::io::{self, Write};

#[cfg(not(feature = "columnar"))]
use clump_core::built::{BuiltWithout, Feature};

#[cfg(feature = "columnar")]
use super::arrow::ArrowRows;
use super::csv::CsvRows;
use super::jsonl::JsonRows;
#[cfg(feature = "columnar")]
use super::parquet::ParquetRows;
use super::tsv::TsvRows;
use super::{ReleaseColumns, ReleaseFormat, is_label};

/// A row that is being written: labels that a release can carry, the number of owners behind them, and the text of a whole
/// query, if it is one.
#[derive(Clone, Copy)]
pub(super) struct ReleaseRow<'a> {
    pub owners: u64,
    pub items: &'a [&'a str],
    pub text: Option<&'a str>,
}

/// A format that is being written: rows in, then the end.
pub(super) trait RowWriter<W> {
    /// Takes a row.
    fn row(&mut self, row: ReleaseRow<'_>) -> io::Result<()>;

    /// Takes the same row so many times.
    fn rows(&mut self, times: usize, row: ReleaseRow<'_>) -> io::Result<()> {
        (0..times).try_for_each(|_| self.row(row))
    }

    /// Writes what must stand at the end, and gives back what was written to.
    fn finish(self: Box<Self>) -> io::Result<W>;
}

/// Writes rows in the order given.
///
/// Text formats hold one row in memory, the others one batch of rows: a million items, or a row if that has more.
pub struct ReleaseWriter<'w, W> {
    format: ReleaseFormat,
    columns: ReleaseColumns,
    rows: Box<dyn RowWriter<W> + 'w>,
}

impl<'w, W: Write + Send + 'w> ReleaseWriter<'w, W> {
    /// Writes whole rows to `out`, which should be buffered.
    ///
    /// # Errors
    /// What `out` says of the header, where there is one.
    pub fn new(out: W, format: ReleaseFormat) -> io::Result<Self> {
        ReleaseWriter::with_columns(out, format, ReleaseColumns::Rows)
    }

    /// The same, with the `columns` of whole rows or of pieces.
    ///
    /// # Errors
    /// As [`ReleaseWriter::new`].
    pub fn with_columns(out: W, format: ReleaseFormat, columns: ReleaseColumns) -> io::Result<Self> {
        Ok(ReleaseWriter {
            format,
            columns,
            rows: match format {
                ReleaseFormat::Tsv => Box::new(TsvRows::new(out, columns)?),
                ReleaseFormat::Csv => Box::new(CsvRows::new(out, columns)?),
                ReleaseFormat::Jsonl => Box::new(JsonRows::new(out, columns)),
                #[cfg(feature = "columnar")]
                ReleaseFormat::Parquet => Box::new(ParquetRows::new(out, columns)?),
                #[cfg(feature = "columnar")]
                ReleaseFormat::Arrow => Box::new(ArrowRows::new(out, columns)?),
                #[cfg(not(feature = "columnar"))]
                ReleaseFormat::Parquet | ReleaseFormat::Arrow => {
                    return Err(BuiltWithout(Feature::Columnar).into());
                }
            },
        })
    }

    /// Writes a row of `items` with the number of distinct `owners` behind it: those of the group, or those that share
    /// this very row.
    ///
    /// # Errors
    /// What `out` says; [`io::ErrorKind::InvalidInput`] for a label that the format cannot carry
    /// ([`ReleaseFormat::can_carry`]), and for numbers that it cannot hold.
    pub fn row(&mut self, owners: u64, items: &[&str]) -> io::Result<()> {
        self.rows(1, owners, items)
    }

    /// Writes the same row so many `times`, one after the other: as [`ReleaseWriter::row`] that often, but faster.
    ///
    /// # Errors
    /// As [`ReleaseWriter::row`].
    pub fn rows(&mut self, times: usize, owners: u64, items: &[&str]) -> io::Result<()> {
        self.pieces(times, owners, items, None)
    }

    /// Writes the same piece so many `times`: `items`, and the `text` of a whole query if it is one.
    ///
    /// # Errors
    /// As [`ReleaseWriter::row`], also for a text where no column is for it, or that is empty or holds a tab or a line
    /// break.
    pub fn pieces(
        &mut self,
        times: usize,
        owners: u64,
        items: &[&str],
        text: Option<&str>,
    ) -> io::Result<()> {
        if !items.iter().all(|label| self.format.can_carry(label)) {
            return Err(unfit("a label is empty, or holds a tab, a line break or what separates items"));
        }
        if text.is_some_and(|text| !self.columns.has_text() || !is_label(text)) {
            return Err(unfit("a text is empty, holds a tab or a line break, or has no column"));
        }
        self.rows.rows(times, ReleaseRow { owners, items, text })
    }

    /// Writes the end, and gives back what was written to.
    ///
    /// # Errors
    /// What `out` says.
    pub fn finish(self) -> io::Result<W> {
        self.rows.finish()
    }
}

/// The error for a row that cannot be written.
pub(super) fn unfit(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}
