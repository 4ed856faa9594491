//! The fold that measures a release: transaction by transaction, in parts that can be merged in any order.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{GroupCount, Measures, density, ratio};
use crate::release::in_common;
use crate::taxonomy::{Node, Taxonomy};

/// A release that is being measured.
///
/// Takes every transaction with what is published for it. Parts that are measured apart and merged give the same
/// [`Measures`] as the whole, in whatever order. O(items x levels) for a transaction and O(n log n) at the end, in
/// parallel; memory is 12 bytes for each transaction and 24 for each group.
///
/// ```
/// use clump_core::measure::Measuring;
/// use clump_core::taxonomy::{Edge, Node, Taxonomy};
///
/// let edges = [("apple", "fruit"), ("orange", "fruit")];
/// let taxonomy = Taxonomy::from_edges(
///     edges.iter().enumerate().map(|(i, &(child, parent))| Edge { child, parent: Some(parent), line: i + 1 }),
/// )?;
/// let node = |name: &str| taxonomy.find(name).expect("a name of the tree");
/// // Two owners in one group, which is published as an apple.
/// let mut first = Measuring::new(&taxonomy);
/// first.push(0, 0, &[node("apple")], &[node("apple")]);
/// let mut second = Measuring::new(&taxonomy);
/// second.push(1, 0, &[node("apple"), node("orange")], &[node("apple")]);
/// first.merge(second);
/// let measures = first.finish();
/// assert_eq!((measures.groups, measures.items_exact, measures.items_suppressed), (1, 2, 1));
/// # Ok::<(), clump_core::taxonomy::TaxonomyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Measuring<'t> {
    taxonomy: &'t Taxonomy,
    /// The group of each transaction, its owner, and how many of its items are published as they were.
    entries: Vec<(u32, u32, u32)>,
    /// Published bag of each group, by its number.
    groups: Vec<Bag>,
    /// Items of all transactions.
    items: usize,
    /// Sums over the items, in whole units: of leaves, and of [`Taxonomy::scale`].
    ncp: u64,
    lm: u64,
}

/// Cost of a published bag.
#[derive(Clone, Copy, Debug, Default)]
struct Bag {
    items: usize,
    cost: u64,
    levels: u64,
}

impl<'t> Measuring<'t> {
    /// Nothing yet, of a release in `taxonomy`.
    pub fn new(taxonomy: &'t Taxonomy) -> Self {
        Measuring { taxonomy, entries: Vec::new(), groups: Vec::new(), items: 0, ncp: 0, lm: 0 }
    }

    /// Takes a transaction of `owner` with the items of `original`, which is in `group` and so published as `published`.
    /// Both bags are sorted, and what is published generalizes the original. Owners and groups are numbered from 0, and
    /// what is published for a group is the same each time.
    pub fn push(&mut self, owner: u32, group: u32, original: &[Node], published: &[Node]) {
        let taxonomy = self.taxonomy;
        let place = group as usize;
        if place >= self.groups.len() {
            self.groups.resize(place + 1, Bag::default());
        }
        if self.groups[place].items == 0 {
            self.groups[place] = Bag {
                items: published.len(),
                cost: published.iter().map(|&item| u64::from(taxonomy.cost(item))).sum(),
                levels: published.iter().map(|&item| u64::from(taxonomy.level(item))).sum(),
            };
        }
        self.items += original.len();
        for &item in original {
            // Several items may be covered by one published node: then each may be any leaf below it.
            let covering = taxonomy.ancestors(item).find(|node| published.binary_search(node).is_ok());
            self.ncp += u64::from(match covering {
                Some(node) if node == item => 0,
                Some(node) => taxonomy.penalty(node),
                None => taxonomy.leaves(Node::ROOT),
            });
            self.lm += u64::from(covering.map_or(taxonomy.scale(), |node| taxonomy.cost(node)));
        }
        self.entries.push((group, owner, in_common(original, published) as u32));
    }

    /// Takes all that `other`, which is measured in the same taxonomy, has taken.
    pub fn merge(&mut self, other: Measuring<'_>) {
        self.items += other.items;
        self.ncp += other.ncp;
        self.lm += other.lm;
        self.entries.extend(other.entries);
        if self.groups.len() < other.groups.len() {
            self.groups.resize(other.groups.len(), Bag::default());
        }
        for (mine, other) in self.groups.iter_mut().zip(other.groups) {
            // A part that has not met a group knows nothing of it; those that have know the same.
            if mine.items == 0 {
                *mine = other;
            }
        }
    }

    /// The figures of everything that was taken.
    pub fn finish(self) -> Measures {
        let taxonomy = self.taxonomy;
        let (sums, groups) = self.sums();
        sums.finish(&groups, taxonomy)
    }

    /// The sums of everything that was taken, and what is known of the groups.
    pub fn sums(mut self) -> (MeasureSums, GroupSums) {
        self.entries.par_sort_unstable();
        let mut sums = MeasureSums {
            transactions: self.entries.len(),
            owners: self.owners(),
            items: self.items,
            ncp: self.ncp,
            lm: self.lm,
            ..MeasureSums::default()
        };
        let (mut sizes, mut largest_share_of_transactions) = (Vec::new(), 0f64);
        for group in self.entries.chunk_by(|a, b| a.0 == b.0) {
            let (mut owners, mut most_of_one) = (0, 0);
            for of_one in group.chunk_by(|a, b| a.1 == b.1) {
                owners += 1;
                most_of_one = most_of_one.max(of_one.len());
                // The transaction of which most is published as it was is the one that is published.
                sums.exact += of_one.last().map_or(0, |&(_, _, exact)| exact as usize);
            }
            let bag = self.groups[group[0].0 as usize];
            sums.rows += owners;
            sums.length += owners * bag.items;
            sums.units += owners as u64 * bag.cost;
            sums.levels += owners as u64 * bag.levels;
            sizes.push(owners);
            largest_share_of_transactions =
                largest_share_of_transactions.max(ratio(most_of_one as f64, group.len()));
        }
        sizes.sort_unstable();
        (sums, GroupSums { sizes: count_sizes(&sizes), largest_share_of_transactions })
    }

    /// Number of distinct owners.
    fn owners(&self) -> usize {
        let mut is_there = Vec::new();
        for &(_, owner, _) in &self.entries {
            let owner = owner as usize;
            if owner >= is_there.len() {
                is_there.resize(owner + 1, false);
            }
            is_there[owner] = true;
        }
        is_there.into_iter().filter(|&is_there| is_there).count()
    }
}

/// Number of groups of each size of `sizes`, which are sorted.
fn count_sizes(sizes: &[usize]) -> Vec<GroupCount> {
    let same = sizes.chunk_by(|a, b| a == b);
    same.map(|same| GroupCount { owners: same[0], groups: same.len() }).collect()
}

/// Sums over some owners. An owner counts once in a group, so owners must not be divided.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MeasureSums {
    /// Transactions.
    pub transactions: usize,
    /// Owners.
    pub owners: usize,
    /// Items of all transactions.
    pub items: usize,
    /// Published rows: one for each owner of each group.
    pub rows: usize,
    /// Their lengths.
    pub length: usize,
    /// Cost of their items, in units of [`Taxonomy::scale`].
    pub units: u64,
    /// The levels of their items.
    pub levels: u64,
    /// Items that are published as they were.
    pub exact: usize,
    /// Leaves below what covers each item.
    pub ncp: u64,
    /// Cost of what covers each item, in units of [`Taxonomy::scale`].
    pub lm: u64,
}

/// Figures of all groups.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GroupSums {
    /// Numbers of facts by their numbers of owners, ascending.
    pub sizes: Vec<GroupCount>,
    /// The largest share of the transactions of one that are of one owner.
    pub largest_share_of_transactions: f64,
}

impl MeasureSums {
    /// With those of other owners.
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

    /// The figures, where these are the groups of all owners.
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
