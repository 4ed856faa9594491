//! Layout, hashes and certificate of a release of a cluster run.

use clump::cluster::{self, Account, AllRead, ClusterFindings, Groups};
use clump::report::{Certificate, ReleaseFacts};
use pyo3::prelude::*;
use serde::de::DeserializeOwned;

use super::numbers_of;
use super::tree::Tree;
use crate::errors::{Kind, exception, raised};
use crate::job::job_of;
use crate::run::json;

fn parsed<T: DeserializeOwned>(py: Python<'_>, text: &str) -> PyResult<T> {
    serde_json::from_str(text)
        .map_err(|_| raised(py, Kind::Other, "what machines found could not be added up", None))
}

pub(super) fn read_of(py: Python<'_>, read: &str) -> PyResult<AllRead> {
    parsed(py, read)
}

/// The layout of the job's release. Raises an error if the method cannot run with these settings.
#[pyfunction]
pub fn layout_of(py: Python<'_>, settings: &str) -> PyResult<String> {
    let job = job_of(py, settings, None)?;
    job.ready_method().map_err(|error| exception(py, &error))?;
    let layout = serde_json::to_value(job.release_layout());
    Ok(layout.ok().as_ref().and_then(serde_json::Value::as_str).unwrap_or_default().to_owned())
}

/// BLAKE3 hash of the content of a file.
#[pyfunction]
pub fn fingerprint(content: &[u8]) -> String {
    clump::fingerprint_of_bytes(content)
}

/// BLAKE3 hash of a folder, computed from the hashes of its files.
#[pyfunction]
pub fn fingerprint_of_files(hashes: Vec<String>) -> String {
    clump::fingerprint_of_files(hashes)
}

/// Name of the node that replaced unknown words; none if no node is set or no word was unknown.
#[pyfunction]
pub fn stand_in(py: Python<'_>, settings: &str, counts: &str) -> PyResult<Option<String>> {
    let job = job_of(py, settings, None)?;
    Ok(AllRead::stand_in_of(&job, &parsed(py, counts)?))
}

/// Replaces the file facts of `certificate` by `files`, both JSON. Returns the text to write.
#[pyfunction]
pub fn certify_files(py: Python<'_>, certificate: &str, files: &str) -> PyResult<String> {
    let certificate = Certificate { release: parsed(py, files)?, ..parsed(py, certificate)? };
    Ok(String::from_utf8(certificate.to_bytes()).expect("a certificate is text"))
}

/// The verdict over all machines, then certificate and figures, all as JSON. The latter two are none if a
/// promise is broken, or if published rows do not match the data.
#[pyfunction]
#[allow(clippy::too_many_arguments, reason = "what machines found, piece by piece, as Python has it")]
pub fn certify(
    py: Python<'_>,
    settings: &str,
    tree: &Tree,
    read: &str,
    accounts: Vec<String>,
    groups: &str,
    verdicts: Vec<String>,
    owners: &[u8],
) -> PyResult<(String, Option<(String, String)>)> {
    let job = job_of(py, settings, None)?;
    let accounts = accounts.iter().map(|account| parsed(py, account)).collect::<PyResult<Vec<Account>>>()?;
    let found = ClusterFindings {
        account: accounts.into_iter().fold(Account::default(), Account::and),
        groups: parsed::<Groups>(py, groups)?,
        verdicts: verdicts.iter().map(|verdict| parsed(py, verdict)).collect::<PyResult<_>>()?,
        owners: numbers_of(py, owners, tree.0.taxonomy().len())?,
    };
    let verdict = found.verdict();
    let told = json(py, &verdict)?;
    if !verdict.holds || found.wrong() > 0 {
        return Ok((told, None));
    }
    // The format and hash stay empty until `certify_files` adds them.
    let (format, layout, blake3, tables) = Default::default();
    let release = ReleaseFacts { format, layout, blake3, tables };
    let (certificate, figures) = cluster::certificate(&job, &tree.0, &read_of(py, read)?, &found, release)
        .map_err(|error| exception(py, &error))?;
    Ok((told, Some((json(py, &certificate)?, json(py, &figures)?))))
}
