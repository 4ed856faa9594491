//! Query completion: a person has typed three letters, and a list of ten guesses has the query or not.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Bound;

use super::counts::mean;
use super::knowledge::{FactWeights, Knowledge, Learned, heaviest, two};

/// Number of letters that the person has typed.
const LETTERS: usize = 3;

/// Number of guesses.
const GUESSES: usize = 10;

/// Share of the queries of held-out owners that are among [`GUESSES`] guesses after their first [`LETTERS`] letters.
///
/// The guesses are the known queries that begin with the letters, by falling weight. If there are fewer, the words
/// that begin with the letters follow, each as a query of its own, and the known pairs of words whose first word does,
/// together by falling weight. This is what a reader of a table of words can do. A query counts once for each owner.
/// Queries of at most three letters are typed already, so they do not count. `None` if no query counts.
pub(super) fn completion(known: &Knowledge, asked: &FactWeights) -> Option<f64> {
    let phrases = Phrases::of(known);
    let mut guesses: (&str, BTreeSet<String>) = ("", BTreeSet::new());
    let (mut found, mut all) = (0u64, 0u64);
    // Queries of the same first letters follow each other.
    for (query, &owners) in asked {
        let Some(typed) = typed(query) else { continue };
        if guesses.0 != typed {
            guesses = (typed, phrases.guesses(typed));
        }
        all += owners;
        found += if guesses.1.contains(query) { owners } else { 0 };
    }
    mean((all > 0).then(|| found as f64 / all as f64).into_iter())
}

/// The first letters of a query; `None` if it has no more.
fn typed(query: &str) -> Option<&str> {
    query.char_indices().nth(LETTERS).map(|(end, _)| &query[..end])
}

/// The texts that can complete a query, in alphabetical order.
struct Phrases<'k> {
    queries: &'k FactWeights,
    /// Words, and pairs of words in both orders.
    words: BTreeMap<String, u64>,
}

impl<'k> Phrases<'k> {
    fn of(known: &'k Knowledge) -> Phrases<'k> {
        let mut words: BTreeMap<String, u64> = known.of(Learned::Word).clone();
        for (key, &owners) in known.of(Learned::WordPair) {
            if let Some((one, other)) = two(key) {
                words.insert(format!("{one} {other}"), owners);
                words.insert(format!("{other} {one}"), owners);
            }
        }
        Phrases { queries: known.of(Learned::Query), words }
    }

    fn guesses(&self, typed: &str) -> BTreeSet<String> {
        let queries = heaviest(beginning(self.queries, typed), GUESSES);
        let mut guesses: BTreeSet<String> = queries.into_iter().map(|(text, _)| text.to_owned()).collect();
        // At most as many of the words are guesses already as there are guesses.
        for (text, _) in heaviest(beginning(&self.words, typed), GUESSES + guesses.len()) {
            if guesses.len() < GUESSES {
                guesses.insert(text.to_owned());
            }
        }
        guesses
    }
}

/// The texts that begin with `typed` and go on.
fn beginning<'w>(weights: &'w FactWeights, typed: &'w str) -> impl Iterator<Item = (&'w str, u64)> {
    let after = weights.range::<str, _>((Bound::Excluded(typed), Bound::Unbounded));
    after.map(|(text, &owners)| (text.as_str(), owners)).take_while(move |(text, _)| text.starts_with(typed))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tasks::RowContent;

    fn asked(queries: &[(&str, u64)]) -> FactWeights {
        queries.iter().map(|&(query, owners)| (query.to_owned(), owners)).collect()
    }

    #[test]
    fn success_by_hand() {
        let mut known = Knowledge::default();
        for (query, owners) in [("dog food", 9), ("dogs", 8), ("weather", 7)] {
            known.learn(Learned::Query, query, owners);
        }
        // Six of eight: `dog` is typed already, and nobody knows `cats`.
        let asked = asked(&[("dog food", 3), ("weather", 3), ("cats", 2), ("dog", 100)]);
        assert_eq!(completion(&known, &asked), Some(0.75));
        assert_eq!(completion(&Knowledge::default(), &asked), Some(0.0));
        assert_eq!(completion(&known, &FactWeights::new()), None);
    }

    #[test]
    fn the_most_frequent_ten_are_guessed() {
        let mut known = Knowledge::default();
        for number in 0..12 {
            known.learn(Learned::Query, &format!("car {}", char::from(b'a' + number)), 5);
        }
        known.learn(Learned::Query, "car z", 6);
        // `car z` is first, then a to i.
        let found = |query| completion(&known, &asked(&[(query, 1)]));
        assert_eq!([found("car z"), found("car i"), found("car j")], [Some(1.0), Some(1.0), Some(0.0)]);
    }

    #[test]
    fn words_and_pairs_complete_where_queries_are_missing() {
        let mut known = Knowledge::default();
        known.learn_row(RowContent::Words, &["guitar", "chords"], None, 5);
        let found = |query| completion(&known, &asked(&[(query, 1)]));
        for query in ["guitar", "guitar chords", "chords guitar"] {
            assert_eq!(found(query), Some(1.0), "{query}");
        }
        assert_eq!(found("guitar tuner"), Some(0.0));
        // Ten known queries leave no room for words.
        for number in 0..10 {
            known.learn(Learned::Query, &format!("guide {number}"), 1);
        }
        assert_eq!(completion(&known, &asked(&[("guitar", 1)])), Some(0.0));
    }
}
