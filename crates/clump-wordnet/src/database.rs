//! The files of a WordNet database, read into the columns of an artifact. Pure: bytes in, columns out.
//!
//! The steps: `parts` reads the `files`, `skipped` says which synsets must not become labels, `links` leads the words of
//! the other parts of speech to nouns, `tree` orders the nouns and names them, `exceptions` are the irregular forms. The
//! generator writes these columns down; a database that a user brings is
//! loaded from them directly, so both give the same tree for the same files.

use thiserror::Error;

use crate::format::Artifact;
use files::File;
use parts::Database;
use skipped::Skipped;

mod exceptions;
mod fields;
mod files;
mod links;
mod parts;
mod skipped;
mod tree;

pub use files::Files;

/// Why files are not a WordNet database.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DatabaseError {
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
    /// A synset is referred to that the data file of its part of speech does not have.
    #[error("{file}, line {line}: no synset at offset {offset}")]
    UnknownSynset {
        /// The file.
        file: &'static str,
        /// The line, from 1.
        line: usize,
        /// The offset referred to.
        offset: u32,
    },
    /// A word of `data.noun`, or of the list of skipped synsets, has no such sense in `index.noun`.
    #[error("index.noun lacks a sense of a word that is in data.noun, or on the list of skipped synsets")]
    UnknownSense,
    /// `index.noun` gives a lemma twice.
    #[error("index.noun gives a lemma twice")]
    RepeatedLemma,
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
}

/// The columns of an artifact, and the licence that they stand under.
pub(crate) struct Columns {
    pub(crate) licence: String,
    tree: tree::Tree,
    exceptions: String,
    forms: String,
}

impl Columns {
    /// Reads the files. Where `every_skip` is asked for, each synset of our list of labels to skip must be found.
    pub(crate) fn read(files: &Files, every_skip: bool) -> Result<Columns, DatabaseError> {
        let database = Database::parse(files)?;
        let nouns = &database.nouns;
        let skipped = Skipped::of(nouns, |_| match every_skip {
            true => Err(DatabaseError::UnknownSense),
            false => Ok(()),
        })?;
        let order = tree::preorder(nouns, &skipped)?;
        let verb_forms = exceptions::read(&files.verbs.exceptions)?;
        let linked_words = links::linked_words(&database, &skipped, &verb_forms);
        let tree = tree::build(nouns, &skipped, order, &linked_words)?;
        let exceptions = exceptions::plurals(files, nouns)?;
        let forms = exceptions::forms(files, nouns, &linked_words)?;
        Ok(Columns { licence: database.licence, tree, exceptions, forms })
    }

    /// The columns as an artifact that names no inputs.
    pub(crate) fn artifact(&self) -> Artifact<'_> {
        Artifact {
            licence: &self.licence,
            inputs: Vec::new(),
            depths: &self.tree.depths,
            senses: &self.tree.senses,
            nodes: &self.tree.lines,
            exceptions: &self.exceptions,
            forms: &self.forms,
        }
    }
}

/// The file as text, or whose fault it is.
fn text(file: &File) -> Result<&str, DatabaseError> {
    std::str::from_utf8(&file.bytes).map_err(|_| DatabaseError::NotText { file: file.name })
}
