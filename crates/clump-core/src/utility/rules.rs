//! Association rules, "who has a also has b": which of those that hold in the data hold in the release, and which does only
//! the release show.
//!
//! A side, the data or the release, has the rule a -> b if enough of its rows hold both ([`LEAST_SUPPORT`]) and of those
//! with a enough also have b ([`LEAST_CONFIDENCE`]). A rule of one side holds on the other if enough rows hold both there and
//! the confidence is about the same ([`TOLERANCE`]). Groups that are published alike make whatever they share certain, so
//! a release has rules of its own: those that do not hold in the data are spurious.
//!
//! Rules have one node on each side, among the [`MOST_NODES`] most frequent nodes of the data and those of the release.

use super::RulesKept;
use super::top::Sets;
use crate::taxonomy::Node;

/// The least share of all rows that hold a and b.
const LEAST_SUPPORT: f64 = 0.005;

/// The fewest such rows: what two rows have in common is no rule.
const FEWEST_ROWS: u64 = 5;

/// The least share of the rows with a that also have b.
const LEAST_CONFIDENCE: f64 = 0.5;

/// By how much the confidence may be off.
const TOLERANCE: f64 = 0.1;

/// Number of nodes of each side that rules are looked for among: pairs of them are counted in a table.
const MOST_NODES: usize = 500;

/// Compares the rules of the data with those of the release. O(n^2) for each row with n frequent nodes.
pub(super) fn rules_kept(level: Option<u32>, data: &Sets, release: &Sets) -> RulesKept {
    let mut nodes: Vec<Node> = frequent(data).chain(frequent(release)).collect();
    nodes.sort_unstable();
    nodes.dedup();
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
    for set in 0..sets.len() {
        for &number in sets.get(set) {
            support[number as usize] += u64::from(sets.rows(set));
        }
    }
    let least = least_support(sets);
    // Numbers are by falling support.
    sets.nodes
        .iter()
        .zip(support)
        .take(MOST_NODES)
        .take_while(move |(_, support)| *support >= least)
        .map(|(&node, _)| node)
}

fn least_support(sets: &Sets) -> u64 {
    let rows: u64 = (0..sets.len()).map(|set| u64::from(sets.rows(set))).sum();
    FEWEST_ROWS.max((LEAST_SUPPORT * rows as f64).ceil() as u64)
}

/// Numbers of rows of a side that hold two nodes.
struct Together {
    nodes: usize,
    least: u64,
    /// By both nodes; of a node with itself, the rows that hold it.
    rows: Vec<u64>,
}

impl Together {
    /// Counts the pairs of `nodes`, which are sorted.
    fn new(sets: &Sets, nodes: &[Node]) -> Together {
        let place: Vec<Option<usize>> =
            sets.nodes.iter().map(|node| nodes.binary_search(node).ok()).collect();
        let mut rows = vec![0u64; nodes.len() * nodes.len()];
        let mut held = Vec::new();
        for set in 0..sets.len() {
            held.clear();
            held.extend(sets.get(set).iter().filter_map(|&number| place[number as usize]));
            for &a in &held {
                for &b in &held {
                    rows[a * nodes.len() + b] += u64::from(sets.rows(set));
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

    /// True if the rule, which `other` has, holds here.
    fn agrees(&self, other: &Together, a: usize, b: usize) -> bool {
        self.both(a, b) >= self.least && (self.confidence(a, b) - other.confidence(a, b)).abs() <= TOLERANCE
    }
}
