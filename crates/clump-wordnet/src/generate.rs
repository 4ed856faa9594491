//! The generator of the artifact from the files of the WordNet database. Pure: bytes in, bytes out. Run by
//! `examples/generate.rs`; `tests/all/rebuild.rs` checks that it gives the committed artifact.

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::database::{Columns, DatabaseError, Files};
use crate::format::{Artifact, FormatError, unpack};
use crate::wordnet::EMBEDDED;

/// The strongest level that needs no more memory to unpack than the default one.
const LEVEL: i32 = 19;

/// Errors of the generator.
#[allow(missing_docs, reason = "the message of each variant says what is wrong")]
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    #[error(transparent)]
    Database(#[from] DatabaseError),
    #[error("cannot compress the WordNet artifact")]
    Pack(#[from] std::io::Error),
}

/// The artifact before it is packed.
///
/// # Errors
/// When the files are not a WordNet noun database of one tree.
pub fn payload(files: &Files) -> Result<Vec<u8>, GenerateError> {
    let columns = Columns::read(files, true)?;
    let inputs = files.iter().map(|(name, bytes)| (name, sha256(bytes))).collect();
    Ok(Artifact { inputs, ..columns.artifact() }.write())
}

/// Packs a payload into an artifact. The bytes depend on the version of zstd; the payload inside does not.
///
/// # Errors
/// When zstd fails, which happens only if memory runs out.
pub fn pack(payload: &[u8]) -> Result<Vec<u8>, GenerateError> {
    Ok(zstd::bulk::compress(payload, LEVEL)?)
}

/// The payload of the artifact that is compiled in.
///
/// # Errors
/// When the committed file is damaged.
pub fn embedded_payload() -> Result<Vec<u8>, FormatError> {
    unpack(EMBEDDED)
}

fn sha256(bytes: &[u8]) -> [u8; 32] {
    Sha256::digest(bytes).into()
}
