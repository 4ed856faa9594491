//! Input of a run: files, tables over Arrow, or lists of lists.

use std::path::PathBuf;
use std::sync::Arc;

use arrow_array::RecordBatch;
use arrow_array::builder::{ListBuilder, StringBuilder};
use clump::io::arrow_schema::{DataType, Field, Schema};
use clump::io::{Batches, Input};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyInt, PyString};

use crate::arrow;

/// Input data for runs, which can read it several times.
#[pyclass(frozen, module = "clump_anon")]
pub struct Data {
    inputs: Vec<Input>,
}

impl Data {
    /// The data as inputs of a job.
    pub(crate) fn inputs(&self) -> Vec<Input> {
        self.inputs.clone()
    }
}

#[pymethods]
impl Data {
    /// Data in files. The paths may be patterns.
    #[staticmethod]
    fn of_paths(paths: Vec<PathBuf>) -> Data {
        Data { inputs: paths.into_iter().map(Input::from).collect() }
    }

    /// Data in a table that has `__arrow_c_stream__`. Errors call the table `name`.
    #[staticmethod]
    fn of_table(table: &Bound<'_, PyAny>, name: &str) -> PyResult<Data> {
        Ok(Data { inputs: vec![arrow::import(table, name)?.into()] })
    }

    /// Data in lists of items. `owners`, if given, has the owner of each list.
    #[staticmethod]
    #[pyo3(signature = (rows, owners = None))]
    fn of_lists(rows: &Bound<'_, PyAny>, owners: Option<&Bound<'_, PyAny>>) -> PyResult<Data> {
        let mut lists = ListBuilder::new(StringBuilder::new());
        for (number, row) in rows.try_iter()?.enumerate() {
            let row = row?;
            if row.is_instance_of::<PyString>() {
                return Err(not_a_list(number));
            }
            for item in row.try_iter().map_err(|_| not_a_list(number))? {
                lists.values().append_value(text(&item?, number)?);
            }
            lists.append(true);
        }
        let items = lists.finish();
        let mut columns = vec![("items", Arc::new(items) as Arc<dyn arrow_array::Array>)];
        if let Some(owners) = owners {
            let mut names = StringBuilder::new();
            for (number, owner) in owners.try_iter()?.enumerate() {
                names.append_value(text(&owner?, number)?);
            }
            columns.push(("owner", Arc::new(names.finish())));
        }
        let fields: Vec<Field> =
            columns.iter().map(|(name, array)| Field::new(*name, array.data_type().clone(), true)).collect();
        debug_assert!(matches!(fields[0].data_type(), DataType::List(_)));
        let schema = Arc::new(Schema::new(fields));
        let arrays = columns.into_iter().map(|(_, array)| array).collect();
        let batch = RecordBatch::try_new(schema.clone(), arrays)
            .map_err(|_| PyTypeError::new_err("as many owners as lists are needed"))?;
        Ok(Data { inputs: vec![Batches::new("lists", schema, vec![batch]).into()] })
    }
}

/// Converts a name to text; accepts text and whole numbers. Errors state `row`.
fn text(value: &Bound<'_, PyAny>, row: usize) -> PyResult<String> {
    if let Ok(text) = value.cast::<PyString>() {
        return text.extract();
    }
    if value.is_instance_of::<PyInt>() {
        return value.str()?.extract();
    }
    Err(PyTypeError::new_err(format!("list {row}: items and owners must be texts or whole numbers")))
}

fn not_a_list(row: usize) -> PyErr {
    PyTypeError::new_err(format!("list {row}: a list of items is needed"))
}
