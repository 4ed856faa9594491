//! Figures of a release: what it kept and lost, in the paper's terms and in counts a publisher understands.
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

mod measuring;

pub use measuring::Measuring;
pub use measuring::{GroupSums, MeasureSums};

use crate::loss;
use crate::release::Release;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Transactions that are measured at a time.
const PART: usize = 1 << 20;

/// All figures of one release. Losses are by LM whatever the taxonomy is priced in, and in items: 1 is one item suppressed.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
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
    /// Numbers of groups by their numbers of owners, ascending.
    pub group_sizes: Vec<GroupCount>,
}

/// `groups` groups have `owners` owners each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupCount {
    /// Owners of each of these groups.
    pub owners: usize,
    /// Number of such groups.
    pub groups: usize,
}

/// Measures `release` against the transactions it was made from. Each published bag must generalize its transactions.
///
/// A release is measured as it is published, so make it [canonical](Release::canonical) first: only then are groups
/// with the same content one group. Made in parts, in parallel: see [`Measuring`].
///
/// ```
/// use clump_core::anonymize::Anonymizer;
/// use clump_core::anonymize::nearest::NearestParameters;
/// use clump_core::measure::measure;
/// use clump_core::taxonomy::{Edge, Taxonomy};
/// use clump_core::transactions::Transactions;
///
/// let edges = [("apple", "fruit"), ("pear", "fruit"), ("fruit", "food"), ("beef", "food")];
/// let edges = edges.map(|(child, parent)| Edge { child, parent: Some(parent), line: 1 });
/// let tree = Taxonomy::from_edges(edges)?;
/// let node = |name: &str| tree.find(name).expect("a node");
/// let rows = Transactions::one_per_owner([[node("apple")], [node("pear")]]);
/// let release = NearestParameters::new(2).check()?.anonymize(&rows, &tree, &())?;
/// // A fruit is one of two leaves of three: half of what suppression would cost.
/// assert_eq!(measure(&rows, &tree, &release).loss_per_item, 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> Measures {
    measured(transactions, taxonomy, release).finish()
}

/// The sums of [`measure`], where `transactions` are those of some owners.
pub fn measure_sums(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> MeasureSums {
    measured(transactions, taxonomy, release).sums().0
}

fn measured<'t>(transactions: &Transactions, taxonomy: &'t Taxonomy, release: &Release) -> Measuring<'t> {
    let rows = transactions.len();
    let parts: Vec<Measuring<'_>> = (0..rows.div_ceil(PART))
        .into_par_iter()
        .map(|part| {
            let mut measuring = Measuring::new(taxonomy);
            for row in part * PART..rows.min((part + 1) * PART) {
                let (owner, group) = (transactions.owner(row), release.bag_of(row) as u32);
                measuring.push(owner, group, transactions.get(row), release.get(row));
            }
            measuring
        })
        .collect();
    let mut whole = Measuring::new(taxonomy);
    for part in parts {
        whole.merge(part);
    }
    whole
}

/// Loss of `release`, in units of what `taxonomy` is priced in: [`Measures::loss`], or the same in bits. As published, so
/// an owner counts once in a group. Each published bag must generalize its transactions. O(items + rows log rows).
pub fn lost(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> u64 {
    let published = release.bags().iter().zip(release.group_sizes(transactions));
    let kept: u64 = published.map(|(bag, size)| size.owners as u64 * loss::kept(taxonomy, bag)).sum();
    loss::worth(taxonomy, transactions.bags().items()) - kept
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

/// N / (|D| x |L|): the share of all possible items that `rows` transactions with `items` items hold (Table III).
pub fn density(items: usize, rows: usize, taxonomy: &Taxonomy) -> f64 {
    ratio(items as f64, rows) / f64::from(taxonomy.leaves(Node::ROOT))
}

fn ratio(sum: f64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}
