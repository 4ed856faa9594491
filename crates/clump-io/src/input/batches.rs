//! Arrow record batches that a caller passes instead of the name of a file.

use std::fmt;
use std::hash::{Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};

/// A table as record batches, with a name for errors. It can hold everything that a file of Arrow can hold:
/// columns of texts, numbers, times, lists, and dictionaries of them.
///
/// Copies share the batches, and are equal. Its `Debug` shows the name only.
#[derive(Clone)]
pub struct Batches {
    name: PathBuf,
    schema: SchemaRef,
    source: Arc<Source>,
}

/// An iterator over incoming batches.
pub(crate) type BatchIterator = Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>> + Send>;

enum Source {
    /// Batches in memory, which can be read any number of times.
    Kept(Vec<RecordBatch>),
    /// Batches from elsewhere, which can be read once.
    Passing(Mutex<Option<BatchIterator>>),
}

impl Batches {
    /// Batches in memory, all of `schema`. They can be read several times.
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
        Batches { name: name.into(), schema, source: Arc::new(Source::Kept(batches)) }
    }

    /// The batches of `reader`. They can be read once; a second reading is an error.
    pub fn of_reader(name: impl Into<PathBuf>, reader: impl RecordBatchReader + Send + 'static) -> Batches {
        let schema = reader.schema();
        let source = Source::Passing(Mutex::new(Some(Box::new(reader))));
        Batches { name: name.into(), schema, source: Arc::new(source) }
    }

    /// The name of the table.
    pub fn name(&self) -> &Path {
        &self.name
    }

    /// The columns.
    pub fn schema(&self) -> &SchemaRef {
        &self.schema
    }

    /// True if there is a column `name`, in upper or lower case.
    pub(crate) fn has_column(&self, name: &str) -> bool {
        self.schema.fields().iter().any(|field| field.name().eq_ignore_ascii_case(name))
    }

    /// True if it can be read more than once.
    pub fn is_kept(&self) -> bool {
        self.kept().is_some()
    }

    /// The batches, if they are in memory.
    pub fn kept(&self) -> Option<&[RecordBatch]> {
        match &*self.source {
            Source::Kept(batches) => Some(batches),
            Source::Passing(_) => None,
        }
    }

    /// All batches, from the first one.
    pub(crate) fn open(&self) -> io::Result<BatchIterator> {
        match &*self.source {
            Source::Kept(batches) => Ok(Box::new(batches.clone().into_iter().map(Ok))),
            Source::Passing(batches) => {
                let batches = batches.lock().unwrap_or_else(PoisonError::into_inner).take();
                batches.ok_or_else(|| io::Error::other("it can be read only once, and was already read"))
            }
        }
    }
}

impl fmt::Debug for Batches {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Batches").field("name", &self.name).finish_non_exhaustive()
    }
}

impl PartialEq for Batches {
    fn eq(&self, other: &Batches) -> bool {
        Arc::ptr_eq(&self.source, &other.source)
    }
}

impl Eq for Batches {}

impl Hash for Batches {
    fn hash<H: Hasher>(&self, state: &mut H) {
        Arc::as_ptr(&self.source).hash(state);
    }
}
