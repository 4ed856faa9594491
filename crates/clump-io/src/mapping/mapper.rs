//! Maps a log and counts the results, and remembers the words and queries that it has seen. [`WordMapper`]
//! holds the meanings of words.

use std::collections::BTreeSet;
use std::io;

use clump_core::taxonomy::Node;
use clump_scrub::{Class, IN_RELEASES, plain, stretches};
use clump_wordnet::Languages;

use super::vocabulary::{Known, QueryCache, Vocabulary, WordEntry};
use super::word_mapper::WordMapper;
use crate::error::Fault;
use crate::lexicon::Meaning;
use crate::options::{MapCounts, ReadingMemory};
use crate::tokens::Words;
use crate::unknown::OnUnknown;
use crate::unmapped;
use crate::unmapped::QueryTexts;

pub(crate) struct Mapper<'a> {
    meanings: &'a WordMapper,
    pub vocabulary: Vocabulary,
    remembered: QueryCache,
    words: Words,
    unknown_words: Vec<u32>,
    pub queries: Option<QueryTexts>,
    /// True if part of the current query is excluded, so the query as a whole must not be published.
    is_excluded: bool,
    /// True if an override or a list dropped a text that maps to a node whose owners are counted.
    pub has_dropped_counted: bool,
    /// Nodes that replaced words, with their numbers before items are renumbered at the end.
    pub categories: BTreeSet<Node>,
    pub counts: MapCounts,
}

impl<'a> Mapper<'a> {
    pub(crate) fn new(meanings: &'a WordMapper, room: ReadingMemory) -> Self {
        let (words, unknown_words, counts) = Default::default();
        let remembered = QueryCache::new(room.for_queries());
        let other_words = match meanings.unknown {
            OnUnknown::Below(node) => Some(node),
            OnUnknown::As(_) | OnUnknown::Drop | OnUnknown::Error => None,
        };
        let vocabulary = Vocabulary::new(room, other_words);
        Mapper {
            meanings,
            vocabulary,
            remembered,
            words,
            unknown_words,
            queries: None,
            is_excluded: false,
            has_dropped_counted: false,
            categories: BTreeSet::new(),
            counts,
        }
    }

    /// Appends the nodes of a query's words to `nodes`, and [numbers](crate::unmapped) for words without an
    /// item of their own. A word that is a leaf of its own has a number after those of the given tree. If
    /// whole queries are wanted and this one may be published, its number comes last.
    pub(crate) fn query(&mut self, query: &str, nodes: &mut Vec<Node>) -> Result<(), Fault> {
        if let Some(known) = self.remembered.find(query) {
            nodes.extend_from_slice(known.nodes);
            known.unknown.iter().for_each(|&word| self.vocabulary.count_unknown(word));
            self.counts += known.counts;
            return Ok(());
        }
        let (before, start) = (std::mem::take(&mut self.counts), nodes.len());
        self.unknown_words.clear();
        self.is_excluded = false;
        let mut words = std::mem::take(&mut self.words);
        let result = if self.meanings.is_never_published(query) {
            self.has_dropped_counted |= self.meanings.is_counted(query);
            self.drop_words(query, &mut words, nodes)
        } else {
            self.text(query, &mut words, nodes)
        };
        if nodes.len() == start && !query.trim().is_empty() {
            self.whole_query(query.trim(), &words, nodes);
        }
        self.words = words;
        let counts = std::mem::replace(&mut self.counts, before);
        self.counts += counts;
        result?;
        self.note_whole_query(query, start, nodes);
        let (nodes, unknown) = (&nodes[start..], &self.unknown_words[..]);
        self.remembered.insert(query, Known { nodes, unknown, counts });
        Ok(())
    }

    fn note_whole_query(&mut self, query: &str, start: usize, nodes: &mut Vec<Node>) {
        let Some(queries) = &mut self.queries else { return };
        let words: Vec<Node> =
            nodes[start..].iter().copied().filter(|&word| !unmapped::is_placed(word)).collect();
        let is_public = !self.is_excluded && !words.iter().any(|&word| unmapped::is_lost(word));
        if is_public && !words.is_empty() {
            let query = queries.note(query, &words);
            nodes.push(query);
        }
    }

    /// Appends the node of a basket's item to `nodes`, or its [number](crate::unmapped) if it has no item.
    /// `position` is the item's index in the basket from 1, for errors.
    #[inline]
    pub(crate) fn item(&mut self, item: &str, position: usize, nodes: &mut Vec<Node>) -> Result<(), Fault> {
        let name = self.meanings.lexicon().name_of_item(item);
        let (number, entry) = self
            .vocabulary
            .find(&name)
            .unwrap_or_else(|| self.vocabulary.insert(&name, WordEntry::new(self.meanings.item(item))));
        self.counts.tokens += 1;
        if entry.meaning == Meaning::Dropped {
            self.has_dropped_counted |=
                self.meanings.counted.as_ref().is_some_and(|counted| counted.has_item(item));
        }
        self.counts.by_shape += u64::from(self.meanings.is_by_shape(entry.meaning));
        self.unknown_words.clear();
        self.take(entry.meaning, number, TakenWords { words: 1, position }, nodes)
    }

    /// Frees memory: forgets the words and queries seen so far, and counts unknown words on disk.
    pub(crate) fn relieve(&mut self) -> io::Result<()> {
        self.remembered.forget();
        self.vocabulary.relieve()
    }

    fn whole_query(&mut self, query: &str, words: &Words, nodes: &mut Vec<Node>) {
        if words.len() == 0 {
            let (number, entry) = self.vocabulary.find(query).unwrap_or_else(|| {
                self.vocabulary.insert(query, WordEntry::new(self.meanings.lexicon().only_signs(query)))
            });
            match entry.meaning {
                Meaning::Below(_) => self.push_leaf(number, nodes),
                Meaning::Excluded(node) => self.push_excluded_node(node, query, nodes),
                _ => return,
            }
            self.counts.tokens += 1;
            self.counts.mapped += 1;
        } else if matches!(self.meanings.unknown, OnUnknown::Below(_)) {
            for at in 0..words.len() {
                let (number, _) = self.entry(words.phrase(at, 1));
                self.push_leaf(number, nodes);
            }
            self.counts.stop_words -= words.len() as u64;
            self.counts.mapped += words.len() as u64;
        }
    }

    fn text(&mut self, text: &str, words: &mut Words, nodes: &mut Vec<Node>) -> Result<(), Fault> {
        // Invisible characters are removed, so that they cannot hide a word from a guard.
        let plain = plain(text);
        if !self.meanings.excludes_identifiers() {
            return self.words_of(&plain, words, nodes);
        }
        let stretches = stretches(&plain, IN_RELEASES);
        if stretches.iter().all(|(class, _)| class.is_none()) {
            return self.words_of(&plain, words, nodes);
        }
        for (class, place) in stretches {
            let stretch = &plain[place];
            let Some(class) = class else {
                self.words_of(stretch, words, nodes)?;
                continue;
            };
            // A number that is typed in parts, such as `555 1234`, counts as one word per part.
            let count = match class {
                Class::Number => {
                    stretch.split_whitespace().filter(|part| part.contains(char::is_alphanumeric)).count()
                }
                _ => 1,
            };
            match self.meanings.lexicon().identifiers(class) {
                Some(node) if !self.meanings.is_dropped(stretch) => {
                    self.counts.tokens += count as u64;
                    self.counts.mapped += count as u64;
                    self.push_excluded_node(node, stretch, nodes);
                }
                _ => {
                    self.is_excluded = true;
                    self.drop_words(stretch, words, nodes)?;
                }
            }
        }
        Ok(())
    }

    fn drop_words(&mut self, text: &str, words: &mut Words, nodes: &mut Vec<Node>) -> Result<(), Fault> {
        self.meanings.read_words(text, words);
        self.counts.tokens += words.len() as u64;
        for at in 0..words.len() {
            let (number, _) = self.entry(words.phrase(at, 1));
            self.take(Meaning::Dropped, number, TakenWords { words: 1, position: at + 1 }, nodes)?;
        }
        Ok(())
    }

    fn push_excluded_node(&mut self, node: Node, word: &str, nodes: &mut Vec<Node>) {
        self.is_excluded = true;
        self.push_category(node, unmapped::placed(word), nodes);
    }

    /// Appends the category `node`, and `placed`, the number that counts the replaced word.
    fn push_category(&mut self, node: Node, placed: Node, nodes: &mut Vec<Node>) {
        self.categories.insert(node);
        nodes.extend([node, placed]);
    }

    fn words_of(&mut self, text: &str, words: &mut Words, nodes: &mut Vec<Node>) -> Result<(), Fault> {
        self.meanings.read_words(text, words);
        self.counts.tokens += words.len() as u64;
        let mut signs = None;
        let mut at = 0;
        while at < words.len() {
            let (number, entry) = self.entry(words.phrase(at, 1));
            let longest = usize::from(entry.longest).min(words.len() - at);
            let phrase = (2..=longest)
                .rev()
                .find_map(|count| self.phrase(words.phrase(at, count)).map(|found| (found, count)));
            let position = at + 1;
            match phrase {
                Some(((number, entry), count)) => {
                    self.counts.phrases += 1;
                    self.note_dropped(entry.meaning, words.phrase(at, count));
                    self.take(entry.meaning, number, TakenWords { words: count, position }, nodes)?;
                    at += count;
                }
                None => {
                    let is_stop = !entry.languages.is_empty() && {
                        let signs = *signs.get_or_insert_with(|| self.signs_of_languages(words));
                        is_foreign(number, entry, at > 0 && at + 1 < words.len(), signs)
                    };
                    let meaning = if is_stop { Meaning::Stop } else { entry.meaning };
                    self.note_dropped(meaning, words.phrase(at, 1));
                    self.take(meaning, number, TakenWords { words: 1, position }, nodes)?;
                    at += 1;
                }
            }
        }
        Ok(())
    }

    fn note_dropped(&mut self, meaning: Meaning, text: &str) {
        if meaning == Meaning::Dropped {
            self.has_dropped_counted |= self.meanings.is_counted(text);
        }
    }

    fn signs_of_languages(&mut self, words: &Words) -> LanguageSigns {
        let mut signs = LanguageSigns::default();
        for at in 0..words.len() {
            let (number, entry) = self.entry(words.phrase(at, 1));
            signs.has_unknown |= entry.meaning == Meaning::Unknown;
            if is_common(entry.languages) {
                match signs.common {
                    Some((other, _)) if other != number => signs.is_several = true,
                    Some(_) => {}
                    None => signs.common = Some((number, entry.languages)),
                }
            }
        }
        signs
    }

    #[inline]
    fn take(
        &mut self,
        meaning: Meaning,
        number: u32,
        taken: TakenWords,
        nodes: &mut Vec<Node>,
    ) -> Result<(), Fault> {
        let words = taken.words as u64;
        let placed = |mapper: &Self| unmapped::placed(mapper.vocabulary.word(number));
        match meaning {
            Meaning::Item(node) => {
                self.counts.mapped += words;
                self.vocabulary.note_use(number);
                match self.meanings.unknown {
                    // The user typed the name of the node that replaces unknown words.
                    OnUnknown::As(other) if other == node => {
                        self.push_category(node, placed(self), nodes);
                    }
                    _ => nodes.push(node),
                }
            }
            Meaning::Below(_) => {
                self.counts.mapped += words;
                self.push_leaf(number, nodes);
            }
            Meaning::Excluded(node) => {
                self.counts.mapped += words;
                self.is_excluded = true;
                self.push_category(node, placed(self), nodes);
            }
            Meaning::Stop => self.counts.stop_words += words,
            Meaning::Dropped => {
                self.counts.dropped += words;
                nodes.push(unmapped::dropped(self.vocabulary.word(number)));
            }
            Meaning::Unknown => {
                self.counts.unknown += words;
                self.vocabulary.count_unknown(number);
                self.unknown_words.push(number);
                match self.meanings.unknown {
                    OnUnknown::Drop => nodes.push(unmapped::unknown(self.vocabulary.word(number))),
                    OnUnknown::Error => return Err(Fault::UnknownItem { position: taken.position }),
                    OnUnknown::As(node) => {
                        self.counts.placed += words;
                        self.push_category(node, placed(self), nodes);
                    }
                    OnUnknown::Below(_) => {
                        self.counts.placed += words;
                        self.push_leaf(number, nodes);
                    }
                }
            }
        }
        Ok(())
    }

    #[inline]
    fn push_leaf(&mut self, number: u32, nodes: &mut Vec<Node>) {
        self.vocabulary.note_use(number);
        nodes.push(Node(self.meanings.known_nodes() + number));
    }

    #[inline]
    fn entry(&mut self, word: &str) -> (u32, WordEntry) {
        if let Some(seen) = self.vocabulary.find(word) {
            return seen;
        }
        let longest = self.meanings.longest(word).min(usize::from(u8::MAX)) as u8;
        let (meaning, languages) = (self.meanings.word(word), self.meanings.languages(word));
        self.vocabulary.insert(word, WordEntry { meaning, longest, languages })
    }

    fn phrase(&mut self, phrase: &str) -> Option<(u32, WordEntry)> {
        // Most phrases are unknown. The lexicon is checked first, because it is smaller than the vocabulary.
        let meaning = self.meanings.phrase(phrase)?;
        let seen = self.vocabulary.find(phrase);
        Some(seen.unwrap_or_else(|| self.vocabulary.insert(phrase, WordEntry::new(meaning))))
    }
}

#[derive(Clone, Copy, Default)]
struct LanguageSigns {
    has_unknown: bool,
    /// Number and languages of a function word that several languages share; `None` before one is seen.
    common: Option<(u32, Languages)>,
    is_several: bool,
}

/// True if a word is meant as a function word of another language than English.
///
/// It is, if English does not have the word. If English has it too, like `de` for Delaware and `die`, other
/// evidence must exist. One kind is a word in the query that English does not have, or another function word
/// that several languages share. The other kind is the word itself: several languages share it and it is
/// between other words, as in `hotel de paris` and unlike `wilmington de`.
fn is_foreign(number: u32, entry: WordEntry, stands_between: bool, signs: LanguageSigns) -> bool {
    let has_other = signs.is_several
        || signs
            .common
            .is_some_and(|(other, languages)| other != number && !(languages & entry.languages).is_empty());
    entry.meaning == Meaning::Unknown
        || signs.has_unknown
        || has_other
        || (is_common(entry.languages) && stands_between)
}

/// True if so many languages share a function word that it is hardly ever meant as an English word.
fn is_common(languages: Languages) -> bool {
    languages.len() >= 3
}

#[derive(Clone, Copy)]
struct TakenWords {
    words: usize,
    position: usize,
}
