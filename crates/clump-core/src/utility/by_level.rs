//! Associations that are still seen, at levels of the taxonomy and for items as they are: the top itemsets of the
//! data against those of the release, and association rules.
//!
//! At a level, both items and published nodes count as their ancestor there; what lies above the level says nothing.
//! For items as they are, only published labels that are items count, and of sets as frequent as each other the first by
//! name are on top.

use rayon::prelude::*;

use super::by_name::ByName;
use super::rules::rules_kept;
use super::top::Sets;
use super::top::{Itemset, top_itemsets};
use super::{ItemsetsKept, RulesKept, Weighted};
use crate::taxonomy::{Node, Taxonomy};

/// The most nodes of an itemset.
const MOST_NODES: usize = 3;

/// The most levels looked at.
const MOST_LEVELS: u32 = 6;

/// Fate of top itemsets and rules.
pub(super) struct ByLevel {
    /// By level, items as they are first, then by size.
    pub itemsets: Vec<ItemsetsKept>,
    /// By level, items as they are first.
    pub rules: Vec<RulesKept>,
    /// The top pairs of items of the data.
    pub pairs: Vec<Itemset>,
}

/// Compares the `most` top itemsets of each size, and the rules, of each level.
pub(super) fn by_level(
    data: &Weighted<'_>,
    published: &Weighted<'_>,
    taxonomy: &Taxonomy,
    by_name: &ByName,
    most: usize,
) -> ByLevel {
    let levels: Vec<Option<u32>> = std::iter::once(None).chain(levels(taxonomy.height()).map(Some)).collect();
    let found: Vec<AtLevel> =
        levels.par_iter().map(|&level| at_level(level, data, published, taxonomy, by_name, most)).collect();
    let (mut itemsets, mut rules, mut pairs) = (Vec::new(), Vec::new(), Vec::new());
    for (place, at_level) in found.into_iter().enumerate() {
        itemsets.extend(at_level.itemsets);
        rules.push(at_level.rules);
        if place == 0 {
            pairs = at_level.pairs;
        }
    }
    let item = |place: Node| by_name.item(place.0);
    let named = |set: Itemset| Itemset { nodes: set.nodes.into_iter().map(item).collect(), ..set };
    ByLevel { itemsets, rules, pairs: pairs.into_iter().map(named).collect() }
}

struct AtLevel {
    itemsets: Vec<ItemsetsKept>,
    rules: RulesKept,
    /// The top pairs of the data.
    pairs: Vec<Itemset>,
}

fn at_level(
    level: Option<u32>,
    data: &Weighted<'_>,
    published: &Weighted<'_>,
    taxonomy: &Taxonomy,
    by_name: &ByName,
    most: usize,
) -> AtLevel {
    let ancestors = level.map(|level| lifted(taxonomy, level));
    let lift = |node: Node| match &ancestors {
        Some(ancestors) => ancestors[node.index()],
        // Items are called by their place among the names, so that ties are broken by name.
        None => by_name.place(node).map(Node),
    };
    let top = |bags: &Weighted<'_>| {
        let sets = Sets::lifted(bags, taxonomy, lift);
        let tops: Vec<Vec<Itemset>> = (1..=MOST_NODES).map(|size| top_itemsets(&sets, size, most)).collect();
        (sets, tops)
    };
    let ((before, mut tops_before), (after, tops_after)) = rayon::join(|| top(data), || top(published));
    let kept = |(index, (before, after)): (usize, (&Vec<Itemset>, &Vec<Itemset>))| {
        let found = before.iter().filter(|set| after.iter().any(|other| other.nodes == set.nodes));
        ItemsetsKept { level, size: index + 1, top: before.len(), kept: found.count() }
    };
    AtLevel {
        itemsets: tops_before.iter().zip(&tops_after).enumerate().map(kept).collect(),
        rules: rules_kept(level, &before, &after),
        pairs: std::mem::take(&mut tops_before[1]),
    }
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
