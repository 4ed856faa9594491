//! Parquet: two columns, compressed with zstd, a row group a batch. The schema is plain Parquet, without that of Arrow
//! beside it: all readers see the same.

use std::io::{self, Write};

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use clump_core::progress::Progress;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use super::ReleaseColumns;
use super::columns::{self, BatchBuilder};
use super::folder::release_files;
use super::released::Incoming;
use super::write::{Row, RowWriter};
use crate::decoding::decoding;
use crate::error::ReadError;
use crate::source::Input;

const ZSTD_LEVEL: i32 = 3;
/// Rows that are decoded at a time.
const ROWS_READ: usize = 4096;

pub(super) struct ParquetRows<W: Write + Send> {
    writer: ArrowWriter<W>,
    batch: BatchBuilder,
}

impl<W: Write + Send> ParquetRows<W> {
    pub fn new(out: W, columns: ReleaseColumns) -> io::Result<ParquetRows<W>> {
        let batch = BatchBuilder::new("element", columns);
        Ok(ParquetRows { writer: writer(out, batch.schema().clone())?, batch })
    }
}

/// Writes batches of `schema`.
pub(super) fn writer<W: Write + Send>(out: W, schema: SchemaRef) -> io::Result<ArrowWriter<W>> {
    let level = ZstdLevel::try_new(ZSTD_LEVEL).expect("a level of zstd");
    let properties = WriterProperties::builder()
        .set_compression(Compression::ZSTD(level))
        .set_created_by(concat!("clump version ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_max_row_group_row_count(None)
        .build();
    let options = ArrowWriterOptions::new()
        .with_properties(properties)
        .with_skip_arrow_metadata(true)
        .with_schema_root("release".to_owned());
    Ok(ArrowWriter::try_new_with_options(out, schema, options)?)
}

impl<W: Write + Send> RowWriter<W> for ParquetRows<W> {
    fn row(&mut self, row: Row<'_>) -> io::Result<()> {
        if let Some(batch) = self.batch.row(row)? {
            self.writer.write(&batch)?;
            self.writer.flush()?;
        }
        Ok(())
    }

    fn finish(mut self: Box<Self>) -> io::Result<W> {
        if let Some(batch) = self.batch.take()? {
            self.writer.write(&batch)?;
        }
        Ok(self.writer.into_inner()?)
    }
}

/// Reads a file, some rows at a time.
pub(super) fn read(input: &Input, release: &mut Incoming, progress: &dyn Progress) -> Result<(), ReadError> {
    each_batch(input, progress, |schema, batch| match batch {
        None => columns::check_schema(input, schema),
        Some(batch) => columns::take(input, batch, release),
    })
}

/// Hands out the schema of a file, and then some rows at a time. The files of a folder are one after the other.
pub(super) fn each_batch(
    input: &Input,
    progress: &dyn Progress,
    mut each: impl FnMut(&Schema, Option<&RecordBatch>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let files = match input {
        Input::File(path) if path.is_dir() => {
            let no_release = |_| ReadError::Directory { file: input.clone() };
            release_files(path).map_err(no_release)?.into_iter().map(Input::File).collect()
        }
        input => vec![input.clone()],
    };
    let mut first: Option<SchemaRef> = None;
    for input in files {
        let format = "parquet";
        // What the parser says may quote the file.
        let damaged = || ReadError::DamagedRelease { file: input.clone(), format };
        let file = columns::open(&input, format)?;
        let decode = || {
            let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|_| damaged())?;
            let schema = SchemaRef::clone(builder.schema());
            match &first {
                None => each(&schema, None)?,
                Some(first) if first.fields() == schema.fields() => {}
                Some(_) => return Err(damaged()),
            }
            first = Some(SchemaRef::clone(&schema));
            let reader = builder.with_batch_size(ROWS_READ).build().map_err(|_| damaged())?;
            for batch in reader {
                progress.go_on()?;
                each(&schema, Some(&batch.map_err(|_| damaged())?))?;
            }
            Ok(())
        };
        decoding(decode, damaged)?;
    }
    Ok(())
}
