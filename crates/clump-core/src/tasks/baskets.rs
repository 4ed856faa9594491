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

/// Largest number of items of a basket that are hidden, one at a time. This bounds the time for long baskets.
const HIDDEN: usize = 20;

/// Number of tested baskets.
const BASKETS: usize = 2_000;

/// Owners without a common item that are added to the owners of each item, so that a pair of few owners alone proves
/// little.
const PRIOR_OWNERS: f64 = 5.0;

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
/// Each item of a basket is hidden in turn, up to [`HIDDEN`] of them. The score of a recommended item is the sum of its
/// similarities to the items that are left. The similarity of b to a is n(a, b) / (n(a)^1/2 * n(b)^1/4), with
/// [`PRIOR_OWNERS`] added to n(a) and n(b). The exponent of n(b) decides between what is popular and what is special: 0
/// recommends what is frequent, and the cosine has 1/2 and recommends rare items, which few baskets have. M. Deshpande
/// and G. Karypis: *Item-Based Top-N Recommendation Algorithms*, ACM TOIS 22, 2004, find values between best.
///
/// With the cosine and five hidden items, as before, chance decided: the most frequent items alone beat the
/// original data on 400 households, and the figure of one kind changed by 10 % from one division of the owners to the
/// next.
///
/// If the number of an item is not published, its most frequent pair stands for it. The most frequent items fill the
/// places that are left, so a table of items alone recommends what is popular. `None` if no basket has two items.
pub(super) fn recommendation(known: &Knowledge, baskets: &[Vec<String>]) -> Option<f64> {
    let recommender = Recommender::of(known);
    let mut scores = vec![0.0; recommender.items.len()];
    let step = baskets.len().div_ceil(BASKETS).max(1);
    let tested = baskets.iter().step_by(step).map(|basket| distinct(basket));
    let hits = tested.filter(|basket| basket.len() > 1).flat_map(|basket| {
        let basket: Vec<Option<u32>> = basket.iter().map(|item| recommender.place(item)).collect();
        let hidden = basket.len().min(HIDDEN);
        let places = (0..hidden).map(|place| place * basket.len() / hidden);
        places.map(|place| recommender.finds(&basket, place, &mut scores)).collect::<Vec<bool>>()
    });
    mean(hits.map(|hit| f64::from(u8::from(hit))))
}

fn distinct(basket: &[String]) -> Vec<&str> {
    let mut items: Vec<&str> = basket.iter().map(String::as_str).collect();
    items.sort_unstable();
    items.dedup();
    items
}

/// The similarities between items, and the most frequent items. An item is its place in `items`.
struct Recommender<'k> {
    /// All items of the release, in alphabetical order.
    items: Vec<&'k str>,
    /// For each item, the items that are published together with it, with their similarities.
    near: Vec<Vec<(u32, f64)>>,
    /// The items with published numbers, most frequent first.
    popular: Vec<u32>,
}

impl<'k> Recommender<'k> {
    fn of(known: &'k Knowledge) -> Recommender<'k> {
        let pairs = known.of(Learned::ItemPair).iter().filter_map(|(key, &owners)| Some((two(key)?, owners)));
        let pairs: Vec<((&str, &str), u64)> = pairs.collect();
        let numbers = known.of(Learned::Item).iter().map(|(item, &owners)| (item.as_str(), owners));
        let mut most: BTreeMap<&str, u64> = numbers.clone().collect();
        for &((a, b), owners) in &pairs {
            for item in [a, b] {
                let most = most.entry(item).or_default();
                *most = owners.max(*most);
            }
        }
        let items: Vec<&str> = most.keys().copied().collect();
        let root: Vec<f64> = most.values().map(|&owners| (owners as f64 + PRIOR_OWNERS).sqrt()).collect();
        let mut recommender = Recommender { near: vec![Vec::new(); items.len()], items, popular: Vec::new() };
        for &((a, b), owners) in &pairs {
            if let (Some(a), Some(b)) = (recommender.place(a), recommender.place(b)) {
                for (a, b) in [(a, b), (b, a)] {
                    let similarity = owners as f64 / (root[a as usize] * root[b as usize].sqrt());
                    recommender.near[a as usize].push((b, similarity));
                }
            }
        }
        let popular = heaviest(numbers, usize::MAX).into_iter();
        recommender.popular = popular.filter_map(|(item, _)| recommender.place(item)).collect();
        recommender
    }

    /// The place of an item; `None` if the release does not have it.
    fn place(&self, item: &str) -> Option<u32> {
        self.items.binary_search(&item).ok().map(|place| place as u32)
    }

    /// True if the item at `hidden` is recommended to the owner of the other items. `scores` has a zero for each
    /// item, before and after the call.
    fn finds(&self, basket: &[Option<u32>], hidden: usize, scores: &mut [f64]) -> bool {
        let Some(wanted) = basket[hidden] else { return false };
        let left = || basket.iter().enumerate().filter(|&(place, _)| place != hidden);
        let mut scored: Vec<u32> = Vec::new();
        for item in left().filter_map(|(_, &item)| item) {
            for &(other, similarity) in &self.near[item as usize] {
                let score = &mut scores[other as usize];
                if *score == 0.0 {
                    scored.push(other);
                }
                *score += similarity;
            }
        }
        let is_open = |item: u32| !left().any(|(_, &seen)| seen == Some(item));
        let own = scores[wanted as usize];
        let is_better = |other: u32| {
            let score = scores[other as usize];
            score > own || score == own && other < wanted
        };
        let rank = if own > 0.0 {
            scored.iter().filter(|&&other| is_better(other) && is_open(other)).count()
        } else {
            let before = scored.iter().filter(|&&other| is_open(other)).count();
            let fill = self.popular.iter().filter(|&&item| scores[item as usize] == 0.0 && is_open(item));
            let place = fill.take(RECOMMENDED).position(|&item| item == wanted);
            place.map_or(RECOMMENDED, |place| before + place)
        };
        scored.iter().for_each(|&item| scores[item as usize] = 0.0);
        rank < RECOMMENDED
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
        // 8 / 14^(1/4) against 10 / 1005^(1/4).
        assert_eq!(recommendation(&with_pairs, &[basket(&["cup", "saucer"])]), Some(1.0));
    }
}
