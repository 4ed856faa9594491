//! Holds every distinct word of a run with its meaning, so that each word is looked up in the lexicon only
//! once. Also holds queries that were mapped already, since half of all queries are repeated.
//!
//! Unknown words must be collected in any case, and known ones are few. For each token, this saves searching
//! for phrase beginnings, stop words, lemmas and inflections. When the memory limit is reached, the counts of
//! unknown words go to disk and all words are forgotten. That costs less than selecting words to keep,
//! because frequent words and queries soon return.

use std::io;

use clump_core::containers::Interner;
use clump_core::names::Names;
use clump_core::taxonomy::Node;
use clump_wordnet::Languages;

use crate::error::ReadError;
use crate::lexicon::Meaning;
use crate::options::{MapCounts, ReadingMemory};
use crate::spill::{READ_BUFFERS, SpilledCounts};
use crate::unknown::UnknownWords;

#[derive(Clone, Copy)]
pub(crate) struct WordEntry {
    pub meaning: Meaning,
    /// Number of words of the longest phrase that begins with this word; 1 if there is no such phrase.
    pub longest: u8,
    pub languages: Languages,
}

impl SeenWords<'_> {
    pub(crate) fn leaves(&self) -> usize {
        self.below.iter().flatten().count()
    }
}

impl WordEntry {
    /// Makes an entry for a text that begins no phrase and is no function word.
    pub(crate) fn new(meaning: Meaning) -> WordEntry {
        WordEntry { meaning, longest: 1, languages: Languages::EMPTY }
    }
}

pub(crate) struct SeenWords<'a> {
    pub words: &'a Names,
    /// For each word, the node above its leaf; `None` for words that are no leaves.
    pub below: Vec<Option<Node>>,
    /// For each node of the tree, true if it is an item of the log. Nodes after the end of the slice are not.
    pub is_typed: &'a [bool],
}

#[derive(Default)]
pub(crate) struct Vocabulary {
    words: Interner,
    entries: Vec<WordEntry>,
    unknown: Vec<u64>,
    /// For each word, true if it is an item of the log. A word that only occurs inside phrases is not.
    is_used: Vec<bool>,
    is_typed: Vec<bool>,
    other_words: Option<Node>,
    /// True if some word will become a leaf of the tree. Then no word can be forgotten.
    makes_tree: bool,
    /// Number of words that are leaves, or would be leaves if they occurred as items.
    leaves: usize,
    room: ReadingMemory,
    spilled: Option<SpilledCounts>,
}

impl Vocabulary {
    pub(crate) fn new(room: ReadingMemory, other_words: Option<Node>) -> Self {
        Vocabulary { room, other_words, ..Vocabulary::default() }
    }

    #[inline]
    pub(crate) fn find(&self, word: &str) -> Option<(u32, WordEntry)> {
        self.words.find(word).map(|number| (number, self.entries[number as usize]))
    }

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

    pub(crate) fn seen(&self) -> SeenWords<'_> {
        let used = self.entries.iter().zip(&self.is_used);
        let below = used.map(|(entry, &is_used)| self.below(entry.meaning).filter(|_| is_used)).collect();
        SeenWords { words: self.words.names(), below, is_typed: &self.is_typed }
    }

    /// Node above the leaf of a word with this meaning; `None` if such a word is no leaf.
    fn below(&self, meaning: Meaning) -> Option<Node> {
        match meaning {
            Meaning::Below(node) => Some(node),
            // Stop words are included because a query of only stop words keeps them as items.
            Meaning::Unknown | Meaning::Stop => self.other_words,
            Meaning::Item(_) | Meaning::Excluded(_) | Meaning::Dropped => None,
        }
    }

    #[inline]
    pub(crate) fn count_unknown(&mut self, number: u32) {
        self.unknown[number as usize] += 1;
    }

    #[inline]
    pub(crate) fn word(&self, number: u32) -> &str {
        self.words.get(number)
    }

    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        let bytes = self.words.bytes() + self.entries.len() * (size_of::<WordEntry>() + size_of::<u64>());
        bytes > self.room.for_words() && !self.makes_tree
    }

    #[inline]
    pub(crate) fn check_leaves(&self) -> Result<(), ReadError> {
        match self.room.leaves {
            Some(most) if self.leaves > most => Err(ReadError::TooManyItems { most }),
            _ => Ok(()),
        }
    }

    /// Forgets all words and their numbers, and writes the counts of unknown words to disk.
    pub(crate) fn relieve(&mut self) -> io::Result<()> {
        let spilled = match &mut self.spilled {
            Some(spilled) => spilled,
            None => self.spilled.insert(SpilledCounts::new(&self.room.folder, READ_BUFFERS)?),
        };
        UnknownWords::spill(counted(&self.words, &self.unknown), spilled)?;
        self.words = Interner::default();
        self.entries.clear();
        self.unknown.clear();
        self.is_used.clear();
        Ok(())
    }

    pub(crate) fn into_unknown_words(mut self) -> io::Result<UnknownWords> {
        match self.spilled.take() {
            None => Ok(UnknownWords::new(counted(&self.words, &self.unknown))),
            Some(mut spilled) => {
                UnknownWords::spill(counted(&self.words, &self.unknown), &mut spilled)?;
                drop(self);
                UnknownWords::merge(&spilled)
            }
        }
    }
}

fn counted<'a>(words: &'a Interner, unknown: &'a [u64]) -> impl Iterator<Item = (&'a str, u64)> {
    words.names().iter().zip(unknown.iter().copied()).filter(|&(_, count)| count > 0)
}

struct CachedQuery {
    nodes: u32,
    unknown: u32,
    counts: MapCounts,
}

pub(crate) struct QueryCache {
    texts: Interner,
    entries: Vec<CachedQuery>,
    nodes: Vec<Node>,
    unknown: Vec<u32>,
    room: usize,
}

pub(crate) struct Known<'a> {
    pub nodes: &'a [Node],
    pub unknown: &'a [u32],
    pub counts: MapCounts,
}

impl QueryCache {
    pub(crate) fn new(room: usize) -> Self {
        QueryCache {
            texts: Interner::default(),
            entries: Vec::new(),
            nodes: Vec::new(),
            unknown: Vec::new(),
            room: room.min(u32::MAX as usize),
        }
    }

    #[inline]
    pub(crate) fn find(&self, query: &str) -> Option<Known<'_>> {
        let number = self.texts.find(query)? as usize;
        let (nodes, unknown) = match number {
            0 => (0, 0),
            _ => (self.entries[number - 1].nodes, self.entries[number - 1].unknown),
        };
        let entry = &self.entries[number];
        Some(Known {
            nodes: &self.nodes[nodes as usize..entry.nodes as usize],
            unknown: &self.unknown[unknown as usize..entry.unknown as usize],
            counts: entry.counts,
        })
    }

    pub(crate) fn insert(&mut self, query: &str, known: Known<'_>) {
        let numbers = 4 * (self.nodes.len() + self.unknown.len());
        if self.texts.bytes() + numbers + size_of_val(self.entries.as_slice()) > self.room {
            self.forget();
        }
        let added = self.texts.intern(query) as usize;
        debug_assert_eq!(added, self.entries.len(), "the query is new");
        self.nodes.extend_from_slice(known.nodes);
        self.unknown.extend_from_slice(known.unknown);
        self.entries.push(CachedQuery {
            nodes: self.nodes.len() as u32,
            unknown: self.unknown.len() as u32,
            counts: known.counts,
        });
    }

    pub(crate) fn forget(&mut self) {
        *self = QueryCache::new(self.room);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_until_the_room_is_used_up() {
        let mut remembered = QueryCache::new(1 << 12);
        let mut found = 0;
        for number in 0..1000u32 {
            let text = number.to_string();
            assert!(remembered.find(&text).is_none());
            let counts = MapCounts { tokens: 3, unknown: 1, ..MapCounts::default() };
            let nodes = [Node(number), Node(number + 1)];
            remembered.insert(&text, Known { nodes: &nodes, unknown: &[number], counts });
            let known = remembered.find(&text).unwrap();
            assert_eq!((known.nodes, known.unknown, known.counts), (&nodes[..], &[number][..], counts));
            found += u32::from(remembered.find("0").is_some());
        }
        assert!(found > 10 && found < 1000);
    }
}
