//! Opens a release of sealed queries. Queries that k owners asked become readable, and all others stay
//! sealed.

use std::io::Write;
use std::path::Path;

use clump_core::anonymize::ParameterError;
use clump_core::log::{LOG_COLUMNS, Table};
use clump_core::progress::Progress;
use clump_core::promise::PropertyName;
use clump_io::Input;
use clump_io::release::{read_table, write_table};
use clump_log::share::{self, SEALED_COLUMNS};
use serde::Serialize;

use crate::PublishError;
use crate::check::lines::sealed_rows;
use crate::paths::{certificate_path, is_same_file};
use crate::release::certificate_file::{is_about, read_certificate};
use crate::release::publish::{Existing, check_target, publish_packed};
use crate::{JobError, RunError};

/// Counts of what could be opened in a release of sealed queries.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opened {
    /// Number of shares that are needed to open a query.
    pub k: usize,
    /// Number of rows of the release.
    pub rows: usize,
    /// Number of distinct queries that were opened.
    pub queries: usize,
    /// Number of lines with opened queries, which is the number of lines written.
    pub lines: usize,
    /// Number of queries that stay sealed because fewer than k owners asked them.
    pub sealed: usize,
    /// Number of queries that have enough shares but do not open, because they were changed.
    pub damaged: usize,
    /// Rows of damaged queries, from 1. Only the first few are listed.
    pub damaged_rows: Vec<usize>,
    /// True if the certificate next to the release matches it; `None` without a certificate.
    pub certified: Option<bool>,
}

/// Opens the release at `path`, and writes the readable lines to the file `output` in the columns of a query
/// log. If `k` is `None`, it comes from the certificate next to the release.
///
/// # Errors
/// When the release cannot be read, k is not known, the output cannot be written, or the run is cancelled.
pub fn decode_file(
    path: &Path,
    k: Option<usize>,
    output: &Path,
    replace: bool,
    progress: &dyn Progress,
) -> Result<Opened, RunError> {
    if is_same_file(path, output) {
        return Err(PublishError::IsInput(output.to_owned()).into());
    }
    check_target(output, Existing::replaced(replace))?;
    let (opened, log) = open(path, k, progress)?;
    publish_packed(output, replace, progress, |out| write_table(out, &log))?;
    Ok(opened)
}

/// Does the same as [`decode_file`], but writes the lines to `out`.
///
/// # Errors
/// When the release cannot be read, k is not known, writing to `out` fails, or the run is cancelled.
pub fn decode(
    path: &Path,
    k: Option<usize>,
    out: &mut dyn Write,
    progress: &dyn Progress,
) -> Result<Opened, RunError> {
    let (opened, log) = open(path, k, progress)?;
    let written = write_table(out, &log).and_then(|()| out.flush());
    written.map_err(|source| RunError::Io { what: "log", source })?;
    Ok(opened)
}

/// Opens the queries that have at least `k` shares, and makes a query log of their lines.
fn open(path: &Path, k: Option<usize>, progress: &dyn Progress) -> Result<(Opened, Table), RunError> {
    let certificate = read_certificate(&certificate_path(path))?.map(|file| file.certificate);
    let certified = certificate.as_ref().map(|certificate| is_about(certificate, path)).transpose()?;
    let sealed =
        certificate.as_ref().and_then(|certificate| certificate.promise.get(PropertyName::SealedQueries));
    let promised = sealed.and_then(|sealed| sealed.property.k());
    let k = k.or(promised).ok_or(JobError::NoK)?;
    ParameterError::require_k(k)?;
    let table = read_table(&Input::from(path), SEALED_COLUMNS)?;
    progress.go_on()?;
    let rows = sealed_rows(path, &table)?;
    let decoded = share::decode(&rows, k);
    let mut log = Table::new(LOG_COLUMNS);
    for line in &decoded.lines {
        log.push([line.owner, decoded.query(line), line.time, "", ""]);
    }
    let opened = Opened {
        k,
        rows: rows.len(),
        queries: decoded.queries.len(),
        lines: decoded.lines.len(),
        sealed: decoded.sealed,
        damaged: decoded.damaged,
        damaged_rows: decoded.damaged_rows,
        certified,
    };
    Ok((opened, log))
}
