//! One reader per format: it makes a draft of a text. If the text is too malformed for a draft, the reader
//! returns a fault with its line. `resolve` handles a draft that is not a tree.

use std::io::Read;
use std::path::Path;

use clump_wordnet::{Files, WordNet};

use super::draft::Draft;
use super::format::{TaxonomyFormat, TaxonomyText};
use crate::error::{Fault, ReadError};
use crate::input::Input;

pub(super) use skos::SKOS;

mod json;
mod lines;
mod skos;

pub(super) type LineFault = (usize, Fault);

pub(super) fn draft(
    text: &TaxonomyText,
    format: TaxonomyFormat,
    language: Option<&str>,
) -> Result<Draft, LineFault> {
    match format {
        TaxonomyFormat::Edges => lines::edges(text),
        TaxonomyFormat::Arx => lines::arx(text),
        TaxonomyFormat::Paths => Ok(lines::paths(text)),
        TaxonomyFormat::Amnesia if text.whole().trim_start().starts_with('{') => json::draft(text),
        TaxonomyFormat::Amnesia => lines::amnesia(text),
        TaxonomyFormat::Json => json::draft(text),
        TaxonomyFormat::Outline => lines::outline(text),
        TaxonomyFormat::Skos => skos::draft(text, language),
        TaxonomyFormat::Wordnet => unreachable!("a database is a directory, not a text"),
    }
}

/// Reads the WordNet database in `directory`, which must contain at least the nouns.
pub(super) fn wordnet(directory: &Path) -> Result<WordNet, ReadError> {
    let read = |name: &str| {
        let input = Input::File(directory.join(name));
        let mut bytes = Vec::new();
        let mut reader = input.open(&())?;
        reader.read_to_end(&mut bytes).map_err(|source| input.io(source))?;
        Ok(bytes)
    };
    if !["data.noun", "index.noun"].iter().all(|name| directory.join(name).is_file()) {
        return Err(ReadError::NoDatabase { directory: directory.into() });
    }
    let files = Files::read(|name| match read(name) {
        Err(ReadError::Missing { .. }) => Ok(Vec::new()),
        read => read,
    })?;
    WordNet::from_database(&files)
        .map_err(|source| ReadError::Database { directory: directory.into(), source })
}
