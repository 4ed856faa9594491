//! Parquet: two columns, compressed with zstd, a row group a batch. The schema is plain Parquet, without that of Arrow
//! beside it: all readers see the same.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};

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
use super::footer::{self, Footer};
use super::pages;
use super::released::Incoming;
use super::write::{ReleaseRow, RowWriter};
use crate::decoding::decoding;
use crate::error::ReadError;
use crate::input::Input;

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
    fn row(&mut self, row: ReleaseRow<'_>) -> io::Result<()> {
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
    let (files, is_folder): (Vec<Input>, bool) = match input {
        Input::File(path) if path.is_dir() => {
            (release_files(path)?.into_iter().map(Input::File).collect(), true)
        }
        input => (vec![input.clone()], false),
    };
    let mut first: Option<SchemaRef> = None;
    let mut first_footer: Option<Footer> = None;
    for input in files {
        let format = "parquet";
        // What the parser says may quote the file.
        let damaged = || ReadError::DamagedRelease { file: input.clone(), format };
        let stray = |what| ReadError::StrayMetadata { file: input.clone(), what };
        let mut file = columns::open(&input, format)?;
        // A file that lies alone is compared with what clump writes. Those of a folder are Spark's.
        let mut footer = match is_folder {
            true => Some(
                read_footer(&mut file).map_err(|source| input.io(source))?.ok_or_else(|| stray("fields"))?,
            ),
            false => None,
        };
        let decode = || {
            let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|_| damaged())?;
            let schema = SchemaRef::clone(builder.schema());
            if let Some((footer, start)) = &mut footer {
                let file = columns::open(&input, format)?;
                let texts =
                    pages::texts(file, builder.metadata(), *start).map_err(|source| input.io(source))?;
                footer.add(texts.map_err(stray)?);
                if let Some(what) = footer.stray(&schema) {
                    return Err(stray(what));
                }
            }
            match &first {
                None => each(&schema, None)?,
                Some(first) if first.fields() == schema.fields() => {}
                Some(_) => return Err(damaged()),
            }
            first = Some(SchemaRef::clone(&schema));
            let reader = builder.with_batch_size(ROWS_READ).build().map_err(|_| damaged())?;
            for batch in reader {
                progress.go_on()?;
                let batch = batch.map_err(|_| damaged())?;
                footer.iter_mut().for_each(|(footer, _)| footer.see(&batch));
                each(&schema, Some(&batch))?;
            }
            Ok(())
        };
        decoding(decode, damaged)?;
        let footer = footer.map(|(footer, _)| footer);
        if footer.as_ref().is_some_and(Footer::has_stray_values) {
            return Err(stray("values of no row"));
        }
        match (&first_footer, footer) {
            (Some(first), Some(footer)) if !first.is_like(&footer) => {
                return Err(stray("other metadata than the first file"));
            }
            (None, footer) => first_footer = footer,
            _ => {}
        }
    }
    Ok(())
}

/// The footer of a file, and where it begins; none if something in it is not known.
fn read_footer(file: &mut File) -> io::Result<Option<(Footer, u64)>> {
    let end = file.seek(SeekFrom::End(0))?;
    let mut tail = Vec::new();
    file.seek(SeekFrom::Start(end.saturating_sub(8)))?;
    file.read_to_end(&mut tail)?;
    let Some(start) = footer::length(&tail).and_then(|length| end.checked_sub(8 + length as u64)) else {
        return Ok(None);
    };
    file.seek(SeekFrom::Start(start))?;
    tail.clear();
    file.read_to_end(&mut tail)?;
    file.rewind()?;
    Ok(Footer::of(&tail).map(|footer| (footer, start)))
}
