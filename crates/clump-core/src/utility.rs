//! Uses of a release: the answers that people look for in such data, before and after.
//!
//! Whoever works with a release must read it somehow. Here, a published node stands for any of the items of the data at
//! or below it, all as likely; [`Estimator`] is that reader. Items may be inner nodes, and then a reader cannot tell
//! whether `dog` was `dog` or a breed. So where items of the data lie below other items, counts have an error even if
//! every row is published as it is. Compare with that, not with 0.

use serde::{Deserialize, Serialize};

use crate::cut::Parts;
use crate::release::Release;
use crate::taxonomy::Taxonomy;
use crate::transactions::{Bags, Transactions};

mod by_level;
mod by_name;
mod estimate;
mod neighbours;
mod queries;
#[cfg(test)]
mod tests;
mod top;

pub use estimate::Estimator;

/// Questions to the data and to the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct UtilityParameters {
    /// Seed of the queries and of the sample of owners.
    pub seed: u64,
    /// COUNT queries a workload.
    pub queries: usize,
    /// Number of the most frequent itemsets that are looked for.
    pub top: usize,
    /// Owners (rows) whose neighbours are looked for: a sample, or all if there are fewer. At 0 neighbours are not measured.
    pub owners: usize,
}

impl Default for UtilityParameters {
    fn default() -> Self {
        UtilityParameters { seed: 0, queries: 1000, top: 100, owners: 500 }
    }
}

/// All figures of use. Errors and distances are 0 when nothing is lost, shares and overlaps are 1.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Utility {
    /// Relative error of COUNT queries, by workload. A workload that cannot be drawn, since no row or not even the
    /// data has so many distinct items, is left out.
    pub count_queries: Vec<CountError>,
    /// The counts of the most frequent words, as a reader estimates them.
    pub top_words: TopCounts,
    /// The counts of the most frequent rows, word for word: where the unit is a query, of the most frequent queries. Rows
    /// that only one owner has are not among them, nor rows with an item that is no word, but a node that is marked.
    pub top_rows: TopCounts,
    /// Numbers of the most frequent itemsets that are still the most frequent, by size and level.
    pub frequent_itemsets: Vec<ItemsetsKept>,
    /// Numbers of association rules that still hold, by level.
    pub rules: Vec<RulesKept>,
    /// Mean relative error of the supports of the most frequent pairs.
    pub pair_support_error: f64,
    /// Jensen-Shannon distance of the distributions of items, from 0 to 1.
    pub item_distance: f64,
    /// Of the ten owners most like an owner by tf-idf, the share that is still among the ten.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub neighbour_overlap: Option<f64>,
}

/// Errors of the counts of what is most frequent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct TopCounts {
    /// Number that was asked for: 100, or all there are.
    pub top: usize,
    /// Mean of |counted in the release - true| / true; 0 where nothing was asked for.
    pub mean_error: f64,
}

/// Association rules between two nodes that hold in the release as they do in the data. Rules are those that at least
/// 0.5 % of the rows (and 5 rows) and half of the rows with the first node bear out; they hold if as many rows do and the
/// confidence is within 0.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RulesKept {
    /// The level that items were lifted to; none for items as they are.
    pub level: Option<u32>,
    /// Rules of the data.
    pub rules: usize,
    /// Those of them that hold in the release.
    pub kept: usize,
    /// Rules of the release.
    pub published: usize,
    /// Those of them that do not hold in the data.
    pub spurious: usize,
}

/// A workload of COUNT queries: how many rows hold all of some words? A word is an item that no other item lies below.
/// Words are drawn by name, so that two trees over the same words are asked the same.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct CountError {
    /// The way in which the items were drawn.
    pub drawn: Drawn,
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
pub enum Drawn {
    /// From one row of the data.
    Data,
    /// From all words, each as likely.
    Uniform,
}

/// Top itemsets of the data that are top itemsets of the release.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemsetsKept {
    /// The level that items were lifted to; none for items as they are.
    pub level: Option<u32>,
    /// Items of a set.
    pub size: usize,
    /// Itemsets looked for: 100, or all there are.
    pub top: usize,
    /// Those found again.
    pub kept: usize,
}

/// Measures what `parts` of `transactions` are good for: whole rows or pieces. Each published bag must generalize its
/// transactions.
///
/// The same figures for any number of threads. Memory: O(items x depth of the taxonomy). COUNT queries cost O(groups +
/// published items above the items asked for) each; neighbours, for each owner sampled, O(rows that share it) for each
/// node at or above an item. Itemsets are as costly as the data are dense, see `top.rs`.
///
/// In pieces nobody can tell which parts are of one owner, so there is no telling which owners are alike.
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
    let items = estimate::Items::new(transactions, taxonomy);
    let by_name = by_name::ByName::new(&items, taxonomy);
    let holders = queries::ItemHolders::new(transactions, taxonomy);
    let estimator = Estimator::over(&items, taxonomy, &published);
    let by_level = by_level::by_level(&data, &published, taxonomy, &by_name, parameters.top);
    Utility {
        count_queries: queries::count_queries(transactions, &holders, &by_name, &estimator, parameters),
        top_words: queries::top_words(&holders, &by_name, &estimator, parameters.top),
        top_rows: queries::top_rows(transactions, taxonomy, &published, &by_name, parameters.top),
        pair_support_error: queries::support_error(&by_level.pairs, &estimator),
        frequent_itemsets: by_level.itemsets,
        rules: by_level.rules,
        item_distance: estimate::item_distance(transactions, taxonomy, &items, &published),
        neighbour_overlap,
    }
}

/// Bags, and how many rows each stands for. Rows that are published identically are looked at once.
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
