//! The senses of words as a graph: their pointers, and the choice of the best noun.

use crate::database::files::Speech;
use crate::database::parts::{ALL_WORDS, Database, Relation, Synset, SynsetNumber};
use crate::database::skipped::Skipped;
use crate::link::Link;

/// A word of a synset, which is a sense of a word.
#[derive(Clone, Copy)]
pub(super) struct Sense<'d, 'a> {
    speech: Speech,
    synset: &'d Synset<'a>,
    /// The number of the word, from 1.
    word: usize,
}

impl<'d, 'a> Sense<'d, 'a> {
    /// All words of the synset.
    pub(super) fn synonyms(self) -> impl Iterator<Item = Sense<'d, 'a>> {
        (1..=self.synset.words.len()).map(move |word| Sense { word, ..self })
    }
}

/// A noun that a word may be linked to. The smallest in order is the best of one sense.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// True for a living thing by a derivation.
    pub(super) is_last: bool,
    pub(super) link: Link,
    /// True for a verb's noun that is not an event.
    is_second: bool,
    /// Number of the noun among the senses of its word, from 0.
    sense: usize,
    /// Index of the pointer among those of its kind.
    order: usize,
    pub(super) noun: SynsetNumber,
}

impl Candidate {
    /// The same noun by another link, which describes the whole way.
    pub(super) fn by(self, link: Link) -> Candidate {
        Candidate { link, ..self }
    }
}

/// The first candidate whose `is_last` is false, or else the first candidate.
pub(super) fn first(candidates: impl Iterator<Item = Candidate>) -> Option<Candidate> {
    let mut last = None;
    for candidate in candidates {
        if !candidate.is_last {
            return Some(candidate);
        }
        last.get_or_insert(candidate);
    }
    last
}

/// The senses of all words, without insults.
pub(super) struct Senses<'d, 'a> {
    database: &'d Database<'a>,
    skipped: &'d Skipped,
    /// The synset of all living things.
    living: Option<SynsetNumber>,
    /// The synset of all events.
    event: Option<SynsetNumber>,
}

impl<'d, 'a> Senses<'d, 'a> {
    pub(super) fn new(database: &'d Database<'a>, skipped: &'d Skipped) -> Senses<'d, 'a> {
        let first_sense = |noun| database.parts[Speech::Noun].senses(noun).first().copied();
        Senses { database, skipped, living: first_sense("living_thing"), event: first_sense("event") }
    }

    /// True if a word is a noun and all its senses are skipped.
    pub(super) fn is_insult(&self, word: &str) -> bool {
        let senses = self.database.parts[Speech::Noun].senses(word);
        !senses.is_empty() && senses.iter().all(|&sense| self.skipped.nouns[sense])
    }

    /// The senses of a word, the most frequent first.
    pub(super) fn of(&self, word: &str, speech: Speech) -> impl Iterator<Item = Sense<'d, 'a>> {
        let part = &self.database.parts[speech];
        let senses = part.senses(word).iter().filter_map(move |&sense| {
            let synset = &part.synsets[sense];
            let word = synset.words.iter().position(|other| other.eq_ignore_ascii_case(word))? + 1;
            Some(Sense { speech, synset, word })
        });
        senses.filter(|sense| !self.skipped.is_marked(sense.synset, sense.word))
    }

    /// The senses that a sense points to.
    pub(super) fn follow(
        &self,
        from: Sense<'d, 'a>,
        relation: Relation,
        speech: Speech,
    ) -> impl Iterator<Item = Sense<'d, 'a>> {
        let part = &self.database.parts[speech];
        let senses = from.synset.pointers(relation, speech, from.word).flat_map(move |pointer| {
            let all = Sense { speech, synset: &part.synsets[pointer.synset], word: ALL_WORDS };
            all.synonyms().filter(move |sense| pointer.to == ALL_WORDS || pointer.to == sense.word)
        });
        senses.filter(|sense| !self.skipped.is_marked(sense.synset, sense.word))
    }

    /// The hypernyms of a sense as whole synsets, the nearest first.
    pub(super) fn above(&self, sense: Sense<'d, 'a>) -> impl Iterator<Item = Sense<'d, 'a>> {
        let part = &self.database.parts[sense.speech];
        part.ancestors(sense.synset).map(move |above| Sense {
            synset: &part.synsets[above],
            word: ALL_WORDS,
            ..sense
        })
    }

    /// The noun of the first sense that has one, living things last.
    pub(super) fn best(&self, senses: impl Iterator<Item = Sense<'d, 'a>>) -> Option<Candidate> {
        first(senses.filter_map(|sense| self.noun(sense)))
    }

    /// The best noun that a sense points to.
    pub(super) fn noun(&self, Sense { speech, synset, word }: Sense<'d, 'a>) -> Option<Candidate> {
        let links = [
            (Link::Pertainym, Relation::Pertainym),
            (Link::Derived, Relation::Derived),
            (Link::Attribute, Relation::Attribute),
        ];
        let candidates = links.into_iter().flat_map(|(link, relation)| {
            synset.pointers(relation, Speech::Noun, word).enumerate().map(move |(order, pointer)| {
                let noun = pointer.synset;
                let is_last = link == Link::Derived && self.is_below(noun, self.living);
                let is_second = speech == Speech::Verb && !self.is_below(noun, self.event);
                Candidate {
                    is_last,
                    link,
                    is_second,
                    sense: self.sense_number(noun, pointer.to),
                    order,
                    noun,
                }
            })
        });
        candidates.min()
    }

    /// Number of a noun among the senses of its word, from 0. A pointer to the whole synset is about its
    /// first word.
    fn sense_number(&self, noun: SynsetNumber, word: usize) -> usize {
        let nouns = &self.database.parts[Speech::Noun];
        let word = nouns.synsets[noun].words.get(word.saturating_sub(1));
        let senses = word.map_or(&[][..], |word| nouns.senses(&word.to_ascii_lowercase()));
        senses.iter().position(|&sense| sense == noun).unwrap_or(senses.len())
    }

    fn is_below(&self, noun: SynsetNumber, above: Option<SynsetNumber>) -> bool {
        let nouns = &self.database.parts[Speech::Noun];
        let mut line = std::iter::once(noun).chain(nouns.ancestors(&nouns.synsets[noun]));
        above.is_some_and(|above| line.any(|synset| synset == above))
    }
}
