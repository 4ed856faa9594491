//! Keyword arguments as keys of a job. The library has the list of keys, with their help.

use clump::io::Input;
use clump::{Job, Keys, MethodName};
use pyo3::prelude::*;
use serde_json::{Map, Value};

use crate::data::Data;
use crate::errors::{Kind, exception, raised};

/// The keys of a job. `settings` is a JSON object by the names of flags; `data` has the inputs.
pub(crate) fn keys_of(py: Python<'_>, settings: &str, data: Option<&Data>) -> PyResult<Keys> {
    let given: Map<String, Value> = serde_json::from_str(settings)
        .map_err(|_| raised(py, Kind::Setting, "the settings are no JSON object", None))?;
    let mut keys = Keys::default();
    for (name, value) in given {
        let one = Value::Object(Map::from_iter([(name.clone(), value)]));
        let key: Keys = serde_json::from_value(one).map_err(|error| {
            let keyword = name.replace('-', "_");
            raised(py, Kind::Setting, &format!("{keyword}: {error}"), None)
        })?;
        keys.overlay(key);
    }
    keys.input = data.map_or_else(Vec::new, Data::inputs);
    Ok(keys)
}

/// Makes a checked job from `settings` and `data`.
pub(crate) fn job_of(py: Python<'_>, settings: &str, data: Option<&Data>) -> PyResult<Job> {
    let job = Job::try_from(keys_of(py, settings, data)?).map_err(|error| exception(py, &error))?;
    if job.input.files.contains(&Input::Stdin) {
        Err(raised(
            py,
            Kind::Setting,
            "standard input is for the command line",
            Some("pass a path, a table or lists"),
        ))
    } else {
        Ok(job)
    }
}

/// All keys of a job, each with its help text of the command line.
#[pyfunction]
pub fn keys() -> Vec<(String, &'static str)> {
    Keys::help().collect()
}

/// All methods: the name, the parameters, and a sentence of description.
#[pyfunction]
pub fn methods() -> Vec<(&'static str, Vec<String>, &'static str)> {
    let own = |method: MethodName| {
        let mut keys = method.parameters();
        keys.drain(..method.facts().also_reads.len());
        keys.into_iter().map(|key| key.replace('-', "_")).collect()
    };
    MethodName::ALL.map(|method| (method.word(), own(method), method.facts().sentence)).to_vec()
}
