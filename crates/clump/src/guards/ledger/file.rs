//! The file of a ledger: its content, and the keyed hash at its end.

use std::fs;
use std::io::{self, Read};
use std::os::unix::fs::MetadataExt;
use std::path::Path;

use clump_log::Key;
use serde::{Deserialize, Serialize};

use super::entry::{LedgerEntry, OwnerHash, ValueHash};
use crate::LedgerError;
use crate::release::unnamed_file::Identity;

/// Version number of the ledger format.
const VERSION: u32 = 3;

/// Label for deriving the key of the hash at the end of the file.
const CHECK: &str = "check of the ledger";

/// The content of a ledger file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    clump_ledger: u32,
    /// Always true, so that a person who opens the file knows that it is private.
    private: bool,
    /// The key of the owner hashes: 64 hexadecimal digits.
    key: String,
    /// True if owner names must match exactly, false for any spelling; `None` if no release has owners.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owners_as_they_are: Option<bool>,
    /// Largest sum of epsilon that all tables may spend; `None` without a limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub budget: Option<f64>,
    /// The owners of all rows of facts and pieces. Rows have their places in this list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub people: Vec<OwnerHash>,
    /// The texts of facts and pieces. Rows have the places in this list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<ValueHash>,
    pub releases: Vec<LedgerEntry>,
    /// The keyed hash of everything before it. [`Written::to_bytes`] appends it. The field is declared only
    /// so that reading does not refuse it as unknown.
    #[serde(default, skip_serializing, rename = "check")]
    _check: Option<String>,
}

impl Written {
    /// A ledger without releases.
    pub fn new(key: &Key) -> Written {
        Written {
            clump_ledger: VERSION,
            private: true,
            key: key.to_hex(),
            owners_as_they_are: None,
            budget: None,
            people: Vec::new(),
            values: Vec::new(),
            releases: Vec::new(),
            _check: None,
        }
    }

    /// Parses a ledger and its key, and ignores the hash at its end; `None` if it is not a ledger.
    pub fn parse(bytes: &[u8]) -> Option<(Written, Key)> {
        let written: Written = serde_json::from_slice(bytes).ok()?;
        let key = Key::from_hex(&written.key).ok()?;
        let is_ledger = written.clump_ledger == VERSION
            && written.private
            && written.budget.is_none_or(|budget| budget > 0.0)
            && written
                .releases
                .iter()
                .all(|entry| entry.is_valid(written.people.len(), written.values.len()));
        is_ledger.then_some((written, key))
    }

    /// Parses a ledger and its key from the bytes of the file at `path`. An error if the file was changed.
    pub fn read(bytes: &[u8], path: &Path) -> Result<(Written, Key), LedgerError> {
        let (written, key) = Written::parse(bytes).ok_or_else(|| LedgerError::NotALedger(path.to_owned()))?;
        if written.to_bytes(&key) == bytes {
            Ok((written, key))
        } else {
            Err(LedgerError::Changed(path.to_owned()))
        }
    }

    /// Every ledger file is written by this function: first the content, then its keyed hash.
    pub fn to_bytes(&self, key: &Key) -> Vec<u8> {
        let mut bytes = serde_json::to_vec(self).expect("a ledger is plain data");
        let check = key.derive(CHECK).hash(&bytes);
        bytes.pop();
        bytes.extend_from_slice(b",\"check\":\"");
        check.iter().for_each(|byte| bytes.extend_from_slice(format!("{byte:02x}").as_bytes()));
        bytes.extend_from_slice(b"\"}\n");
        bytes
    }
}

/// Parses the bytes of a ledger and writes them again with a new hash; `None` if they are not a ledger. For
/// tests that change a file: without a new hash, the reader would refuse every change because of the hash.
#[doc(hidden)]
pub fn rewritten_ledger(bytes: &[u8]) -> Option<Vec<u8>> {
    let (written, key) = Written::parse(bytes)?;
    Some(written.to_bytes(&key))
}

/// The bytes and the identity of the file at `path`. Refuses links and files with several names, and
/// everything that is not a regular file.
pub(super) fn read_file(path: &Path) -> io::Result<Result<(Vec<u8>, Identity), LedgerError>> {
    if path.symlink_metadata()?.is_symlink() {
        return Ok(Err(LedgerError::Linked(path.to_owned())));
    }
    let mut file = fs::File::open(path)?;
    let Some(was) = Identity::of_file(&file)? else {
        return Ok(Err(LedgerError::NotALedger(path.to_owned())));
    };
    if file.metadata()?.nlink() > 1 {
        return Ok(Err(LedgerError::Linked(path.to_owned())));
    }
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    Ok(Ok((bytes, was)))
}
