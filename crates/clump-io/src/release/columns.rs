//! A release as columns, for Parquet and Arrow: `items: list<string>` and `owners_in_group: int64`, and for
//! pieces `text: string`, which may be null.
//!
//! Rows are read and written in batches. A batch is full at a million items, which limits the memory for
//! writing.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::{ArrayBuilder, Int64Builder, ListBuilder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::types::{ArrowPrimitiveType, Int32Type, Int64Type, UInt32Type, UInt64Type};
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use clump_core::progress::Progress;

use super::batches::each_batch;
use super::released::{Incoming, Released};
use super::write::{ReleaseRow, unfit};
use super::{ITEMS, OWNERS, ReleaseColumns, ReleaseFormat, TEXT};
use crate::error::{Fault, ReadError};
use crate::input::{Batches, Input};

/// Numbers of items and of rows of a full batch. Rows without items take room too.
const BATCH_ITEMS: usize = 1 << 20;
const BATCH_ROWS: usize = 1 << 18;
/// Bytes of text of a full batch, whose offsets are 32 bits wide.
const BATCH_BYTES: usize = 1 << 30;

pub(super) struct BatchBuilder {
    schema: SchemaRef,
    items: ListBuilder<StringBuilder>,
    owners: Int64Builder,
    /// `None` if there is no such column.
    text: Option<StringBuilder>,
    bytes: usize,
}

impl BatchBuilder {
    /// The name of the elements of a list differs: readers of Parquet expect `element`, those of Arrow
    /// `item`.
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

    /// Takes the rows that are not in a batch yet; `None` if there are none.
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
    /// The rows as record batches, called `name`: columns as in the file format of Arrow.
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

/// The columns of a file, which must be those of a release, in any order, and no others.
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
        // The rows before it have ended.
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
