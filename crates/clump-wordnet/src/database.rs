//! The reader of WordNet database files. It makes an artifact of them: bytes in, columns out, no effects.
//!
//! The steps: `parts` reads the `files`, `skipped` lists the synsets that must not become labels, and `links`
//! finds nouns for the words of the other parts of speech. `tree` orders and names the nouns, and
//! `exceptions` collects the irregular forms. The generator writes the result as a file. A user's own
//! database is loaded from it directly, so both ways give the same tree for the same files.

use thiserror::Error;

use crate::format::Artifact;
use files::{File, Speech};
use parts::Database;
use skipped::Skipped;
use tree::Tree;

mod exceptions;
mod files;
mod links;
mod parts;
mod skipped;
mod tree;

pub use files::Files;

/// Errors of files that are not a WordNet database.
#[allow(missing_docs, reason = "the message of each variant says what is wrong")]
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DatabaseError {
    #[error("{file} is not UTF-8")]
    NotText { file: &'static str },
    #[error("{file}, line {line}: {wanted} is missing or wrong")]
    Field { file: &'static str, line: usize, wanted: &'static str },
    #[error("{file}, line {line}: no synset at offset {offset}")]
    UnknownSynset { file: &'static str, line: usize, offset: u32 },
    #[error("index.noun lacks a sense of a word that is in data.noun, or on the list of skipped synsets")]
    UnknownSense,
    #[error("index.noun gives a lemma twice")]
    RepeatedLemma,
    #[error("the hypernyms are not one tree: {reached} of {synsets} synsets are below the one root")]
    NotATree { reached: usize, synsets: usize },
    #[error("a depth or a sense number exceeds one byte")]
    TooDeep,
}

/// Reads the files into an artifact whose list of inputs is empty. If `every_skip`, it is an error that the
/// database lacks a synset of our list of skipped labels.
pub(crate) fn read(files: &Files, every_skip: bool) -> Result<Artifact, DatabaseError> {
    let database = Database::parse(files)?;
    let nouns = &database.parts[Speech::Noun];
    let skipped = Skipped::of(nouns, |_| if every_skip { Err(DatabaseError::UnknownSense) } else { Ok(()) })?;
    let order = tree::preorder(nouns, &skipped)?;
    let verb_forms = exceptions::read(&files.0[Speech::Verb].exceptions)?;
    let linked_words = links::linked_words(&database, &skipped, &verb_forms);
    let Tree { depths, senses, lines } = tree::build(nouns, &skipped, order, &linked_words)?;
    let exceptions = exceptions::plurals(files, nouns)?;
    let forms = exceptions::forms(files, nouns, &linked_words)?;
    let (licence, inputs) = (database.licence, Vec::new());
    Ok(Artifact { licence, inputs, depths, senses, nodes: lines, exceptions, forms })
}

/// The file as text, or an error that states the file.
fn text(file: &File) -> Result<&str, DatabaseError> {
    std::str::from_utf8(&file.bytes).map_err(|_| DatabaseError::NotText { file: file.name })
}
