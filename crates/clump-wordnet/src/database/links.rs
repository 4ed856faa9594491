//! Links from words of the other parts of speech to nouns, by WordNet's own pointers.
//!
//! A word has several senses, and a sense has several pointers. One of them must become the place of the
//! word:
//!
//! - Direct links come before links of one step more ([`Link`] has their order); adjectives come before
//!   verbs, and verbs before adverbs.
//! - The senses are tried in the order of the index, the most frequent first. A pointer counts if it is about
//!   this word or about its whole synset.
//! - Of the derived nouns, living things come last: after every other direct link of any sense, and after
//!   those of synonyms. So `write` goes to writing and not to the writer, `create` to creation and not to the
//!   creature.
//! - If several nouns of one kind are left, verbs prefer events to tools and results (`bring` goes to
//!   transportation and not to the conveyer belt). All words prefer the noun whose word most often means it
//!   (`happy` goes to the first sense of happiness).
//!
//! Insults are not linked. A sense that WordNet marks as an insult is skipped. So is a word all of whose noun
//! senses are skipped, with its inflected forms. A noun that is skipped is replaced by its parent.

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

/// A word with its place.
pub(super) struct LinkedWord<'a> {
    pub(super) word: &'a str,
    pub(super) link: Link,
    pub(super) endings: Endings,
    /// A noun synset that is not skipped.
    pub(super) noun: SynsetNumber,
}

/// The linked words by alphabet. Nouns are among them, for their inflected forms as verbs and adjectives
/// (`walked`).
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
    /// The irregular forms of verbs.
    verb_forms: &'d Forms<'d>,
}

/// A step from a sense without a noun to one with a noun.
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

    /// The best noun that the word itself points to. Adverbs are made from adjectives, and a few adjectives
    /// from others: they use the nouns of these.
    fn direct(&self, word: &str, speech: Speech) -> Option<Candidate> {
        first(self.senses.of(word, speech).filter_map(|sense| {
            self.senses.noun(sense).or_else(|| {
                let adjectives = self.senses.follow(sense, Relation::Pertainym, Speech::Adjective);
                Some(self.senses.best(adjectives)?.by(Link::Pertainym))
            })
        }))
    }

    /// The noun that a word without its own noun reaches through another word.
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

    /// Through the verb that an adjective is a participle of. WordNet has pointers from 73 participles to
    /// their verbs, and two thousand more participles without one (`baked`, `registered`).
    fn by_participle(&self, word: &str) -> Option<(Link, SynsetNumber)> {
        let irregular = self.verb_forms.get(word).into_iter().flatten().map(|&base| Cow::Borrowed(base));
        let is_verb = |&(_, endings): &(_, Endings)| endings == Endings::VERB;
        let regular = bases(word).filter(is_verb).map(|(base, _)| base);
        let mut verbs = irregular.chain(regular).filter(|verb| !self.senses.is_insult(verb));
        verbs.find_map(|verb| self.direct(&verb, Speech::Verb)).map(|found| (Link::Verb, found.noun))
    }
}

/// Through the verbs that WordNet points to.
fn by_verb<'d, 'a>(senses: &Senses<'d, 'a>, adjective: Sense<'d, 'a>) -> Option<Candidate> {
    let relations = [Relation::Participle, Relation::Derived].into_iter();
    senses.best(relations.flat_map(|relation| senses.follow(adjective, relation, Speech::Verb)))
}

/// Through the other words of the synset.
fn by_synonym<'d, 'a>(senses: &Senses<'d, 'a>, sense: Sense<'d, 'a>) -> Option<Candidate> {
    senses.best(sense.synonyms())
}

fn by_similar<'d, 'a>(senses: &Senses<'d, 'a>, adjective: Sense<'d, 'a>) -> Option<Candidate> {
    senses.best(senses.follow(adjective, Relation::Similar, Speech::Adjective))
}

/// Through the nearest more general verb that points to a noun.
fn by_hypernym<'d, 'a>(senses: &Senses<'d, 'a>, verb: Sense<'d, 'a>) -> Option<Candidate> {
    senses.above(verb).find_map(|above| senses.best(above.synonyms()))
}
