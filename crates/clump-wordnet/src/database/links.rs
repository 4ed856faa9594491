//! Links from words of the other parts of speech to nouns, by WordNet's own pointers.
//!
//! A word has several senses, and a sense has several pointers. One pointer must be selected to give the word
//! its place in the tree:
//!
//! - Direct links come before links of one step more; [`Link`] lists them in order. Adjectives come before
//!   verbs, and verbs before adverbs.
//! - The senses are tried in the order of the index, the most frequent first. A pointer counts if it starts
//!   from this word or from the whole synset.
//! - Among nouns of the same stem, living things come last: after every other direct link of any sense, and
//!   after the links of synonyms. So `write` leads to writing and not to the writer, `create` to creation and
//!   not to the creature.
//! - If several nouns of one kind of link remain, verbs prefer events to tools and results (`bring` leads to
//!   transportation and not to the conveyer belt). All words prefer the noun that is the most frequent sense
//!   of its own word (`happy` leads to the first sense of happiness).
//!
//! Insults are not linked. A sense that WordNet marks as an insult is skipped. A word is skipped, with its
//! inflected forms, if all of its noun senses are skipped. A skipped noun is replaced by its parent.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::exceptions::Forms;
use super::files::Speech;
use super::parts::{Database, Relation, SynsetNumber};
use super::skipped::Skipped;
use crate::inflection::bases;
use crate::link::{Endings, Link};
use senses::{Candidate, Sense, Senses, first};

mod senses;

/// A word of another part of speech, and the noun that gives it a place in the tree.
pub(super) struct LinkedWord<'a> {
    pub(super) word: &'a str,
    pub(super) link: Link,
    pub(super) endings: Endings,
    /// The synset of that noun; it is never a skipped one.
    pub(super) noun: SynsetNumber,
}

/// All linked words in alphabetical order. Some of them are nouns too: their inflected forms as verbs or
/// adjectives (`walked`) need a link.
pub(super) fn linked_words<'a>(
    database: &Database<'a>,
    skipped: &Skipped,
    verb_forms: &Forms<'_>,
) -> Vec<LinkedWord<'a>> {
    let parts = [
        (Speech::Adjective, Endings::ADJECTIVE),
        (Speech::Verb, Endings::VERB),
        (Speech::Adverb, Endings::default()),
    ];
    let mut words: BTreeMap<&str, Endings> = BTreeMap::new();
    for (speech, endings) in parts {
        for lemma in database.parts[speech].lemmas.iter().filter(|lemma| !lemma.word.contains('_')) {
            let known = words.entry(lemma.word).or_default();
            *known = known.and(endings);
        }
    }
    let finder = Finder { senses: Senses::new(database, skipped), verb_forms };
    let linked = words.into_iter().filter_map(|(word, endings)| {
        let (link, noun) = finder.find(word)?;
        Some(LinkedWord { word, link, endings, noun: skipped.staying(&database.parts[Speech::Noun], noun)? })
    });
    linked.collect()
}

struct Finder<'d, 'a> {
    senses: Senses<'d, 'a>,
    /// The irregular forms of all verbs.
    verb_forms: &'d Forms<'d>,
}

/// A function that leads from a sense without a noun of its own to the noun of another sense.
type Step<'d, 'a> = fn(&Senses<'d, 'a>, Sense<'d, 'a>) -> Option<Candidate>;

impl<'d, 'a> Finder<'d, 'a> {
    fn find(&self, word: &str) -> Option<(Link, SynsetNumber)> {
        if self.senses.is_insult(word) {
            return None;
        }
        let parts = [Speech::Adjective, Speech::Verb, Speech::Adverb].into_iter();
        match first(parts.clone().filter_map(|speech| self.direct(word, speech))) {
            None => parts.clone().find_map(|speech| self.one_step(word, speech)),
            Some(direct) if !direct.is_last => Some((direct.link, direct.noun)),
            Some(last) => {
                let senses = parts.flat_map(|speech| self.senses.of(word, speech));
                match first(senses.filter_map(|sense| by_synonym(&self.senses, sense))) {
                    Some(synonym) if !synonym.is_last => Some((Link::Synonym, synonym.noun)),
                    _ => Some((last.link, last.noun)),
                }
            }
        }
    }

    /// The best noun that the word itself points to. Adverbs, and a few adjectives, point to an adjective
    /// instead: they use its nouns.
    fn direct(&self, word: &str, speech: Speech) -> Option<Candidate> {
        first(self.senses.of(word, speech).filter_map(|sense| {
            self.senses.noun(sense).or_else(|| {
                let adjectives = self.senses.follow(sense, Relation::Pertainym, Speech::Adjective);
                Some(self.senses.best(adjectives)?.by(Link::Pertainym))
            })
        }))
    }

    /// The noun that a word without a noun of its own reaches through another word.
    fn one_step(&self, word: &str, speech: Speech) -> Option<(Link, SynsetNumber)> {
        let own = self.senses.of(word, speech);
        let senses: Vec<Sense<'d, 'a>> = match speech {
            Speech::Adverb => own
                .flat_map(|sense| self.senses.follow(sense, Relation::Pertainym, Speech::Adjective))
                .collect(),
            _ => own.collect(),
        };
        let by = |link, step: Step<'d, 'a>| {
            let found = senses.iter().find_map(|&sense| step(&self.senses, sense));
            found.map(|found| (link, found.noun))
        };
        match speech {
            Speech::Noun => None,
            Speech::Adjective => by(Link::Verb, by_verb)
                .or_else(|| self.by_participle(word))
                .or_else(|| by(Link::Synonym, by_synonym))
                .or_else(|| by(Link::Similar, by_similar)),
            Speech::Adverb => by(Link::Synonym, by_synonym).or_else(|| by(Link::Similar, by_similar)),
            Speech::Verb => by(Link::Synonym, by_synonym).or_else(|| by(Link::Hypernym, by_hypernym)),
        }
    }

    /// The noun of the verb that an adjective is a participle of. WordNet has pointers from 73 participles to
    /// their verbs, and two thousand more participles without a pointer (`baked`, `registered`).
    fn by_participle(&self, word: &str) -> Option<(Link, SynsetNumber)> {
        let irregular = self.verb_forms.get(word).into_iter().flatten().map(|&base| Cow::Borrowed(base));
        let is_verb = |&(_, endings): &(_, Endings)| endings == Endings::VERB;
        let regular = bases(word).filter(is_verb).map(|(base, _)| base);
        let mut verbs = irregular.chain(regular).filter(|verb| !self.senses.is_insult(verb));
        verbs.find_map(|verb| self.direct(&verb, Speech::Verb)).map(|found| (Link::Verb, found.noun))
    }
}

/// The best noun of the verbs that an adjective points to.
fn by_verb<'d, 'a>(senses: &Senses<'d, 'a>, adjective: Sense<'d, 'a>) -> Option<Candidate> {
    let relations = [Relation::Participle, Relation::Derived].into_iter();
    senses.best(relations.flat_map(|relation| senses.follow(adjective, relation, Speech::Verb)))
}

/// The best noun of the other words in the synset of a sense.
fn by_synonym<'d, 'a>(senses: &Senses<'d, 'a>, sense: Sense<'d, 'a>) -> Option<Candidate> {
    senses.best(sense.synonyms())
}

fn by_similar<'d, 'a>(senses: &Senses<'d, 'a>, adjective: Sense<'d, 'a>) -> Option<Candidate> {
    senses.best(senses.follow(adjective, Relation::Similar, Speech::Adjective))
}

/// The noun of the nearest more general verb that points to a noun.
fn by_hypernym<'d, 'a>(senses: &Senses<'d, 'a>, verb: Sense<'d, 'a>) -> Option<Candidate> {
    senses.above(verb).find_map(|above| senses.best(above.synonyms()))
}
