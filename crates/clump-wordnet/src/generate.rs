//! Makes the artifact from the files of the WordNet database: those of WordNet 3.0 in Debian's package
//! wordnet-base 1:3.0-37, whose hashes are in the artifact. No side effects: bytes in, bytes out. Run by
//! `examples/generate.rs`; `tests/all/rebuild.rs` checks that the result is the committed artifact.

use sha2::{Digest, Sha256};

use crate::database::{self, DatabaseError, Files};
use crate::format::unpack;
use crate::wordnet::EMBEDDED;

/// The strongest compression level of zstd that needs no more memory to unpack than the default level.
const LEVEL: i32 = 19;

/// Makes the artifact without compression.
///
/// # Errors
/// When the files are not a WordNet noun database of one tree.
pub fn payload(files: &Files) -> Result<Vec<u8>, DatabaseError> {
    let mut artifact = database::read(files, true)?;
    artifact.inputs =
        files.iter().map(|(name, bytes)| (name.to_owned(), Sha256::digest(bytes).into())).collect();
    Ok(artifact.write())
}

/// Compresses a [`payload`]. The bytes depend on the version of zstd; the payload inside does not.
///
/// # Errors
/// When zstd fails, which happens only if memory runs out.
pub fn pack(payload: &[u8]) -> std::io::Result<Vec<u8>> {
    zstd::bulk::compress(payload, LEVEL)
}

/// The artifact that is compiled into the program, without compression.
pub fn embedded_payload() -> Vec<u8> {
    unpack(EMBEDDED)
}
