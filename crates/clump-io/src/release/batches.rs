//! Releases and tables as record batches: files of Parquet and Arrow, and batches in memory.
//!
//! Parquet is compressed with zstd, with one row group per batch. Its schema is plain, without an Arrow
//! schema beside it, so all readers see the same. Arrow's file format, which is Feather, has its buffers
//! compressed with zstd.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use clump_core::log::Table;
use clump_core::progress::Progress;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use super::ReleaseFormat;
use super::folder::release_files;
use super::footer::{self, Footer};
use super::pages;
use crate::columnar::{BatchReader, InputKind};
use crate::decoding::decoding;
use crate::error::ReadError;
use crate::input::{Batches, Input, Stream};
use crate::layout::Layout;

const ZSTD_LEVEL: i32 = 3;

pub(super) enum BatchWriter<W: Write + Send> {
    Parquet(Box<ArrowWriter<W>>),
    Arrow(Box<FileWriter<W>>),
}

impl<W: Write + Send> BatchWriter<W> {
    /// Begins a file of `format`, which is Parquet or Arrow.
    pub fn new(out: W, format: ReleaseFormat, schema: SchemaRef) -> io::Result<BatchWriter<W>> {
        if format == ReleaseFormat::Parquet {
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
            let writer = ArrowWriter::try_new_with_options(out, schema, options)?;
            return Ok(BatchWriter::Parquet(Box::new(writer)));
        }
        let options = IpcWriteOptions::default()
            .try_with_compression(Some(CompressionType::ZSTD))
            .map_err(io::Error::other)?;
        let writer = FileWriter::try_new_with_options(out, &schema, options).map_err(io::Error::other)?;
        Ok(BatchWriter::Arrow(Box::new(writer)))
    }

    pub fn write(&mut self, batch: &RecordBatch) -> io::Result<()> {
        match self {
            BatchWriter::Parquet(writer) => {
                writer.write(batch)?;
                Ok(writer.flush()?)
            }
            BatchWriter::Arrow(writer) => writer.write(batch).map_err(io::Error::other),
        }
    }

    pub fn finish(self) -> io::Result<W> {
        match self {
            BatchWriter::Parquet(writer) => Ok(writer.into_inner()?),
            BatchWriter::Arrow(writer) => writer.into_inner().map_err(io::Error::other),
        }
    }
}

const BATCH_LINES: usize = 1 << 16;

/// The lines of a log as record batches, in the order in which they are published: columns of texts.
///
/// # Errors
/// When a batch cannot be made of its columns.
pub fn table_batches(name: impl Into<PathBuf>, table: &Table) -> io::Result<Batches> {
    let fields: Vec<Field> =
        table.header().iter().map(|column| Field::new(*column, DataType::Utf8, false)).collect();
    let schema = Arc::new(Schema::new(fields));
    let mut batches = Vec::new();
    for rows in table.canonical().chunks(BATCH_LINES) {
        let mut columns: Vec<StringBuilder> = table.header().iter().map(|_| StringBuilder::new()).collect();
        for &row in rows {
            columns.iter_mut().zip(table.row(row)).for_each(|(column, cell)| column.append_value(cell));
        }
        let arrays = columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef).collect();
        batches.push(RecordBatch::try_new(Arc::clone(&schema), arrays).map_err(io::Error::other)?);
    }
    Ok(Batches::new(name, schema, batches))
}

/// Passes the schema of `input` to `each`, and then some rows at a time. A folder of Parquet files is read
/// file by file. For record batches in memory, `format` is ignored.
pub(super) fn each_batch(
    input: &Input,
    format: ReleaseFormat,
    progress: &dyn Progress,
    mut each: impl FnMut(&Schema, Option<&RecordBatch>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let mut read = |mut reader: BatchReader<'_>, see: &mut dyn FnMut(&RecordBatch)| {
        let damaged = reader.damaged;
        let read = || {
            each(&reader.schema, None)?;
            while let Some(batch) = reader.next()? {
                progress.go_on()?;
                see(&batch);
                each(&batch.schema(), Some(&batch))?;
            }
            Ok(())
        };
        decoding(read, || damaged.error())
    };
    match (input, format) {
        (Input::Batches(batches), _) => {
            read(BatchReader::of_batches(input, batches, InputKind::Release), &mut |_| {})
        }
        (Input::File(path), ReleaseFormat::Parquet) if path.is_dir() => each_file(input, &mut read),
        (_, ReleaseFormat::Parquet) => {
            let file = open(input, Layout::Parquet)?;
            read(BatchReader::of_parquet(input, file, InputKind::Release)?, &mut |_| {})
        }
        _ => {
            let file = open(input, Layout::Arrow)?;
            read(BatchReader::of_arrow_file(input, file, InputKind::Release)?, &mut |_| {})
        }
    }
}

/// Reads the Parquet files of a folder. Spark wrote them, so their metadata is checked. A single file is
/// compared with what clump writes instead.
fn each_file(
    folder: &Input,
    read: &mut impl FnMut(BatchReader<'_>, &mut dyn FnMut(&RecordBatch)) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    let Input::File(path) = folder else { return Ok(()) };
    let mut first: Option<(SchemaRef, Footer)> = None;
    for input in release_files(path)?.into_iter().map(Input::File) {
        let stray = |what| ReadError::StrayMetadata { file: input.clone(), what };
        let failed = |source| input.io(source);
        let mut file = open(&input, Layout::Parquet)?;
        let found = read_footer(&mut file).map_err(failed)?;
        let (mut footer, start) = found.ok_or_else(|| stray("fields"))?;
        let reader = BatchReader::of_parquet(&input, file, InputKind::Release)?;
        let (damaged, schema) = (reader.damaged, SchemaRef::clone(&reader.schema));
        let metadata = reader.metadata().expect("a Parquet file has metadata");
        let pages = open(&input, Layout::Parquet)?;
        let texts = decoding(|| pages::texts(pages, metadata, start).map_err(failed), || damaged.error());
        footer.add(texts?.map_err(stray)?);
        if let Some(what) = footer.stray(&schema) {
            return Err(stray(what));
        }
        if first.as_ref().is_some_and(|(first, _)| first.fields() != schema.fields()) {
            return Err(damaged.error());
        }
        read(reader, &mut |batch| footer.see(batch))?;
        if footer.has_stray_values() {
            return Err(stray("values of no row"));
        }
        match &first {
            Some((_, first)) if !first.is_like(&footer) => {
                return Err(stray("other metadata than the first file"));
            }
            Some(_) => {}
            None => first = Some((schema, footer)),
        }
    }
    Ok(())
}

fn open(input: &Input, layout: Layout) -> Result<File, ReadError> {
    let path = match input {
        Input::File(path) => path,
        Input::Stream(stream) => return spooled(stream).map_err(|source| input.io(source)),
        Input::Stdin | Input::Batches(_) => {
            return Err(ReadError::NotAFile { file: input.clone(), format: layout.word() });
        }
    };
    let file = File::open(path).map_err(|source| input.io(source))?;
    match file.metadata() {
        Ok(metadata) if metadata.is_dir() => Err(ReadError::Directory { file: input.clone() }),
        _ => Ok(file),
    }
}

fn spooled(stream: &Stream) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(&mut stream.open()?, &mut file)?;
    file.rewind()?;
    Ok(file)
}

/// The footer of a file, and its start; `None` if it has an unknown field.
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
