//! Tables over the Arrow C stream interface. Buffers are shared with their producer, not copied.

#![allow(unsafe_code, reason = "the interface is one of C")]

use std::sync::Arc;

use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{RecordBatch, RecordBatchIterator, RecordBatchReader};
use clump::io::Batches;
use clump::io::arrow_schema::{ArrowError, SchemaRef};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};

/// Name that the Arrow C interface requires for the capsule of a stream.
const STREAM: &std::ffi::CStr = c"arrow_array_stream";

/// Reads all batches of `table`, which has `__arrow_c_stream__`. Errors call the table `name`.
pub(crate) fn import(table: &Bound<'_, PyAny>, name: &str) -> PyResult<Batches> {
    let capsule = table.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>().map_err(|_| {
        PyTypeError::new_err("__arrow_c_stream__ did not return a capsule of an Arrow stream")
    })?;
    let pointer = capsule.pointer_checked(Some(STREAM))?.as_ptr().cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of that name holds a valid stream. Reading moves the stream out and leaves a released
    // one in the capsule.
    let reader = unsafe { RecordBatchStreamReader::from_raw(pointer) }.map_err(|_| no_table())?;
    let schema = reader.schema();
    // Releases the GIL, because the producer of the batches may need the interpreter.
    let batches: Result<Vec<RecordBatch>, ArrowError> = table.py().detach(|| reader.collect());
    Ok(Batches::new(name, schema, batches.map_err(|_| no_table())?))
}

/// The error for a table that cannot be read. It omits the producer's message, which may contain values of
/// the data.
fn no_table() -> PyErr {
    PyValueError::new_err(
        "the table could not be read over the Arrow C interface: it is no stream of record batches",
    )
}

/// A table of record batches for pyarrow, Polars, pandas or DuckDB, which read it over the Arrow C interface.
#[pyclass(frozen, module = "clump_anon")]
pub struct Table {
    schema: SchemaRef,
    batches: Arc<[RecordBatch]>,
}

impl From<&Batches> for Table {
    fn from(batches: &Batches) -> Table {
        Table { schema: batches.schema().clone(), batches: batches.batches().into() }
    }
}

#[pymethods]
impl Table {
    /// The table as an Arrow stream of record batches. It ignores `requested_schema`, which the interface
    /// permits.
    #[pyo3(signature = (requested_schema = None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        let batches: Vec<_> = self.batches.iter().cloned().map(Ok).collect();
        let reader = RecordBatchIterator::new(batches, self.schema.clone());
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, STREAM)
    }

    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    /// The names of the columns.
    #[getter]
    fn column_names(&self) -> Vec<&str> {
        self.schema.fields().iter().map(|field| field.name().as_str()).collect()
    }
}
