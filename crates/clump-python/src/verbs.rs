//! The verbs other than anonymizing. Each reads the data and returns its result as JSON.

use std::path::{Path, PathBuf};

use clump::core::inspect::TaxonomySize;
use clump::core::promise::{PropertyName, Share, ShareError};
use clump::report::comparison_page;
use clump::{CompareParameters, Floors, MethodName, Preset, ReleaseFile, RunError, Stated};
use pyo3::prelude::*;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::data::Data;
use crate::errors::{Kind, exception, raised};
use crate::job::{job_of, keys_of};
use crate::run::json;
use crate::watched::watched;

/// Figures of `data` as JSON, and the words that the taxonomy lacks with their counts. Both are private.
#[pyfunction]
#[pyo3(signature = (data, settings, listener = None))]
pub fn inspect(
    py: Python<'_>,
    data: &Data,
    settings: &str,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, Vec<(String, u64)>)> {
    let job = job_of(py, settings, Some(data))?;
    let (data, inspected) = watched(py, listener, |progress| clump::inspect(&job, progress))?;
    let unknown = data.unknown.iter().map(|(word, count)| (word.to_owned(), count)).collect();
    Ok((json(py, &inspected)?, unknown))
}

/// The lower bound of the loss of any grouping, as JSON.
#[pyfunction]
#[pyo3(signature = (data, settings, listener = None))]
pub fn floor(
    py: Python<'_>,
    data: &Data,
    settings: &str,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let job = job_of(py, settings, Some(data))?;
    let (_, bound) = watched(py, listener, |progress| clump::bound(&job, progress))?;
    json(py, &bound)
}

/// Format and layout of a release on disk, and the properties to check.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Asked {
    to: Option<String>,
    layout: Option<String>,
    promise: Option<Vec<String>>,
    k: Option<usize>,
    k_cell: Option<usize>,
    m: Option<usize>,
    h: Option<f64>,
    p: Option<usize>,
    certainty: Option<f64>,
    sensitive: Vec<String>,
    ceiling: Vec<String>,
    never: Option<PathBuf>,
    ledger: Option<PathBuf>,
    rewritten: bool,
}

impl Asked {
    fn of(py: Python<'_>, text: &str) -> PyResult<Asked> {
        serde_json::from_str(text).map_err(|error| refused(py, &error.to_string()))
    }

    fn stated(&self, py: Python<'_>) -> PyResult<Stated> {
        let share = |value: Option<f64>| share(py, value);
        let name = |word: &String| {
            PropertyName::parse(word).ok_or_else(|| {
                let words: Vec<&str> = PropertyName::ALL.iter().map(|name| name.word()).collect();
                refused(py, &format!("promise: one of {}, or an empty list for nothing", words.join(", ")))
            })
        };
        Ok(Stated {
            promise: self.promise.as_ref().map(|words| words.iter().map(name).collect()).transpose()?,
            k: self.k,
            k_cell: self.k_cell,
            m: self.m,
            h: share(self.h)?,
            p: self.p,
            certainty: share(self.certainty)?,
            sensitive: clump::sensitive_labels(&self.sensitive)
                .map_err(|error| exception(py, &error))?
                .map(|labels| labels.into_iter().collect()),
            ceiling: clump::ceiling_nodes(&self.ceiling)
                .map_err(|error| exception(py, &error))?
                .map(|nodes| nodes.into_iter().collect()),
            never: self.never.clone(),
            ledger: self.ledger.clone(),
            rewritten: self.rewritten,
        })
    }

    fn read(&self, py: Python<'_>, path: &Path) -> PyResult<ReleaseFile> {
        let promised: Option<Vec<PropertyName>> = self
            .promise
            .as_ref()
            .map(|words| words.iter().filter_map(|word| PropertyName::parse(word)).collect());
        let (format, layout) =
            (word(py, "to", self.to.as_deref())?, word(py, "layout", self.layout.as_deref())?);
        ReleaseFile::read(path, promised.as_deref(), format, layout).map_err(|error| exception(py, &error))
    }
}

/// Parses `word` as a value of `keyword`, which accepts a fixed set of words.
pub(crate) fn word<T: DeserializeOwned>(
    py: Python<'_>,
    keyword: &str,
    word: Option<&str>,
) -> PyResult<Option<T>> {
    let parsed = word.map(|word| serde_json::from_value(word.into())).transpose();
    parsed.map_err(|error| refused(py, &format!("{keyword}: {error}")))
}

/// Converts a Python number to a share.
fn share(py: Python<'_>, value: Option<f64>) -> PyResult<Option<Share>> {
    let parse =
        |value: f64| value.to_string().parse().map_err(|error: ShareError| refused(py, &error.to_string()));
    value.map(parse).transpose()
}

fn refused(py: Python<'_>, message: &str) -> PyErr {
    raised(py, Kind::Setting, message, None)
}

/// Checks a release on disk: from its bytes alone, or against the `data` it was made from.
#[pyfunction]
#[pyo3(signature = (release, asked, data = None, settings = "{}", audit = None, listener = None))]
pub fn verify(
    py: Python<'_>,
    release: PathBuf,
    asked: &str,
    data: Option<&Data>,
    settings: &str,
    audit: Option<PathBuf>,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let asked = Asked::of(py, asked)?;
    let stated = asked.stated(py)?;
    let file = asked.read(py, &release)?;
    let mut file = file.with_source(job_of(py, settings, None)?);
    let job = data.map(|data| job_of(py, settings, Some(data))).transpose()?;
    let checked = watched(py, listener, |progress| -> Result<_, RunError> {
        Ok(match (job, &audit) {
            (None, _) => file.check(stated)?,
            (Some(job), None) => file.check_facts_against(stated, &job, progress)?,
            (Some(job), Some(audit)) => {
                let job = file.counting(job, &stated)?;
                let data = clump::Data::read(&job, progress)?;
                file = file.with_source(job);
                file.check_against(stated, audit, &data)?
            }
        })
    })?;
    json(py, &checked)
}

/// Measures the loss of a release on disk against the `data` it was made from.
#[pyfunction]
#[pyo3(signature = (data, release, asked, settings, audit = None, listener = None))]
pub fn measure(
    py: Python<'_>,
    data: &Data,
    release: PathBuf,
    asked: &str,
    settings: &str,
    audit: Option<PathBuf>,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<String> {
    let file = Asked::of(py, asked)?.read(py, &release)?;
    let job = job_of(py, settings, Some(data))?;
    let (_, measured) = watched(py, listener, |progress| file.measure(job, audit.as_deref(), progress))?;
    json(py, &measured)
}

/// Settings of a comparison, apart from its data.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Kinds {
    ks: Vec<usize>,
    methods: Option<Vec<MethodName>>,
    presets: Vec<String>,
    by: Option<String>,
    floor: Option<bool>,
    sample: Option<f64>,
}

/// Compares kinds of release. Returns the figures as JSON and as CSV, and the page.
#[pyfunction]
#[pyo3(signature = (data, settings, kinds, listener = None))]
pub fn compare(
    py: Python<'_>,
    data: &Data,
    settings: &str,
    kinds: &str,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<(String, String, String)> {
    let Kinds { ks, methods, presets, by, floor, sample } =
        serde_json::from_str(kinds).map_err(|error| refused(py, &error.to_string()))?;
    let preset = |name: &String| {
        let names: Vec<&str> = clump::presets().iter().map(Preset::name).collect();
        Preset::find(name).ok_or_else(|| refused(py, &format!("presets: one of {}", names.join(", "))))
    };
    let parameters = CompareParameters {
        job: job_of(py, settings, Some(data))?,
        ks,
        methods,
        presets: presets.iter().map(preset).collect::<PyResult<_>>()?,
        by,
        floor: match floor {
            None => Floors::Small,
            Some(true) => Floors::Always,
            Some(false) => Floors::Never,
        },
        sample: share(py, sample)?,
    };
    let comparison = watched(py, listener, |progress| clump::compare(&parameters, progress))?;
    Ok((json(py, &comparison)?, comparison.runs.csv(), comparison_page(&comparison)))
}

/// Loads the taxonomy of `settings`, and returns its numbers of nodes, leaves and levels as JSON.
#[pyfunction]
pub fn check_taxonomy(py: Python<'_>, settings: &str) -> PyResult<String> {
    let job = job_of(py, settings, None)?;
    let loaded = watched(py, None, |_| clump::load_taxonomy(&job))?;
    json(py, &TaxonomySize::of(&loaded.taxonomy))
}

/// Builds a taxonomy from `data`, writes it to the output of `settings`, and returns its facts as JSON.
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
