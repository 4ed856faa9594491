//! Releases and tables as record batches, in files of Parquet and Arrow or in memory. A release has the
//! columns `items: list<string>`, `owners_in_group: int64`, and for pieces `text: string`, which may be null.
//!
//! Parquet has one row group per batch, and its schema is plain, without an additional Arrow schema, so all
//! readers see the same. Parquet and the buffers of Arrow files (Feather) are compressed with zstd. Rows are
//! read and written in batches of at most a million items, which limits the memory for writing.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_ipc::CompressionType;
use arrow_ipc::writer::{FileWriter, IpcWriteOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use clump_core::log::Table;
use clump_core::progress::Progress;
use parquet::arrow::arrow_writer::{ArrowWriter, ArrowWriterOptions};
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use super::folder::release_files;
use super::footer::{self, Footer};
use super::released::{Incoming, Released};
use super::write::{ReleaseRow, unfit};
use super::{ITEMS, OWNERS, ReleaseColumns, ReleaseFormat, TEXT, pages};
use crate::columnar::{BatchReader, InputKind};
use crate::decoding::decoding;
use crate::error::{Fault, ReadError};
use crate::input::{Batches, Input, Stream};
use crate::layout::Layout;

const ZSTD_LEVEL: i32 = 3;

pub(super) enum BatchWriter<W: Write + Send> {
    Parquet(Box<ArrowWriter<W>>),
    Arrow(Box<FileWriter<W>>),
}

impl<W: Write + Send> BatchWriter<W> {
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

/// Makes record batches of the lines of a log, in their published order. All columns are texts.
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

/// Calls `each` with the schema of `input`, and then with batches of rows. A folder of Parquet files is read
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
        if !footer.values.is_empty() {
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

/// The footer of a Parquet file, and the byte offset of its start; `None` if the footer has an unknown field.
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

const BATCH_ITEMS: usize = 1 << 20;
const BATCH_ROWS: usize = 1 << 18;
/// Maximum number of bytes of text in a batch, whose offsets have 32 bits.
const BATCH_BYTES: usize = 1 << 30;

pub(super) struct BatchBuilder {
    schema: SchemaRef,
    items: ListBuilder<StringBuilder>,
    owners: Int64Builder,
    text: Option<StringBuilder>,
    bytes: usize,
}

impl BatchBuilder {
    /// Makes a builder for one format. `element` is the name for elements of a list: `element` for readers of
    /// Parquet, `item` for those of Arrow.
    pub fn new(element: &str, columns: ReleaseColumns) -> BatchBuilder {
        let element = Arc::new(Field::new(element, DataType::Utf8, false));
        let mut fields = vec![
            Field::new(ITEMS, DataType::List(Arc::clone(&element)), false),
            Field::new(OWNERS, DataType::Int64, false),
        ];
        if columns.has_text() {
            fields.push(Field::new(TEXT, DataType::Utf8, true));
        }
        BatchBuilder {
            schema: Arc::new(Schema::new(fields)),
            text: columns.has_text().then(StringBuilder::new),
            items: ListBuilder::new(StringBuilder::new()).with_field(element),
            owners: Int64Builder::new(),
            bytes: 0,
        }
    }

    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// Adds a row. If the current batch is full, it is returned, and the row begins a new one.
    pub fn row(
        &mut self,
        ReleaseRow { owners, items, text }: ReleaseRow<'_>,
    ) -> io::Result<Option<RecordBatch>> {
        let owners = i64::try_from(owners).map_err(|_| unfit("a number of owners exceeds 64 bits"))?;
        let bytes = items.iter().copied().chain(text).map(str::len).sum::<usize>();
        if bytes > BATCH_BYTES {
            return Err(unfit("a row has more than a gibibyte of text"));
        }
        let is_full = self.owners.len() >= BATCH_ROWS
            || self.items.values().len() >= BATCH_ITEMS
            || self.bytes + bytes > BATCH_BYTES;
        let full = if is_full { self.take()? } else { None };
        for item in items {
            self.items.values().append_value(item);
        }
        self.items.append(true);
        self.owners.append_value(owners);
        if let Some(texts) = &mut self.text {
            texts.append_option(text);
        }
        self.bytes += bytes;
        Ok(full)
    }

    /// Ends the current batch and returns it; `None` if it has no rows.
    pub fn take(&mut self) -> io::Result<Option<RecordBatch>> {
        if self.owners.is_empty() {
            return Ok(None);
        }
        self.bytes = 0;
        let mut columns: Vec<ArrayRef> = vec![Arc::new(self.items.finish()), Arc::new(self.owners.finish())];
        columns.extend(self.text.as_mut().map(|text| Arc::new(text.finish()) as ArrayRef));
        RecordBatch::try_new(Arc::clone(&self.schema), columns).map(Some).map_err(io::Error::other)
    }
}

impl Released {
    /// The rows as record batches with the columns of Arrow files. Messages call the batches `name`.
    ///
    /// # Errors
    /// When a number of owners exceeds 63 bits.
    pub fn to_batches(&self, name: impl Into<PathBuf>) -> io::Result<Batches> {
        let mut builder = BatchBuilder::new("item", self.columns());
        let (mut batches, mut items) = (Vec::new(), Vec::new());
        for row in 0..self.len() {
            items.clear();
            items.extend(self.items(row));
            let row = ReleaseRow { owners: self.owners(row), items: &items, text: self.text(row) };
            batches.extend(builder.row(row)?);
        }
        batches.extend(builder.take()?);
        Ok(Batches::new(name, builder.schema().clone(), batches))
    }
}

pub(super) fn read(
    input: &Input,
    format: ReleaseFormat,
    release: &mut Incoming,
    progress: &dyn Progress,
) -> Result<(), ReadError> {
    each_batch(input, format, progress, |schema, batch| {
        release.has_columns(columns_of(input, schema)?);
        batch.map_or(Ok(()), |batch| take(input, batch, release))
    })
}

fn columns_of(input: &Input, schema: &Schema) -> Result<ReleaseColumns, ReadError> {
    let file = input.clone();
    let is_items = |kind: &DataType| match kind {
        DataType::List(element) | DataType::LargeList(element) => is_text(element.data_type()),
        _ => false,
    };
    let has = |name: &str, fits: &dyn Fn(&DataType) -> bool| {
        schema.fields().iter().any(|field| field.name() == name && fits(field.data_type()))
    };
    if !has(ITEMS, &is_items) {
        return Err(ReadError::ReleaseColumn { file, column: ITEMS, kind: "list<string>" });
    }
    if !has(OWNERS, &is_number) {
        return Err(ReadError::ReleaseColumn { file, column: OWNERS, kind: "int64" });
    }
    let (found, columns) =
        if has(TEXT, &is_text) { (ReleaseColumns::Pieces, 3) } else { (ReleaseColumns::Rows, 2) };
    match schema.fields().len() - columns {
        0 => Ok(found),
        columns => Err(ReadError::OtherColumns { file, columns }),
    }
}

fn take(input: &Input, batch: &RecordBatch, release: &mut Incoming) -> Result<(), ReadError> {
    let column = |name: &'static str| batch.column_by_name(name).expect("the schema was checked");
    let (items, owners) = (column(ITEMS), numbers(column(OWNERS)));
    let whole = batch.column_by_name(TEXT);
    let (bounds, labels): (Vec<usize>, &ArrayRef) = match items.data_type() {
        DataType::LargeList(_) => {
            let list = items.as_list::<i64>();
            (list.value_offsets().iter().map(|&offset| offset as usize).collect(), list.values())
        }
        _ => {
            let list = items.as_list::<i32>();
            (list.value_offsets().iter().map(|&offset| offset as usize).collect(), list.values())
        }
    };
    let mut take_row = |row: usize| {
        let owners = owners[row].ok_or(Fault::NoOwnersInGroup)?;
        if items.is_null(row) {
            return Err(Fault::NoItems);
        }
        for label in bounds[row]..bounds[row + 1] {
            let column = release.pending() + 1;
            release.label(text(labels, label).ok_or(Fault::Label { column })?)?;
        }
        release.end_piece(owners, whole.and_then(|texts| text(texts, row)))
    };
    let taken = (0..batch.num_rows()).try_for_each(&mut take_row);
    taken.map_err(|fault| {
        // All rows before the faulty one are complete.
        let row = release.rows() as u64 + 1;
        ReadError::MalformedRow { file: input.clone(), row, fault }
    })
}

pub(super) fn is_text(kind: &DataType) -> bool {
    matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View)
}

pub(super) fn text(column: &ArrayRef, row: usize) -> Option<&str> {
    if column.is_null(row) {
        return None;
    }
    Some(match column.data_type() {
        DataType::Utf8View => column.as_string_view().value(row),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row),
        _ => column.as_string::<i32>().value(row),
    })
}

pub(super) fn is_number(kind: &DataType) -> bool {
    matches!(kind, DataType::Int64 | DataType::Int32 | DataType::UInt64 | DataType::UInt32)
}

pub(super) fn numbers(column: &ArrayRef) -> Vec<Option<u64>> {
    fn of<T: ArrowPrimitiveType<Native: TryInto<u64>>>(column: &ArrayRef) -> Vec<Option<u64>> {
        column.as_primitive::<T>().iter().map(|number| number?.try_into().ok()).collect()
    }
    match column.data_type() {
        DataType::Int32 => of::<Int32Type>(column),
        DataType::UInt32 => of::<UInt32Type>(column),
        DataType::UInt64 => of::<UInt64Type>(column),
        _ => of::<Int64Type>(column),
    }
}
