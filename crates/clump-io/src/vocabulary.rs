//! Every distinct word of a run with what it means, so that a word is looked up in the lexicon once.
//!
//! Unknown words must be collected in any case, and known ones are few; what is saved a token are the look-ups of
//! phrase beginnings, stop words, lemmas and inflections.

use clump_core::names::Names;

use crate::interner::Interner;
use crate::lexicon::Meaning;
use crate::unknown::UnknownWords;

/// What is known of a word.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// What the word means alone.
    pub meaning: Meaning,
    /// Words of the longest phrase that begins with it; 1 if there is none.
    pub longest: u8,
}

#[derive(Default)]
pub(crate) struct Vocabulary {
    words: Interner,
    entries: Vec<Entry>,
    /// How often each word was met unknown.
    unknown: Vec<u64>,
}

impl Vocabulary {
    /// The number and entry of a word that was inserted.
    #[inline]
    pub(crate) fn find(&self, word: &str) -> Option<(u32, Entry)> {
        self.words.find(word).map(|number| (number, self.entries[number as usize]))
    }

    /// Adds a word that is not there yet.
    pub(crate) fn insert(&mut self, word: &str, entry: Entry) -> (u32, Entry) {
        let number = self.words.intern(word);
        debug_assert_eq!(number as usize, self.entries.len(), "the word is new");
        self.entries.push(entry);
        self.unknown.push(0);
        (number, entry)
    }

    /// Counts the word once more as unknown.
    #[inline]
    pub(crate) fn count_unknown(&mut self, number: u32) {
        self.unknown[number as usize] += 1;
    }

    /// All words by number.
    pub(crate) fn words(&self) -> &Names {
        self.words.names()
    }

    /// What each word means, by number.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The words that were met unknown.
    pub(crate) fn unknown_words(&self) -> UnknownWords {
        let counted = self.words.names().iter().zip(self.unknown.iter().copied());
        UnknownWords::new(counted.filter(|&(_, count)| count > 0))
    }
}
