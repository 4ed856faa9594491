//! The files of a database by part of speech, and the fields of their lines, which blanks separate.

use std::ops::Index;

use super::DatabaseError;

/// For each [`Speech`], in order, the names of the files of synsets, of the index and of irregular forms.
const NAMES: [[&str; 3]; 4] = [
    ["data.noun", "index.noun", "noun.exc"],
    ["data.adj", "index.adj", "adj.exc"],
    ["data.verb", "index.verb", "verb.exc"],
    ["data.adv", "index.adv", "adv.exc"],
];

/// A part of speech. Satellite adjectives, a kind of WordNet's, count as adjectives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Speech {
    Noun,
    Adjective,
    Verb,
    Adverb,
}

impl Speech {
    pub(super) const ALL: [Speech; 4] = [Speech::Noun, Speech::Adjective, Speech::Verb, Speech::Adverb];
}

/// One value for each part of speech.
#[derive(Clone, Debug)]
pub(super) struct BySpeech<T>([T; 4]);

impl<T> BySpeech<T> {
    pub(super) fn try_new<E>(mut make: impl FnMut(Speech) -> Result<T, E>) -> Result<BySpeech<T>, E> {
        let [nouns, adjectives, verbs, adverbs] = Speech::ALL;
        Ok(BySpeech([make(nouns)?, make(adjectives)?, make(verbs)?, make(adverbs)?]))
    }
}

impl<T> Index<Speech> for BySpeech<T> {
    type Output = T;

    fn index(&self, speech: Speech) -> &T {
        &self.0[speech as usize]
    }
}

/// The files of a WordNet database.
#[derive(Clone, Debug)]
pub struct Files(pub(super) BySpeech<PartFiles>);

/// The files of one part of speech.
#[derive(Clone, Debug)]
pub(super) struct PartFiles {
    pub(super) data: File,
    pub(super) index: File,
    pub(super) exceptions: File,
}

/// A file; messages show its name.
#[derive(Clone, Debug)]
pub(super) struct File {
    pub(super) name: &'static str,
    pub(super) bytes: Vec<u8>,
}

impl Files {
    /// Reads all files with `read`, which gets each name within the directory of the database. It must return
    /// no bytes for a missing file; only `data.noun` and `index.noun` are required.
    ///
    /// # Errors
    /// Errors of `read`.
    pub fn read<E>(mut read: impl FnMut(&'static str) -> Result<Vec<u8>, E>) -> Result<Files, E> {
        let mut file = |name| Ok(File { name, bytes: read(name)? });
        BySpeech::try_new(|speech| {
            let [data, index, exceptions] = NAMES[speech as usize];
            Ok(PartFiles { data: file(data)?, index: file(index)?, exceptions: file(exceptions)? })
        })
        .map(Files)
    }

    /// Names and bytes of all files.
    #[cfg(feature = "generate")]
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&'static str, &[u8])> {
        let files = self.0.0.iter().flat_map(|part| [&part.data, &part.index, &part.exceptions]);
        files.map(|file| (file.name, file.bytes.as_slice()))
    }
}

/// The lines of a file without the licence, with their line numbers from 1.
pub(super) fn rows(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(index, row)| (index + 1, row)).filter(|(_, row)| !row.starts_with(' '))
}

/// The fields of a line, with name of the file and line number for errors.
pub(super) struct Fields<'a> {
    file: &'static str,
    line: usize,
    rest: std::str::SplitAsciiWhitespace<'a>,
}

impl<'a> Fields<'a> {
    pub(super) fn new(file: &'static str, line: usize, row: &'a str) -> Fields<'a> {
        Fields { file, line, rest: row.split_ascii_whitespace() }
    }

    pub(super) fn next(&mut self, wanted: &'static str) -> Result<&'a str, DatabaseError> {
        self.rest.next().ok_or(self.wrong(wanted))
    }

    pub(super) fn skip(&mut self, count: usize, wanted: &'static str) -> Result<(), DatabaseError> {
        (0..count).try_for_each(|_| self.next(wanted).map(drop))
    }

    pub(super) fn number(&mut self, wanted: &'static str, radix: u32) -> Result<u32, DatabaseError> {
        u32::from_str_radix(self.next(wanted)?, radix).map_err(|_| self.wrong(wanted))
    }

    pub(super) fn wrong(&self, wanted: &'static str) -> DatabaseError {
        DatabaseError::Field { file: self.file, line: self.line, wanted }
    }

    pub(super) fn unknown(&self, offset: u32) -> DatabaseError {
        DatabaseError::UnknownSynset { file: self.file, line: self.line, offset }
    }
}
