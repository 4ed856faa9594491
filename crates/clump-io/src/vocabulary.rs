//! Every distinct word of a run with what it means, so that a word is looked up in the lexicon once.
//!
//! Unknown words must be collected in any case, and known ones are few; what is saved a token are the look-ups of
//! phrase beginnings, stop words, lemmas and inflections. When there is no more room, unknown words are counted on
//! disk and everything is forgotten: what comes again is looked up again.

use std::io;

use clump_core::containers::Interner;
use clump_core::names::Names;

use crate::lexicon::Meaning;
use crate::reading_memory::ReadingMemory;
use crate::unknown::{SpilledWords, UnknownWords};

/// What is known of a word.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    /// What the word means alone.
    pub meaning: Meaning,
    /// Words of the longest phrase that begins with it; 1 if there is none.
    pub longest: u8,
}

pub(crate) struct Vocabulary {
    words: Interner,
    entries: Vec<Entry>,
    /// How often each word was met unknown.
    unknown: Vec<u64>,
    /// Some word stands for itself, in a tree that is yet to be made of them: then none can be forgotten.
    makes_tree: bool,
    room: ReadingMemory,
    spilled: Option<SpilledWords>,
}

impl Vocabulary {
    pub(crate) fn new(room: ReadingMemory) -> Self {
        Vocabulary {
            words: Interner::default(),
            entries: Vec::new(),
            unknown: Vec::new(),
            makes_tree: false,
            room,
            spilled: None,
        }
    }

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
        self.makes_tree |= entry.meaning == Meaning::Itself;
        (number, entry)
    }

    /// Counts the word once more as unknown.
    #[inline]
    pub(crate) fn count_unknown(&mut self, number: u32) {
        self.unknown[number as usize] += 1;
    }

    /// The word with `number`.
    #[inline]
    pub(crate) fn word(&self, number: u32) -> &str {
        self.words.get(number)
    }

    /// All words by number.
    pub(crate) fn words(&self) -> &Names {
        self.words.names()
    }

    /// What each word means, by number.
    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Whether there is no more room; [`Vocabulary::relieve`] makes some.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        let bytes = self.words.bytes() + self.entries.len() * (size_of::<Entry>() + size_of::<u64>());
        bytes > self.room.for_words() && !self.makes_tree
    }

    /// Forgets all words, their numbers included; how often unknown ones were met goes to disk.
    ///
    /// # Errors
    /// What the folder for temporary files says.
    pub(crate) fn relieve(&mut self) -> io::Result<()> {
        let spilled = match &mut self.spilled {
            Some(spilled) => spilled,
            None => self.spilled.insert(SpilledWords::new(&self.room.folder)?),
        };
        spilled.push(counted(&self.words, &self.unknown))?;
        self.words = Interner::default();
        self.entries.clear();
        self.unknown.clear();
        Ok(())
    }

    /// The words that were met unknown.
    ///
    /// # Errors
    /// What the folder for temporary files says.
    pub(crate) fn into_unknown_words(mut self) -> io::Result<UnknownWords> {
        match self.spilled.take() {
            None => Ok(UnknownWords::new(counted(&self.words, &self.unknown))),
            Some(mut spilled) => {
                spilled.push(counted(&self.words, &self.unknown))?;
                drop(self);
                spilled.merge()
            }
        }
    }
}

/// The words that were met unknown, with their counts.
fn counted<'a>(words: &'a Interner, unknown: &'a [u64]) -> impl Iterator<Item = (&'a str, u64)> {
    words.names().iter().zip(unknown.iter().copied()).filter(|&(_, count)| count > 0)
}
