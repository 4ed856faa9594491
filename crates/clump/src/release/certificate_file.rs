//! Reads the certificate file next to a release, and compares its bytes with those that clump writes for the
//! same content. Unknown keys, repeated keys and unusual spacing could hide a mark, and this comparison finds
//! all of them.

use std::fs::File;
use std::io;
use std::path::Path;

use clump_io::release::{only_files, release_files};
use clump_report::{Certificate, TableFile};
use serde_json::Value;

use crate::CheckError;

#[derive(Debug)]
pub(crate) struct CertificateFile {
    pub certificate: Certificate,
    /// The fault in the form of the file; `None` if clump writes the same bytes for this content.
    pub fault: Option<&'static str>,
}

/// The fault of a certificate with a key that certificates do not have.
const UNKNOWN_KEY: &str = "unknown key";
/// The fault of a certificate with valid content but other bytes than clump writes.
const SPELLING: &str = "spelling";

/// Reads the certificate at `path`; `None` if there is no such file.
pub(crate) fn read_certificate(path: &Path) -> Result<Option<CertificateFile>, CheckError> {
    let bytes = match std::fs::read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(CheckError::Unreadable(path.to_owned(), source)),
    };
    let certificate: Certificate = serde_json::from_slice(&bytes)
        .map_err(|source| CheckError::Certificate(path.to_owned(), source.line()))?;
    let written = certificate.to_bytes();
    let fault = match written == bytes {
        true => None,
        false if has_other_keys(&parsed(&bytes), &parsed(&written)) => Some(UNKNOWN_KEY),
        false => Some(SPELLING),
    };
    Ok(Some(CertificateFile { certificate, fault }))
}

/// True if the hash in `certificate` is the hash of the file or folder at `path`.
pub(crate) fn is_about(certificate: &Certificate, path: &Path) -> Result<bool, CheckError> {
    let tables = &certificate.release.tables;
    if !tables.is_empty() {
        table_files(path, tables)?;
        for table in tables {
            if table.blake3 != fingerprint(&path.join(&table.name))? {
                return Ok(false);
            }
        }
        return Ok(certificate.release.blake3 == fingerprint_of_tables(tables));
    }
    Ok(certificate.release.blake3 == fingerprint(path)?)
}

/// Checks that the folder at `path` has the files of these tables, and besides them only the certificate and its
/// signature.
fn table_files(path: &Path, tables: &[TableFile]) -> Result<(), CheckError> {
    let expected: Vec<&str> = tables.iter().map(|table| table.name.as_str()).collect();
    Ok(only_files(path, &expected)?)
}

/// Hash of a folder of tables: the BLAKE3 hash of a text with one line for each file, its hash and its name.
pub fn fingerprint_of_tables(tables: &[TableFile]) -> String {
    let lines: String = tables.iter().map(|table| format!("{} {}\n", table.blake3, table.name)).collect();
    fingerprint_of_bytes(lines.as_bytes())
}

/// BLAKE3 hash of a file, or of the [files of a folder](fingerprint_of_files), in hexadecimal digits.
pub(crate) fn fingerprint(path: &Path) -> Result<String, CheckError> {
    if path.is_dir() {
        let files = release_files(path)?;
        return Ok(fingerprint_of_files(
            files.iter().map(|file| fingerprint(file)).collect::<Result<_, _>>()?,
        ));
    }
    let unreadable = |source| CheckError::Unreadable(path.to_owned(), source);
    let mut hasher = blake3::Hasher::new();
    io::copy(&mut File::open(path).map_err(unreadable)?, &mut hasher).map_err(unreadable)?;
    Ok(hasher.finalize().to_hex().to_string())
}

/// BLAKE3 hash of `bytes` in hexadecimal digits, as in certificates.
pub fn fingerprint_of_bytes(bytes: &[u8]) -> String {
    blake3::hash(bytes).to_hex().to_string()
}

/// Hash of a folder of files with these `hashes`. It is the BLAKE3 hash of a text with one hash per line, in
/// ascending order, so names of files do not matter.
pub fn fingerprint_of_files(mut hashes: Vec<String>) -> String {
    hashes.sort_unstable();
    let lines: String = hashes.iter().flat_map(|hash| [hash, "\n"]).collect();
    fingerprint_of_bytes(lines.as_bytes())
}

fn parsed(bytes: &[u8]) -> Value {
    serde_json::from_slice(bytes).expect("it was read as a certificate")
}

/// True if `read` has a key, at any depth, that `written` does not have in the same place.
fn has_other_keys(read: &Value, written: &Value) -> bool {
    match (read, written) {
        (Value::Object(read), Value::Object(written)) => read
            .iter()
            .any(|(key, value)| written.get(key).is_none_or(|written| has_other_keys(value, written))),
        (Value::Array(read), Value::Array(written)) => {
            read.iter().zip(written).any(|(read, written)| has_other_keys(read, written))
        }
        _ => false,
    }
}
