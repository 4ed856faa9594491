//! Whether what was frequent is still seen to be frequent: the top itemsets of the data against those of the release, for
//! items as they are and lifted to levels of the taxonomy.
//!
//! At a level, both items and published nodes count as their ancestor there; what lies above the level says nothing.
//! For items as they are, only published labels that are items count.

use rayon::prelude::*;

use super::items::Items;
use super::sets::Sets;
use super::top::{Itemset, top_itemsets};
use super::{ItemsetsKept, Weighted};
use crate::taxonomy::{Node, Taxonomy};

/// The most nodes of an itemset.
const MOST_NODES: usize = 3;

/// The most levels looked at.
const MOST_LEVELS: u32 = 6;

/// What became of the top itemsets.
pub(super) struct Frequent {
    /// By level, items as they are first, then by size.
    pub kept: Vec<ItemsetsKept>,
    /// The top pairs of items of the data.
    pub pairs: Vec<Itemset>,
}

/// Compares the `most` top itemsets of each size and level.
pub(super) fn frequent_itemsets(
    data: &Weighted<'_>,
    published: &Weighted<'_>,
    taxonomy: &Taxonomy,
    items: &Items,
    most: usize,
) -> Frequent {
    let levels: Vec<Option<u32>> = std::iter::once(None).chain(levels(taxonomy.height()).map(Some)).collect();
    let sides: Vec<(Option<u32>, &Weighted<'_>)> =
        levels.iter().flat_map(|&level| [(level, data), (level, published)]).collect();
    let mut tops: Vec<Vec<Vec<Itemset>>> = sides
        .par_iter()
        .map(|&(level, bags)| {
            let sets = match level {
                None => Sets::lifted(bags, taxonomy, |node| items.contains(node).then_some(node)),
                Some(level) => {
                    let lifted = lifted(taxonomy, level);
                    Sets::lifted(bags, taxonomy, |node| lifted[node.index()])
                }
            };
            (1..=MOST_NODES).map(|size| top_itemsets(&sets, size, most)).collect()
        })
        .collect();
    let mut kept = Vec::new();
    for (level, before_and_after) in levels.into_iter().zip(tops.chunks(2)) {
        for (index, (before, after)) in before_and_after[0].iter().zip(&before_and_after[1]).enumerate() {
            let found = before.iter().filter(|set| after.iter().any(|other| other.nodes == set.nodes));
            kept.push(ItemsetsKept { level, size: index + 1, top: before.len(), kept: found.count() });
        }
    }
    // Items of the data as they are, pairs.
    Frequent { kept, pairs: std::mem::take(&mut tops[0][1]) }
}

/// Every level from 2, where nodes begin to say something, to `height`; of more than six, six spread evenly with both
/// ends among them.
pub(super) fn levels(height: u32) -> impl Iterator<Item = u32> {
    let all = height.saturating_sub(1);
    let some = all.min(MOST_LEVELS);
    let gaps = some.saturating_sub(1).max(1);
    (0..some).map(move |index| 2 + (index * (all - 1) + gaps / 2) / gaps)
}

/// For each node its ancestor at `level`; none for nodes above it.
fn lifted(taxonomy: &Taxonomy, level: u32) -> Vec<Option<Node>> {
    let mut lifted: Vec<Option<Node>> = Vec::with_capacity(taxonomy.len());
    for node in taxonomy.nodes() {
        // Parents come first.
        lifted.push(match taxonomy.level(node).cmp(&level) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Equal => Some(node),
            std::cmp::Ordering::Greater => lifted[taxonomy.parent(node).index()],
        });
    }
    lifted
}
