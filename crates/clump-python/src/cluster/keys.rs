//! Keys of rows, and the work on one shard.

use clump::cluster::{self, Known};
use clump::core::shards::{CutPoints, KeyedBy};
use pyo3::prelude::*;

use super::tree::Tree;
use super::{numbers_of, step};
use crate::arrow::{Table, import};
use crate::job::job_of;
use crate::watched::watched;

/// Sort keys of rows. Rows with near keys come into the same shard.
#[pyclass(frozen, module = "clump_anon")]
pub struct Keys {
    keys: cluster::Keys,
}

#[pymethods]
impl Keys {
    /// Makes keys from labels, or from all nodes at or above the items of a row. `counts`: one 64-bit number
    /// for each node, in the byte order of the machine.
    #[new]
    fn new(py: Python<'_>, tree: &Tree, by_labels: bool, counts: &[u8], k: usize) -> PyResult<Keys> {
        let counts = numbers_of(py, counts, tree.0.taxonomy().len())?;
        let keyed_by = if by_labels { KeyedBy::Items } else { KeyedBy::Nodes };
        Ok(Keys { keys: cluster::Keys::new((*tree.0).clone(), keyed_by, counts, k) })
    }

    fn add(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<Table> {
        step(py, rows, |rows| self.keys.add(rows))
    }

    fn divide(&self, py: Python<'_>, rows: &Bound<'_, PyAny>, cuts: Vec<Vec<u8>>) -> PyResult<Table> {
        let cuts = CutPoints::new(cuts);
        step(py, rows, |rows| self.keys.divide(rows, &cuts))
    }

    /// Groups the rows of one shard by the method of `settings`.
    fn group(&self, py: Python<'_>, rows: &Bound<'_, PyAny>, settings: &str) -> PyResult<Table> {
        let rows = import(rows, "rows")?;
        let job = job_of(py, settings, None)?;
        Ok(Table::from(&watched(py, None, |progress| cluster::group(&job, &self.keys, &rows, progress))?))
    }

    /// Joins words of one shard. `cells`, `owners`: counts by node; `squares`: sum of squared row lengths.
    fn join(
        &self,
        py: Python<'_>,
        rows: &Bound<'_, PyAny>,
        settings: &str,
        cells: &[u8],
        owners: &[u8],
        squares: u64,
    ) -> PyResult<Table> {
        let rows = import(rows, "rows")?;
        let job = job_of(py, settings, None)?;
        let nodes = self.keys.tree().taxonomy().len();
        let known =
            Known { cells: numbers_of(py, cells, nodes)?, owners: numbers_of(py, owners, nodes)?, squares };
        let joined = watched(py, None, |progress| cluster::join(&job, &self.keys, &known, &rows, progress))?;
        Ok(Table::from(&joined))
    }
}
