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

/// Imports `table`, runs `step` on it outside the interpreter, and exports the result.
fn step(
    py: Python<'_>,
    table: &Bound<'_, PyAny>,
    step: impl FnOnce(&Batches) -> Result<Batches, clump::RunError> + Send,
) -> PyResult<Table> {
    let table = import(table, "rows")?;
    Ok(Table::from(&watched(py, None, |_| step(&table))?))
}

/// Decodes exactly `length` 64-bit numbers in the byte order of the machine.
fn numbers_of(py: Python<'_>, bytes: &[u8], length: usize) -> PyResult<Vec<u64>> {
    let (chunks, rest) = bytes.as_chunks::<8>();
    if chunks.len() != length || !rest.is_empty() {
        return Err(raised(py, Kind::Other, "counts are of another tree", None));
    }
    Ok(chunks.iter().map(|&bytes| u64::from_ne_bytes(bytes)).collect())
}

/// The identifier of each owner in the run with this `secret`, as a table; null for a cell without a name.
#[pyfunction]
pub fn owner_ids(py: Python<'_>, names: &Bound<'_, PyAny>, secret: cluster::OwnerSecret) -> PyResult<Table> {
    step(py, names, |names| cluster::owner_ids(names, &secret))
}

/// Reads all rows of some owners and maps their words. Returns one table of records of several kinds.
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

/// Raises an error if most of the data was lost before grouping. `counts`: sums over all machines, as JSON.
#[pyfunction]
pub fn require_half(py: Python<'_>, settings: &str, counts: &str) -> PyResult<()> {
    let job = job_of(py, settings, None)?;
    clump::require_half(&job, &counts_of(py, counts)?).map_err(|error| exception(py, &error))
}

/// Parses the counts of reading from JSON. They are sums over all machines.
fn counts_of(py: Python<'_>, counts: &str) -> PyResult<clump::io::ReadCounts> {
    serde_json::from_str(counts)
        .map_err(|_| raised(py, Kind::Other, "what reading counted could not be added up", None))
}

/// Search for the keys at which rows are cut into shards. Each round counts rows by longer key prefixes.
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

    /// Number of bytes by which each round extends the counted key prefixes.
    #[getter]
    fn step(&self) -> usize {
        shards::Refining::step()
    }

    /// Key prefixes whose rows are counted in this round.
    #[getter]
    fn prefixes<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.0.prefixes_to_count().iter().map(|prefix| PyBytes::new(py, prefix)).collect()
    }

    fn add(&mut self, counts: Vec<(Vec<u8>, u64)>) {
        self.0.add_counts(counts);
    }

    /// The first key of each shard, except for the first shard.
    #[getter]
    fn cuts<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        self.0.cut_points().as_slice().iter().map(|cut| PyBytes::new(py, cut)).collect()
    }
}

/// Cut points after each shard of fewer than k owners is joined to others; unchanged if there is none.
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

/// Checks that k owners share each row, and returns the verdict as JSON. Pass equal rows together.
#[pyfunction]
pub fn verify_rows(py: Python<'_>, rows: &Bound<'_, PyAny>, k: usize, layout: &str) -> PyResult<String> {
    let rows = import(rows, "release")?;
    let layout = word(py, "layout", Some(layout))?.unwrap_or_default();
    let verdict = watched(py, None, |progress| cluster::verify(rows, k, layout, progress))?;
    json(py, &verdict)
}
