//! Synsets that must not become labels. A release consists of labels and is read in public: what insults people is
//! skipped to its parent.
//!
//! Two sources. WordNet marks 47 synsets as a whole as slurs, disparagement or obscenities (two more, `Black` and
//! `Indian`, only for words that are not their labels; they stay). The list below holds those it does not mark:
//! found by reading the glosses that say "offensive", "derogatory", "disparaging", "pejorative", "vulgar" or
//! "obscene", and the labels that contain a slur.

use super::DatabaseError;
use super::files::{Database, SynsetNumber};

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

/// For every synset, whether it is skipped. A sense that the database does not have is passed over, so that other
/// versions of WordNet can be read; `missing` is told of it.
pub(super) fn skipped(
    database: &Database<'_>,
    mut missing: impl FnMut(&'static str) -> Result<(), DatabaseError>,
) -> Result<Vec<bool>, DatabaseError> {
    let mut domains = Vec::new();
    for &(lemma, sense) in &DOMAINS {
        match find(database, lemma, sense) {
            Some(domain) => domains.push(domain),
            None => missing(lemma)?,
        }
    }
    let mut skipped: Vec<bool> = database
        .synsets
        .iter()
        .map(|synset| synset.usages.iter().any(|usage| domains.contains(usage)))
        .collect();
    for &(lemma, sense) in &UNMARKED {
        match find(database, lemma, sense) {
            Some(synset) => skipped[synset] = true,
            None => missing(lemma)?,
        }
    }
    Ok(skipped)
}

fn find(database: &Database<'_>, lemma: &str, sense: usize) -> Option<SynsetNumber> {
    database.senses(&lemma.replace(' ', "_")).get(sense - 1).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_is_sorted_and_without_repeats() {
        assert!(UNMARKED.is_sorted_by(|a, b| a < b));
    }
}
