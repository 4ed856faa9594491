//! The fold that measures a release: transaction by transaction, in parts that can be merged in any order.

use rayon::prelude::*;

use super::sums::{GroupSums, MeasureSums};
use super::{GroupCount, Measures, ratio};
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
    /// What is published for each group, by its number.
    groups: Vec<Bag>,
    /// Items of all transactions.
    items: usize,
    /// Sums over the items, in whole units: of leaves, and of [`Taxonomy::scale`].
    ncp: u64,
    lm: u64,
}

/// What a published bag costs.
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

    /// How many distinct owners there are.
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

/// How many groups have each size of `sizes`, which are sorted.
fn count_sizes(sizes: &[usize]) -> Vec<GroupCount> {
    let same = sizes.chunk_by(|a, b| a == b);
    same.map(|same| GroupCount { owners: same[0], groups: same.len() }).collect()
}
