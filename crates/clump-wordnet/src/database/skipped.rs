//! Synsets that must not become labels. A release consists of labels and is read in public, so insults are
//! replaced by their parents.
//!
//! There are two sources. WordNet marks 47 synsets as slurs, disparagement or obscenities. (It marks two
//! more, `Black` and `Indian`, only for words that are not their labels; they stay.) The list below has
//! synsets that WordNet does not mark. They were found by reading the labels that contain a slur, and the
//! glosses with "offensive", "derogatory", "disparaging", "pejorative", "vulgar" or "obscene".

use super::DatabaseError;
use super::files::Speech;
use super::parts::{ALL_WORDS, Part, Relation, Synset, SynsetNumber};

/// The usage domains that mark a synset, as lemma and sense.
const DOMAINS: [(&str, usize); 3] = [("disparagement", 1), ("ethnic slur", 1), ("obscenity", 2)];

/// Synsets that WordNet does not mark, as their first lemma and its sense. Sorted.
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

/// The noun synsets that must not be published.
pub(super) struct Skipped {
    /// For each noun synset, true if it is skipped.
    pub(super) nouns: Vec<bool>,
    /// The noun synsets for the usages that mark others.
    domains: Vec<SynsetNumber>,
}

impl Skipped {
    /// Finds the synsets of both sources. A sense that the database does not have is reported to `missing`,
    /// which may ignore it so that other versions of WordNet can be read.
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

    /// True if WordNet marks a synset of any part of speech, or its word number `word` (from 1), as an
    /// insult.
    pub(super) fn is_marked(&self, synset: &Synset<'_>, word: usize) -> bool {
        let mut usages = synset.pointers(Relation::Usage, Speech::Noun, word);
        usages.any(|usage| self.domains.contains(&usage.synset))
    }

    /// The nearest noun synset at or above `noun` that is not skipped.
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
