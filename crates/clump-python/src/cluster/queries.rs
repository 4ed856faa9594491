//! The choice of whole queries that k owners asked.

use std::sync::{Mutex, MutexGuard, PoisonError};

use clump::cluster::CommonQueries;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::tree::Tree;
use super::{numbers_of, step};
use crate::arrow::{Table, import};
use crate::errors::exception;
use crate::watched::watched;

/// Choice of the whole queries to publish, in rounds. Each round counts who chooses which query.
#[pyclass(frozen, module = "clump_anon")]
pub struct Queries(Mutex<CommonQueries>);

#[pymethods]
impl Queries {
    /// Starts with the queries of at least k owners. `queries` has the columns `text`, `items` and `owners`.
    #[new]
    fn new(py: Python<'_>, tree: &Tree, queries: &Bound<'_, PyAny>, k: usize) -> PyResult<Queries> {
        let queries = import(queries, "queries")?;
        let common = watched(py, None, |_| CommonQueries::new(&tree.0, &queries, k))?;
        Ok(Queries(Mutex::new(common)))
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, content: &[u8]) -> PyResult<Queries> {
        let common = CommonQueries::from_bytes(content).map_err(|error| exception(py, &error))?;
        Ok(Queries(Mutex::new(common)))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.get().to_bytes())
    }

    fn __len__(&self) -> usize {
        self.get().len()
    }

    /// Number of owners in `rows` who choose each query.
    fn count(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<Table> {
        step(py, rows, |rows| self.get().count(rows))
    }

    /// Ends a round with counts of owners by query. Returns true if another round must follow.
    fn advance(&self, py: Python<'_>, owners: &[u8]) -> PyResult<bool> {
        let mut common = self.get();
        let owners = numbers_of(py, owners, common.len())?;
        Ok(common.advance(&owners))
    }

    /// The whole queries that rows publish, and the remainder of each row.
    fn publish(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<Table> {
        step(py, rows, |rows| self.get().publish(rows))
    }
}

impl Queries {
    pub(super) fn get(&self) -> MutexGuard<'_, CommonQueries> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
