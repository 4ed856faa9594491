//! Estimates from a release the number of rows that hold some items.
//!
//! A published node v that occurs c times in a row stands c times for one of the n(v) items of the data at or below
//! it, each with the same chance. So the row holds item a with chance 1 - product of (1 - 1/n(v))^c over the
//! published nodes v at or above a. The chance is 1 if a is published and no other item is below it. The items of a
//! query are treated as independent, and the chances are summed over the rows.

use super::Weighted;
use super::items::Items;
use crate::containers::{Ragged, count_sorted};
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Estimates from a release how many rows hold all of some items.
pub struct Estimator<'a> {
    taxonomy: &'a Taxonomy,
    /// Number of rows of each published bag.
    rows: Vec<u32>,
    /// For each node, the bags that contain it. With each, the chance that none of its occurrences there stands for
    /// a given item below it.
    misses: Ragged<(u32, f64)>,
}

impl<'a> Estimator<'a> {
    /// Creates an estimator that knows the items of the data, as a reader with the taxonomy does. O(nodes +
    /// published items).
    pub fn new(transactions: &Transactions, taxonomy: &'a Taxonomy, release: &Release) -> Estimator<'a> {
        let published = Weighted::published(transactions, release);
        Estimator::over(&Items::new(transactions, taxonomy), taxonomy, &published)
    }

    pub(super) fn over(items: &Items, taxonomy: &'a Taxonomy, published: &Weighted<'_>) -> Estimator<'a> {
        let entries = published.bags.iter().enumerate().flat_map(|(bag, nodes)| {
            count_sorted(nodes).map(move |(node, times)| {
                let others = 1.0 - 1.0 / items.at_or_below(taxonomy, node) as f64;
                (node.index(), (bag as u32, others.powi(times as i32)))
            })
        });
        Estimator { taxonomy, rows: published.rows.clone(), misses: Ragged::by_key(taxonomy.len(), entries) }
    }

    /// The expected number of rows that hold all items of `query`, which must be items of the data. O(groups +
    /// published nodes above the items) for each item.
    pub fn count(&self, query: &[Node]) -> f64 {
        // For each bag: its number of rows, times the chance that a row holds all items up to this one.
        let mut all: Vec<f64> = self.rows.iter().map(|&rows| f64::from(rows)).collect();
        for &item in query {
            // For each bag, the chance that a row does not hold the item.
            let mut missing = vec![1.0; all.len()];
            for node in self.taxonomy.ancestors(item) {
                for &(bag, miss) in self.misses.get(node.index()) {
                    missing[bag as usize] *= miss;
                }
            }
            for (all, missing) in all.iter_mut().zip(missing) {
                *all *= 1.0 - missing;
            }
        }
        all.iter().sum()
    }
}

// Distance between the distribution of items that a reader infers from the release and that of the data.

/// The Jensen-Shannon distance (square root of the divergence with logarithms to base 2; Lin 1991, Endres and
/// Schindelin 2003) between the occurrences of items in the data and those inferred from the release. Each
/// published node counts evenly for the items at or below it, and each suppressed item evenly for all. From 0
/// to 1; 0 without items.
pub(super) fn item_distance(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    items: &Items,
    published: &Weighted<'_>,
) -> f64 {
    let occurrences = transactions.items_by_node(taxonomy);
    let mut labels = vec![0u64; taxonomy.len()];
    for (bag, &rows) in published.bags.iter().zip(&published.rows) {
        for node in bag {
            labels[node.index()] += u64::from(rows);
        }
    }
    // A suppressed item counts as the root.
    labels[0] += transactions.items() as u64 - labels.iter().sum::<u64>();

    // For each node, the sum that it and the nodes above it add to every item below, computed from the root.
    let mut share = vec![0.0; taxonomy.len()];
    for node in taxonomy.nodes() {
        let above = if node == Node::ROOT { 0.0 } else { share[taxonomy.parent(node).index()] };
        let below = items.at_or_below(taxonomy, node).max(1);
        share[node.index()] = above + labels[node.index()] as f64 / below as f64;
    }
    let total = transactions.items() as f64;
    let divergence: f64 = taxonomy
        .nodes()
        .filter(|&node| items.place(node).is_some())
        .map(|item| {
            let (p, q) = (occurrences[item.index()] as f64 / total, share[item.index()] / total);
            let middle = (p + q) / 2.0;
            (information(p, middle) + information(q, middle)) / 2.0
        })
        .sum();
    // Rounding may give a value slightly below 0 or above 1.
    divergence.clamp(0.0, 1.0).sqrt()
}

fn information(p: f64, middle: f64) -> f64 {
    if p > 0.0 { p * (p / middle).log2() } else { 0.0 }
}
