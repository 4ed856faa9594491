//! What a release kept and what it lost, in the paper's figures and in counts a publisher understands.
//!
//! Measured on the release as published, from its rows: a method cannot report a loss of its own.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::loss;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// All figures of one release. Losses are in items: 1 is one item suppressed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Published rows, one a transaction.
    pub rows: usize,
    /// Distinct owners behind them.
    pub owners: usize,
    /// Item occurrences of the input (N).
    pub items: usize,
    /// Groups: distinct published rows.
    pub groups: usize,
    /// Owners of the smallest group.
    pub smallest_group: usize,
    /// Owners of the largest group.
    pub largest_group: usize,
    /// Sum of GGD over the groups: the paper's information loss (Figure 3).
    pub loss: f64,
    /// `loss / items`: 0 when everything is published, 1 when nothing is.
    pub loss_per_item: f64,
    /// He and Naughton's normalised certainty penalty: mean over the items of the share of all leaves below the
    /// lowest published node that covers the item; 0 where that is the item itself, 1 where there is none.
    pub ncp: f64,
    /// Iyengar's loss metric (KDD 2002): mean over the items of LM of the lowest published node that covers the item, 1
    /// where there is none. Unlike [`Measures::loss_per_item`], one published node may cover several items.
    pub lm: f64,
    /// Bayardo and Agrawal's discernibility metric (DM, ICDE 2005): sum over the rows of how many rows are published
    /// identically. No row is left out here, so their charge for suppressed rows does not arise.
    pub discernibility: f64,
    /// Rows a group, on average: LeFevre, DeWitt and Ramakrishnan (ICDE 2006) divide it by k.
    pub average_group_size: f64,
    /// Mean number of items of a published row (Figure 4).
    pub mean_length: f64,
    /// Mean level of published items, the root being level 1 (Figure 5); 0 when nothing is published.
    pub mean_level: f64,
    /// Items that are published as they were.
    pub items_exact: usize,
    /// Items that are published as an ancestor.
    pub items_generalized: usize,
    /// Items that are not published. Words that were left out before are no items and are not among them.
    pub items_suppressed: usize,
    /// Sum of lengths / (transactions x leaves), the paper's Table III.
    pub density: f64,
    /// How many groups have how many owners, ascending.
    pub group_sizes: Vec<GroupCount>,
}

/// `groups` groups have `owners` owners each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupCount {
    /// Owners of each of these groups.
    pub owners: usize,
    /// How many such groups there are.
    pub groups: usize,
}

/// Measures `release` against the transactions it was made from. Each published bag must generalize its transactions.
///
/// A release is measured as it is published, so make it [canonical](Release::canonical) first: only then are groups
/// with the same content one group.
pub fn measure(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> Measures {
    let sizes = release.group_sizes(transactions);
    let (mut units, mut length, mut levels) = (0u64, 0usize, 0u64);
    for (bag, size) in release.bags().iter().zip(&sizes) {
        let rows = size.rows as u64;
        units += rows * bag.iter().map(|&item| u64::from(taxonomy.cost(item))).sum::<u64>();
        levels += rows * bag.iter().map(|&item| u64::from(taxonomy.level(item))).sum::<u64>();
        length += size.rows * bag.len();
    }
    let items = transactions.items();
    let suppressed = items - length;
    let exact = (0..transactions.len()).map(|row| in_common(transactions.get(row), release.get(row))).sum();
    units += suppressed as u64 * u64::from(taxonomy.scale());
    let loss = loss::in_items(taxonomy, units);
    let ncp = |item, by: Option<Node>| match by {
        Some(node) if node == item => 0.0,
        Some(node) => taxonomy.ncp(node),
        None => 1.0,
    };
    Measures {
        rows: release.rows(),
        owners: transactions.owners(),
        items,
        groups: sizes.len(),
        smallest_group: sizes.iter().map(|size| size.owners).min().unwrap_or(0),
        largest_group: sizes.iter().map(|size| size.owners).max().unwrap_or(0),
        loss,
        loss_per_item: ratio(loss, items),
        ncp: ratio(sum_over_items(transactions, taxonomy, release, ncp), items),
        lm: ratio(
            sum_over_items(transactions, taxonomy, release, |_, by| by.map_or(1.0, |node| taxonomy.lm(node))),
            items,
        ),
        discernibility: sizes.iter().map(|size| (size.rows as f64).powi(2)).sum(),
        average_group_size: ratio(release.rows() as f64, sizes.len()),
        mean_length: ratio(length as f64, release.rows()),
        mean_level: ratio(levels as f64, length),
        items_exact: exact,
        items_generalized: length - exact,
        items_suppressed: suppressed,
        density: density(transactions.items(), transactions.len(), taxonomy),
        group_sizes: count_sizes(sizes.iter().map(|size| size.owners).collect()),
    }
}

/// The sum of `cost(item, lowest published node that covers it, if any)`. Several items may be covered by one published node:
/// then each may be any leaf below it.
fn sum_over_items(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    release: &Release,
    cost: impl Fn(Node, Option<Node>) -> f64 + Sync,
) -> f64 {
    let cost_of = |row: usize| -> f64 {
        let published = release.get(row);
        let mut sum = 0.0;
        for &item in transactions.get(row) {
            let covers = |node: &Node| published.binary_search(node).is_ok();
            sum += cost(item, taxonomy.ancestors(item).find(covers));
        }
        sum
    };
    // Summed row by row, in order: the same figure for any number of threads.
    let costs: Vec<f64> = (0..transactions.len()).into_par_iter().map(cost_of).collect();
    costs.iter().sum()
}

/// Iyengar's classification metric (CM, KDD 2002): the share of the rows whose label is not that of most rows published
/// identically, which is what a classifier that sees the release alone gets wrong at least. `labels` has one class a
/// row. 0 without rows; O(rows log rows). As [`measure`], it wants a canonical release.
///
/// # Panics
/// When there are not as many labels as rows.
pub fn classification_metric(release: &Release, labels: &[u32]) -> f64 {
    assert_eq!(labels.len(), release.rows(), "every row has a label");
    let mut labelled: Vec<(usize, u32)> =
        (0..labels.len()).map(|row| (release.bag_of(row), labels[row])).collect();
    labelled.sort_unstable();
    let same_group = labelled.chunk_by(|(a, _), (b, _)| a == b);
    let in_majority: usize = same_group
        .map(|group| group.chunk_by(|(_, a), (_, b)| a == b).map(<[_]>::len).max().unwrap_or(0))
        .sum();
    ratio((labels.len() - in_majority) as f64, labels.len())
}

/// How often `item` is published as it was: its occurrences among those of [`Measures::items_exact`].
pub fn exact_occurrences(transactions: &Transactions, release: &Release, item: Node) -> usize {
    let times =
        |bag: &[Node]| bag.partition_point(|&node| node <= item) - bag.partition_point(|&node| node < item);
    (0..transactions.len()).map(|row| times(transactions.get(row)).min(times(release.get(row)))).sum()
}

/// N / (|D| x |L|): the share of all possible items that `rows` transactions with `items` items hold (Table III).
pub fn density(items: usize, rows: usize, taxonomy: &Taxonomy) -> f64 {
    ratio(items as f64, rows) / f64::from(taxonomy.leaves(Node::ROOT))
}

fn ratio(sum: f64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// Size of the intersection of two sorted bags. A released item may stand for its own original wherever there is one,
/// since nothing else could use that original better.
fn in_common(a: &[Node], b: &[Node]) -> usize {
    let (mut i, mut j, mut common) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => {
                common += 1;
                i += 1;
                j += 1;
            }
        }
    }
    common
}

fn count_sizes(mut owners: Vec<usize>) -> Vec<GroupCount> {
    owners.sort_unstable();
    owners.chunk_by(|a, b| a == b).map(|same| GroupCount { owners: same[0], groups: same.len() }).collect()
}
