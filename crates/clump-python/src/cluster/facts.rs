//! The steps of a cluster run that makes a table of facts.

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

    /// The columns of the frame that the table names.
    #[getter]
    fn columns(&self) -> Vec<String> {
        self.0.data_columns()
    }

    /// True if the table divides facts into cells.
    #[getter]
    fn has_cells(&self) -> bool {
        self.0.has_cells()
    }

    /// The columns of the table that identify a fact.
    #[getter]
    fn fact_columns(&self) -> Vec<String> {
        self.0.fact_columns().into_iter().map(str::to_owned).collect()
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

    /// Collects the sums of all machines on the driver. `cells`: first the kept cells, then the totals of
    /// their facts. `pairs_counted`: number of records that count.
    fn gather(
        &self,
        py: Python<'_>,
        volume: &Bound<'_, PyAny>,
        facts: &Bound<'_, PyAny>,
        cells: [Bound<'_, PyAny>; 2],
        excluded_cells: &Bound<'_, PyAny>,
        pairs_counted: u64,
    ) -> PyResult<FactTotals> {
        let [cells, totals] = cells;
        let sums = FactSums {
            volume: import(volume, "volume")?,
            facts: import(facts, "facts")?,
            cells: import(&cells, "cells")?,
            excluded_cells: import(excluded_cells, "excluded cells")?,
            totals: import(&totals, "totals")?,
            pairs_counted,
        };
        let gathered = watched(py, None, |_| self.0.gather(&sums))?;
        Ok(FactTotals { plan: Arc::clone(&self.0), gathered: Some(gathered) })
    }

    /// Checks written rows of the table, and returns the findings as JSON. Pass all rows of a fact together.
    fn verify(&self, py: Python<'_>, rows: &Bound<'_, PyAny>) -> PyResult<String> {
        let rows = import(rows, "release")?;
        let found = watched(py, None, |progress| self.0.verify(rows, progress))?;
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
    /// The cells that the table has rows for, with columns `fact` and `cell`; empty if facts have no cells.
    fn shown(&self, py: Python<'_>) -> PyResult<Table> {
        let gathered = self.gathered.as_ref().ok_or_else(|| made_already(py))?;
        Ok(Table::from(&gathered.shown().map_err(|error| exception(py, &error))?))
    }

    /// Makes and verifies the table; works once. `counts`: the summed counts of reading, as JSON. `owners`:
    /// numbers of owners, of pairs of an owner and a fact, and of occurrences, all of the table.
    fn make(&mut self, py: Python<'_>, counts: &str, owners: [u64; 3], seconds: f64) -> PyResult<Run> {
        let counts = counts_of(py, counts)?;
        let [owners, pairs, times] = owners;
        let gathered = self.gathered.take().ok_or_else(|| made_already(py))?;
        let owners = OwnersCounted { owners, pairs, times };
        let plan = Arc::clone(&self.plan);
        verified(py, None, move |_| plan.make(gathered.log(counts, owners)?, seconds))
    }
}

fn made_already(py: Python<'_>) -> PyErr {
    raised(py, Kind::Other, "the table was made already", None)
}
