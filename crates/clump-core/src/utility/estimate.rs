//! Number of rows that hold some items, as read from a release.
//!
//! A published node v that occurs c times in a row stands c times for one of the n(v) items of the data at or
//! below it, each with the same chance. So the row holds item a with chance 1 - product of (1 - 1/n(v))^c
//! over the published nodes v at or above a. The chance is 1 if a is published and no other item is below it.
//! The items of a query are taken as independent, and the chances are added up over the rows.

use super::Weighted;
use crate::containers::{Ragged, count_sorted, set_of};
use crate::counts::ItemsBelow;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Estimates COUNT queries from a release.
pub struct Estimator<'a> {
    taxonomy: &'a Taxonomy,
    /// Rows of each published bag.
    rows: Vec<u32>,
    /// For each node the bags it is published in, and the chance that all its occurrences stand for other
    /// items than a given one below it.
    misses: Ragged<(u32, f64)>,
}

impl<'a> Estimator<'a> {
    /// An estimator that knows the items of the data, as a reader with their taxonomy does. O(nodes +
    /// published items).
    pub fn new(transactions: &Transactions, taxonomy: &'a Taxonomy, release: &Release) -> Estimator<'a> {
        Estimator::over(
            &Items::new(transactions, taxonomy),
            taxonomy,
            &Weighted::published(transactions, release),
        )
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

    /// The expected number of rows that hold all items of `query`, which are items of the data.
    pub fn count(&self, query: &[Node]) -> f64 {
        self.count_with(query, &mut BagChances::default())
    }

    /// As [`Estimator::count`], with reused memory. O(groups + published nodes above the items) for each
    /// item.
    pub(super) fn count_with(&self, query: &[Node], chances: &mut BagChances) -> f64 {
        let BagChances { all, missing } = chances;
        all.clear();
        all.extend(self.rows.iter().map(|&rows| f64::from(rows)));
        for &item in query {
            missing.clear();
            missing.resize(self.rows.len(), 1.0);
            for node in self.taxonomy.ancestors(item) {
                for &(bag, miss) in self.misses.get(node.index()) {
                    missing[bag as usize] *= miss;
                }
            }
            for (all, missing) in all.iter_mut().zip(missing.iter()) {
                *all *= 1.0 - missing;
            }
        }
        all.iter().sum()
    }
}

/// Room for the chances of every bag.
#[derive(Default)]
pub(super) struct BagChances {
    /// Rows x chance that a row holds all items so far.
    all: Vec<f64>,
    /// The chance that a row does not hold the item at hand.
    missing: Vec<f64>,
}

/// The distinct items of some transactions.
pub(super) struct Items {
    /// Sorted.
    pub all: Vec<Node>,
    below: ItemsBelow,
}

impl Items {
    /// O(nodes + items log items).
    pub fn new(transactions: &Transactions, taxonomy: &Taxonomy) -> Items {
        let all = set_of(transactions.bags().items().iter().copied());
        Items { below: ItemsBelow::new(taxonomy, all.iter().copied()), all }
    }

    /// Number at or below `node`: n(v).
    #[inline]
    pub fn at_or_below(&self, taxonomy: &Taxonomy, node: Node) -> u64 {
        self.below.count(taxonomy, node)
    }
}

// Distance between the distribution of items as a reader of the release sees it and that of the data.

/// The Jensen-Shannon distance (square root of the divergence with logarithms to base 2; Lin 1991, Endres and
/// Schindelin 2003) of the occurrences of items in the data and as read from the release: each published node counts
/// evenly for the items at or below it, and each suppressed item evenly for all. From 0 to 1; 0 without items.
pub(super) fn item_distance(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    items: &Items,
    published: &Weighted<'_>,
) -> f64 {
    let mut occurrences = vec![0u64; taxonomy.len()];
    for item in transactions.bags().items() {
        occurrences[item.index()] += 1;
    }
    let mut labels = vec![0u64; taxonomy.len()];
    for (bag, &rows) in published.bags.iter().zip(&published.rows) {
        for node in bag {
            labels[node.index()] += u64::from(rows);
        }
    }
    // A suppressed item counts as the root.
    labels[0] += transactions.items() as u64 - labels.iter().sum::<u64>();

    // The share that each node and the nodes above it give to every item below, parents first.
    let mut share = vec![0.0; taxonomy.len()];
    for node in taxonomy.nodes() {
        let above = if node == Node::ROOT { 0.0 } else { share[taxonomy.parent(node).index()] };
        let below = items.at_or_below(taxonomy, node).max(1);
        share[node.index()] = above + labels[node.index()] as f64 / below as f64;
    }
    let total = transactions.items() as f64;
    let divergence: f64 = items
        .all
        .iter()
        .map(|item| {
            let (p, q) = (occurrences[item.index()] as f64 / total, share[item.index()] / total);
            let middle = (p + q) / 2.0;
            (information(p, middle) + information(q, middle)) / 2.0
        })
        .sum();
    // Rounding may leave a hair below 0 or above 1.
    divergence.clamp(0.0, 1.0).sqrt()
}

fn information(p: f64, middle: f64) -> f64 {
    if p > 0.0 { p * (p / middle).log2() } else { 0.0 }
}
