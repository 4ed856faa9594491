//! Arrow record batches that a caller passes in memory, as an input without a file.

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

/// A table as record batches, with a name for errors. Its columns may have all types that columns of an Arrow
/// file may have: texts, numbers, times, lists, and dictionaries of these types.
///
/// Clones share the batches and are equal. `Debug` shows only the name.
#[derive(Clone)]
pub struct Batches {
    name: PathBuf,
    schema: SchemaRef,
    batches: Arc<[RecordBatch]>,
}

impl Batches {
    /// Makes an input of `batches`, which must all have this `schema`.
    ///
    /// ```
    /// use std::sync::Arc;
    /// use arrow_array::{ArrayRef, RecordBatch, StringArray};
    /// use clump_io::{Batches, ColumnNames, Input, ReadOptions, RowOwner, read_log};
    /// use clump_io::taxonomy::TaxonomySource;
    ///
    /// let owners: ArrayRef = Arc::new(StringArray::from(vec!["ann", "ann", "bob"]));
    /// let items: ArrayRef = Arc::new(StringArray::from(vec!["tea", "milk", "tea"]));
    /// let batch = RecordBatch::try_from_iter([("who", owners), ("item", items)])?;
    /// let input = Input::from(Batches::new("frame", batch.schema(), vec![batch]));
    ///
    /// let columns = ColumnNames { owner: Some(RowOwner::Column("who".to_owned())), ..ColumnNames::default() };
    /// let options = ReadOptions { columns, ..ReadOptions::default() };
    /// let log = read_log(&[input], &options, &TaxonomySource::Flat, &())?;
    /// assert_eq!((log.transactions.owners(), log.transactions.items()), (2, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(name: impl Into<PathBuf>, schema: SchemaRef, batches: Vec<RecordBatch>) -> Batches {
        Batches { name: name.into(), schema, batches: batches.into() }
    }

    /// Name of the table, which errors show.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// Schema that all batches have.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    pub(crate) fn has_column(&self, name: &str) -> bool {
        self.schema.fields().iter().any(|field| field.name().eq_ignore_ascii_case(name))
    }

    /// Record batches in the order of their rows.
    pub fn batches(&self) -> &[RecordBatch] {
        &self.batches
    }
}

impl fmt::Debug for Batches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for Batches {
    fn eq(&self, other: &Batches) -> bool {
        Arc::ptr_eq(&self.batches, &other.batches)
    }
}

impl Eq for Batches {}
