//! From the words of a query, or the items of a basket, to nodes of the taxonomy.
//!
//! At each word of a query the longest phrase that is known is taken, and only if there is none the word alone. So
//! `bill of rights` is one item although `of` is a stop word. Among phrases of equal length an override wins.

use std::io;

use clump_core::names::Names;
use clump_core::taxonomy::Node;

use crate::lexicon::{Lexicon, Meaning};
use crate::lost;
use crate::matching::{MapCounts, Matching};
use crate::overrides::Overrides;
use crate::remembered::{Known, Remembered};
use crate::room::Room;
use crate::tokens::{Words, fold, next_token, trim};
use crate::unknown::{OnUnknown, UnknownWords};
use crate::vocabulary::{Entry, Vocabulary};

/// A word, from 1, that is unknown where that is an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownAt(pub usize);

/// Maps text to nodes and keeps count.
pub(crate) struct Mapper<'a> {
    lexicon: &'a dyn Lexicon,
    overrides: Overrides,
    matching: Matching,
    unknown: OnUnknown,
    vocabulary: Vocabulary,
    remembered: Remembered,
    words: Words,
    /// Numbers of the words of the query at hand that are unknown.
    unknown_words: Vec<u32>,
    counts: MapCounts,
}

impl<'a> Mapper<'a> {
    pub(crate) fn new(
        lexicon: &'a dyn Lexicon,
        overrides: Overrides,
        matching: Matching,
        unknown: OnUnknown,
        room: Room,
    ) -> Self {
        let (words, unknown_words, counts) = Default::default();
        let remembered = Remembered::new(room.for_queries());
        let vocabulary = Vocabulary::new(room);
        Mapper { lexicon, overrides, matching, unknown, vocabulary, remembered, words, unknown_words, counts }
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
        words.read(query, self.matching.compounds(), |token, rest| self.stays_whole(token, rest));
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
            let meaning = self.overrides.find(&fold(item)).unwrap_or_else(|| self.lexicon.item(item));
            self.vocabulary.insert(item, Entry { meaning, longest: 1 })
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
            let phrase = (2..=longest)
                .rev()
                .find_map(|count| self.phrase(words.phrase(at, count)).map(|meaning| (meaning, count)));
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
                nodes.push(Node(self.lexicon.known_nodes() + number));
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
                match self.unknown {
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
        let meaning = self.overrides.find(word).unwrap_or_else(|| self.alone(word));
        let longest = self.longest(word).min(usize::from(u8::MAX)) as u8;
        self.vocabulary.insert(word, Entry { meaning, longest })
    }

    /// What the lexicon says of a single word.
    fn alone(&self, word: &str) -> Meaning {
        match self.matching {
            Matching::Full => self.lexicon.word(word),
            Matching::Paper => self.lexicon.exact(word),
        }
    }

    /// Words of the longest phrase that begins with `word`.
    fn longest(&self, word: &str) -> usize {
        let stated = self.overrides.longest(word);
        match self.matching {
            Matching::Full => stated.max(self.lexicon.longest_phrase(word)),
            Matching::Paper => stated,
        }
    }

    /// An item or `Dropped`; `None` where the phrase is not known.
    fn phrase(&self, phrase: &str) -> Option<Meaning> {
        self.overrides.find(phrase).or_else(|| match self.matching {
            Matching::Full => self.lexicon.phrase(phrase).map(Meaning::Item),
            Matching::Paper => None,
        })
    }

    /// Whether a token with punctuation is known as it stands, alone or as the first word of a phrase that follows.
    fn stays_whole(&self, token: &str, mut rest: &str) -> bool {
        if self.overrides.find(token).is_some() {
            return true;
        }
        match self.alone(token) {
            Meaning::Item(_) | Meaning::Stop | Meaning::Dropped => return true,
            // Everything is known where the tree is made from the data, so there this tells nothing.
            Meaning::Itself => return false,
            Meaning::Unknown if self.matching == Matching::Paper => return false,
            Meaning::Unknown => {}
        }
        let longest = self.longest(token);
        let mut phrase = if longest > 1 { token.to_owned() } else { return false };
        for _ in 1..longest {
            let Some((next, after)) = next_token(rest) else { return false };
            phrase.push(' ');
            phrase.push_str(trim(next));
            rest = after;
            if self.phrase(&phrase).is_some() {
                return true;
            }
        }
        false
    }
}
