//! From the files of the WordNet database to the artifact. Pure: bytes in, bytes out.
//!
//! The steps: `database` reads the files, `skipped` says which synsets must not become labels, `tree` orders
//! the rest and names them. Run by `examples/generate.rs`; `tests/rebuild.rs` checks that the committed artifact is
//! what comes out.

use sha2::{Digest, Sha256};
use thiserror::Error;

use crate::format::{Artifact, FormatError, unpack};
use crate::wordnet::EMBEDDED;
use database::Database;

mod database;
mod exceptions;
mod skipped;
mod tree;

/// The strongest level that needs no more memory to unpack than the default one.
const LEVEL: i32 = 19;

/// The bytes of the three files of the database.
#[derive(Clone, Copy, Debug)]
pub struct Files<'a> {
    /// `data.noun`: the synsets.
    pub data: &'a [u8],
    /// `index.noun`: the senses of each lemma, most frequent first.
    pub index: &'a [u8],
    /// `noun.exc`: the irregular plurals.
    pub exceptions: &'a [u8],
}

/// Why no artifact could be made.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum GenerateError {
    /// A file is not UTF-8.
    #[error("{file} is not UTF-8")]
    NotText {
        /// The file.
        file: &'static str,
    },
    /// A line lacks a field, or a field is not the number it should be.
    #[error("{file}, line {line}: {wanted} is missing or wrong")]
    Field {
        /// The file.
        file: &'static str,
        /// The line, from 1.
        line: usize,
        /// What should have been there.
        wanted: &'static str,
    },
    /// A synset is referred to that `data.noun` does not have.
    #[error("{file}, line {line}: no synset at offset {offset}")]
    UnknownSynset {
        /// The file.
        file: &'static str,
        /// The line, from 1.
        line: usize,
        /// The offset referred to.
        offset: u32,
    },
    /// A lemma of `data.noun` or of the list of skipped synsets has no such sense in `index.noun`.
    #[error("index.noun: `{lemma}` has no such sense")]
    UnknownSense {
        /// The lemma.
        lemma: String,
    },
    /// The hypernyms are not one tree.
    #[error("the hypernyms are not one tree: {reached} of {synsets} synsets are below the one root")]
    NotATree {
        /// Synsets that the walk from the root reached.
        reached: usize,
        /// Synsets that should have been reached.
        synsets: usize,
    },
    /// A depth or a sense number does not fit in its byte.
    #[error("a depth or a sense number exceeds one byte")]
    TooDeep,
    /// The packer failed.
    #[error("cannot pack the artifact")]
    Pack(#[from] std::io::Error),
}

/// The artifact before it is packed.
///
/// # Errors
/// When the files are not a WordNet noun database of one tree.
pub fn payload(files: Files<'_>) -> Result<Vec<u8>, GenerateError> {
    let database = Database::parse(files.data, files.index)?;
    let skipped = skipped::skipped(&database)?;
    let tree = tree::build(&database, &skipped)?;
    let exceptions = exceptions::lines(files.exceptions, &database)?;
    let inputs = vec![
        ("data.noun", sha256(files.data)),
        ("index.noun", sha256(files.index)),
        ("noun.exc", sha256(files.exceptions)),
    ];
    Ok(Artifact {
        licence: &database.licence,
        inputs,
        depths: &tree.depths,
        senses: &tree.senses,
        nodes: &tree.lines,
        exceptions: &exceptions,
    }
    .write())
}

/// Packs a payload into an artifact. The bytes depend on the version of zstd; the payload inside does not.
///
/// # Errors
/// When zstd fails, which it does only for want of memory.
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

/// The file as text, or whose fault it is.
fn text<'a>(bytes: &'a [u8], file: &'static str) -> Result<&'a str, GenerateError> {
    std::str::from_utf8(bytes).map_err(|_| GenerateError::NotText { file })
}
