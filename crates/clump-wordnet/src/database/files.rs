//! The bytes of the files that a database consists of, by part of speech.

/// The names of the files, part by part: synsets, index, irregular forms. The order is that of [`Files`].
const NAMES: [[&str; 3]; 4] = [
    ["data.noun", "index.noun", "noun.exc"],
    ["data.adj", "index.adj", "adj.exc"],
    ["data.verb", "index.verb", "verb.exc"],
    ["data.adv", "index.adv", "adv.exc"],
];

/// The files of a WordNet database.
#[derive(Clone, Debug)]
pub struct Files {
    pub(super) nouns: PartFiles,
    pub(super) adjectives: PartFiles,
    pub(super) verbs: PartFiles,
    pub(super) adverbs: PartFiles,
}

/// The files of one part of speech.
#[derive(Clone, Debug)]
pub(super) struct PartFiles {
    pub(super) data: File,
    pub(super) index: File,
    pub(super) exceptions: File,
}

/// A file, and what it is called in messages.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) name: &'static str,
    pub(super) bytes: Vec<u8>,
}

impl Files {
    /// Reads all files, each by its name within the directory of the database. `read` gives nothing for a file that
    /// is not there: only `data.noun` and `index.noun` are needed.
    ///
    /// # Errors
    /// Those of `read`.
    pub fn read<E>(mut read: impl FnMut(&'static str) -> Result<Vec<u8>, E>) -> Result<Files, E> {
        let mut file = |name| Ok(File { name, bytes: read(name)? });
        let mut part = |[data, index, exceptions]: [&'static str; 3]| {
            Ok(PartFiles { data: file(data)?, index: file(index)?, exceptions: file(exceptions)? })
        };
        let [nouns, adjectives, verbs, adverbs] = NAMES;
        Ok(Files {
            nouns: part(nouns)?,
            adjectives: part(adjectives)?,
            verbs: part(verbs)?,
            adverbs: part(adverbs)?,
        })
    }

    /// Names and bytes of all files.
    #[cfg(feature = "generate")]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        let parts = [&self.nouns, &self.adjectives, &self.verbs, &self.adverbs];
        let files = parts.into_iter().flat_map(|part| [&part.data, &part.index, &part.exceptions]);
        files.map(|file| (file.name, file.bytes.as_slice()))
    }
}
