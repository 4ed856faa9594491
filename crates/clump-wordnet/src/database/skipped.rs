//! Synsets that must not become labels, because a release consists of labels and is read in public: insults
//! are replaced by their parents.
//!
//! There are two sources. WordNet marks 47 synsets as slurs, disparagement or obscenities. (In two more,
//! `Black` and `Indian`, it marks only words that are not the label; these stay.) The list below has synsets
//! that WordNet does not mark. We found them by reading the labels that contain a slur, and the glosses with
//! "offensive", "derogatory", "disparaging", "pejorative", "vulgar" or "obscene".

use super::DatabaseError;
use super::files::Speech;
use super::parts::{ALL_WORDS, Part, Relation, Synset, SynsetNumber};

/// The synsets for usages that mark an insult, each as lemma and sense number from 1.
const DOMAINS: [(&str, usize); 3] = [("disparagement", 1), ("ethnic slur", 1), ("obscenity", 2)];

/// Skipped synsets that WordNet does not mark, each as first lemma and sense number from 1. Sorted.
#[rustfmt::skip]
const UNMARKED: [(&str, usize); 69] = [
    ("arse", 2), ("bastard", 2), ("bastard", 3), ("bedlam", 2), ("bimbo", 1), ("bitch", 1),
    ("bitchery", 1), ("cock sucking", 1), ("cocksucker", 1), ("colored person", 1), ("coon", 1),
    ("cripple", 1), ("cunt", 1), ("cunt", 2), ("dog shit", 1), ("fatso", 1), ("frog", 2), ("fucker", 1),
    ("fucker", 2), ("golliwog", 1), ("gringo", 1), ("hag", 1), ("hillbilly", 1), ("hinayana", 2),
    ("jacking off", 1), ("jewbush", 1), ("jewess", 1), ("jewfish", 2), ("kaffir boom", 1),
    ("kaffir boom", 2), ("kaffir bread", 1), ("kaffir cat", 1), ("limey", 1), ("marrano", 1),
    ("minge", 1), ("mongoloid", 1), ("mongoloid", 2), ("mulatto", 1), ("negress", 1), ("negro peach", 1),
    ("negro vine", 1), ("octoroon", 1), ("old squaw", 1), ("papoose", 1), ("pervert", 1), ("piss-up", 1),
    ("pisser", 1), ("pisser", 2), ("polack", 1), ("pommy", 1), ("popery", 1), ("quadroon", 1),
    ("rabble", 2), ("redneck", 1), ("runt", 1), ("savage", 1), ("shit", 4), ("sissy", 1), ("slattern", 2),
    ("sodomite", 1), ("spastic", 1), ("squaw", 1), ("squaw grass", 1), ("squaw man", 1), ("squawbush", 1),
    ("the shits", 1), ("whorehouse", 1), ("whoremaster", 1), ("whoremaster", 2),
];

/// The synsets that must not become labels.
pub(super) struct Skipped {
    /// For each noun synset, true if it is skipped.
    pub(super) nouns: Vec<bool>,
    /// The noun synsets of [`DOMAINS`], to which marked words point.
    domains: Vec<SynsetNumber>,
}

impl Skipped {
    /// Finds the synsets of both sources. `missing` is called with each lemma whose sense the database lacks.
    /// It may ignore this, so that other versions of WordNet can be read.
    pub(super) fn of(
        nouns: &Part<'_>,
        mut missing: impl FnMut(&'static str) -> Result<(), DatabaseError>,
    ) -> Result<Skipped, DatabaseError> {
        let mut domains = Vec::new();
        for &(lemma, sense) in &DOMAINS {
            match find(nouns, lemma, sense) {
                Some(domain) => domains.push(domain),
                None => missing(lemma)?,
            }
        }
        let mut skipped = Skipped { nouns: Vec::new(), domains };
        skipped.nouns = nouns.synsets.iter().map(|synset| skipped.is_marked(synset, ALL_WORDS)).collect();
        for &(lemma, sense) in &UNMARKED {
            match find(nouns, lemma, sense) {
                Some(synset) => skipped.nouns[synset] = true,
                None => missing(lemma)?,
            }
        }
        Ok(skipped)
    }

    /// True if WordNet marks a synset of any part of speech, or its word with index `word` (from 1), as an
    /// insult.
    pub(super) fn is_marked(&self, synset: &Synset<'_>, word: usize) -> bool {
        let mut usages = synset.pointers(Relation::Usage, Speech::Noun, word);
        usages.any(|usage| self.domains.contains(&usage.synset))
    }

    /// The nearest noun synset that is not skipped: `noun` itself or an ancestor; `None` if all are skipped.
    pub(super) fn staying(&self, nouns: &Part<'_>, noun: SynsetNumber) -> Option<SynsetNumber> {
        std::iter::once(noun).chain(nouns.ancestors(&nouns.synsets[noun])).find(|&above| !self.nouns[above])
    }
}

fn find(nouns: &Part<'_>, lemma: &str, sense: usize) -> Option<SynsetNumber> {
    nouns.senses(&lemma.replace(' ', "_")).get(sense - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_without_repeats() {
        assert!(UNMARKED.is_sorted_by(|a, b| a < b));
    }
}
