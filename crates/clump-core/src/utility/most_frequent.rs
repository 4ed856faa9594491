//! The most frequent words and the most frequent rows, and how far their counts are off in the release.
//!
//! A row is the exact bag of one transaction: where the unit is a query, a query as typed. The answer is what a reader
//! counts, the published rows that read so word for word; nothing is estimated. An owner who has the same row several times
//! counts once, as in a release. Rows that only one owner has are not asked for, nor rows with an item that nobody typed: what
//! is [marked](crate::taxonomy::is_marked) as a node may stand for many words.

use std::cmp::Reverse;

use rustc_hash::FxHashMap;

use super::by_name::ByName;
use super::estimate::Estimator;
use super::queries::{ItemHolders, mean, support_error};
use super::top::Itemset;
use super::{TopCounts, Weighted};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The error of the `most` words that most rows hold; of words as frequent as each other the first by name.
pub(super) fn top_words(
    holders: &ItemHolders,
    by_name: &ByName,
    estimator: &Estimator<'_>,
    most: usize,
) -> TopCounts {
    let mut words: Vec<Itemset> = by_name
        .words()
        .iter()
        .map(|&place| vec![by_name.item(place)])
        .map(|nodes| Itemset { support: holders.of_all(&nodes) as u64, nodes })
        .collect();
    // Stable: those of the same support stay in the order of their names.
    words.sort_by_key(|word| Reverse(word.support));
    words.truncate(most);
    TopCounts { top: words.len(), mean_error: support_error(&words, estimator) }
}

/// The error of the `most` rows that most owners have; of rows as frequent as each other the first by name. O(rows log
/// rows) comparisons of bags.
pub(super) fn top_rows(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    published: &Weighted<'_>,
    by_name: &ByName,
    most: usize,
) -> TopCounts {
    let mut rows: Vec<usize> = (0..transactions.len()).collect();
    let owned = |row: usize| (transactions.get(row), transactions.owner(row));
    rows.sort_unstable_by(|&a, &b| owned(a).cmp(&owned(b)));
    let owners = |same: &[usize]| same.chunk_by(|&a, &b| owned(a) == owned(b)).count();
    let names = |bag: &[Node]| {
        let mut places: Vec<Option<u32>> = bag.iter().map(|&item| by_name.place(item)).collect();
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
