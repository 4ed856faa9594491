//! Figures of a release: the information it keeps and loses, in the paper's terms and in counts for publishers.
//!
//! All figures are computed from the published rows, so that a method cannot report a loss of its own.
//!
//! A group is published as one row for each of its owners. So rows, lengths, levels and sizes of groups count an
//! owner once in a group. If an owner has several transactions in a group, one is published
//! ([`Release::is_published`]), and the items of the others are suppressed. `ncp` and `lm` ask which node covers an
//! item, and the row of the owner covers those items too.
//!
//! Sums are whole numbers that are divided once, so no figure depends on the order of the input.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::containers::{count_sorted, set_of};
use crate::loss;
use crate::release::{Release, common};
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// All figures of one release. Losses are by LM, whatever the prices of the taxonomy. Their unit is one item: a
/// suppressed item loses 1.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Measures {
    /// Number of published rows: one for each owner of each group.
    pub rows: usize,
    /// Number of transactions from which the release was made.
    pub transactions: usize,
    /// Number of distinct owners of the transactions.
    pub owners: usize,
    /// Number of item occurrences in the transactions (N).
    pub items: usize,
    /// Number of groups, which are the distinct published rows.
    pub groups: usize,
    /// Number of owners of the smallest group.
    pub smallest_group: usize,
    /// Number of owners of the largest group.
    pub largest_group: usize,
    /// The largest share that one owner has of the published rows of a group: 1 / [`Measures::smallest_group`].
    pub largest_share: f64,
    /// The largest share that one owner has of the transactions of a group. It would be the share of rows if every
    /// transaction had its own row.
    pub largest_share_of_transactions: f64,
    /// Sum of GGD over the groups: the paper's information loss (Figure 3).
    pub loss: f64,
    /// `loss / items`: 0 if everything is published unchanged, 1 if nothing is published.
    pub loss_per_item: f64,
    /// He and Naughton's normalised certainty penalty. Mean over the items of the share of all leaves below the
    /// lowest published node that covers the item; 0 if that is the item itself, 1 if no node covers it.
    pub ncp: f64,
    /// Iyengar's loss metric (KDD 2002): mean over the items of LM of the lowest published node that covers the
    /// item, 1 if none does. Unlike [`Measures::loss_per_item`], one published node may cover several items.
    pub lm: f64,
    /// Bayardo and Agrawal's discernibility metric (DM, ICDE 2005): sum over the rows of the number of rows that
    /// are published identically. No row is left out here, so their penalty for suppressed rows does not occur.
    pub discernibility: f64,
    /// Mean number of rows of a group, which LeFevre, DeWitt and Ramakrishnan (ICDE 2006) divide by k.
    pub average_group_size: f64,
    /// Mean number of items of a published row (Figure 4).
    pub mean_length: f64,
    /// Mean level of published items, with the root at level 1 (Figure 5); 0 if nothing is published.
    pub mean_level: f64,
    /// Number of items that are published unchanged.
    pub items_exact: usize,
    /// Number of items that are published as an ancestor.
    pub items_generalized: usize,
    /// Number of items that are not published. Words that were left out before grouping are no items and do not count.
    pub items_suppressed: usize,
    /// Number of items / (transactions x leaves of the taxonomy), the paper's Table III.
    pub density: f64,
    /// Number of groups for each number of owners, ascending.
    pub group_sizes: Vec<GroupCount>,
}

/// The number of groups that have the same number of owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupCount {
    /// Number of owners that each of the groups has.
    pub owners: usize,
    /// Number of groups that have exactly `owners` owners.
    pub groups: usize,
}

/// Measures `release` against its `transactions`. Each published bag must generalize its transactions. O(items x
/// levels + rows log rows), in parallel.
///
/// Make the release [canonical](Release::canonical) first: only then are groups with the same content one group.
///
/// ```
/// use clump_core::anonymize::Anonymizer;
/// use clump_core::anonymize::nearest::NearestParameters;
/// use clump_core::measure::measure;
/// use clump_core::taxonomy::Taxonomy;
/// use clump_core::transactions::Transactions;
///
/// let tree = Taxonomy::from_pairs([("apple", "fruit"), ("pear", "fruit"), ("fruit", "food"), ("beef", "food")])?;
/// let node = |name: &str| tree.find(name).expect("a node");
/// let rows = Transactions::one_per_owner([[node("apple")], [node("pear")]]);
/// let release = NearestParameters::new(2).check()?.anonymize(&rows, &tree, &())?;
/// // A fruit is one of two leaves of three: half of what suppression would cost.
/// assert_eq!(measure(&rows, &tree, &release).loss_per_item, 0.5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn measure(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> Measures {
    let (sums, groups) = sums(transactions, taxonomy, release);
    sums.finish(&groups, taxonomy)
}

/// The sums for [`measure`], over `transactions` of some of the owners.
pub fn measure_sums(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> MeasureSums {
    sums(transactions, taxonomy, release).0
}

fn sums(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> (MeasureSums, GroupSums) {
    let rows = (0..transactions.len()).into_par_iter();
    // For each transaction: its group, its owner, and the number of its items that are published unchanged.
    let mut entries: Vec<(u32, u32, u32)> = rows
        .clone()
        .map(|row| {
            let exact = common(transactions.get(row), release.get(row)).count();
            (release.bag_of(row) as u32, transactions.owner(row), exact as u32)
        })
        .collect();
    entries.par_sort_unstable();
    let covered = |row: usize| covered(taxonomy, transactions.get(row), release.get(row));
    let [ncp, lm] = rows.map(covered).reduce(|| [0; 2], |a, b| [a[0] + b[0], a[1] + b[1]]);
    let (owners, items) = (transactions.owners(), transactions.items());
    let mut sums =
        MeasureSums { transactions: transactions.len(), owners, items, ncp, lm, ..MeasureSums::default() };
    let (mut sizes, mut largest_share_of_transactions) = (Vec::new(), 0f64);
    for group in entries.chunk_by(|a, b| a.0 == b.0) {
        let (mut owners, mut most_of_one) = (0, 0);
        for of_one in group.chunk_by(|a, b| a.1 == b.1) {
            owners += 1;
            most_of_one = most_of_one.max(of_one.len());
            // Of the transactions of an owner, the one with most unchanged items is published.
            sums.exact += of_one.last().map_or(0, |&(_, _, exact)| exact as usize);
        }
        let bag = release.bags().get(group[0].0 as usize);
        sums.rows += owners;
        sums.length += owners * bag.len();
        sums.units += owners as u64 * bag.iter().map(|&item| u64::from(taxonomy.cost(item))).sum::<u64>();
        sums.levels += owners as u64 * bag.iter().map(|&item| u64::from(taxonomy.level(item))).sum::<u64>();
        sizes.push(owners);
        largest_share_of_transactions =
            largest_share_of_transactions.max(ratio(most_of_one as f64, group.len()));
    }
    sizes.sort_unstable();
    let sizes = count_sorted(&sizes).map(|(owners, groups)| GroupCount { owners, groups }).collect();
    (sums, GroupSums { sizes, largest_share_of_transactions })
}

/// Sums over the items of `original`: of `ncp` in leaves, and of `lm` in units of [`Taxonomy::scale`].
fn covered(taxonomy: &Taxonomy, original: &[Node], published: &[Node]) -> [u64; 2] {
    let (mut ncp, mut lm) = (0, 0);
    for &item in original {
        // If one published node covers several items, each of them may be any leaf below it.
        let covering = taxonomy.ancestors(item).find(|node| published.binary_search(node).is_ok());
        ncp += u64::from(match covering {
            Some(node) if node == item => 0,
            Some(node) => taxonomy.penalty(node),
            None => taxonomy.leaves(Node::ROOT),
        });
        lm += u64::from(covering.map_or(taxonomy.scale(), |node| taxonomy.cost(node)));
    }
    [ncp, lm]
}

/// Loss of `release` in the price units of `taxonomy`: [`Measures::loss`], or the same in bits. An owner counts
/// once in a group. Each published bag must generalize its transactions. O(items + rows log rows).
pub fn lost(transactions: &Transactions, taxonomy: &Taxonomy, release: &Release) -> u64 {
    let published = release.bags().iter().zip(release.group_sizes(transactions));
    let kept: u64 = published.map(|(bag, size)| size.owners as u64 * loss::kept(taxonomy, bag)).sum();
    loss::worth(taxonomy, transactions.bags().items()) - kept
}

/// Iyengar's classification metric (CM, KDD 2002): the share of published rows whose label differs from that of
/// most rows in their group. A classifier that sees only the release gets at least this share wrong. `labels` has
/// one class for each owner. 0 without rows; O(rows log rows). As for [`measure`], the release must be canonical.
pub fn classification_metric(transactions: &Transactions, release: &Release, labels: &[u32]) -> f64 {
    assert_eq!(labels.len(), transactions.owners(), "every owner has a label");
    let label = |owner: u32| labels[owner as usize];
    let published = set_of(
        (0..release.rows())
            .map(|row| (release.bag_of(row), label(transactions.owner(row)), transactions.owner(row))),
    );
    let same_group = published.chunk_by(|(a, ..), (b, ..)| a == b);
    let in_majority: usize = same_group
        .map(|group| group.chunk_by(|(_, a, _), (_, b, _)| a == b).map(<[_]>::len).max().unwrap_or(0))
        .sum();
    ratio((published.len() - in_majority) as f64, published.len())
}

/// N / (|D| x |L|): the share of all possible items that occur, if `rows` transactions have `items` items (Table
/// III).
pub fn density(items: usize, rows: usize, taxonomy: &Taxonomy) -> f64 {
    ratio(items as f64, rows) / f64::from(taxonomy.leaves(Node::ROOT))
}

fn ratio(sum: f64, count: usize) -> f64 {
    if count == 0 { 0.0 } else { sum / count as f64 }
}

/// Sums over some owners. They must include all transactions of each owner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasureSums {
    /// Number of transactions of the owners.
    pub transactions: usize,
    /// Number of owners in the sums.
    pub owners: usize,
    /// Number of items in all transactions.
    pub items: usize,
    /// Number of published rows: one for each owner of each group.
    pub rows: usize,
    /// Number of items in the published rows.
    pub length: usize,
    /// Sum of the costs of the items in published rows, in units of [`Taxonomy::scale`].
    pub units: u64,
    /// Sum of the levels of the items in published rows.
    pub levels: u64,
    /// Number of items that are published unchanged.
    pub exact: usize,
    /// Sum over all items of the number of leaves below the node that covers the item.
    pub ncp: u64,
    /// Sum over all items of the cost of the node that covers the item, in units of [`Taxonomy::scale`].
    pub lm: u64,
}

/// Figures of all groups of a release.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupSums {
    /// Number of groups for each number of owners, ascending.
    pub sizes: Vec<GroupCount>,
    /// The largest share that one owner has of the transactions of a group.
    pub largest_share_of_transactions: f64,
}

impl MeasureSums {
    /// Adds the sums over other owners.
    #[must_use]
    pub fn and(self, other: MeasureSums) -> MeasureSums {
        MeasureSums {
            transactions: self.transactions + other.transactions,
            owners: self.owners + other.owners,
            items: self.items + other.items,
            rows: self.rows + other.rows,
            length: self.length + other.length,
            units: self.units + other.units,
            levels: self.levels + other.levels,
            exact: self.exact + other.exact,
            ncp: self.ncp + other.ncp,
            lm: self.lm + other.lm,
        }
    }

    /// Computes the figures from these sums over all owners; `groups` are the figures of all groups.
    pub fn finish(self, groups: &GroupSums, taxonomy: &Taxonomy) -> Measures {
        let MeasureSums { transactions, owners, items, rows, length, units, levels, exact, ncp, lm } = self;
        let suppressed = items - length;
        let units = units + suppressed as u64 * u64::from(taxonomy.scale());
        let loss = units as f64 / f64::from(taxonomy.scale());
        let mean = |units: u64, unit: u32| ratio(units as f64 / f64::from(unit), items);
        let sizes = &groups.sizes;
        let number = sizes.iter().map(|size| size.groups).sum();
        let smallest = sizes.first().map_or(0, |size| size.owners);
        let squares = |size: &GroupCount| size.groups as u128 * (size.owners as u128).pow(2);
        Measures {
            rows,
            transactions,
            owners,
            items,
            groups: number,
            smallest_group: smallest,
            largest_group: sizes.last().map_or(0, |size| size.owners),
            largest_share: ratio(1.0, smallest),
            largest_share_of_transactions: groups.largest_share_of_transactions,
            loss,
            loss_per_item: ratio(loss, items),
            ncp: mean(ncp, taxonomy.leaves(Node::ROOT)),
            lm: mean(lm, taxonomy.scale()),
            discernibility: sizes.iter().map(squares).sum::<u128>() as f64,
            average_group_size: ratio(rows as f64, number),
            mean_length: ratio(length as f64, rows),
            mean_level: ratio(levels as f64, length),
            items_exact: exact,
            items_generalized: length - exact,
            items_suppressed: suppressed,
            density: density(items, transactions, taxonomy),
            group_sizes: sizes.clone(),
        }
    }
}
