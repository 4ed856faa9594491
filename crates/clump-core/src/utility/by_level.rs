//! Associations that are still visible, at levels of the taxonomy and for items as they are. It compares the
//! top itemsets of the data with those of the release, and association rules.
//!
//! At a level, both items and published nodes count as their ancestor there; nodes above the level are
//! ignored. For items as they are, only published labels that are items count. Of equally frequent sets the
//! first by name comes first.

use rayon::prelude::*;

use super::items::Items;
use super::top::{Itemset, Sets, top_itemsets};
use super::{ItemsetsKept, RulesKept, Weighted};
use crate::containers::set_of;
use crate::taxonomy::{Node, Taxonomy};

const MOST_NODES: usize = 3;

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

/// The data and the release whose `most` top itemsets of each size, and rules, are compared.
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
        // Items as they are come first.
        let pairs = found[0].2.iter().map(named).collect();
        let (itemsets, rules): (Vec<_>, Vec<_>) =
            found.into_iter().map(|(itemsets, rules, _)| (itemsets, rules)).unzip();
        ByLevel { itemsets: itemsets.concat(), rules, pairs }
    }

    /// The fate of itemsets and rules, and the top pairs of the data.
    fn at_level(&self, level: Option<u32>) -> (Vec<ItemsetsKept>, RulesKept, Vec<Itemset>) {
        let ancestors = level.map(|level| lifted(self.taxonomy, level));
        let lift = |node: Node| match &ancestors {
            Some(ancestors) => ancestors[node.index()],
            // Items are numbered by their place among the names, so that ties are broken by name.
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

/// Every level from 2, where nodes begin to carry information, to `height`. Of more than six levels, six are
/// spread evenly, including both ends.
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

// Association rules, "an owner who has a also has b": the rules of the data that hold in the release, and the
// rules that only the release shows.
//
// A side, the data or the release, has the rule a -> b if enough of its rows hold both ([`LEAST_SUPPORT`])
// and enough of those with a also have b ([`LEAST_CONFIDENCE`]). A rule of one side holds on the other if
// enough rows hold both there and the confidence is about the same ([`TOLERANCE`]). Everything that a group
// of identical rows shares is certain, so a release has rules of its own: those that do not hold in the data
// are spurious.
//
// Rules have one node on each side, among the [`RULE_NODES`] most frequent nodes of the data and those of the release.

/// The least share of all rows that hold a and b.
const LEAST_SUPPORT: f64 = 0.005;

/// The fewest such rows: what two rows have in common is no rule.
const FEWEST_ROWS: u64 = 5;

/// The least share of the rows with a that also have b.
const LEAST_CONFIDENCE: f64 = 0.5;

const TOLERANCE: f64 = 0.1;

/// Number of nodes of each side that can be part of a rule: pairs of them are counted in a table.
const RULE_NODES: usize = 500;

/// Compares the rules of the data with those of the release. O(n^2) for each row with n frequent nodes.
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

/// The most frequent nodes of a side that may be part of a rule.
fn frequent(sets: &Sets) -> impl Iterator<Item = Node> {
    let mut support = vec![0u64; sets.nodes.len()];
    for (set, &rows) in sets.sets.iter().zip(&sets.rows) {
        for &number in set {
            support[number as usize] += u64::from(rows);
        }
    }
    let least = least_support(sets);
    // Numbers are by falling support.
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

/// Numbers of rows of a side that hold two nodes.
struct Together {
    nodes: usize,
    least: u64,
    /// By both nodes; for a node with itself, the number of rows that hold it.
    rows: Vec<u64>,
}

impl Together {
    /// Counts the pairs of `nodes`, which are sorted.
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

    /// True if the rule of `other` holds here.
    fn agrees(&self, other: &Together, a: usize, b: usize) -> bool {
        self.both(a, b) >= self.least && (self.confidence(a, b) - other.confidence(a, b)).abs() <= TOLERANCE
    }
}
