//! What a release kept and what it lost, in the paper's figures and in counts a publisher understands.
//!
//! Measured on the release as published, from its rows: a method cannot report a loss of its own.
//!
//! What is published of a group is one row for each of its owners. So rows, lengths, levels and sizes of groups count
//! an owner once in a group. Of several transactions that an owner has there, one is published
//! ([`Release::is_published`]) and the items of the others are suppressed. `ncp` and `lm` ask what covers an item, and
//! the row of its owner covers those too.
//!
//! Sums are whole numbers and divided once, so that no figure depends on the order of the input.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::loss;
use crate::release::{Release, in_common};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// All figures of one release. Losses are in items: 1 is one item suppressed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Published rows: one for each owner of each group.
    pub rows: usize,
    /// Transactions they stand for.
    pub transactions: usize,
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
    /// The largest share of the published rows of a group that are of one owner: 1 / [`Measures::smallest_group`].
    pub largest_share: f64,
    /// The largest share of the transactions of a group that are of one owner: what the share would be if every
    /// transaction had a row of its own.
    pub largest_share_of_transactions: f64,
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
    let (mut rows, mut length, mut units, mut levels) = (0, 0, 0u64, 0u64);
    for (bag, size) in release.bags().iter().zip(&sizes) {
        rows += size.owners;
        length += size.owners * bag.len();
        units += size.owners as u64 * bag.iter().map(|&item| u64::from(taxonomy.cost(item))).sum::<u64>();
        levels += size.owners as u64 * bag.iter().map(|&item| u64::from(taxonomy.level(item))).sum::<u64>();
    }
    let items = transactions.items();
    let suppressed = items - length;
    let exact =
        published(transactions, release).map(|row| in_common(transactions.get(row), release.get(row))).sum();
    units += suppressed as u64 * u64::from(taxonomy.scale());
    let loss = loss::in_items(taxonomy, units);
    let leaves = taxonomy.leaves(Node::ROOT);
    let ncp = |item, by: Option<Node>| match by {
        Some(node) if node == item => 0,
        Some(node) => taxonomy.penalty(node),
        None => leaves,
    };
    let lm = |_, by: Option<Node>| by.map_or(taxonomy.scale(), |node| taxonomy.cost(node));
    let mean = |units: u64, unit: u32| ratio(units as f64 / f64::from(unit), items);
    Measures {
        rows,
        transactions: transactions.len(),
        owners: transactions.owners(),
        items,
        groups: sizes.len(),
        smallest_group: sizes.iter().map(|size| size.owners).min().unwrap_or(0),
        largest_group: sizes.iter().map(|size| size.owners).max().unwrap_or(0),
        largest_share: largest(sizes.iter().map(|size| ratio(1.0, size.owners))),
        largest_share_of_transactions: largest(
            sizes.iter().map(|size| ratio(size.most_of_one as f64, size.transactions)),
        ),
        loss,
        loss_per_item: ratio(loss, items),
        ncp: mean(sum_over_items(transactions, taxonomy, release, ncp), leaves),
        lm: mean(sum_over_items(transactions, taxonomy, release, lm), taxonomy.scale()),
        discernibility: sizes.iter().map(|size| (size.owners as u128).pow(2)).sum::<u128>() as f64,
        average_group_size: ratio(rows as f64, sizes.len()),
        mean_length: ratio(length as f64, rows),
        mean_level: ratio(levels as f64, length),
        items_exact: exact,
        items_generalized: length - exact,
        items_suppressed: suppressed,
        density: density(transactions.items(), transactions.len(), taxonomy),
        group_sizes: count_sizes(sizes.iter().map(|size| size.owners).collect()),
    }
}

/// The sum of `cost(item, lowest published node that covers it, if any)`, in whole units. Several items may be covered by
/// one published node: then each may be any leaf below it.
fn sum_over_items(
    transactions: &Transactions,
    taxonomy: &Taxonomy,
    release: &Release,
    cost: impl Fn(Node, Option<Node>) -> u32 + Sync,
) -> u64 {
    let cost_of = |row: usize| -> u64 {
        let published = release.get(row);
        let covers = |node: &Node| published.binary_search(node).is_ok();
        let items = transactions.get(row).iter();
        items.map(|&item| u64::from(cost(item, taxonomy.ancestors(item).find(covers)))).sum()
    };
    (0..transactions.len()).into_par_iter().map(cost_of).sum()
}

/// Iyengar's classification metric (CM, KDD 2002): the share of the published rows whose label is not that of most rows
/// published identically, which is what a classifier that sees the release alone gets wrong at least. `labels` has one
/// class for each owner. 0 without rows; O(rows log rows). As [`measure`], it wants a canonical release.
///
/// # Panics
/// When an owner has no label.
pub fn classification_metric(transactions: &Transactions, release: &Release, labels: &[u32]) -> f64 {
    assert_eq!(labels.len(), transactions.owners(), "every owner has a label");
    let label = |owner: u32| labels[owner as usize];
    let mut published: Vec<(usize, u32, u32)> = (0..release.rows())
        .map(|row| (release.bag_of(row), label(transactions.owner(row)), transactions.owner(row)))
        .collect();
    published.sort_unstable();
    published.dedup();
    let same_group = published.chunk_by(|(a, ..), (b, ..)| a == b);
    let in_majority: usize = same_group
        .map(|group| group.chunk_by(|(_, a, _), (_, b, _)| a == b).map(<[_]>::len).max().unwrap_or(0))
        .sum();
    ratio((published.len() - in_majority) as f64, published.len())
}

/// How often `item` is published as it was: its occurrences among those of [`Measures::items_exact`].
pub fn exact_occurrences(transactions: &Transactions, release: &Release, item: Node) -> usize {
    let times =
        |bag: &[Node]| bag.partition_point(|&node| node <= item) - bag.partition_point(|&node| node < item);
    published(transactions, release)
        .map(|row| times(transactions.get(row)).min(times(release.get(row))))
        .sum()
}

/// The transactions that published rows stand for.
fn published(transactions: &Transactions, release: &Release) -> impl Iterator<Item = usize> + use<> {
    let is_published = release.is_published(transactions);
    (0..is_published.len()).filter(move |&row| is_published[row])
}

/// N / (|D| x |L|): the share of all possible items that `rows` transactions with `items` items hold (Table III).
pub fn density(items: usize, rows: usize, taxonomy: &Taxonomy) -> f64 {
    ratio(items as f64, rows) / f64::from(taxonomy.leaves(Node::ROOT))
}

fn ratio(sum: f64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// The largest of some shares; 0 where there is none.
fn largest(shares: impl Iterator<Item = f64>) -> f64 {
    shares.fold(0.0, f64::max)
}

fn count_sizes(mut owners: Vec<usize>) -> Vec<GroupCount> {
    owners.sort_unstable();
    owners.chunk_by(|a, b| a == b).map(|same| GroupCount { owners: same[0], groups: same.len() }).collect()
}
