//! Which items are private, as a job says it: a file with a name a line, `below:NODE`, or `share:0.2`.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use clump_core::anonymize::coherence::Private;

use crate::RunError;

const BELOW: &str = "below:";
const SHARE: &str = "share:";

/// The file that `text` names; none if it names none.
pub fn file(text: &str) -> Option<PathBuf> {
    let is_file = !text.starts_with(BELOW) && !text.starts_with(SHARE);
    is_file.then(|| PathBuf::from(text))
}

/// What `text` says.
///
/// # Errors
/// When a file cannot be read or names nothing, or a share is none.
pub fn parse(text: &str, seed: u64) -> Result<Private, RunError> {
    if let Some(node) = text.strip_prefix(BELOW) {
        return Ok(Private::Below(node.to_owned()));
    }
    if let Some(share) = text.strip_prefix(SHARE) {
        let share = share.parse().map_err(RunError::PrivateShare)?;
        return Ok(Private::Share { share, seed });
    }
    Ok(Private::Names(read_private(Path::new(text))?.into_iter().collect()))
}

/// The names in a list of private items: one a line.
///
/// # Errors
/// When it cannot be read or names nothing.
pub fn read_private(path: &Path) -> Result<BTreeSet<String>, RunError> {
    let path = path.to_owned();
    let list = std::fs::read_to_string(&path)
        .map_err(|source| RunError::PrivateFile { path: path.clone(), source })?;
    let names: BTreeSet<String> =
        list.lines().map(str::trim).filter(|line| !line.is_empty()).map(str::to_owned).collect();
    if names.is_empty() {
        return Err(RunError::NothingPrivate { path });
    }
    Ok(names)
}
