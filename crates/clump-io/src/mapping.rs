//! Mapping while it is under way: what was seen already, and what was counted. What words mean is the business of
//! [`WordMapper`].

use std::io;

use clump_core::names::Names;
use clump_core::taxonomy::Node;

use crate::lexicon::Meaning;
use crate::lost;
use crate::matching::MapCounts;
use crate::reading_memory::ReadingMemory;
use crate::remembered::{Known, Remembered};
use crate::tokens::Words;
use crate::unknown::{OnUnknown, UnknownWords};
use crate::vocabulary::{Entry, Vocabulary};
use crate::word_mapper::WordMapper;

/// A word, from 1, that is unknown where that is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownAt(pub usize);

/// Maps text to nodes and keeps count.
pub(crate) struct Mapper<'a> {
    /// What words mean.
    meanings: &'a WordMapper,
    vocabulary: Vocabulary,
    remembered: Remembered,
    words: Words,
    /// Numbers of the words of the query at hand that are unknown.
    unknown_words: Vec<u32>,
    counts: MapCounts,
}

impl<'a> Mapper<'a> {
    /// Maps as `meanings` says, with `room` for what was seen already.
    pub(crate) fn new(meanings: &'a WordMapper, room: ReadingMemory) -> Self {
        let (words, unknown_words, counts) = Default::default();
        let remembered = Remembered::new(room.for_queries());
        let vocabulary = Vocabulary::new(room);
        Mapper { meanings, vocabulary, remembered, words, unknown_words, counts }
    }

    /// Appends the nodes of a query's words to `nodes`, and the numbers of those that are [lost].
    pub(crate) fn query(&mut self, query: &str, nodes: &mut Vec<Node>) -> Result<(), UnknownAt> {
        if let Some(known) = self.remembered.find(query) {
            nodes.extend_from_slice(known.nodes);
            known.unknown.iter().for_each(|&word| self.vocabulary.count_unknown(word));
            self.counts += known.counts;
            return Ok(());
        }
        let (before, start) = (self.counts, nodes.len());
        self.unknown_words.clear();
        let mut words = std::mem::take(&mut self.words);
        words.read(query, self.meanings.compounds(), |token, rest| self.meanings.stays_whole(token, rest));
        let result = self.map(&words, nodes);
        self.words = words;
        result?;
        let (nodes, unknown) = (&nodes[start..], &self.unknown_words[..]);
        self.remembered.insert(query, Known { nodes, unknown, counts: self.counts - before });
        Ok(())
    }

    /// Appends the node of a basket's item to `nodes`, or its number if it is [lost]; `position` from 1 is for the error.
    #[inline]
    pub(crate) fn item(
        &mut self,
        item: &str,
        position: usize,
        nodes: &mut Vec<Node>,
    ) -> Result<(), UnknownAt> {
        let (number, entry) = self.vocabulary.find(item).unwrap_or_else(|| {
            self.vocabulary.insert(item, Entry { meaning: self.meanings.item(item), longest: 1 })
        });
        self.counts.tokens += 1;
        self.unknown_words.clear();
        self.take(entry.meaning, number, position, nodes)
    }

    /// What has been counted so far.
    pub(crate) fn counts(&self) -> MapCounts {
        self.counts
    }

    /// All words by number, and whether each stands for itself: then `Node(number)` was handed out for it, the
    /// number counted from behind the nodes that the lexicon knows.
    pub(crate) fn words(&self) -> (&Names, impl Fn(usize) -> bool) {
        let entries = self.vocabulary.entries();
        (self.vocabulary.words(), |number| entries[number].meaning == Meaning::Itself)
    }

    /// Whether there is no more room; [`Mapper::relieve`] makes some.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.vocabulary.is_full()
    }

    /// Forgets what it has seen; unknown words are counted on disk.
    ///
    /// # Errors
    /// What the folder for temporary files says.
    pub(crate) fn relieve(&mut self) -> io::Result<()> {
        self.remembered.forget();
        self.vocabulary.relieve()
    }

    /// The words that were met unknown.
    ///
    /// # Errors
    /// What the folder for temporary files says.
    pub(crate) fn into_unknown_words(self) -> io::Result<UnknownWords> {
        self.vocabulary.into_unknown_words()
    }

    fn map(&mut self, words: &Words, nodes: &mut Vec<Node>) -> Result<(), UnknownAt> {
        self.counts.tokens += words.len() as u64;
        let mut at = 0;
        while at < words.len() {
            let word = words.phrase(at, 1);
            let (number, entry) = self.entry(word);
            let longest = usize::from(entry.longest).min(words.len() - at);
            let phrase = (2..=longest).rev().find_map(|count| {
                self.meanings.phrase(words.phrase(at, count)).map(|meaning| (meaning, count))
            });
            match phrase {
                Some((meaning, count)) => {
                    self.counts.phrases += 1;
                    match meaning {
                        Meaning::Item(node) => {
                            self.counts.mapped += count as u64;
                            nodes.push(node);
                        }
                        _ => {
                            self.counts.dropped += count as u64;
                            nodes.push(lost::dropped(words.phrase(at, count)));
                        }
                    }
                    at += count;
                }
                None => {
                    at += 1;
                    self.take(entry.meaning, number, at, nodes)?;
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn take(
        &mut self,
        meaning: Meaning,
        number: u32,
        position: usize,
        nodes: &mut Vec<Node>,
    ) -> Result<(), UnknownAt> {
        match meaning {
            Meaning::Item(node) => {
                self.counts.mapped += 1;
                nodes.push(node);
            }
            Meaning::Itself => {
                self.counts.mapped += 1;
                nodes.push(Node(self.meanings.known_nodes() + number));
            }
            Meaning::Stop => self.counts.stop_words += 1,
            Meaning::Dropped => {
                self.counts.dropped += 1;
                nodes.push(lost::dropped(self.vocabulary.word(number)));
            }
            Meaning::Unknown => {
                self.counts.unknown += 1;
                self.vocabulary.count_unknown(number);
                self.unknown_words.push(number);
                match self.meanings.on_unknown() {
                    OnUnknown::Drop => nodes.push(lost::unknown(self.vocabulary.word(number))),
                    OnUnknown::Error => return Err(UnknownAt(position)),
                    OnUnknown::As(node) => {
                        self.counts.placed += 1;
                        nodes.push(node);
                    }
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn entry(&mut self, word: &str) -> (u32, Entry) {
        if let Some(seen) = self.vocabulary.find(word) {
            return seen;
        }
        let longest = self.meanings.longest(word).min(usize::from(u8::MAX)) as u8;
        self.vocabulary.insert(word, Entry { meaning: self.meanings.word(word), longest })
    }
}
