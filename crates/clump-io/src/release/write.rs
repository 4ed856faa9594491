//! Writes a release, row by row, in any format.

use std::io::{self, Write};

#[cfg(feature = "columnar")]
use super::batches::{BatchBuilder, BatchWriter};
use super::text::{push_csv, push_jsonl, push_tsv};
use super::{ReleaseColumns, ReleaseFormat, is_label};

/// A row to write: labels that a release can contain, the number of owners who share them, and the text if
/// the row is a whole query.
#[derive(Clone, Copy)]
pub(super) struct ReleaseRow<'a> {
    pub owners: u64,
    pub items: &'a [&'a str],
    pub text: Option<&'a str>,
}

/// Writes rows of a release in the order in which it gets them.
///
/// Memory: one row for text formats. For the others one batch of rows, which is a million items, or a single
/// row that has more.
pub struct ReleaseWriter<W: Write + Send> {
    format: ReleaseFormat,
    columns: ReleaseColumns,
    out: Out<W>,
}

enum Out<W: Write + Send> {
    /// The target for the lines, the number of rows so far, and the lines of the current row.
    Text(W, u64, Vec<u8>),
    #[cfg(feature = "columnar")]
    Batches(BatchWriter<W>, Box<BatchBuilder>),
}

impl<W: Write + Send> ReleaseWriter<W> {
    /// Makes a writer to `out`, which should be buffered, for rows with these `columns`.
    pub fn new(mut out: W, format: ReleaseFormat, columns: ReleaseColumns) -> io::Result<Self> {
        format.available()?;
        let out = match format {
            #[cfg(feature = "columnar")]
            ReleaseFormat::Parquet | ReleaseFormat::Arrow => {
                let element = if format == ReleaseFormat::Parquet { "element" } else { "item" };
                let builder = Box::new(BatchBuilder::new(element, columns));
                Out::Batches(BatchWriter::new(out, format, builder.schema().clone())?, builder)
            }
            _ => {
                if let Some((names, separator)) = format.header() {
                    writeln!(out, "{}", columns.of(names).join(separator))?;
                }
                Out::Text(out, 0, Vec::new())
            }
        };
        Ok(ReleaseWriter { format, columns, out })
    }

    /// Writes the same row `times` times. `owners` is the number of distinct owners of the row: those of its
    /// group, or those who share this row. `text` is the text of a whole query; `None` if the row is not one.
    ///
    /// # Errors
    /// Errors of `out`; [`io::ErrorKind::InvalidInput`] for a label that the format cannot contain
    /// ([`ReleaseFormat::can_carry`]), for numbers that it cannot contain, and for a text that is empty, has
    /// a tab or a line break, or has no column.
    pub fn rows(&mut self, times: usize, owners: u64, items: &[&str], text: Option<&str>) -> io::Result<()> {
        if !items.iter().all(|label| self.format.can_carry(label)) {
            return Err(unfit("a label is empty, or contains a tab, a line break or the separator of items"));
        }
        if text.is_some_and(|text| !self.columns.has_text() || !is_label(text)) {
            return Err(unfit("a text is empty, contains a tab or a line break, or has no column"));
        }
        let row = ReleaseRow { owners, items, text };
        match &mut self.out {
            Out::Text(out, rows, lines) => {
                for time in 0..times {
                    *rows += 1;
                    match self.format {
                        ReleaseFormat::Csv => push_csv(lines, row, *rows, self.columns)?,
                        // The lines of the row are written again without being made again.
                        _ if time > 0 => {}
                        ReleaseFormat::Tsv => push_tsv(lines, row, self.columns)?,
                        _ => push_jsonl(lines, row, self.columns)?,
                    }
                    out.write_all(lines)?;
                }
            }
            #[cfg(feature = "columnar")]
            Out::Batches(out, builder) => {
                for _ in 0..times {
                    if let Some(batch) = builder.row(row)? {
                        out.write(&batch)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes the end of the release, and returns the inner writer.
    pub fn finish(self) -> io::Result<W> {
        match self.out {
            Out::Text(mut out, ..) => {
                out.flush()?;
                Ok(out)
            }
            #[cfg(feature = "columnar")]
            Out::Batches(mut out, mut builder) => {
                if let Some(batch) = builder.take()? {
                    out.write(&batch)?;
                }
                out.finish()
            }
        }
    }
}

pub(super) fn unfit(what: &'static str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, what)
}
