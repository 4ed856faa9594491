//! Parses the sensitive items of a job. `NODE` is everything at or below a node, `file:PATH` a file with one
//! name per line, and `share:0.2` a random part of all items.
//!
//! `below:NODE` means the same as `NODE`, for nodes whose names begin with one of these prefixes.

use std::path::PathBuf;

use clump_core::promise::Share;
use clump_core::sensitive::Sensitive;

use crate::{CheckError, JobError};

const BELOW: &str = "below:";
const FILE: &str = "file:";
const SHARE: &str = "share:";

/// Paths of the files in `values`, written as `file:PATH`.
pub(crate) fn files(values: &[String]) -> impl Iterator<Item = PathBuf> + '_ {
    values.iter().filter_map(|value| value.strip_prefix(FILE)).map(PathBuf::from)
}

/// The sensitive items in `values`; `None` if `values` is empty. `seed` selects the items of `share:`.
pub(crate) fn parse(values: &[String], seed: u64) -> Result<Option<Sensitive>, JobError> {
    if values.is_empty() {
        return Ok(None);
    }
    if let Some(share) = values.iter().find_map(|value| value.strip_prefix(SHARE)) {
        let share: Share = share.parse().map_err(JobError::SensitiveShare)?;
        return match values.len() {
            1 => Ok(Some(Sensitive::Share { share, seed })),
            _ => Err(JobError::SensitiveShareAndNames),
        };
    }
    let nodes = nodes(values)?;
    if nodes.iter().any(String::is_empty) {
        return Err(JobError::NoSensitive);
    }
    Ok(Some(Sensitive::Nodes(nodes)))
}

/// Names of the nodes in `values` and in the files of `values`, sorted and without duplicates.
pub(crate) fn nodes(values: &[String]) -> Result<Vec<String>, JobError> {
    let mut nodes = Vec::new();
    for value in values {
        match value.strip_prefix(FILE) {
            Some(path) => nodes.extend(names(PathBuf::from(path))?),
            None => nodes.push(value.strip_prefix(BELOW).unwrap_or(value).trim().to_owned()),
        }
    }
    nodes.sort_unstable();
    nodes.dedup();
    Ok(nodes)
}

/// Names of ceilings in `values`, to check a finished release with them; `None` if `values` is empty.
///
/// # Errors
/// When a file cannot be read or is empty.
pub fn ceiling_nodes(values: &[String]) -> Result<Option<Vec<String>>, JobError> {
    if values.is_empty() { Ok(None) } else { nodes(values).map(Some) }
}

/// The sensitive labels in `values`, to check a finished release: names as published, or files of them.
/// `None` if `values` is empty.
///
/// # Errors
/// When a file cannot be read or is empty, or a name is empty. Also for `below:` and `share:`, which need the
/// tree and the data.
pub fn sensitive_labels(values: &[String]) -> Result<Option<Vec<String>>, CheckError> {
    if values.iter().any(|value| value.starts_with(BELOW)) {
        return Err(CheckError::NotALabel { word: "below" });
    }
    match parse(values, 0)? {
        None => Ok(None),
        Some(Sensitive::Nodes(names)) => Ok(Some(names)),
        Some(Sensitive::Share { .. }) => Err(CheckError::NotALabel { word: "share" }),
    }
}

/// Names in a file with one per line, without empty lines.
fn names(path: PathBuf) -> Result<Vec<String>, JobError> {
    let list = match std::fs::read_to_string(&path) {
        Ok(list) => list,
        Err(source) => return Err(JobError::SensitiveFile(path, source)),
    };
    let names: Vec<String> =
        list.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if names.is_empty() { Err(JobError::EmptySensitiveFile(path)) } else { Ok(names) }
}
