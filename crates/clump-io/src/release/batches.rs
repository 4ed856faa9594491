//! A release as Arrow record batches in memory, of the same schema as the file format of Arrow.

use std::io;
use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use clump_core::log::Table;

use super::columns::BatchBuilder;
use super::released::Released;
use super::write::{ReleaseRow, unfit};
use super::{ReleaseColumns, is_label};
use crate::input::Batches;

/// Rows in, batches out.
///
/// ```
/// use clump_io::release::{ReleaseBatches, ReleaseFormat, ReleaseLayout, read_release};
/// use clump_io::{Batches, Input};
///
/// let mut rows = ReleaseBatches::new();
/// rows.row(2, &["fruit", "tea"])?;
/// rows.row(2, &["fruit", "tea"])?;
/// let schema = rows.schema().clone();
/// let batches = rows.finish()?;
/// assert_eq!(batches[0].num_rows(), 2);
///
/// // And back.
/// let input = Input::from(Batches::new("release", schema, batches));
/// let released = read_release(&input, ReleaseFormat::Arrow, ReleaseLayout::Rows, &())?;
/// assert_eq!((released.len(), released.owners(1)), (2, 2));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ReleaseBatches {
    builder: BatchBuilder,
    full: Vec<RecordBatch>,
}

impl Default for ReleaseBatches {
    fn default() -> Self {
        ReleaseBatches::with_columns(ReleaseColumns::Rows)
    }
}

impl ReleaseBatches {
    /// No row yet.
    pub fn new() -> ReleaseBatches {
        ReleaseBatches::default()
    }

    /// The same, with the `columns` of whole rows or of pieces.
    pub fn with_columns(columns: ReleaseColumns) -> ReleaseBatches {
        ReleaseBatches { builder: BatchBuilder::new("item", columns), full: Vec::new() }
    }

    /// Two columns, `items: list<string>` and `owners_in_group: int64`, neither with nulls; of pieces `text: string`, which
    /// may be null, besides.
    pub fn schema(&self) -> &SchemaRef {
        self.builder.schema()
    }

    /// Takes a row of `items` with the number of distinct `owners` behind it.
    ///
    /// # Errors
    /// [`io::ErrorKind::InvalidInput`] for a label that no release can carry, and for numbers that a column cannot hold.
    pub fn row(&mut self, owners: u64, items: &[&str]) -> io::Result<()> {
        self.piece(owners, items, None)
    }

    /// Takes a piece: `items`, and the `text` of a whole query if it is one.
    ///
    /// # Errors
    /// As [`ReleaseBatches::row`].
    pub fn piece(&mut self, owners: u64, items: &[&str], text: Option<&str>) -> io::Result<()> {
        if !items.iter().all(|label| is_label(label)) {
            return Err(unfit("a label is empty, or holds a tab or a line break"));
        }
        self.full.extend(self.builder.row(ReleaseRow { owners, items, text })?);
        Ok(())
    }

    /// All batches; none without a row.
    ///
    /// # Errors
    /// When a batch cannot be made of its columns.
    pub fn finish(mut self) -> io::Result<Vec<RecordBatch>> {
        self.full.extend(self.builder.take()?);
        Ok(self.full)
    }
}

impl Released {
    /// The rows as record batches, called `name`.
    ///
    /// # Errors
    /// When a number of owners exceeds 63 bits.
    pub fn to_batches(&self, name: impl Into<PathBuf>) -> io::Result<Batches> {
        let mut batches = ReleaseBatches::with_columns(self.columns());
        let schema = batches.schema().clone();
        let mut labels = Vec::new();
        for row in 0..self.len() {
            labels.clear();
            labels.extend(self.items(row));
            batches.piece(self.owners(row), &labels, self.text(row))?;
        }
        Ok(Batches::new(name, schema, batches.finish()?))
    }
}

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

/// Lines of a full batch.
const BATCH_LINES: usize = 1 << 16;
