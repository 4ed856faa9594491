//! Usefulness of a release: answers to typical questions from the data and from the release.
//!
//! A reader of a release must interpret it. Here, a published node stands for any of the items of the data at
//! or below it, each with the same chance; [`Estimator`] is that reader. Items may be inner nodes, and then a
//! reader cannot know if `dog` was `dog` or a breed. So where items of the data are below other items, counts
//! have an error even if every row is published unchanged. Compare with that error, not with 0.

use serde::{Deserialize, Serialize};

use crate::cut::Parts;
use crate::release::Release;
use crate::taxonomy::Taxonomy;
use crate::transactions::{Bags, Transactions};

mod by_level;
mod estimate;
mod items;
mod neighbours;
mod queries;
#[cfg(test)]
mod tests;
mod top;

pub use estimate::Estimator;

/// Parameters of the questions to the data and to the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UtilityParameters {
    /// Seed of the queries and of the sample of owners.
    pub seed: u64,
    /// COUNT queries in a workload.
    pub queries: usize,
    /// Number of the most frequent itemsets that are compared.
    pub top: usize,
    /// Number of owners (rows) whose neighbours are compared: a sample, or all if there are fewer. At 0
    /// neighbours are not measured.
    pub owners: usize,
}

impl Default for UtilityParameters {
    fn default() -> Self {
        UtilityParameters { seed: 0, queries: 1000, top: 100, owners: 500 }
    }
}

/// All figures of usefulness. Errors and distances are 0 when nothing is lost, shares and overlaps are 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Utility {
    /// Relative error of COUNT queries, by workload. A workload that cannot be drawn, because no row or not
    /// even all data have so many distinct items, is left out.
    pub count_queries: Vec<CountError>,
    /// The counts of the most frequent words, as a reader estimates them.
    pub top_words: TopCounts,
    /// The counts of the most frequent rows, word for word: where the unit is a query, of the most frequent
    /// queries. Rows that only one owner has are left out, and so are rows with an item that is a marked node
    /// and not a word.
    pub top_rows: TopCounts,
    /// Of the most frequent itemsets, the number that is still most frequent, by size and level.
    pub frequent_itemsets: Vec<ItemsetsKept>,
    /// Number of association rules that still hold, by level.
    pub rules: Vec<RulesKept>,
    /// Mean relative error of the supports of the most frequent pairs.
    pub pair_support_error: f64,
    /// Jensen-Shannon distance of the distributions of items, from 0 to 1.
    pub item_distance: f64,
    /// Of the ten owners most like an owner by tf-idf, the share that is still among the ten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbour_overlap: Option<f64>,
}

/// Errors of the counts of the most frequent words or rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TopCounts {
    /// Number that was compared: 100, or all there are.
    pub top: usize,
    /// Mean of |counted in the release - true| / true; 0 where nothing was compared.
    pub mean_error: f64,
}

/// Association rules between two nodes that hold in the release as they do in the data. A rule holds in the
/// data if at least 0.5 % of the rows (and 5 rows) have both nodes, and at least half of the rows with the
/// first node. It holds in the release if as many rows do there and the confidence is within 0.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesKept {
    /// The level that items were lifted to; none for items as they are.
    pub level: Option<u32>,
    /// Rules of the data.
    pub rules: usize,
    /// Number of them that hold in the release.
    pub kept: usize,
    /// Rules of the release.
    pub published: usize,
    /// Number of them that do not hold in the data.
    pub spurious: usize,
}

/// A workload of COUNT queries: how many rows hold all of some words? A word is an item with no other item
/// below it. Words are drawn by name, so that two trees over the same words get the same queries.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CountError {
    /// The way in which the items were drawn.
    pub drawn: ItemSource,
    /// Items of a query.
    pub items: usize,
    /// Queries asked.
    pub queries: usize,
    /// Mean of |estimated - true| / max(true, 0.1 % of the rows).
    pub mean_error: f64,
    /// Median of the same.
    pub median_error: f64,
}

/// Source of the items of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemSource {
    /// From one row of the data.
    Data,
    /// From all words, each with the same chance.
    Uniform,
}

/// Top itemsets of the data that are top itemsets of the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsetsKept {
    /// The level that items were lifted to; none for items as they are.
    pub level: Option<u32>,
    /// Items of a set.
    pub size: usize,
    /// Itemsets that were compared: 100, or all there are.
    pub top: usize,
    /// Number of them that were found again.
    pub kept: usize,
}

/// Measures how useful `parts` of `transactions` are: whole rows or pieces. Each published bag must
/// generalize its transactions.
///
/// The same figures for any number of threads. Memory: O(items x depth of the taxonomy). A COUNT query costs
/// O(groups + published items above its items). Neighbours cost, for each sampled owner, O(rows that share
/// it) for each node at or above an item. The cost of itemsets grows with the density of the data, see
/// `top.rs`.
///
/// In pieces a reader cannot know which parts are of one owner, so neighbours are not measured.
pub fn utility<'a>(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    parts: impl Into<Parts<'a>>,
    parameters: &UtilityParameters,
) -> Utility {
    let parts = parts.into();
    let release = parts.release();
    let data = Weighted { bags: transactions.bags(), rows: vec![1; transactions.len()] };
    let published = Weighted::published(parts.of(transactions), release);
    let is_linked = parts.are_whole() && parameters.owners > 0;
    let neighbour_overlap = is_linked.then(|| {
        let published = Weighted::by_transactions(release);
        neighbours::neighbour_overlap(&data, &published, release, taxonomy, parameters)
    });
    let items = items::Items::new(transactions, taxonomy);
    let holders = queries::ItemHolders::new(transactions, taxonomy);
    let estimator = Estimator::over(&items, taxonomy, &published);
    let sides =
        by_level::Sides { data: &data, published: &published, taxonomy, items: &items, most: parameters.top };
    let by_level = sides.by_level();
    Utility {
        count_queries: queries::count_queries(transactions, &holders, &items, &estimator, parameters),
        top_words: queries::top_words(&holders, &items, &estimator, parameters.top),
        top_rows: queries::top_rows(transactions, taxonomy, &published, &items, parameters.top),
        pair_support_error: queries::support_error(&by_level.pairs, &estimator),
        frequent_itemsets: by_level.itemsets,
        rules: by_level.rules,
        item_distance: estimate::item_distance(transactions, taxonomy, &items, &published),
        neighbour_overlap,
    }
}

/// Bags, and the number of rows of each. Rows that are published identically are processed once.
struct Weighted<'a> {
    bags: &'a Bags,
    rows: Vec<u32>,
}

impl<'a> Weighted<'a> {
    /// Published bag of every transaction.
    fn by_transactions(release: &'a Release) -> Weighted<'a> {
        let mut rows = vec![0; release.bags().len()];
        for row in 0..release.rows() {
            rows[release.bag_of(row)] += 1;
        }
        Weighted { bags: release.bags(), rows }
    }

    /// Rows that a reader of the release counts: one for each owner of each group.
    fn published(transactions: &Transactions, release: &'a Release) -> Weighted<'a> {
        let sizes = release.group_sizes(transactions);
        Weighted { bags: release.bags(), rows: sizes.iter().map(|size| size.owners as u32).collect() }
    }
}
