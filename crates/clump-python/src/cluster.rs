//! The steps of a run on many machines, for whoever divides the rows among them.

use std::sync::Arc;

use clump::cluster;
use clump::core::shards::{self, CutPoints};
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

pub use facts::{FactPlan, GatheredFacts};

/// What stands for each owner; none for a cell without one.
#[pyfunction]
pub fn owner_ids<'py>(py: Python<'py>, names: Vec<Option<String>>) -> Vec<Option<Bound<'py, PyBytes>>> {
    names.iter().map(|name| name.as_deref().map(|name| PyBytes::new(py, &cluster::owner_id(name)))).collect()
}

/// Reads and maps all rows of some owners, as records.
#[pyfunction]
pub fn read_part(py: Python<'_>, data: &Data, settings: &str) -> PyResult<Table> {
    let job = job_of(py, settings, Some(data))?;
    let records = watched(py, None, |progress| cluster::Part::read(&job, progress)?.records())?;
    Ok(Table::from(&records))
}

/// Refuses data of which most was lost before anything is grouped. `counts` are those of all machines, as JSON.
#[pyfunction]
pub fn require_half(py: Python<'_>, settings: &str, counts: &str) -> PyResult<()> {
    let job = job_of(py, settings, None)?;
    clump::require_half(&job, &counts_of(py, counts)?).map_err(|error| exception(py, &error))
}

/// What reading counted on all machines, added up as JSON.
fn counts_of(py: Python<'_>, counts: &str) -> PyResult<clump::io::ReadCounts> {
    serde_json::from_str(counts)
        .map_err(|_| raised(py, Kind::Other, "what reading counted could not be added up", None))
}

/// The tree that all machines use.
#[pyclass(frozen, module = "clump_anon")]
pub struct Tree(Arc<cluster::Tree>);

#[pymethods]
impl Tree {
    /// The tree of edges: a child with its parent, or alone if it is the root.
    #[staticmethod]
    fn of_edges(py: Python<'_>, edges: Vec<Vec<String>>) -> PyResult<Tree> {
        let edges = edges.into_iter().filter_map(|names| {
            let mut names = names.into_iter();
            Some((names.next()?, names.next()))
        });
        let tree = cluster::Tree::of_edges(edges);
        tree.map(|tree| Tree(Arc::new(tree))).map_err(|_| {
            raised(
                py,
                Kind::Input,
                "the taxonomies that machines read do not fit together",
                Some("give every machine the same taxonomy file"),
            )
        })
    }

    #[staticmethod]
    fn from_bytes(py: Python<'_>, content: &[u8]) -> PyResult<Tree> {
        let tree = cluster::Tree::from_bytes(content).map_err(|error| exception(py, &error))?;
        Ok(Tree(Arc::new(tree)))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// How many nodes it has.
    #[getter]
    fn nodes(&self) -> usize {
        self.0.taxonomy().nodes().len()
    }

    fn number(&self, py: Python<'_>, records: &Bound<'_, PyAny>) -> PyResult<Table> {
        self.step(py, records, |tree, table| tree.number(table))
    }

    fn count(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<Table> {
        self.step(py, rows, |tree, table| tree.count(table))
    }

    fn name(&self, py: Python<'_>, labels: &Bound<'_, PyAny>) -> PyResult<Table> {
        self.step(py, labels, |tree, table| tree.name(table))
    }
}

impl Tree {
    fn step(
        &self,
        py: Python<'_>,
        table: &Bound<'_, PyAny>,
        step: impl FnOnce(&cluster::Tree, &clump::io::Batches) -> Result<clump::io::Batches, clump::RunError>
        + Send,
    ) -> PyResult<Table> {
        let table = import(table, "rows")?;
        let made = watched(py, None, |_| step(&self.0, &table))?;
        Ok(Table::from(&made))
    }
}

/// Keys of rows, and the shards that they are in.
#[pyclass(frozen, module = "clump_anon")]
pub struct Keys {
    keys: cluster::Keys,
}

#[pymethods]
impl Keys {
    /// `counts` are numbers of 64 bits by node, as the machine writes them.
    #[new]
    fn new(py: Python<'_>, tree: &Tree, counts: &[u8], k: usize) -> PyResult<Keys> {
        let counts: Vec<u64> = counts
            .chunks_exact(size_of::<u64>())
            .map(|bytes| u64::from_ne_bytes(bytes.try_into().expect("chunks are exact")))
            .collect();
        if counts.len() != tree.0.taxonomy().nodes().len() {
            return Err(raised(py, Kind::Other, "counts are of another tree", None));
        }
        Ok(Keys { keys: cluster::Keys::new((*tree.0).clone(), counts, k) })
    }

    fn add(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<Table> {
        let rows = import(rows, "rows")?;
        Ok(Table::from(&watched(py, None, |_| self.keys.add(&rows))?))
    }

    fn divide(&self, py: Python<'_>, rows: &Bound<'_, PyAny>, cuts: Vec<Vec<u8>>) -> PyResult<Table> {
        let rows = import(rows, "rows")?;
        let cuts = CutPoints::new(cuts);
        Ok(Table::from(&watched(py, None, |_| self.keys.divide(&rows, &cuts))?))
    }

    /// Groups the rows of one shard: the rows with labels, and what was lost, as JSON.
    fn group(&self, py: Python<'_>, rows: &Bound<'_, PyAny>, settings: &str) -> PyResult<(Table, String)> {
        let rows = import(rows, "rows")?;
        let job = job_of(py, settings, None)?;
        let grouped = watched(py, None, |progress| cluster::group(&job, &self.keys, &rows, progress))?;
        Ok((Table::from(&grouped.rows), json(py, &grouped.measures)?))
    }
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
