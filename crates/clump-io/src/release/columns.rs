//! A release as columns, which is what Parquet and Arrow share: `items: list<string>` and `owners_in_group: int64`, and for
//! pieces `text: string`, which may be null.
//!
//! Rows travel in batches. A batch is full at a million items, and so is the memory of whoever writes one.

use std::fs::File;
use std::io::{self, Seek};
use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayAccessor, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};

use super::released::Incoming;
use super::write::{ReleaseRow, unfit};
use super::{ITEMS, OWNERS, ReleaseColumns, TEXT};
use crate::error::{Fault, ReadError};
use crate::input::{Batches, Input, Stream};

/// Items and rows of a full batch. Rows without items take room too.
const BATCH_ITEMS: usize = 1 << 20;
const BATCH_ROWS: usize = 1 << 18;
/// Text of a batch, whose offsets are 32 bits wide.
const BATCH_BYTES: usize = 1 << 30;

/// Rows on their way into a batch.
pub(super) struct BatchBuilder {
    schema: SchemaRef,
    items: ListBuilder<StringBuilder>,
    owners: Int64Builder,
    /// None where there is no such column.
    text: Option<StringBuilder>,
    bytes: usize,
}

impl BatchBuilder {
    /// What the elements of a list are called differs: readers of Parquet expect `element`, those of Arrow `item`.
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

    /// Adds a row. Returns the batch before it if that is full.
    pub fn row(
        &mut self,
        ReleaseRow { owners, items, text }: ReleaseRow<'_>,
    ) -> io::Result<Option<RecordBatch>> {
        let owners = i64::try_from(owners).map_err(|_| unfit("a number of owners exceeds 64 bits"))?;
        let bytes = items.iter().copied().chain(text).map(str::len).sum::<usize>();
        if bytes > BATCH_BYTES {
            return Err(unfit("a row holds more than a gibibyte of text"));
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

    /// What has not gone into a batch yet; none if there is nothing.
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

/// Opens a file that is read from its end, as both formats are.
pub(super) fn open(input: &Input, format: &'static str) -> Result<File, ReadError> {
    let path = match input {
        Input::File(path) => path,
        Input::Stream(stream) => return spooled(stream).map_err(|source| input.io(source)),
        Input::Stdin | Input::Batches(_) => {
            return Err(ReadError::NotAFile { file: input.clone(), format });
        }
    };
    let file = File::open(path).map_err(|source| input.io(source))?;
    match file.metadata() {
        Ok(metadata) if metadata.is_dir() => Err(ReadError::Directory { file: input.clone() }),
        _ => Ok(file),
    }
}

/// All bytes of `stream` as a file without a name.
fn spooled(stream: &Stream) -> io::Result<File> {
    let mut file = tempfile::tempfile()?;
    io::copy(&mut stream.open()?, &mut file)?;
    file.rewind()?;
    Ok(file)
}

/// Reads a release that the caller handed over.
pub(super) fn read_batches(
    input: &Input,
    batches: &Batches,
    release: &mut Incoming,
) -> Result<(), ReadError> {
    check_schema(input, batches.schema())?;
    for batch in batches.open().map_err(|source| input.io(source))? {
        // What the source says may quote the data.
        let batch = batch.map_err(|_| ReadError::DamagedRelease { file: input.clone(), format: "arrow" })?;
        check_schema(input, &batch.schema())?;
        take(input, &batch, release)?;
    }
    Ok(())
}

/// Makes sure that a file has the columns of a release, in any order, and no others.
pub(super) fn check_schema(input: &Input, schema: &Schema) -> Result<(), ReadError> {
    let file = input.clone();
    let is_text = |kind: &DataType| matches!(kind, DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View);
    let is_items = |kind: &DataType| match kind {
        DataType::List(element) | DataType::LargeList(element) => is_text(element.data_type()),
        _ => false,
    };
    let is_number = |kind: &DataType| {
        matches!(kind, DataType::Int64 | DataType::Int32 | DataType::UInt64 | DataType::UInt32)
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
    let columns = if has(TEXT, &is_text) { 3 } else { 2 };
    match schema.fields().len() - columns {
        0 => Ok(()),
        columns => Err(ReadError::OtherColumns { file, columns }),
    }
}

/// Takes the rows of a batch whose schema was checked.
pub(super) fn take(input: &Input, batch: &RecordBatch, release: &mut Incoming) -> Result<(), ReadError> {
    let column = |name: &'static str| batch.column_by_name(name).expect("the schema was checked");
    let owners = numbers(column(OWNERS));
    let items = column(ITEMS);
    let whole = batch.column_by_name(TEXT).map(texts);
    release.has_columns(if whole.is_some() { ReleaseColumns::Pieces } else { ReleaseColumns::Rows });
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
    let rows = bounds.windows(2).zip(owners).enumerate().map(|(row, (bounds, owners))| ReadRow {
        items: items.is_valid(row).then(|| bounds[0]..bounds[1]),
        owners,
        text: whole.as_ref().and_then(|texts| texts[row]),
    });
    let taken = match labels.data_type() {
        DataType::Utf8View => take_rows(labels.as_string_view(), rows, release),
        DataType::LargeUtf8 => take_rows(labels.as_string::<i64>(), rows, release),
        _ => take_rows(labels.as_string::<i32>(), rows, release),
    };
    taken.map_err(|fault| {
        // Those before it have ended.
        let row = release.rows() as u64 + 1;
        ReadError::MalformedRow { file: input.clone(), row, fault }
    })
}

/// A row of a batch: where its labels are, unless it is null, what it states, if that is a number, and its text.
struct ReadRow<'a> {
    items: Option<std::ops::Range<usize>>,
    owners: Option<u64>,
    text: Option<&'a str>,
}

fn take_rows<'a>(
    texts: impl ArrayAccessor<Item = &'a str>,
    rows: impl Iterator<Item = ReadRow<'a>>,
    release: &mut Incoming,
) -> Result<(), Fault> {
    for ReadRow { items, owners, text } in rows {
        let owners = owners.ok_or(Fault::NoOwnersInGroup)?;
        for label in items.ok_or(Fault::NoItems)? {
            if texts.is_null(label) {
                return Err(Fault::Label { column: release.pending() + 1 });
            }
            release.label(texts.value(label))?;
        }
        release.end_piece(owners, text)?;
    }
    Ok(())
}

/// Texts, of which any may be null.
fn texts(column: &ArrayRef) -> Vec<Option<&str>> {
    match column.data_type() {
        DataType::Utf8View => column.as_string_view().iter().collect(),
        DataType::LargeUtf8 => column.as_string::<i64>().iter().collect(),
        _ => column.as_string::<i32>().iter().collect(),
    }
}

/// Whole numbers that are not negative.
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
