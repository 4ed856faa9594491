//! Parses the sensitive items of a job: `NODE` for everything at or below a node, `file:PATH` for a file with
//! one name per line, or `share:0.2` for a part of all items, drawn by chance.
//!
//! `below:NODE` means the same as `NODE`. It is for a node whose name begins with one of these words.

use std::path::PathBuf;

use clump_core::promise::Share;
use clump_core::sensitive::Sensitive;

use crate::{CheckError, JobError};

const BELOW: &str = "below:";
const FILE: &str = "file:";
const SHARE: &str = "share:";

/// The files that `values` name.
pub(crate) fn files(values: &[String]) -> impl Iterator<Item = PathBuf> + '_ {
    values.iter().filter_map(|value| value.strip_prefix(FILE)).map(PathBuf::from)
}

/// The sensitive items that `values` name together; none if there are no values.
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

/// The nodes that `values` name, by name or in a file, sorted and each once.
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

/// The nodes that `values` name as ceilings of a release that is read; none if there are no values.
///
/// # Errors
/// When a file cannot be read or has no names.
pub fn ceiling_nodes(values: &[String]) -> Result<Option<Vec<String>>, JobError> {
    if values.is_empty() { Ok(None) } else { nodes(values).map(Some) }
}

/// The labels that `values` call sensitive in a release that is read: as they are published, by name or in a
/// file. A release comes without its tree and its data, so values cannot refer to these.
///
/// # Errors
/// When a file cannot be read or has no names, a name is empty, or `below:` or `share:` is given: a release
/// has no tree.
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

/// The names in a file: one per line.
fn names(path: PathBuf) -> Result<Vec<String>, JobError> {
    let list = match std::fs::read_to_string(&path) {
        Ok(list) => list,
        Err(source) => return Err(JobError::SensitiveFile(path, source)),
    };
    let names: Vec<String> =
        list.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if names.is_empty() { Err(JobError::EmptySensitiveFile(path)) } else { Ok(names) }
}
