//! Opens a release of sealed queries: those that k owners asked become a query log again, and no others.

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

/// Queries that a decoder could open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Opened {
    /// Least number of shares.
    pub k: usize,
    /// Rows of the release.
    pub rows: usize,
    /// Queries that were opened.
    pub queries: usize,
    /// Lines of these queries: what was written.
    pub lines: usize,
    /// Queries that stay sealed: too few owners asked them.
    pub sealed: usize,
    /// Queries with enough shares that do not open: they were changed.
    pub damaged: usize,
    /// Rows of damaged queries, from 1; the first few.
    pub damaged_rows: Vec<usize>,
    /// True if the certificate beside the release matches it; none without one.
    pub certified: Option<bool>,
}

/// Opens the release at `path` with the shares in it and writes the lines that open to the file `output`, in
/// the layout of a query log. If `k` is not given, it comes from the certificate beside the release.
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

/// The same, written to `out`.
///
/// # Errors
/// When the release cannot be read, k is not known, `out` takes no more, or the run is cancelled.
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

/// The queries that open, and their lines.
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
