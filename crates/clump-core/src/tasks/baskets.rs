//! Baskets: rules between two items, lift, and recommendations of further items.

use std::collections::BTreeMap;

use super::counts::{FEWEST, mean};
use super::knowledge::{Knowledge, Learned, heaviest, pair_key, two};

/// Least share of the owners who have both items of a rule, in thousandths, and least number of these owners.
const LEAST_SUPPORT: (u64, u64) = (5, 5);

/// Least share of the owners with the first item of a rule who also have the second one.
const LEAST_CONFIDENCE: f64 = 0.5;

/// Largest change of the confidence of a rule that survives.
const TOLERANCE: f64 = 0.05;

/// Number of pairs whose lift is compared.
const PAIRS: usize = 100;

/// Number of recommended items.
const RECOMMENDED: usize = 10;

/// Number of items of a basket that are hidden, one after the other.
const HIDDEN: usize = 5;

/// Number of tested baskets.
const BASKETS: usize = 2_000;

/// Share of the rules of the original that survive in the release.
///
/// A rule `a -> b` of the original has at least 0.5 % of `owners`, and at least five, with both items, and at least
/// half of the owners with `a` have `b`. It survives if the release has the pair and the item `a`, and their ratio is
/// within 0.05 of the confidence of the original. A table of pairs without items has no ratios, so it keeps no rule.
/// `None` if the original has no rule.
pub(super) fn rules(known: &Knowledge, original: &Knowledge, owners: u64) -> Option<f64> {
    let least = LEAST_SUPPORT.1.max((owners * LEAST_SUPPORT.0).div_ceil(1000));
    let pairs = original.of(Learned::ItemPair).iter().filter(|&(_, &both)| both >= least);
    let both_ways = pairs.filter_map(|(key, _)| two(key)).flat_map(|(a, b)| [(a, b), (b, a)]);
    let rules = both_ways.filter_map(|(a, b)| {
        let confidence = confidence(original, a, b).filter(|&confidence| confidence >= LEAST_CONFIDENCE)?;
        let kept = self::confidence(known, a, b).is_some_and(|kept| (kept - confidence).abs() <= TOLERANCE);
        Some(f64::from(u8::from(kept)))
    });
    mean(rules)
}

/// Share of the owners with `a` who also have `b`; `None` if the pair or `a` is not known.
fn confidence(known: &Knowledge, a: &str, b: &str) -> Option<f64> {
    let (both, first) = (known.weight(Learned::ItemPair, &pair_key(a, b)), known.weight(Learned::Item, a));
    (both > 0 && first > 0).then(|| both as f64 / first as f64)
}

/// Score of the lift, as in [`top_counts`](super::counts::top_counts), over the [`PAIRS`] most frequent pairs of
/// the original. The lift of a pair is the number of its owners, divided by the product of the numbers of its items,
/// times the number of all owners. The last factor is the same in the release, so it cancels. The lift needs both items and
/// the pair. `None` if the original has no pair of two owners.
pub(super) fn lift(known: &Knowledge, original: &Knowledge) -> Option<f64> {
    let shared = original.of(Learned::ItemPair).iter().filter(|&(_, &owners)| owners >= FEWEST);
    let top = heaviest(shared.map(|(key, &owners)| (key.as_str(), owners)), PAIRS);
    mean(top.iter().filter_map(|&(key, _)| {
        let (a, b) = two(key)?;
        let lift = |side: &Knowledge| {
            let product = side.weight(Learned::Item, a) as f64 * side.weight(Learned::Item, b) as f64;
            (product > 0.0).then(|| side.weight(Learned::ItemPair, key) as f64 / product)
        };
        let right = lift(original)?;
        Some(lift(known).map_or(0.0, |known| (1.0 - (known - right).abs() / right).max(0.0)))
    }))
}

/// Share of the hidden items of held-out baskets that are among [`RECOMMENDED`] recommendations.
///
/// Up to [`HIDDEN`] items of a basket are hidden, one at a time. The score of an item is the sum of its cosine
/// similarities to the items that are left: the number of owners of both, divided by the square root of the product of
/// the numbers of owners of each (B. Sarwar et al.: *Item-Based Collaborative Filtering Recommendation Algorithms*, WWW
/// 2001, on sets). Where the number of an item is not published, its most frequent pair stands for it. The most
/// frequent items fill the places that are left, so a table of
/// items alone recommends what is popular. `None` if no basket has two items.
pub(super) fn recommendation(known: &Knowledge, baskets: &[Vec<String>]) -> Option<f64> {
    let recommender = Recommender::of(known);
    let step = baskets.len().div_ceil(BASKETS).max(1);
    let tested =
        baskets.iter().step_by(step).map(|basket| distinct(basket)).filter(|basket| basket.len() > 1);
    let hits = tested.flat_map(|basket| {
        let hidden = basket.len().min(HIDDEN);
        let places = (0..hidden).map(|place| place * basket.len() / hidden);
        places.map(|place| recommender.finds(&basket, place)).collect::<Vec<bool>>()
    });
    mean(hits.map(|hit| f64::from(u8::from(hit))))
}

fn distinct(basket: &[String]) -> Vec<&str> {
    let mut items: Vec<&str> = basket.iter().map(String::as_str).collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// The similarities between items, and the most frequent items.
struct Recommender<'k> {
    /// For each item, the items that are published together with it, with their similarities.
    near: BTreeMap<&'k str, Vec<(&'k str, f64)>>,
    popular: Vec<&'k str>,
}

impl<'k> Recommender<'k> {
    fn of(known: &'k Knowledge) -> Recommender<'k> {
        let mut around: BTreeMap<&str, Vec<(&str, u64)>> = BTreeMap::new();
        for (key, &owners) in known.of(Learned::ItemPair) {
            if let Some((a, b)) = two(key) {
                around.entry(a).or_default().push((b, owners));
                around.entry(b).or_default().push((a, owners));
            }
        }
        let most = |near: &Vec<(&str, u64)>| near.iter().map(|&(_, owners)| owners).max().unwrap_or(1);
        let all: BTreeMap<&str, f64> = around
            .iter()
            .map(|(&item, near)| (item, known.weight(Learned::Item, item).max(most(near)) as f64))
            .collect();
        let similar = |(&item, near): (&&'k str, &Vec<(&'k str, u64)>)| {
            let root = |other: &str| (all[item] * all[other]).sqrt();
            (item, near.iter().map(|&(other, owners)| (other, owners as f64 / root(other))).collect())
        };
        let items = known.of(Learned::Item).iter().map(|(item, &owners)| (item.as_str(), owners));
        let popular = heaviest(items, usize::MAX).into_iter().map(|(item, _)| item).collect();
        Recommender { near: around.iter().map(similar).collect(), popular }
    }

    /// True if the item at `hidden` is recommended to the owner of the other items.
    fn finds(&self, basket: &[&str], hidden: usize) -> bool {
        let seen = |item: &str| basket.binary_search(&item).is_ok_and(|place| place != hidden);
        let mut scores: BTreeMap<&str, f64> = BTreeMap::new();
        for (_, item) in basket.iter().enumerate().filter(|&(place, _)| place != hidden) {
            for &(other, similarity) in self.near.get(item).into_iter().flatten() {
                *scores.entry(other).or_default() += similarity;
            }
        }
        let mut ranked: Vec<(&str, f64)> = scores.into_iter().filter(|(item, _)| !seen(item)).collect();
        ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(b.0)));
        ranked.truncate(RECOMMENDED);
        let mut recommended: Vec<&str> = ranked.into_iter().map(|(item, _)| item).collect();
        for item in &self.popular {
            if recommended.len() >= RECOMMENDED {
                break;
            }
            if !seen(item) && !recommended.contains(item) {
                recommended.push(item);
            }
        }
        recommended.contains(&basket[hidden])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(items: &[(&str, u64)], pairs: &[(&str, &str, u64)]) -> Knowledge {
        let mut known = Knowledge::default();
        items.iter().for_each(|&(item, owners)| known.learn(Learned::Item, item, owners));
        pairs.iter().for_each(|&(a, b, owners)| known.learn(Learned::ItemPair, &pair_key(a, b), owners));
        known
    }

    fn basket(items: &[&str]) -> Vec<String> {
        items.iter().map(|&item| item.to_owned()).collect()
    }

    #[test]
    fn rules_by_hand() {
        // milk -> bread 0.5, bread -> milk 0.25, tea -> milk 0.6; tea and bread are too few.
        let original = known(
            &[("milk", 20), ("bread", 40), ("tea", 10)],
            &[("milk", "bread", 10), ("milk", "tea", 6), ("tea", "bread", 4)],
        );
        assert_eq!(rules(&original, &original, 100), Some(1.0));
        // 10 of 19 is 0.526, 6 of 12 is 0.5.
        let off = known(&[("milk", 19), ("tea", 12)], &[("milk", "bread", 10), ("milk", "tea", 6)]);
        assert_eq!(rules(&off, &original, 100), Some(0.5));
        let pairs_alone = known(&[], &[("milk", "bread", 10), ("milk", "tea", 6)]);
        assert_eq!(rules(&pairs_alone, &original, 100), Some(0.0));
        assert_eq!(rules(&Knowledge::default(), &original, 100), Some(0.0));
        // Of 10,000 owners, 50 must have both.
        assert_eq!(rules(&original, &original, 10_000), None);
    }

    #[test]
    fn lift_by_hand() {
        let original = known(&[("a", 10), ("b", 10), ("c", 5)], &[("a", "b", 5), ("a", "c", 4)]);
        assert_eq!(lift(&original, &original), Some(1.0));
        // The number of `b` is a fifth too low, so the lift is a quarter too high; `c` is missing.
        let off = known(&[("a", 10), ("b", 8)], &[("a", "b", 5), ("a", "c", 4)]);
        assert!((lift(&off, &original).unwrap() - 0.375).abs() < 1e-12);
        assert_eq!(lift(&Knowledge::default(), &original), Some(0.0));
        assert_eq!(lift(&original, &Knowledge::default()), None);
    }

    #[test]
    fn what_is_bought_together_is_recommended() {
        let mut items: Vec<(String, u64)> = (0..20).map(|item| (format!("p{item:02}"), 90)).collect();
        items.extend([("tea".to_owned(), 10), ("cup".to_owned(), 8)]);
        let items: Vec<(&str, u64)> = items.iter().map(|(item, owners)| (item.as_str(), *owners)).collect();
        let baskets = [basket(&["tea", "cup"]), basket(&["tea"])];
        let with_pairs = known(&items, &[("tea", "cup", 8)]);
        assert_eq!(recommendation(&with_pairs, &baskets), Some(1.0));
        // Without pairs, ten popular items are recommended: p00 to p09.
        let without = known(&items, &[]);
        assert_eq!(recommendation(&without, &baskets), Some(0.0));
        assert_eq!(recommendation(&without, &[basket(&["p03", "tea"])]), Some(0.5));
        assert_eq!(recommendation(&Knowledge::default(), &baskets), Some(0.0));
        assert_eq!(recommendation(&with_pairs, &[basket(&["tea", "tea"])]), None);
    }

    /// The similarity decides, not the number: twelve common items are less similar to `cup` than `saucer`.
    #[test]
    fn rare_items_do_not_drown() {
        let mut with_pairs = known(&[("cup", 10), ("saucer", 9)], &[("cup", "saucer", 8)]);
        for number in 0..12 {
            let common = format!("milk {number:02}");
            with_pairs.learn(Learned::Item, &common, 1000);
            with_pairs.learn(Learned::ItemPair, &pair_key("cup", &common), 10);
        }
        // 8 / sqrt(90) against 10 / sqrt(10,000).
        assert_eq!(recommendation(&with_pairs, &[basket(&["cup", "saucer"])]), Some(1.0));
    }
}
