//! The steps of a cluster run, for the driver that divides the rows among workers.

use clump::cluster;
use clump::core::shards::{self, CutPoints};
use clump::io::Batches;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::arrow::{Table, import};
use crate::data::Data;
use crate::errors::{Kind, exception, raised};
use crate::job::job_of;
use crate::run::json;
use crate::verbs::word;
use crate::watched::watched;

mod facts;
mod keys;
mod placing;
mod queries;
mod release;
mod tree;

pub use facts::{FactPlan, FactTotals};
pub use keys::Keys;
pub use placing::{Placing, decide_alone};
pub use queries::Queries;
pub use release::{certify, certify_files, fingerprint, fingerprint_of_files, layout_of, stand_in};
pub use tree::Tree;

/// Runs `step` on a table.
fn step(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    step: impl FnOnce(&Batches) -> Result<Batches, clump::RunError> + Send,
) -> PyResult<Table> {
    let table = import(table, "rows")?;
    Ok(Table::from(&watched(py, None, |_| step(&table))?))
}

/// Decodes `length` numbers of 64 bits in the byte order of the machine.
fn numbers_of(py: Python<'_>, bytes: &[u8], length: usize) -> PyResult<Vec<u64>> {
    let (chunks, rest) = bytes.as_chunks::<8>();
    if chunks.len() != length || !rest.is_empty() {
        return Err(raised(py, Kind::Other, "counts are of another tree", None));
    }
    Ok(chunks.iter().map(|&bytes| u64::from_ne_bytes(bytes)).collect())
}

/// What stands for each owner in the run that has this `secret`, of a table of names; none for a cell without one.
#[pyfunction]
pub fn owner_ids(py: Python<'_>, names: &Bound<'_, PyAny>, secret: cluster::OwnerSecret) -> PyResult<Table> {
    step(py, names, |names| cluster::owner_ids(names, &secret))
}

/// Reads and maps all rows of some owners, as records.
#[pyfunction]
pub fn read_part(
    py: Python<'_>,
    data: &Data,
    settings: &str,
    secret: cluster::OwnerSecret,
) -> PyResult<Table> {
    let job = job_of(py, settings, Some(data))?;
    let records = watched(py, None, |progress| cluster::Part::read(&job, progress)?.records(&secret))?;
    Ok(Table::from(&records))
}

/// Refuses data of which most was lost before anything is grouped. `counts` are those of all machines, as JSON.
#[pyfunction]
pub fn require_half(py: Python<'_>, settings: &str, counts: &str) -> PyResult<()> {
    let job = job_of(py, settings, None)?;
    clump::require_half(&job, &counts_of(py, counts)?).map_err(|error| exception(py, &error))
}

/// Parses the counts of reading, which are the sums over all machines as JSON.
fn counts_of(py: Python<'_>, counts: &str) -> PyResult<clump::io::ReadCounts> {
    serde_json::from_str(counts)
        .map_err(|_| raised(py, Kind::Other, "what reading counted could not be added up", None))
}

/// Looks for cut points, in rounds of counting.
#[pyclass(module = "clump_anon")]
pub struct Refining(shards::Refining);

#[pymethods]
impl Refining {
    #[new]
    fn new(target: u64) -> Refining {
        Refining(shards::Refining::new(target))
    }

    #[getter]
    fn done(&self) -> bool {
        self.0.is_done()
    }

    /// How many bytes longer than a prefix the beginnings are that its rows are counted by.
    #[getter]
    fn step(&self) -> usize {
        shards::Refining::step()
    }

    /// Beginnings of keys whose rows are counted in this round.
    #[getter]
    fn prefixes<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.0.prefixes_to_count().iter().map(|prefix| PyBytes::new(py, prefix)).collect()
    }

    fn add(&mut self, counts: Vec<(Vec<u8>, u64)>) {
        self.0.add_counts(counts);
    }

    /// Where each shard but the first begins.
    #[getter]
    fn cuts<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.0.cut_points().as_slice().iter().map(|cut| PyBytes::new(py, cut)).collect()
    }
}

/// Cut points with shards of fewer than k owners joined to others; the same ones if there are none.
#[pyfunction]
pub fn joined_cuts<'py>(
    py: Python<'py>,
    cuts: Vec<Vec<u8>>,
    owners: Vec<u64>,
    k: u64,
) -> Vec<Bound<'py, PyBytes>> {
    let joined = CutPoints::new(cuts).joined(&owners, k);
    joined.as_slice().iter().map(|cut| PyBytes::new(py, cut)).collect()
}

/// Checks published rows, all that are equal to one of them included: the verdict as JSON.
#[pyfunction]
pub fn verify_rows(py: Python<'_>, rows: &Bound<'_, PyAny>, k: usize, layout: &str) -> PyResult<String> {
    let rows = import(rows, "release")?;
    let layout = word(py, "layout", Some(layout))?.unwrap_or_default();
    let verdict = watched(py, None, |progress| cluster::verify(rows, k, layout, progress))?;
    json(py, &verdict)
}
