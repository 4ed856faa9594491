//! COUNT queries, "how many rows hold all of these words?", answered from the data and from the release. Errors are
//! relative to the true count, or to 0.1 % of the rows if that is more. Otherwise queries without matching rows
//! would dominate the mean.
//!
//! Words are items of the data with no other item below them. They are drawn by name, never by their position in
//! the tree.

use std::cmp::Reverse;

use rand::SeedableRng;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::estimate::Estimator;
use super::items::Items;
use super::top::Itemset;
use super::{CountError, ItemSource, TopCounts, UtilityParameters, Weighted};
use crate::containers::{Ragged, count_sorted};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

const MOST_ITEMS: usize = 4;

/// The least denominator of a relative error, as a share of the rows.
const LEAST_SHARE: f64 = 0.001;

/// The errors of all workloads for which the data have enough words.
pub(super) fn count_queries(
    transactions: &Transactions,
    holders: &ItemHolders,
    items: &Items,
    estimator: &Estimator<'_>,
    parameters: &UtilityParameters,
) -> Vec<CountError> {
    let least = LEAST_SHARE * transactions.len() as f64;
    let mut workloads = Vec::new();
    for drawn in [ItemSource::Data, ItemSource::Uniform] {
        for size in 1..=MOST_ITEMS {
            // A separate random stream makes the workload independent of the number of queries of the others.
            let mut random = ChaCha8Rng::seed_from_u64(parameters.seed);
            random.set_stream((drawn as u64) << 32 | size as u64);
            let queries = match drawn {
                ItemSource::Data => {
                    draw_from_rows(transactions, items, size, parameters.queries, &mut random)
                }
                ItemSource::Uniform => draw_from_words(items, size, parameters.queries, &mut random),
            };
            let error = |query: &Vec<Node>| {
                let truth = holders.of_all(query) as f64;
                (estimator.count(query) - truth).abs() / truth.max(least)
            };
            let errors: Vec<f64> = queries.par_iter().map(error).collect();
            if !errors.is_empty() {
                workloads.push(CountError {
                    drawn,
                    items: size,
                    queries: errors.len(),
                    mean_error: mean(&errors),
                    median_error: median(errors),
                });
            }
        }
    }
    workloads
}

/// Mean relative error of the numbers of rows that hold each of `sets`; 0 without sets.
pub(super) fn support_error(sets: &[Itemset], estimator: &Estimator<'_>) -> f64 {
    let error = |set: &Itemset| {
        let truth = set.support as f64;
        (estimator.count(&set.nodes) - truth).abs() / truth
    };
    mean(&sets.par_iter().map(error).collect::<Vec<f64>>())
}

/// Draws `queries` sets of `size` words, each from a random row that has enough words. Empty if no row has.
pub(super) fn draw_from_rows(
    transactions: &Transactions,
    items: &Items,
    size: usize,
    queries: usize,
    random: &mut ChaCha8Rng,
) -> Vec<Vec<Node>> {
    let rich: Vec<usize> =
        (0..transactions.len()).filter(|&row| items.words_of(transactions.get(row)).len() >= size).collect();
    let mut draw = || -> Option<Vec<Node>> {
        let mut words = items.words_of(transactions.get(*rich.choose(random)?));
        Some(named(items, words.partial_shuffle(random, size).0))
    };
    (0..queries).map_while(|_| draw()).collect()
}

/// Draws `queries` sets of `size` distinct words, each set with the same chance. Empty if there are too few words.
pub(super) fn draw_from_words(
    items: &Items,
    size: usize,
    queries: usize,
    random: &mut ChaCha8Rng,
) -> Vec<Vec<Node>> {
    if items.words.len() < size {
        return Vec::new();
    }
    let mut all = items.words.to_vec();
    (0..queries).map(|_| named(items, all.partial_shuffle(random, size).0)).collect()
}

fn named(items: &Items, places: &[u32]) -> Vec<Node> {
    places.iter().map(|&place| items.item(place)).collect()
}

pub(super) struct ItemHolders(Ragged<u32>);

impl ItemHolders {
    pub fn new(transactions: &Transactions, taxonomy: &Taxonomy) -> ItemHolders {
        let held = (0u32..)
            .zip(transactions.bags().iter())
            .flat_map(|(row, bag)| count_sorted(bag).map(move |(item, _)| (item.index(), row)));
        ItemHolders(Ragged::by_key(taxonomy.len(), held))
    }

    /// Number of rows that hold all items of `query`, which must not be empty.
    pub fn of_all(&self, query: &[Node]) -> usize {
        let mut lists: Vec<&[u32]> = query.iter().map(|item| self.0.get(item.index())).collect();
        lists.sort_unstable_by_key(|list| list.len());
        let Some((shortest, others)) = lists.split_first() else { return 0 };
        let in_all = |row: &&u32| others.iter().all(|list| list.binary_search(row).is_ok());
        shortest.iter().filter(in_all).count()
    }
}

/// The mean of `errors`; 0 if there are none.
pub(super) fn mean(errors: &[f64]) -> f64 {
    // The sum starts from 0 because the sum of no floats is -0.
    errors.iter().fold(0.0, |sum, error| sum + error) / errors.len().max(1) as f64
}

/// The middle error, or the mean of the two middle errors. `errors` must not be empty.
fn median(mut errors: Vec<f64>) -> f64 {
    errors.sort_unstable_by(f64::total_cmp);
    (errors[(errors.len() - 1) / 2] + errors[errors.len() / 2]) / 2.0
}

// Errors of the counts of the most frequent words and rows in the release.
//
// A row is the exact bag of one transaction: a query as typed, if the unit is a query. The estimate is the
// number of published rows that are equal to it word for word. An owner who has the same row several times
// counts once, as in a release. Rows of only one owner are left out. So are rows with an item that is
// [marked](crate::taxonomy::is_marked) as a category, which was not typed and may stand for many words.

/// Mean error for the `most` words that most rows hold; equally frequent words are sorted by name.
pub(super) fn top_words(
    holders: &ItemHolders,
    items: &Items,
    estimator: &Estimator<'_>,
    most: usize,
) -> TopCounts {
    let of_word = |&place: &u32| {
        let nodes = vec![items.item(place)];
        Itemset { support: holders.of_all(&nodes) as u64, nodes }
    };
    let mut words: Vec<Itemset> = items.words.iter().map(of_word).collect();
    // The sort is stable, so words of the same support stay sorted by name.
    words.sort_by_key(|word| Reverse(word.support));
    words.truncate(most);
    TopCounts { top: words.len(), mean_error: support_error(&words, estimator) }
}

/// Mean error for the `most` rows that most owners have; equally frequent rows are sorted by name. O(rows log rows)
/// comparisons of bags.
pub(super) fn top_rows(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    published: &Weighted<'_>,
    items: &Items,
    most: usize,
) -> TopCounts {
    let mut rows: Vec<usize> = (0..transactions.len()).collect();
    let owned = |row: usize| (transactions.get(row), transactions.owner(row));
    rows.sort_unstable_by(|&a, &b| owned(a).cmp(&owned(b)));
    let owners = |same: &[usize]| same.chunk_by(|&a, &b| owned(a) == owned(b)).count();
    let names = |bag: &[Node]| {
        let mut places: Vec<Option<u32>> = bag.iter().map(|&item| items.place(item)).collect();
        places.sort_unstable();
        places
    };
    let mut frequent: Vec<(usize, &[Node])> = rows
        .chunk_by(|&a, &b| transactions.get(a) == transactions.get(b))
        .map(|same| (owners(same), transactions.get(same[0])))
        .filter(|&(owners, bag)| owners > 1 && !bag.iter().any(|&item| taxonomy.is_marked(item)))
        .collect();
    frequent.sort_by_cached_key(|&(owners, bag)| (Reverse(owners), names(bag)));
    frequent.truncate(most);

    let mut shown: FxHashMap<&[Node], u64> = FxHashMap::default();
    for (bag, &rows) in published.bags.iter().zip(&published.rows) {
        *shown.entry(bag).or_default() += u64::from(rows);
    }
    let error = |&(owners, bag): &(usize, &[Node])| {
        let found = shown.get(bag).copied().unwrap_or(0) as f64;
        (found - owners as f64).abs() / owners as f64
    };
    let errors: Vec<f64> = frequent.iter().map(error).collect();
    TopCounts { top: errors.len(), mean_error: mean(&errors) }
}
