//! Predictions after a query: the host that people click, and the query that they ask next.

use std::collections::BTreeMap;

use super::knowledge::{FactWeights, heaviest, two};

/// Number of guesses of the next query.
const GUESSES: usize = 10;

/// Share of the clicks of held-out owners that go to the known host with the most owners for the query. An owner who
/// clicks a host after a query counts once. `None` if nobody clicked.
pub(super) fn clicks(known: &FactWeights, clicked: &FactWeights) -> Option<f64> {
    success(known, clicked, 1)
}

/// Share of the next queries of held-out owners that are among the [`GUESSES`] most frequent known ones after the
/// query. `None` if no query follows another.
pub(super) fn next_query(known: &FactWeights, asked: &FactWeights) -> Option<f64> {
    success(known, asked, GUESSES)
}

fn success(known: &FactWeights, tested: &FactWeights, guesses: usize) -> Option<f64> {
    let after = after(known);
    let (mut found, mut all) = (0u64, 0u64);
    for (key, &owners) in tested {
        let Some((query, answer)) = two(key) else { continue };
        let best = after.get(query).map(|after| heaviest(after.iter().copied(), guesses));
        let is_found = best.is_some_and(|best| best.iter().any(|&(guess, _)| guess == answer));
        all += owners;
        found += if is_found { owners } else { 0 };
    }
    (all > 0).then(|| found as f64 / all as f64)
}

/// For each first text, the second texts with their weights.
fn after(weights: &FactWeights) -> BTreeMap<&str, Vec<(&str, u64)>> {
    let mut after: BTreeMap<&str, Vec<(&str, u64)>> = BTreeMap::new();
    for (key, &owners) in weights {
        if let Some((first, second)) = two(key) {
            after.entry(first).or_default().push((second, owners));
        }
    }
    after
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(facts: &[(&str, &str, u64)]) -> FactWeights {
        facts.iter().map(|&(first, second, owners)| (format!("{first}\u{1f}{second}"), owners)).collect()
    }

    #[test]
    fn the_host_of_most_owners_is_the_guess() {
        let known = weights(&[("dog", "a.example", 5), ("dog", "b.example", 6), ("cat", "c.example", 9)]);
        let clicked = weights(&[("dog", "b.example", 2), ("dog", "a.example", 1), ("cow", "b.example", 1)]);
        assert_eq!(clicks(&known, &clicked), Some(0.5));
        assert_eq!(clicks(&FactWeights::new(), &clicked), Some(0.0));
        assert_eq!(clicks(&known, &FactWeights::new()), None);
    }

    /// Of two hosts with as many owners, the first in the alphabet is the guess.
    #[test]
    fn text_breaks_ties() {
        let known = weights(&[("dog", "b.example", 5), ("dog", "a.example", 5)]);
        assert_eq!(clicks(&known, &weights(&[("dog", "a.example", 1)])), Some(1.0));
        assert_eq!(clicks(&known, &weights(&[("dog", "b.example", 1)])), Some(0.0));
    }

    #[test]
    fn ten_next_queries_are_guessed() {
        let facts: Vec<(&str, &str, u64)> =
            "abcdefghijkl".split("").filter(|text| !text.is_empty()).map(|next| ("dog", next, 5)).collect();
        let known = weights(&facts);
        // `a` to `j` are guessed, `k` and `l` are not.
        assert_eq!(next_query(&known, &known), Some(10.0 / 12.0));
    }
}
