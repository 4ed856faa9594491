//! Counts: are the numbers of the most frequent facts right?

use std::collections::BTreeMap;

use super::knowledge::{FactWeights, heaviest, two};

/// Number of facts that are compared.
const MOST: usize = 100;

/// Least number of owners of a compared fact. A fact of one owner is about a person, and no release may have it.
pub(super) const FEWEST: u64 = 2;

/// Mean of `1 - |known - original| / original`, but at least 0, over the [`MOST`] most frequent facts of the
/// original. So a missing fact scores 0, and a number that is off by a tenth 0.9. `None` if the original has no
/// fact of two owners.
pub(super) fn top_counts(known: &FactWeights, original: &FactWeights) -> Option<f64> {
    let shared = original.iter().filter(|&(_, &owners)| owners >= FEWEST);
    let top = heaviest(shared.map(|(key, &owners)| (key.as_str(), owners)), MOST);
    mean(top.iter().map(|&(key, owners)| {
        let known = known.get(key).copied().unwrap_or(0);
        rightness(known.abs_diff(owners), owners)
    }))
}

/// Score of the numbers by day, for the [`MOST`] most frequent queries of the original. The score of a query is
/// 1 minus the sum of its absolute errors over all days, divided by its number in the original, but at least 0.
/// `None` if the log has only one day.
pub(super) fn trends(known: &FactWeights, original: &FactWeights) -> Option<f64> {
    let original = by_query(original);
    let mut days: Vec<&str> = original.values().flat_map(|days| days.keys().copied()).collect();
    days.sort_unstable();
    days.dedup();
    if days.len() < 2 {
        return None;
    }
    let known = by_query(known);
    let sums = original.iter().map(|(&query, days)| (query, days.values().sum::<u64>()));
    let top = heaviest(sums.filter(|&(_, owners)| owners >= FEWEST), MOST);
    mean(top.iter().map(|&(query, owners)| {
        let error = |day: &&str| number(&known, query, day).abs_diff(number(&original, query, day));
        rightness(days.iter().map(error).sum(), owners)
    }))
}

/// For each query, its numbers by day.
type ByQuery<'w> = BTreeMap<&'w str, BTreeMap<&'w str, u64>>;

fn number(side: &ByQuery<'_>, query: &str, day: &str) -> u64 {
    side.get(query).and_then(|days| days.get(day)).copied().unwrap_or(0)
}

fn by_query(weights: &FactWeights) -> ByQuery<'_> {
    let mut days = ByQuery::new();
    for (key, &owners) in weights {
        if let Some((query, day)) = two(key) {
            days.entry(query).or_default().insert(day, owners);
        }
    }
    days
}

/// `1 - error / of`, but at least 0.
pub(super) fn rightness(error: u64, of: u64) -> f64 {
    (1.0 - error as f64 / of as f64).max(0.0)
}

/// The mean of `scores`; `None` if there are none.
pub(super) fn mean(scores: impl Iterator<Item = f64>) -> Option<f64> {
    let (sum, number) = scores.fold((0.0, 0u64), |(sum, number), score| (sum + score, number + 1));
    (number > 0).then(|| sum / number as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(facts: &[(&str, u64)]) -> FactWeights {
        facts.iter().map(|&(key, owners)| (key.to_owned(), owners)).collect()
    }

    #[test]
    fn a_number_that_is_off_by_a_tenth_scores_nine_tenths() {
        let original = weights(&[("a", 10), ("b", 20), ("c", 4), ("d", 1)]);
        // 0.9, 1, and 0 for `c`; `d` is of one owner.
        let known = weights(&[("a", 9), ("b", 20), ("d", 1)]);
        assert!((top_counts(&known, &original).unwrap() - 1.9 / 3.0).abs() < 1e-12);
        // Three times as many is as wrong as none.
        assert_eq!(top_counts(&weights(&[("c", 12)]), &original), Some(0.0));
        assert_eq!(top_counts(&original, &original), Some(1.0));
        assert_eq!(top_counts(&weights(&[]), &original), Some(0.0));
        assert_eq!(top_counts(&original, &weights(&[("d", 1)])), None);
    }

    #[test]
    fn only_the_most_frequent_facts_count() {
        let original: FactWeights = (0..200).map(|fact| (format!("{fact:03}"), 1000 - fact as u64)).collect();
        let known = original.iter().take(50).map(|(key, &owners)| (key.clone(), owners)).collect();
        assert_eq!(top_counts(&known, &original), Some(0.5));
    }

    #[test]
    fn a_trend_needs_the_numbers_of_each_day() {
        let key = |query: &str, day: &str| format!("{query}\u{1f}{day}");
        let of = |facts: &[(&str, &str, u64)]| -> FactWeights {
            facts.iter().map(|&(query, day, owners)| (key(query, day), owners)).collect()
        };
        let original = of(&[("a", "1", 6), ("a", "2", 4), ("b", "1", 5)]);
        assert_eq!(trends(&original, &original), Some(1.0));
        // `a` lacks 4 of 10, `b` all.
        assert!((trends(&of(&[("a", "1", 6)]), &original).unwrap() - 0.3).abs() < 1e-12);
        // The right sum on the wrong day is wrong twice.
        assert_eq!(trends(&of(&[("a", "2", 10)]), &of(&[("a", "1", 10), ("b", "2", 1)])), Some(0.0));
        assert_eq!(trends(&of(&[]), &original), Some(0.0));
        let one_day = of(&[("a", "1", 6)]);
        assert_eq!(trends(&one_day, &one_day), None, "one day is no trend");
    }
}
