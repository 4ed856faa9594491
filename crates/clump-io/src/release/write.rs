//! Writing a release row by row, whatever the format.

use std::io::{self, Write};

use super::ReleaseFormat;
use super::arrow::ArrowRows;
use super::csv::CsvRows;
use super::jsonl::JsonRows;
use super::parquet::ParquetRows;
use super::tsv::TsvRows;

/// A format that is being written: rows in, then the end.
pub(super) trait RowWriter<W> {
    /// Takes a row of labels that a release can carry, and the number of owners behind it.
    fn row(&mut self, owners: u64, items: &[&str]) -> io::Result<()>;

    /// Takes the same row so many times.
    fn rows(&mut self, times: usize, owners: u64, items: &[&str]) -> io::Result<()> {
        (0..times).try_for_each(|_| self.row(owners, items))
    }

    /// Writes what must stand at the end, and gives back what was written to.
    fn finish(self: Box<Self>) -> io::Result<W>;
}

/// Writes rows in the order given.
///
/// Text formats hold one row in memory, the others one batch of rows: a million items, or a row if that has more.
pub struct ReleaseWriter<'w, W> {
    format: ReleaseFormat,
    rows: Box<dyn RowWriter<W> + 'w>,
}

impl<'w, W: Write + Send + 'w> ReleaseWriter<'w, W> {
    /// Writes to `out`, which should be buffered.
    ///
    /// # Errors
    /// What `out` says of the header, where there is one.
    pub fn new(out: W, format: ReleaseFormat) -> io::Result<Self> {
        Ok(ReleaseWriter {
            format,
            rows: match format {
                ReleaseFormat::Tsv => Box::new(TsvRows::new(out)?),
                ReleaseFormat::Csv => Box::new(CsvRows::new(out)?),
                ReleaseFormat::Jsonl => Box::new(JsonRows::new(out)),
                ReleaseFormat::Parquet => Box::new(ParquetRows::new(out)?),
                ReleaseFormat::Arrow => Box::new(ArrowRows::new(out)?),
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
        if !items.iter().all(|label| self.format.can_carry(label)) {
            return Err(unfit("a label is empty, or holds a tab, a line break or what separates items"));
        }
        self.rows.rows(times, owners, items)
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
