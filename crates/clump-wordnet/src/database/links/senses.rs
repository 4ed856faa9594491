//! The senses of words as a graph: their pointers, and the selection of the best noun.

use crate::database::files::Speech;
use crate::database::parts::{ALL_WORDS, Database, Relation, Synset, SynsetNumber};
use crate::database::skipped::Skipped;
use crate::link::Link;

/// A sense of a word: one word of one synset.
#[derive(Clone, Copy)]
pub(super) struct Sense<'d, 'a> {
    speech: Speech,
    synset: &'d Synset<'a>,
    /// Index of the word in the synset, from 1.
    word: usize,
}

impl<'d, 'a> Sense<'d, 'a> {
    /// The senses of all words in the same synset, including this one.
    pub(super) fn synonyms(self) -> impl Iterator<Item = Sense<'d, 'a>> {
        (1..=self.synset.words.len()).map(move |word| Sense { word, ..self })
    }
}

/// A noun that a word may be linked to. Candidates are ordered: the smallest is the best one for a sense.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// True if the noun is a living thing and only has the same stem; such a noun is the last choice.
    pub(super) is_last: bool,
    pub(super) link: Link,
    /// True if the word is a verb and the noun is not an event; such a noun is the second choice.
    is_second: bool,
    /// Index, from 0, of the noun among the senses of its own word, most frequent first.
    sense: usize,
    /// Index of the pointer among those of the same relation.
    order: usize,
    pub(super) noun: SynsetNumber,
}

impl Candidate {
    /// The same noun with another link, which describes the whole way to it.
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

/// Access to the senses of all words; insults are left out.
pub(super) struct Senses<'d, 'a> {
    database: &'d Database<'a>,
    skipped: &'d Skipped,
    /// The synset of living things, above all of them; `None` if the database lacks it.
    living: Option<SynsetNumber>,
    /// The synset of events, above all of them; `None` if the database lacks it.
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

    /// The senses that the pointers of one relation lead to, among words of one part of speech.
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

    /// The noun of the first sense with a noun that is no living thing, else the first noun of a sense.
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

    /// Index, from 0, of `noun` among the senses of its word with index `word`. For a pointer to the whole
    /// synset it is the first word.
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
