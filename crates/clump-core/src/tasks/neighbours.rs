//! Neighbours: the words that most people type together with a common word.

use std::collections::{BTreeMap, BTreeSet};

use super::counts::{FEWEST, mean};
use super::knowledge::{FactWeights, heaviest, two};

/// Number of words whose neighbours are compared.
const WORDS: usize = 100;

/// Number of neighbours of a word.
const NEAREST: usize = 10;

/// Mean share of the nearest words of the original that are also the nearest words in the release, over the
/// [`WORDS`] words with the most neighbours in the original.
///
/// The [`NEAREST`] nearest words of a word are those that most owners type in one query with it. This needs only pairs
/// of words, and it asks for what a reader looks up: "people who type `guitar` also type". Measures such as PMI prefer
/// rare words, which no release of k owners can have. Words that one owner typed together are no neighbours. `None` if
/// the original has no pair of two owners.
pub(super) fn co_occurrence(known: &FactWeights, original: &FactWeights) -> Option<f64> {
    let (original, known) = (around(original, FEWEST), around(known, 1));
    let pairs = original.iter().map(|(&word, near)| (word, near.iter().map(|(_, owners)| owners).sum()));
    let common = heaviest(pairs, WORDS);
    mean(common.iter().map(|&(word, _)| {
        let wanted = nearest(&original, word);
        let found = nearest(&known, word);
        wanted.intersection(&found).count() as f64 / wanted.len() as f64
    }))
}

/// For each word, the words that at least `fewest` owners type with it.
fn around(pairs: &FactWeights, fewest: u64) -> BTreeMap<&str, Vec<(&str, u64)>> {
    let mut around: BTreeMap<&str, Vec<(&str, u64)>> = BTreeMap::new();
    for (key, &owners) in pairs.iter().filter(|&(_, &owners)| owners >= fewest) {
        if let Some((one, other)) = two(key) {
            around.entry(one).or_default().push((other, owners));
            around.entry(other).or_default().push((one, owners));
        }
    }
    around
}

fn nearest<'w>(around: &BTreeMap<&str, Vec<(&'w str, u64)>>, word: &str) -> BTreeSet<&'w str> {
    let near = around.get(word).into_iter().flatten().copied();
    heaviest(near, NEAREST).into_iter().map(|(word, _)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pairs(facts: &[(&str, &str, u64)]) -> FactWeights {
        facts.iter().map(|&(one, other, owners)| (format!("{one}\u{1f}{other}"), owners)).collect()
    }

    #[test]
    fn overlap_by_hand() {
        let original = pairs(&[("a", "b", 5), ("a", "c", 3), ("b", "c", 1)]);
        assert_eq!(co_occurrence(&original, &original), Some(1.0));
        // `a` keeps b of {b, c}, `b` keeps a, `c` loses a.
        assert_eq!(co_occurrence(&pairs(&[("a", "b", 5)]), &original), Some(0.5));
        assert_eq!(co_occurrence(&FactWeights::new(), &original), Some(0.0));
        assert_eq!(co_occurrence(&original, &pairs(&[("b", "c", 1)])), None);
    }

    /// A release that puts all words next to all others does not keep neighbours.
    #[test]
    fn false_neighbours_take_the_place_of_right_ones() {
        let letters: Vec<String> = ('a'..='z').map(String::from).collect();
        let all = |owners: fn(usize, usize) -> u64| -> FactWeights {
            let pair = |(one, other): (usize, usize)| {
                (format!("{}\u{1f}{}", letters[one], letters[other]), owners(one, other))
            };
            (0..26).flat_map(|one| (one + 1..26).map(move |other| (one, other))).map(pair).collect()
        };
        let original = all(|one, other| if other - one <= 5 { 9 } else { 2 });
        let even = all(|_, _| 2);
        assert_eq!(co_occurrence(&original, &original), Some(1.0));
        assert!(co_occurrence(&even, &original).unwrap() < 0.6);
    }
}
