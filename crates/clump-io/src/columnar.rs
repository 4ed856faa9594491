//! Reads record batches from a Parquet file, from an Arrow file or stream, or from a caller's memory.

use std::fs::File;
use std::io::Read;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::{Schema, SchemaRef};
use parquet::arrow::ProjectionMask;
use parquet::arrow::arrow_reader::{ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder};
use parquet::file::metadata::ParquetMetaData;

use crate::decoding::decoding;
use crate::error::ReadError;
use crate::input::{Batches, Input};
use crate::layout::Layout;
use crate::messages::{ArrowFile, ArrowStream, Unreadable};

/// Approximate number of cells per batch that is read from Parquet. A wide table gets fewer rows per batch.
const CELLS: usize = 1 << 18;
const MOST_ROWS: usize = 8_192;

#[derive(Clone, Copy)]
pub(crate) enum InputKind {
    Table,
    Release,
}

#[derive(Clone, Copy)]
pub(crate) struct Damaged<'a> {
    input: &'a Input,
    layout: Layout,
    read_as: InputKind,
}

impl Damaged<'_> {
    pub(crate) fn error(self) -> ReadError {
        let (file, layout) = (self.input.clone(), self.layout);
        match self.read_as {
            InputKind::Table => ReadError::Damaged { file, layout },
            InputKind::Release => ReadError::DamagedRelease { file, format: layout.word() },
        }
    }

    fn decode<T, E: Into<Unreadable>>(self, decode: impl FnOnce() -> Result<T, E>) -> Result<T, ReadError> {
        let unreadable = |what: E| match what.into() {
            Unreadable::Io(source) => self.input.io(source),
            Unreadable::Damaged => self.error(),
        };
        decoding(|| decode().map_err(unreadable), || self.error())
    }
}

pub(crate) struct BatchReader<'a> {
    pub damaged: Damaged<'a>,
    pub schema: SchemaRef,
    source: Batched<'a>,
    /// Indexes of the columns that batches of a stream or of memory are reduced to; `None` keeps all columns.
    columns: Option<Vec<usize>>,
    /// Rows (Parquet) or batches (Arrow file) read so far, and `all`, their total; both 0 if unknown.
    pub read: u64,
    pub all: u64,
}

enum Batched<'a> {
    Parquet(Box<ParquetFile>),
    File(Box<ArrowFile>),
    Stream(Box<ArrowStream<Box<dyn Read + 'a>>>),
    Memory(std::slice::Iter<'a, RecordBatch>),
}

impl<'a> BatchReader<'a> {
    fn new(damaged: Damaged<'a>, schema: SchemaRef, source: Batched<'a>, all: u64) -> Self {
        BatchReader { damaged, schema, source, columns: None, read: 0, all }
    }

    pub(crate) fn of_parquet(input: &'a Input, file: File, read_as: InputKind) -> Result<Self, ReadError> {
        let damaged = Damaged { input, layout: Layout::Parquet, read_as };
        let builder = damaged.decode(|| ParquetRecordBatchReaderBuilder::try_new(file))?;
        let (schema, metadata) = (Arc::clone(builder.schema()), Arc::clone(builder.metadata()));
        let rows = u64::try_from(metadata.file_metadata().num_rows()).map_err(|_| damaged.error())?;
        let builder = builder.with_batch_size(MOST_ROWS);
        let file = ParquetFile { metadata, builder: Some(builder), reader: None, rows };
        Ok(BatchReader::new(damaged, schema, Batched::Parquet(Box::new(file)), rows))
    }

    pub(crate) fn of_arrow_file(input: &'a Input, file: File, read_as: InputKind) -> Result<Self, ReadError> {
        let damaged = Damaged { input, layout: Layout::Arrow, read_as };
        let file = damaged.decode(|| ArrowFile::open(file))?;
        let (schema, batches) = (file.schema(), file.batches());
        Ok(BatchReader::new(damaged, schema, Batched::File(Box::new(file)), batches))
    }

    pub(crate) fn of_arrow_stream(input: &'a Input, reader: Box<dyn Read + 'a>) -> Result<Self, ReadError> {
        let damaged = Damaged { input, layout: Layout::Arrow, read_as: InputKind::Table };
        let stream = damaged.decode(|| ArrowStream::open(reader))?;
        Ok(BatchReader::new(damaged, stream.schema(), Batched::Stream(Box::new(stream)), 0))
    }

    pub(crate) fn of_batches(input: &'a Input, batches: &'a Batches, read_as: InputKind) -> Self {
        let damaged = Damaged { input, layout: Layout::Arrow, read_as };
        let source = Batched::Memory(batches.batches().iter());
        BatchReader::new(damaged, Arc::clone(batches.schema()), source, 0)
    }

    /// Metadata from the footer of a Parquet file; `None` for other inputs.
    pub(crate) fn metadata(&self) -> Option<&ParquetMetaData> {
        match &self.source {
            Batched::Parquet(file) => Some(&file.metadata),
            _ => None,
        }
    }

    /// Restricts reading to these `columns` (ascending indexes from 0), and a Parquet file to its `first`
    /// rows.
    #[must_use]
    pub(crate) fn only(mut self, columns: &[usize], first: Option<u64>) -> Self {
        match self.source {
            Batched::Parquet(file) => self.source = Batched::Parquet(Box::new(file.only(columns, first))),
            Batched::File(file) => self.source = Batched::File(Box::new(file.project(columns))),
            // A stream decoder needs its projection before the schema is known, so columns are removed later.
            Batched::Stream(_) | Batched::Memory(_) => self.columns = Some(columns.to_vec()),
        }
        self
    }

    pub(crate) fn next(&mut self) -> Result<Option<RecordBatch>, ReadError> {
        let damaged = self.damaged;
        let batch = match &mut self.source {
            Batched::Parquet(file) => damaged.decode(|| file.next()),
            Batched::File(file) => damaged.decode(|| file.next()),
            Batched::Stream(stream) => damaged.decode(|| stream.next()),
            Batched::Memory(batches) => Ok(batches.next().cloned()),
        }?;
        let Some(batch) = batch else {
            return match &self.source {
                Batched::Parquet(file) if file.rows != self.read => Err(damaged.error()),
                _ => Ok(None),
            };
        };
        self.read += match &self.source {
            Batched::Parquet(_) => batch.num_rows() as u64,
            _ => 1,
        };
        let Some(columns) = &self.columns else { return Ok(Some(batch)) };
        // Columns are looked up by index, so a batch with another schema would be misread.
        if names(&batch.schema()).ne(names(&self.schema)) {
            return Err(damaged.error());
        }
        damaged.decode(|| batch.project(columns)).map(Some)
    }
}

pub(crate) fn names(schema: &Schema) -> impl Iterator<Item = String> {
    schema.fields().iter().map(|field| field.name().trim().to_owned())
}

/// A Parquet file, of which only the requested columns are read, a few thousand rows at a time.
struct ParquetFile {
    metadata: Arc<ParquetMetaData>,
    /// Builder of the reader; `None` after the first batch was read.
    builder: Option<ParquetRecordBatchReaderBuilder<File>>,
    reader: Option<ParquetRecordBatchReader>,
    rows: u64,
}

impl ParquetFile {
    fn only(self, columns: &[usize], first: Option<u64>) -> ParquetFile {
        let rows = first.map_or(self.rows, |first| first.min(self.rows));
        let size = (CELLS / columns.len()).clamp(64, MOST_ROWS);
        let builder = self.builder.map(|builder| {
            let mask = ProjectionMask::roots(builder.parquet_schema(), columns.iter().copied());
            builder.with_projection(mask).with_batch_size(size).with_limit(rows as usize)
        });
        ParquetFile { builder, rows, ..self }
    }

    fn next(&mut self) -> Result<Option<RecordBatch>, Unreadable> {
        if let Some(builder) = self.builder.take() {
            self.reader = Some(builder.build().map_err(|_| Unreadable::Damaged)?);
        }
        Ok(self.reader.as_mut().and_then(Iterator::next).transpose()?)
    }
}
