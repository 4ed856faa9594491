//! Number of rows that hold some items, as read from a release.
//!
//! A published node v that stands c times in a row stands c times for one of the n(v) items of the data at or below it,
//! all as likely. So the row holds item a with chance 1 - product of (1 - 1/n(v))^c over the published nodes v at or
//! above a: certainly, where a is published and no other item lies below it. The items of a query are taken as
//! independent, and the chances are added up over the rows.

use super::Weighted;
use crate::containers::{Ragged, count_sorted};
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Estimates COUNT queries from a release.
pub struct Estimator<'a> {
    taxonomy: &'a Taxonomy,
    /// Rows of each published bag.
    rows: Vec<u32>,
    /// For each node the bags it is published in, and the chance that it stands for another item than a given one
    /// below it each time.
    misses: Ragged<(u32, f64)>,
}

impl<'a> Estimator<'a> {
    /// An estimator that knows which items there are, as a reader who has the taxonomy of the data does. O(nodes +
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
                let others = 1.0 - 1.0 / f64::from(items.at_or_below(taxonomy, node));
                (node.index(), (bag as u32, others.powi(times as i32)))
            })
        });
        Estimator { taxonomy, rows: published.rows.clone(), misses: Ragged::by_key(taxonomy.len(), entries) }
    }

    /// The expected number of rows that hold all of `query`, which are items of the data.
    pub fn count(&self, query: &[Node]) -> f64 {
        self.count_with(query, &mut BagChances::default())
    }

    /// As [`Estimator::count`], in memory that is used again. O(groups + published nodes above the items), an item.
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
    /// Number of them with a lower number than each node, with one place more for the end of the root.
    before: Vec<u32>,
}

impl Items {
    /// O(nodes + items).
    pub fn new(transactions: &Transactions, taxonomy: &Taxonomy) -> Items {
        let mut occurs = vec![false; taxonomy.len()];
        for item in transactions.bags().items() {
            occurs[item.index()] = true;
        }
        let mut before = Vec::with_capacity(taxonomy.len() + 1);
        let mut all = Vec::new();
        for node in taxonomy.nodes() {
            before.push(all.len() as u32);
            if occurs[node.index()] {
                all.push(node);
            }
        }
        before.push(all.len() as u32);
        Items { all, before }
    }

    /// Number at or below `node`: n(v).
    #[inline]
    pub fn at_or_below(&self, taxonomy: &Taxonomy, node: Node) -> u32 {
        self.before[taxonomy.end(node).index()] - self.before[node.index()]
    }
}
