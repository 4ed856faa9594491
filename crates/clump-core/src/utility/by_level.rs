//! Compares the most frequent itemsets and the association rules of the data with those of the release, at levels
//! of the taxonomy and for items as they are.
//!
//! At a level, items and published nodes count as their ancestor at this level; nodes above the level are ignored.
//! For items as they are, only published labels that are items count. Equally frequent sets are sorted by name.

use rayon::prelude::*;

use super::items::Items;
use super::top::{Itemset, Sets, top_itemsets};
use super::{ItemsetsKept, RulesKept, Weighted};
use crate::containers::set_of;
use crate::taxonomy::{Node, Taxonomy};

const MOST_NODES: usize = 3;

const MOST_LEVELS: u32 = 6;

/// Result of the comparison at all levels.
pub(super) struct ByLevel {
    /// Sorted by level, with items as they are first, then by size.
    pub itemsets: Vec<ItemsetsKept>,
    /// Sorted by level, with items as they are first.
    pub rules: Vec<RulesKept>,
    /// The most frequent pairs of items of the data.
    pub pairs: Vec<Itemset>,
}

/// The data and the release to compare; `most` is the number of top itemsets of each size.
pub(super) struct Sides<'a> {
    pub data: &'a Weighted<'a>,
    pub published: &'a Weighted<'a>,
    pub taxonomy: &'a Taxonomy,
    pub items: &'a Items,
    pub most: usize,
}

impl Sides<'_> {
    pub fn by_level(&self) -> ByLevel {
        let levels: Vec<Option<u32>> =
            [None].into_iter().chain(levels(self.taxonomy.height()).map(Some)).collect();
        let found: Vec<_> = levels.par_iter().map(|&level| self.at_level(level)).collect();
        let item = |place: Node| self.items.item(place.0);
        let named = |set: &Itemset| Itemset { nodes: set.nodes.iter().copied().map(item).collect(), ..*set };
        // The first result is that for items as they are.
        let pairs = found[0].2.iter().map(named).collect();
        let (itemsets, rules): (Vec<_>, Vec<_>) =
            found.into_iter().map(|(itemsets, rules, _)| (itemsets, rules)).unzip();
        ByLevel { itemsets: itemsets.concat(), rules, pairs }
    }

    /// The comparison of itemsets and rules at one level, and the most frequent pairs of the data there.
    fn at_level(&self, level: Option<u32>) -> (Vec<ItemsetsKept>, RulesKept, Vec<Itemset>) {
        let ancestors = level.map(|level| lifted(self.taxonomy, level));
        let lift = |node: Node| match &ancestors {
            Some(ancestors) => ancestors[node.index()],
            // Node numbers are places in the order of names here, so that ties are broken by name.
            None => self.items.place(node).map(Node),
        };
        let top = |bags: &Weighted<'_>| {
            let sets = Sets::lifted(bags, self.taxonomy, lift);
            let tops: Vec<Vec<Itemset>> =
                (1..=MOST_NODES).map(|size| top_itemsets(&sets, size, self.most)).collect();
            (sets, tops)
        };
        let ((before, mut tops_before), (after, tops_after)) =
            rayon::join(|| top(self.data), || top(self.published));
        let kept = |(index, (before, after)): (usize, (&Vec<Itemset>, &Vec<Itemset>))| {
            let found = before.iter().filter(|set| after.iter().any(|other| other.nodes == set.nodes));
            ItemsetsKept { level, size: index + 1, top: before.len(), kept: found.count() }
        };
        let kept = tops_before.iter().zip(&tops_after).enumerate().map(kept).collect();
        (kept, rules_kept(level, &before, &after), tops_before.swap_remove(1))
    }
}

/// The compared levels, from 2, where nodes begin to carry information, to `height`. If these are more than six,
/// six levels are spread evenly, including both ends.
pub(super) fn levels(height: u32) -> impl Iterator<Item = u32> {
    let all = height.saturating_sub(1);
    let some = all.min(MOST_LEVELS);
    let gaps = some.saturating_sub(1).max(1);
    (0..some).map(move |index| 2 + (index * (all - 1) + gaps / 2) / gaps)
}

/// For each node its ancestor at `level`; `None` for nodes above that level.
fn lifted(taxonomy: &Taxonomy, level: u32) -> Vec<Option<Node>> {
    let mut lifted: Vec<Option<Node>> = Vec::with_capacity(taxonomy.len());
    for node in taxonomy.nodes() {
        // In preorder, parents come before their children.
        lifted.push(match taxonomy.level(node).cmp(&level) {
            std::cmp::Ordering::Less => None,
            std::cmp::Ordering::Equal => Some(node),
            std::cmp::Ordering::Greater => lifted[taxonomy.parent(node).index()],
        });
    }
    lifted
}

// Association rules such as "an owner who has a also has b": counts the rules of the data that hold in the release,
// and the rules that only the release shows.
//
// A side (the data or the release) has the rule a -> b if enough of its rows hold both ([`LEAST_SUPPORT`]) and
// enough of those with a also have b ([`LEAST_CONFIDENCE`]). A rule of one side holds on the other if enough
// rows hold both there and the confidence is about the same ([`TOLERANCE`]). All rows of a group share
// everything, so a release has additional rules: those that do not hold in the data are spurious.
//
// Rules have one node on each side, from the [`RULE_NODES`] most frequent nodes of the data and of the release.

/// The least share of all rows that must hold both a and b.
const LEAST_SUPPORT: f64 = 0.005;

/// The least number of rows that must hold both: what fewer rows have in common is no rule.
const FEWEST_ROWS: u64 = 5;

/// The least share of the rows with a that must also have b.
const LEAST_CONFIDENCE: f64 = 0.5;

const TOLERANCE: f64 = 0.1;

/// Number of the most frequent nodes of each side that can be in a rule; their pairs are counted in a table.
const RULE_NODES: usize = 500;

/// Compares the rules of the data with those of the release, at one level. O(n^2) for each row with n frequent nodes.
pub(super) fn rules_kept(level: Option<u32>, data: &Sets, release: &Sets) -> RulesKept {
    let nodes = set_of(frequent(data).chain(frequent(release)));
    let sides = [Together::new(data, &nodes), Together::new(release, &nodes)];
    let mut found = RulesKept { level, rules: 0, kept: 0, published: 0, spurious: 0 };
    for a in 0..nodes.len() {
        for b in (0..nodes.len()).filter(|&b| b != a) {
            let [before, after] = &sides;
            if before.has(a, b) {
                found.rules += 1;
                found.kept += usize::from(after.agrees(before, a, b));
            }
            if after.has(a, b) {
                found.published += 1;
                found.spurious += usize::from(!before.agrees(after, a, b));
            }
        }
    }
    found
}

/// The nodes that may be in a rule: the most frequent ones of a side.
fn frequent(sets: &Sets) -> impl Iterator<Item = Node> {
    let mut support = vec![0u64; sets.nodes.len()];
    for (set, &rows) in sets.sets.iter().zip(&sets.rows) {
        for &number in set {
            support[number as usize] += u64::from(rows);
        }
    }
    let least = least_support(sets);
    // `sets.nodes` is sorted by falling support.
    sets.nodes
        .iter()
        .zip(support)
        .take(RULE_NODES)
        .take_while(move |(_, support)| *support >= least)
        .map(|(&node, _)| node)
}

fn least_support(sets: &Sets) -> u64 {
    let rows: u64 = sets.rows.iter().map(|&rows| u64::from(rows)).sum();
    FEWEST_ROWS.max((LEAST_SUPPORT * rows as f64).ceil() as u64)
}

/// For each pair of nodes, the number of rows of one side that hold both.
struct Together {
    nodes: usize,
    least: u64,
    /// Table of the numbers of rows by both nodes; the diagonal has the number of rows that hold the node.
    rows: Vec<u64>,
}

impl Together {
    /// Counts the pairs of `nodes`, which must be sorted.
    fn new(sets: &Sets, nodes: &[Node]) -> Together {
        let place: Vec<Option<usize>> =
            sets.nodes.iter().map(|node| nodes.binary_search(node).ok()).collect();
        let mut rows = vec![0u64; nodes.len() * nodes.len()];
        for (set, &of_set) in sets.sets.iter().zip(&sets.rows) {
            let held: Vec<usize> = set.iter().filter_map(|&number| place[number as usize]).collect();
            for a in &held {
                for b in &held {
                    rows[a * nodes.len() + b] += u64::from(of_set);
                }
            }
        }
        Together { nodes: nodes.len(), least: least_support(sets), rows }
    }

    fn both(&self, a: usize, b: usize) -> u64 {
        self.rows[a * self.nodes + b]
    }

    fn confidence(&self, a: usize, b: usize) -> f64 {
        self.both(a, b) as f64 / self.both(a, a) as f64
    }

    fn has(&self, a: usize, b: usize) -> bool {
        self.both(a, b) >= self.least && self.confidence(a, b) >= LEAST_CONFIDENCE
    }

    /// True if the rule a -> b of `other` also holds on this side.
    fn agrees(&self, other: &Together, a: usize, b: usize) -> bool {
        self.both(a, b) >= self.least && (self.confidence(a, b) - other.confidence(a, b)).abs() <= TOLERANCE
    }
}
