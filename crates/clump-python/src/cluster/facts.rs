//! The steps of a cluster run that makes tables of facts.

use std::collections::HashMap;
use std::sync::Arc;

use clump::RunError;
use clump::cluster::OwnerSecret;
use clump::cluster::facts::{self, FactSums, OwnersCounted};
use clump::io::Batches;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use super::counts_of;
use crate::arrow::{Table, import};
use crate::data::Data;
use crate::errors::{Kind, exception, raised};
use crate::job::job_of;
use crate::run::{Run, json, verified};
use crate::watched::watched;

/// Rules, thresholds and secrets of a run that counts facts. All machines receive the same plan.
#[pyclass(frozen, module = "clump_anon")]
pub struct FactPlan(Arc<facts::FactPlan>);

#[pymethods]
impl FactPlan {
    /// Makes the plan from `settings`. Only the driver does this, once for each run.
    #[new]
    fn new(py: Python<'_>, settings: &str) -> PyResult<FactPlan> {
        let job = job_of(py, settings, None)?;
        FactPlan::of(py, facts::FactPlan::new(&job))
    }

    /// Decodes the plan that the driver made from the same settings.
    #[staticmethod]
    fn from_bytes(py: Python<'_>, settings: &str, content: &[u8]) -> PyResult<FactPlan> {
        let job = job_of(py, settings, None)?;
        FactPlan::of(py, facts::FactPlan::from_bytes(&job, content))
    }

    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.0.to_bytes())
    }

    /// The same plan with more excluded queries, each paired with the word of the rule that excludes it.
    fn and_as_typed(&self, py: Python<'_>, forms: Vec<(String, String)>) -> PyResult<FactPlan> {
        FactPlan::of(py, (*self.0).clone().and_as_typed(forms))
    }

    /// True if each owner counts in a limited number of facts.
    #[getter]
    fn is_bounded(&self) -> bool {
        self.0.is_bounded()
    }

    /// The columns of the frame that the tables name.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.data_columns()
    }

    /// True if a table divides facts into cells.
    #[getter]
    fn has_cells(&self) -> bool {
        self.0.has_cells()
    }

    /// True if tables get rows for everything that has no row.
    #[getter]
    fn has_rest(&self) -> bool {
        self.0.has_rest()
    }

    /// Number of the most common facts that a table may have.
    #[getter]
    fn top(&self) -> Option<usize> {
        self.0.top()
    }

    /// The tables whose names the driver needs: number of the table, of the texts of a name, and of its people.
    #[getter]
    fn named_tables(&self) -> Vec<(usize, usize, usize)> {
        self.0.named_tables()
    }

    /// For each published table, the columns that identify a fact.
    #[getter]
    fn fact_columns(&self) -> Vec<Vec<&str>> {
        self.0.fact_columns()
    }

    /// Reads all rows of some owners. Returns a record for each fact, or cell of a fact, of an owner.
    fn read(&self, py: Python<'_>, data: &Data, secret: OwnerSecret) -> PyResult<Table> {
        let inputs = data.inputs();
        Ok(Table::from(&watched(py, None, |progress| self.0.read(&inputs, &secret, progress))?))
    }

    fn judge_facts(&self, py: Python<'_>, sums: &Bound<'_, PyAny>) -> PyResult<Table> {
        self.judge(py, sums, facts::FactPlan::judge_facts)
    }

    fn judge_cells(&self, py: Python<'_>, sums: &Bound<'_, PyAny>) -> PyResult<Table> {
        self.judge(py, sums, facts::FactPlan::judge_cells)
    }

    /// Collects the sums of all machines on the driver. `sums`: by name, the tables of `FactSums`. `pairs_counted`:
    /// number of records that count.
    fn gather(
        &self,
        py: Python<'_>,
        sums: HashMap<String, Bound<'_, PyAny>>,
        pairs_counted: u64,
    ) -> PyResult<FactTotals> {
        let of = |name: &str| match sums.get(name) {
            Some(table) => import(table, name),
            None => Err(raised(py, Kind::Other, "sums are missing", None)),
        };
        let sums = FactSums {
            volume: of("volume")?,
            facts: of("facts")?,
            cells: of("cells")?,
            excluded_cells: of("excluded_cells")?,
            totals: of("totals")?,
            names: of("names")?,
            pairs_counted,
        };
        let gathered = watched(py, None, |_| self.0.gather(&sums))?;
        Ok(FactTotals { plan: Arc::clone(&self.0), gathered: Some(gathered) })
    }

    /// Checks written rows of a table, and returns the findings as JSON. Pass all rows of a fact together.
    fn verify(&self, py: Python<'_>, table: usize, rows: &Bound<'_, PyAny>) -> PyResult<String> {
        let rows = import(rows, "release")?;
        let found = watched(py, None, |progress| self.0.verify(table, rows, progress))?;
        json(py, &found)
    }
}

impl FactPlan {
    fn of(py: Python<'_>, plan: Result<facts::FactPlan, RunError>) -> PyResult<FactPlan> {
        plan.map(|plan| FactPlan(Arc::new(plan))).map_err(|error| exception(py, &error))
    }

    fn judge(
        &self,
        py: Python<'_>,
        sums: &Bound<'_, PyAny>,
        judge: impl FnOnce(&facts::FactPlan, &Batches) -> Result<Batches, RunError> + Send,
    ) -> PyResult<Table> {
        let sums = import(sums, "sums")?;
        Ok(Table::from(&watched(py, None, |_| judge(&self.0, &sums))?))
    }
}

/// Sums of the facts and cells that are kept, on the driver.
#[pyclass(module = "clump_anon")]
pub struct FactTotals {
    plan: Arc<facts::FactPlan>,
    /// `None` after `make`, which uses the sums up.
    gathered: Option<facts::FactTotals>,
}

#[pymethods]
impl FactTotals {
    /// The rows whose owners are needed next to make several tables safe together; `None` if they are.
    fn wanted(&mut self, py: Python<'_>) -> PyResult<Option<Table>> {
        let gathered = self.gathered.as_mut().ok_or_else(|| made_already(py))?;
        Ok(watched(py, None, |_| gathered.wanted())?.as_ref().map(Table::from))
    }

    /// Adds the owners of the wanted rows, with columns `row` and `place`.
    fn add_owners(&mut self, py: Python<'_>, owners: &Bound<'_, PyAny>) -> PyResult<()> {
        let owners = import(owners, "owners")?;
        let gathered = self.gathered.as_mut().ok_or_else(|| made_already(py))?;
        watched(py, None, |_| gathered.add_owners(&owners))
    }

    /// The facts and cells that tables have rows for, with columns `table`, `fact` and `cell`.
    fn shown(&self, py: Python<'_>) -> PyResult<Table> {
        let gathered = self.gathered.as_ref().ok_or_else(|| made_already(py))?;
        Ok(Table::from(&gathered.shown().map_err(|error| exception(py, &error))?))
    }

    /// Makes and verifies the tables; works once. `counts`: the summed counts of reading, as JSON. `owners`:
    /// for each table its numbers of owners, of pairs of an owner and a fact, and of occurrences. `rests`: the owners
    /// of everything that has no row.
    fn make(
        &mut self,
        py: Python<'_>,
        counts: &str,
        owners: Vec<[u64; 3]>,
        rests: &Bound<'_, PyAny>,
        seconds: f64,
    ) -> PyResult<Run> {
        let (counts, rests) = (counts_of(py, counts)?, import(rests, "rests")?);
        let gathered = self.gathered.take().ok_or_else(|| made_already(py))?;
        let of_table = |[owners, pairs, times]: [u64; 3]| OwnersCounted { owners, pairs, times };
        let owners: Vec<OwnersCounted> = owners.into_iter().map(of_table).collect();
        let plan = Arc::clone(&self.plan);
        verified(py, None, move |_| plan.make(gathered.log(counts, &owners, &rests)?, seconds))
    }
}

fn made_already(py: Python<'_>) -> PyErr {
    raised(py, Kind::Other, "the table was made already", None)
}
