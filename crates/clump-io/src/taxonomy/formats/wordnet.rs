//! A directory of WordNet database files.

use std::io::Read;
use std::path::Path;

use clump_wordnet::{Files, WordNet};

use crate::error::ReadError;
use crate::source::Input;

/// Reads the database in `directory`, of which only the nouns must be there. Its tree is the built-in one for the same
/// files.
pub(in crate::taxonomy) fn wordnet(directory: &Path) -> Result<WordNet, ReadError> {
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
