//! Every distinct word of a run with what it means, so that a word is looked up in the lexicon once.
//!
//! Unknown words must be collected in any case, and known ones are few; what is saved a token are the look-ups of
//! phrase beginnings, stop words, lemmas and inflections. When there is no more room, unknown words are counted on
//! disk and everything is forgotten: what comes again is looked up again.

use std::io;

use clump_core::containers::Interner;
use clump_core::names::Names;
use clump_core::taxonomy::Node;
use clump_wordnet::Languages;

use crate::error::ReadError;
use crate::lexicon::Meaning;
use crate::options::ReadingMemory;
use crate::unknown::{SpilledWords, UnknownWords};

/// What is known of a word.
#[derive(Clone, Copy)]
pub(crate) struct WordEntry {
    /// What the word means alone.
    pub meaning: Meaning,
    /// Words of the longest phrase that begins with it; 1 if there is none.
    pub longest: u8,
    /// Other languages than English in which it is a function word.
    pub languages: Languages,
}

impl SeenWords<'_> {
    /// Number of words that are leaves.
    pub(crate) fn leaves(&self) -> usize {
        self.below.iter().flatten().count()
    }
}

impl WordEntry {
    /// A text that begins no phrase and is no function word.
    pub(crate) fn new(meaning: Meaning) -> WordEntry {
        WordEntry { meaning, longest: 1, languages: Languages::EMPTY }
    }
}

/// What the words that were met add to the tree.
pub(crate) struct SeenWords<'a> {
    /// All words by number.
    pub words: &'a Names,
    /// By word, the node below which it is a leaf; none for those that are no leaves.
    pub below: Vec<Option<Node>>,
    /// By node of the tree, whether it is an item. May be shorter than the tree.
    pub is_typed: &'a [bool],
}

#[derive(Default)]
pub(crate) struct Vocabulary {
    words: Interner,
    entries: Vec<WordEntry>,
    /// How often each word was met unknown.
    unknown: Vec<u64>,
    /// True if each word is an item of the data; a word that only occurs in phrases is none.
    is_used: Vec<bool>,
    /// True if each node of the tree is an item.
    is_typed: Vec<bool>,
    /// The node below which unknown words become leaves, if they do.
    other_words: Option<Node>,
    /// Some word is a leaf of a tree that is yet to be completed: then none can be forgotten.
    makes_tree: bool,
    /// Number of words that are leaves, or would be if they were items.
    leaves: usize,
    room: ReadingMemory,
    spilled: Option<SpilledWords>,
}

impl Vocabulary {
    /// Unknown words become leaves below `other_words`, if there is such a node.
    pub(crate) fn new(room: ReadingMemory, other_words: Option<Node>) -> Self {
        Vocabulary { room, other_words, ..Vocabulary::default() }
    }

    /// The number and entry of a word that was inserted.
    #[inline]
    pub(crate) fn find(&self, word: &str) -> Option<(u32, WordEntry)> {
        self.words.find(word).map(|number| (number, self.entries[number as usize]))
    }

    /// Adds a word that is not there yet.
    pub(crate) fn insert(&mut self, word: &str, entry: WordEntry) -> (u32, WordEntry) {
        let number = self.words.intern(word);
        debug_assert_eq!(number as usize, self.entries.len(), "the word is new");
        self.entries.push(entry);
        self.unknown.push(0);
        self.is_used.push(false);
        if self.below(entry.meaning).is_some() {
            self.makes_tree = true;
            self.leaves += 1;
        }
        (number, entry)
    }

    /// True if words without a meaning become leaves.
    pub(crate) fn keeps_other_words(&self) -> bool {
        self.other_words.is_some()
    }

    /// Notes that a word is an item.
    #[inline]
    pub(crate) fn note_use(&mut self, number: u32) {
        if !self.is_used[number as usize] {
            self.is_used[number as usize] = true;
            if let Meaning::Item(node) = self.entries[number as usize].meaning {
                let length = self.is_typed.len().max(node.index() + 1);
                self.is_typed.resize(length, false);
                self.is_typed[node.index()] = true;
            }
        }
    }

    /// What the words add to the tree.
    pub(crate) fn seen(&self) -> SeenWords<'_> {
        let used = self.entries.iter().zip(&self.is_used);
        let below = used.map(|(entry, &is_used)| self.below(entry.meaning).filter(|_| is_used)).collect();
        SeenWords { words: self.words.names(), below, is_typed: &self.is_typed }
    }

    /// The node below which a word of this meaning is a leaf.
    fn below(&self, meaning: Meaning) -> Option<Node> {
        match meaning {
            Meaning::Below(node) => Some(node),
            // A stop word is an item where nothing else was asked.
            Meaning::Unknown | Meaning::Stop => self.other_words,
            Meaning::Item(_) | Meaning::Withheld(_) | Meaning::Dropped => None,
        }
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

    /// True if there is no more room; [`Vocabulary::relieve`] makes some.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        let bytes = self.words.bytes() + self.entries.len() * (size_of::<WordEntry>() + size_of::<u64>());
        bytes > self.room.for_words() && !self.makes_tree
    }

    /// Refuses more leaves than there may be.
    #[inline]
    pub(crate) fn check_leaves(&self) -> Result<(), ReadError> {
        match self.room.leaves {
            Some(most) if self.leaves > most => Err(ReadError::TooManyItems { most }),
            _ => Ok(()),
        }
    }

    /// Forgets all words, their numbers included; how often unknown ones were met goes to disk.
    pub(crate) fn relieve(&mut self) -> io::Result<()> {
        let spilled = match &mut self.spilled {
            Some(spilled) => spilled,
            None => self.spilled.insert(SpilledWords::new(&self.room.folder)?),
        };
        spilled.push(counted(&self.words, &self.unknown))?;
        self.words = Interner::default();
        self.entries.clear();
        self.unknown.clear();
        self.is_used.clear();
        Ok(())
    }

    /// The words that were met unknown.
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
