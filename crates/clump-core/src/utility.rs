//! Usefulness of a release: compares answers to typical questions from the data and from the release.
//!
//! Readers must interpret a release. This module assumes that a published node stands for any item of the data at
//! or below it, each with the same chance; [`Estimator`] implements this. Items may be inner nodes, and then a
//! reader cannot know if `dog` was `dog` or a breed. So if some items of the data are below others, counts have an
//! error even in a release that changes nothing. Compare with that error, not with 0.

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

/// Parameters of the utility measures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UtilityParameters {
    /// Seed for drawing the queries and the sample of owners.
    pub seed: u64,
    /// Number of COUNT queries in each workload.
    pub queries: usize,
    /// Number of the most frequent words, rows and itemsets that are compared.
    pub top: usize,
    /// Number of rows whose neighbours are compared: a sample, or all rows if there are fewer. With 0, neighbours
    /// are not measured.
    pub owners: usize,
}

impl Default for UtilityParameters {
    fn default() -> Self {
        UtilityParameters { seed: 0, queries: 1000, top: 100, owners: 500 }
    }
}

/// All utility measures. If nothing is lost, errors and distances are 0, shares and overlaps are 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Utility {
    /// Relative error of COUNT queries, by workload. A workload is left out if no row, or not even all data, have
    /// enough distinct items for it.
    pub count_queries: Vec<CountError>,
    /// Error of the counts of the most frequent words, as a reader estimates them.
    pub top_words: TopCounts,
    /// Error of the counts of the most frequent rows (queries, if the unit is a query), word for word. Rows of
    /// only one owner are left out, and so are rows with an item that is a category.
    pub top_rows: TopCounts,
    /// Number of the most frequent itemsets that are also most frequent in the release, by size and level.
    pub frequent_itemsets: Vec<ItemsetsKept>,
    /// Number of association rules that also hold in the release, by level.
    pub rules: Vec<RulesKept>,
    /// Mean relative error of the numbers of rows that hold each of the most frequent pairs.
    pub pair_support_error: f64,
    /// Jensen-Shannon distance between the distributions of items in the data and in the release, from 0 to 1.
    pub item_distance: f64,
    /// Mean share of the ten most similar rows of a row, by tf-idf, that are among its ten most similar in the
    /// release. `None` if it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbour_overlap: Option<f64>,
}

/// Error of the counts of the most frequent words or rows.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TopCounts {
    /// Number of words or rows that were compared; fewer than requested if there are fewer.
    pub top: usize,
    /// Mean of |counted in the release - true| / true; 0 if nothing was compared.
    pub mean_error: f64,
}

/// Number of association rules between two nodes that hold in the release as in the data. A rule holds in the data if
/// at least 0.5 % of the rows (and 5 rows) have both nodes, and at least half of the rows with the first node have the
/// second. It holds in the release if enough rows have both nodes there and the confidence differs by at most 0.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesKept {
    /// Level of the taxonomy to which items were generalized; `None` for items as they are.
    pub level: Option<u32>,
    /// Number of association rules in the data.
    pub rules: usize,
    /// Number of association rules of the data that also hold in the release.
    pub kept: usize,
    /// Number of association rules in the release.
    pub published: usize,
    /// Number of association rules of the release that do not hold in the data.
    pub spurious: usize,
}

/// Error of a workload of COUNT queries: how many rows hold all of some words? A word is an item with no other item
/// below it. Words are drawn by name, so that two trees over the same words get the same queries.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CountError {
    /// Source from which the items of the queries were drawn.
    pub drawn: ItemSource,
    /// Number of items in each query.
    pub items: usize,
    /// Number of COUNT queries in the workload.
    pub queries: usize,
    /// Mean of |estimated - true| / max(true, 0.1 % of the rows).
    pub mean_error: f64,
    /// Median of |estimated - true| / max(true, 0.1 % of the rows).
    pub median_error: f64,
}

/// The source from which the items of a COUNT query are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ItemSource {
    /// All items of a query are drawn from one random row of the data.
    Data,
    /// Items are drawn from all words, each set with the same chance.
    Uniform,
}

/// Number of the most frequent itemsets of the data that are also most frequent in the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsetsKept {
    /// Level of the taxonomy to which items were generalized; `None` for items as they are.
    pub level: Option<u32>,
    /// Number of items in each itemset.
    pub size: usize,
    /// Number of itemsets that were compared; fewer than requested if there are fewer.
    pub top: usize,
    /// Number of the compared itemsets that are also among the most frequent of the release.
    pub kept: usize,
}

/// Measures the usefulness of `parts` of `transactions`: whole rows or pieces. The items that a transaction is
/// published as must generalize it.
///
/// The results do not depend on the number of threads. Memory: O(items x depth of the taxonomy). A COUNT query
/// costs O(groups + published items above its items). Neighbours cost, for each sampled owner, O(rows that share
/// it) for each node at or above an item. The cost of itemsets grows with the density of the data, see `top.rs`.
///
/// In pieces a reader cannot know which parts belong to one owner, so neighbours are not measured.
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

/// Bags of items, each with its number of rows, so that rows published identically are processed once.
struct Weighted<'a> {
    bags: &'a Bags,
    rows: Vec<u32>,
}

impl<'a> Weighted<'a> {
    /// The published bags, weighted by the number of transactions published as each.
    fn by_transactions(release: &'a Release) -> Weighted<'a> {
        let mut rows = vec![0; release.bags().len()];
        for row in 0..release.rows() {
            rows[release.bag_of(row)] += 1;
        }
        Weighted { bags: release.bags(), rows }
    }

    /// The published bags, weighted by the number of rows that a reader counts: one for each owner of each group.
    fn published(transactions: &Transactions, release: &'a Release) -> Weighted<'a> {
        let sizes = release.group_sizes(transactions);
        Weighted { bags: release.bags(), rows: sizes.iter().map(|size| size.owners as u32).collect() }
    }
}
