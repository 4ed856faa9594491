//! Tables of facts in Parquet and Arrow: columns of texts and of numbers, in batches.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::{Int64Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use clump_core::facts::{FactColumns, FactTable};
use clump_core::progress::Progress;

use super::super::ReleaseFormat;
use super::super::batches::{BatchWriter, each_batch, is_number, is_text, numbers, text};
use super::super::write::unfit;
use super::{columns, push};
use crate::error::{Fault, ReadError};
use crate::input::{Batches, Input};

/// Maximum number of rows of a batch. A batch also ends at a maximum number of bytes of text.
const BATCH_ROWS: usize = 1 << 18;
const BATCH_BYTES: usize = 1 << 30;

pub(super) fn write<W: Write + Send>(out: W, table: &FactTable, format: ReleaseFormat) -> io::Result<W> {
    let schema = schema(table);
    let mut writer = BatchWriter::new(out, format, Arc::clone(&schema))?;
    each_batch_of(table, &schema, |batch| writer.write(&batch))?;
    writer.finish()
}

/// The rows as record batches, with the schema of the Parquet and Arrow files.
///
/// # Errors
/// When a number exceeds 63 bits.
pub fn fact_table_batches(name: impl Into<PathBuf>, table: &FactTable) -> io::Result<Batches> {
    let schema = schema(table);
    let mut batches = Vec::new();
    each_batch_of(table, &schema, |batch| {
        batches.push(batch);
        Ok(())
    })?;
    Ok(Batches::new(name, schema, batches))
}

fn schema(table: &FactTable) -> SchemaRef {
    let texts = table.columns.texts.len();
    let facts = texts - table.columns.cells;
    let has_rest = (0..table.len()).any(|row| table.is_rest(row));
    let field = |(column, name): (usize, &str)| {
        if column < texts {
            Field::new(name, DataType::Utf8, has_rest && column < facts)
        } else {
            Field::new(name, DataType::Int64, false)
        }
    };
    Arc::new(Schema::new(table.columns.names().enumerate().map(field).collect::<Vec<_>>()))
}

fn each_batch_of(
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

pub(super) fn read(
    input: &Input,
    format: ReleaseFormat,
    progress: &dyn Progress,
) -> Result<FactTable, ReadError> {
    let mut table = None;
    each_batch(input, format, progress, |schema, batch| {
        let columns = checked(input, schema)?;
        let table = table.get_or_insert_with(|| FactTable::new(columns));
        batch.map_or(Ok(()), |batch| take_rows(input, batch, table))
    })?;
    table.ok_or_else(|| ReadError::FactColumns { file: input.clone() })
}

fn take_rows(input: &Input, batch: &RecordBatch, table: &mut FactTable) -> Result<(), ReadError> {
    let width = table.columns.texts.len();
    let counts = numbers(batch.column(width));
    let times = table.columns.has_times.then(|| numbers(batch.column(width + 1)));
    let columns: Vec<&ArrayRef> = batch.columns().iter().take(width).collect();
    for row in 0..batch.num_rows() {
        let texts: Vec<&str> = columns.iter().map(|column| text(column, row).unwrap_or("")).collect();
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

fn checked(input: &Input, schema: &Schema) -> Result<FactColumns, ReadError> {
    let names: Vec<&str> = schema.fields().iter().map(|field| field.name().as_str()).collect();
    let found = columns(input, &names)?;
    let is_right = |(column, field): (usize, &Arc<Field>)| {
        if column < found.texts.len() { is_text(field.data_type()) } else { is_number(field.data_type()) }
    };
    if schema.fields().iter().enumerate().all(is_right) {
        Ok(found)
    } else {
        Err(ReadError::FactColumns { file: input.clone() })
    }
}
