//! A run: anonymized once in memory, then published any number of times.

use std::path::PathBuf;

use clump::core::progress::Progress;
use clump::report::summary;
use clump::{CheckedRelease, Job, Made, Outcome, OutputSettings, ReportSettings, RunError, RunFigures};
use pyo3::prelude::*;
use serde::Serialize;

use crate::arrow::Table;
use crate::data::Data;
use crate::errors::{Kind, raised};
use crate::job::{job_of, keys_of};
use crate::watched::watched;

/// The anonymized data in memory, with the verified release and its figures.
#[pyclass(frozen, module = "clump_anon")]
pub struct Run {
    made: Made,
    /// The verified release as tables: one, or several tables of facts.
    tables: Vec<Py<Table>>,
    certificate: String,
    figures: String,
    sample: String,
    summary: Vec<String>,
    checked: String,
}

/// Reads `data`, anonymizes it and verifies the release. `settings` are the keys of a job as JSON.
#[pyfunction]
#[pyo3(signature = (data, settings, listener = None))]
pub fn make(
    py: Python<'_>,
    data: &Data,
    settings: &str,
    listener: Option<&Bound<'_, PyAny>>,
) -> PyResult<Run> {
    let job = job_of(py, settings, Some(data))?;
    verified(py, listener, |progress| clump::make(&job, progress))
}

/// Calls `make`, publishes the result in memory, and verifies it there.
pub(crate) fn verified(
    py: Python<'_>,
    listener: Option<&Bound<'_, PyAny>>,
    make: impl FnOnce(&dyn Progress) -> Result<Made, RunError> + Send,
) -> PyResult<Run> {
    let (made, outcome) = watched(py, listener, |progress| {
        let made = make(progress)?;
        let outcome = made.publish(in_memory(made.job()), ReportSettings::default(), progress)?;
        Ok::<_, RunError>((made, outcome))
    })?;
    let Some(published) = outcome.published else { return Err(broken(py, &outcome)) };
    let certificate = json(py, &published.certificate)?;
    let figures = json(py, &RunFigures::from(&published.report))?;
    let sample = json(py, &published.sample)?;
    let summary = summary(&published.report, &made.job().report.noun);
    let release = published.release.expect("what goes to no file is handed over");
    let table = |release: CheckedRelease| {
        let batches = release.to_batches().map_err(|error| crate::errors::exception(py, &error))?;
        Py::new(py, Table::from(&batches))
    };
    Ok(Run {
        tables: release.into_tables().into_iter().map(table).collect::<PyResult<_>>()?,
        certificate,
        figures,
        sample,
        summary,
        checked: json(py, &outcome.checked)?,
        made,
    })
}

#[pymethods]
impl Run {
    /// The verified release as tables: one, or several tables of facts.
    #[getter]
    fn tables(&self, py: Python<'_>) -> Vec<Py<Table>> {
        self.tables.iter().map(|table| table.clone_ref(py)).collect()
    }

    /// The certificate of the release in memory, as JSON.
    #[getter]
    fn certificate(&self) -> &str {
        &self.certificate
    }

    /// The figures of the run, as JSON.
    #[getter]
    fn figures(&self) -> &str {
        &self.figures
    }

    /// Rows of the release, drawn at random, as JSON.
    #[getter]
    fn sample(&self) -> &str {
        &self.sample
    }

    /// The summary for people, line by line.
    #[getter]
    fn summary(&self) -> Vec<String> {
        self.summary.clone()
    }

    /// The verdict on the release, as JSON.
    #[getter]
    fn checked(&self) -> &str {
        &self.checked
    }

    /// The job as JSON, including defaults and automatic choices.
    #[getter]
    fn job(&self, py: Python<'_>) -> PyResult<String> {
        json(py, self.made.job())
    }

    /// Writes the release, its certificate and the other files of `settings`, and checks the written bytes
    /// first. Returns the paths of all files, and the certificate.
    #[pyo3(signature = (settings, listener = None))]
    fn publish(
        &self,
        py: Python<'_>,
        settings: &str,
        listener: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<(Vec<PathBuf>, String)> {
        let mut keys = keys_of(py, settings, None)?;
        keys.method.method = Some(self.made.job().method.name());
        let Job { output, report, .. } = job_from(py, keys)?;
        let mut output = output;
        output.layout = output.layout.or(self.made.job().output.layout);
        output.floor = self.made.job().output.floor;
        if output.release.is_none() {
            // The pages describe the release in the requested format, or else the release in memory.
            let asked = (output.force, output.format);
            output = in_memory(self.made.job());
            (output.force, output.format) = (asked.0, asked.1.or(output.format));
        }
        let outcome = watched(py, listener, |progress| self.made.publish(output, report, progress))?;
        match outcome.published {
            Some(published) => Ok((published.files, json(py, &published.certificate)?)),
            None => Err(broken(py, &outcome)),
        }
    }

    /// Writes the release to memory once more, checks that copy, and returns the verdict as JSON.
    #[pyo3(signature = (listener = None))]
    fn verify(&self, py: Python<'_>, listener: Option<&Bound<'_, PyAny>>) -> PyResult<String> {
        let output = in_memory(self.made.job());
        let outcome =
            watched(py, listener, |progress| self.made.publish(output, ReportSettings::default(), progress))?;
        json(py, &outcome.checked)
    }
}

fn job_from(py: Python<'_>, keys: clump::Keys) -> PyResult<Job> {
    Job::try_from(keys).map_err(|error| crate::errors::exception(py, &error))
}

/// Output settings for a release in memory: the layout of the job, as Arrow, which accepts any label.
fn in_memory(job: &Job) -> OutputSettings {
    let mut output = OutputSettings::default();
    output.release = Some("-".into());
    output.layout = job.output.layout;
    output.floor = job.output.floor;
    if job.method.name().facts().works_on != clump::WorksOn::Lines {
        output.format = Some(clump::io::release::ReleaseFormat::Arrow);
    }
    output
}

/// The error for a broken promise, after which nothing is published.
fn broken(py: Python<'_>, outcome: &Outcome) -> PyErr {
    let broken: Vec<_> = outcome.checked.broken().map(|broken| &broken.property).collect();
    let names: Vec<String> = broken.iter().map(ToString::to_string).collect();
    let message =
        format!("the release does not keep its promise, so it is not returned: {}", names.join(", "));
    raised(py, Kind::Promise, &message, broken.first().map(|property| property.remedy()))
}

/// Serializes a plain value as JSON.
pub(crate) fn json(py: Python<'_>, value: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(value).map_err(|_| raised(py, Kind::Other, "a result could not be written", None))
}
