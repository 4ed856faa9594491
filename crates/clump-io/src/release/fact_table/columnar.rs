//! Parquet and Arrow: columns of texts and of numbers, in batches.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::{Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use clump_core::facts::FactTable;
use clump_core::progress::Progress;

use super::super::columns::numbers;
use super::super::write::unfit;
use super::super::{arrow, parquet};
use super::{columns, push};
use crate::error::{Fault, ReadError};
use crate::input::{Batches, Input};

/// Rows of a full batch, and bytes of text after which it is full, too.
const BATCH_ROWS: usize = 1 << 18;
const BATCH_BYTES: usize = 1 << 30;

pub(super) fn write_parquet<W: Write + Send>(out: W, table: &FactTable) -> io::Result<W> {
    let schema = schema(table);
    let mut writer = parquet::writer(out, Arc::clone(&schema))?;
    each_batch(table, &schema, |batch| {
        writer.write(&batch)?;
        writer.flush()?;
        Ok(())
    })?;
    Ok(writer.into_inner()?)
}

pub(super) fn write_arrow<W: Write>(out: W, table: &FactTable) -> io::Result<W> {
    let schema = schema(table);
    let mut writer = arrow::writer(out, &schema)?;
    each_batch(table, &schema, |batch| writer.write(&batch).map_err(io::Error::other))?;
    writer.into_inner().map_err(io::Error::other)
}

/// The rows as record batches, of the schema of the files.
///
/// # Errors
/// When a number exceeds 63 bits.
pub fn fact_table_batches(name: impl Into<PathBuf>, table: &FactTable) -> io::Result<Batches> {
    let schema = schema(table);
    let mut batches = Vec::new();
    each_batch(table, &schema, |batch| {
        batches.push(batch);
        Ok(())
    })?;
    Ok(Batches::new(name, schema, batches))
}

/// Only a column of cells has nulls.
fn schema(table: &FactTable) -> SchemaRef {
    let texts = table.columns.texts.len();
    let field = |(column, name): (usize, &str)| match column < texts {
        true => Field::new(name, DataType::Utf8, table.columns.has_cells && column == texts - 1),
        false => Field::new(name, DataType::Int64, false),
    };
    Arc::new(Schema::new(table.columns.names().enumerate().map(field).collect::<Vec<_>>()))
}

fn each_batch(
    table: &FactTable,
    schema: &SchemaRef,
    mut each: impl FnMut(RecordBatch) -> io::Result<()>,
) -> io::Result<()> {
    let mut row = 0;
    while row < table.len() {
        let mut texts: Vec<StringBuilder> =
            table.columns.texts.iter().map(|_| StringBuilder::new()).collect();
        let (mut owners, mut times) = (Int64Builder::new(), Int64Builder::new());
        let (first, mut bytes) = (row, 0);
        let number = |number: u64| i64::try_from(number).map_err(|_| unfit("a number exceeds 64 bits"));
        while row < table.len() && row - first < BATCH_ROWS && bytes < BATCH_BYTES {
            for (builder, text) in texts.iter_mut().zip(table.texts(row)) {
                builder.append_option(Some(text).filter(|text| !text.is_empty()));
                bytes += text.len();
            }
            owners.append_value(number(table.number(row))?);
            if let Some(count) = table.times(row) {
                times.append_value(number(count)?);
            }
            row += 1;
        }
        let mut arrays: Vec<ArrayRef> =
            texts.iter_mut().map(|builder| Arc::new(builder.finish()) as ArrayRef).collect();
        arrays.push(Arc::new(owners.finish()));
        if table.columns.has_times {
            arrays.push(Arc::new(times.finish()));
        }
        each(RecordBatch::try_new(Arc::clone(schema), arrays).map_err(io::Error::other)?)?;
    }
    Ok(())
}

pub(super) fn read_parquet(input: &Input, progress: &dyn Progress) -> Result<FactTable, ReadError> {
    let mut table = None;
    parquet::each_batch(input, progress, |schema, batch| take(input, schema, batch, &mut table))?;
    table.ok_or_else(|| ReadError::FactColumns { file: input.clone() })
}

pub(super) fn read_arrow(input: &Input, progress: &dyn Progress) -> Result<FactTable, ReadError> {
    let mut table = None;
    arrow::each_batch(input, progress, |schema, batch| take(input, schema, batch, &mut table))?;
    table.ok_or_else(|| ReadError::FactColumns { file: input.clone() })
}

pub(super) fn read_batches(input: &Input, batches: &Batches) -> Result<FactTable, ReadError> {
    let mut table = FactTable::new(checked(input, batches.schema())?);
    for batch in batches.open().map_err(|source| input.io(source))? {
        // What the source says may quote the data.
        let batch = batch.map_err(|_| ReadError::DamagedRelease { file: input.clone(), format: "arrow" })?;
        checked(input, &batch.schema())?;
        take_rows(input, &batch, &mut table)?;
    }
    Ok(table)
}

/// Takes the rows of a batch; without one, makes sure that the schema is that of a table.
fn take(
    input: &Input,
    schema: &Schema,
    batch: Option<&RecordBatch>,
    table: &mut Option<FactTable>,
) -> Result<(), ReadError> {
    let table = match table {
        Some(table) => table,
        none => none.insert(FactTable::new(checked(input, schema)?)),
    };
    batch.map_or(Ok(()), |batch| take_rows(input, batch, table))
}

fn take_rows(input: &Input, batch: &RecordBatch, table: &mut FactTable) -> Result<(), ReadError> {
    let width = table.columns.texts.len();
    let counts = numbers(batch.column(width));
    let times = table.columns.has_times.then(|| numbers(batch.column(width + 1)));
    let columns: Vec<&ArrayRef> = batch.columns().iter().take(width).collect();
    for row in 0..batch.num_rows() {
        let texts: Vec<&str> = columns.iter().map(|column| text(column, row)).collect();
        let number = counts[row].ok_or(Fault::NoOwnersInGroup);
        let times = times.as_ref().map_or(Ok(0), |times| times[row].ok_or(Fault::NoOwnersInGroup));
        let pushed = number.and_then(|number| push(table, &texts, number, times?));
        pushed.map_err(|fault| ReadError::MalformedRow {
            file: input.clone(),
            row: table.len() as u64 + 1,
            fault,
        })?;
    }
    Ok(())
}

/// The columns of a schema: texts, then numbers.
fn checked(input: &Input, schema: &Schema) -> Result<clump_core::facts::FactColumns, ReadError> {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let found = columns(input, &names)?;
    let is_right = |(column, field): (usize, &Arc<Field>)| match column < found.texts.len() {
        true => matches!(field.data_type(), DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View),
        false => matches!(
            field.data_type(),
            DataType::Int64 | DataType::Int32 | DataType::UInt64 | DataType::UInt32
        ),
    };
    match schema.fields().iter().enumerate().all(is_right) {
        true => Ok(found),
        false => Err(ReadError::FactColumns { file: input.clone() }),
    }
}

/// The text of a row; empty where there is none.
fn text(column: &ArrayRef, row: usize) -> &str {
    if column.is_null(row) {
        return "";
    }
    match column.data_type() {
        DataType::Utf8View => column.as_string_view().value(row),
        DataType::LargeUtf8 => column.as_string::<i64>().value(row),
        _ => column.as_string::<i32>().value(row),
    }
}
