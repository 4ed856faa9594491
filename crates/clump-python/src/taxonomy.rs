//! Taxonomies on their own: whether one is a tree, and one that is grown from data.

use clump::core::inspect::TaxonomySize;
use pyo3::prelude::*;

use crate::data::Data;
use crate::errors::exception;
use crate::job::{job_of, keys_of};
use crate::run::json;
use crate::watched::watched;

/// Loads the taxonomy that `settings` name, and says how large it is: nodes, leaves and levels, as JSON.
#[pyfunction]
pub fn check_taxonomy(py: Python<'_>, settings: &str) -> PyResult<String> {
    let job = job_of(py, settings, None)?;
    let loaded = watched(py, None, |_| clump::load_taxonomy(&job))?;
    json(py, &TaxonomySize::of(&loaded.taxonomy))
}

/// Grows a taxonomy from `data` and writes it to the output of `settings`. What was built, as JSON.
#[pyfunction]
#[pyo3(signature = (data, settings, fan_out = clump::FAN_OUT, listener = None))]
pub fn build_taxonomy(
    py: Python<'_>,
    data: &Data,
    settings: &str,
    fan_out: usize,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let keys = keys_of(py, settings, Some(data))?;
    let job = clump::building_job(keys).map_err(|error| exception(py, &error))?;
    let (_, built) = watched(py, listener, |progress| clump::build_taxonomy(&job, fan_out, progress))?;
    json(py, &built)
}
