//! The executable definition of every promise. Written to be read; shares no code with the methods it checks and
//! imports none.
//!
//! Rows here are anything that can be compared: the words of a file that was read back, or node numbers.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::taxonomy::{Node, Taxonomy};

/// The answer to "does this release keep its promise?", with the counts it rests on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Whether the promise holds.
    pub holds: bool,
    /// What was counted to decide it.
    pub counted: Counted,
    /// Published rows.
    pub rows: usize,
    /// Distinct published rows: the groups.
    pub groups: usize,
    /// The least count of any group; 0 when there is none.
    pub smallest_group: usize,
    /// Groups with a count below k.
    pub groups_below_k: usize,
}

/// What stands behind a [`Verdict`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Counted {
    /// Identical rows. Owners, if each has one row; a file of session or query rows alone cannot show more.
    Rows,
    /// The numbers of owners that the release states for its groups.
    Stated,
    /// Distinct owners, from the audit.
    Owners,
}

/// k-anonymity from the released rows alone: every row is identical to at least k - 1 others (Section II.C). An empty
/// release hides nobody: no.
pub fn k_anonymous_rows<R: Ord>(rows: impl IntoIterator<Item = R>, k: usize) -> Verdict {
    let mut identical: BTreeMap<R, usize> = BTreeMap::new();
    for row in rows {
        *identical.entry(row).or_default() += 1;
    }
    verdict(Counted::Rows, identical.values().sum(), &identical, k)
}

/// k-anonymity from groups that state how many owners they have. Groups with the same content count together.
pub fn k_anonymous_groups<R: Ord>(groups: impl IntoIterator<Item = (usize, R)>, k: usize) -> Verdict {
    let mut stated: BTreeMap<R, usize> = BTreeMap::new();
    for (owners, group) in groups {
        *stated.entry(group).or_default() += owners;
    }
    verdict(Counted::Stated, stated.values().sum(), &stated, k)
}

/// k-anonymity from the audit: every released row is published for at least k distinct owners. Takes one pair of owner
/// and released row for each transaction.
pub fn k_anonymous_owners<O: Ord, R: Ord>(audit: impl IntoIterator<Item = (O, R)>, k: usize) -> Verdict {
    let mut owners: BTreeMap<R, BTreeSet<O>> = BTreeMap::new();
    let mut rows = 0;
    for (owner, row) in audit {
        owners.entry(row).or_default().insert(owner);
        rows += 1;
    }
    let counts: BTreeMap<R, usize> = owners.into_iter().map(|(row, owners)| (row, owners.len())).collect();
    verdict(Counted::Owners, rows, &counts, k)
}

fn verdict<R>(counted: Counted, rows: usize, counts: &BTreeMap<R, usize>, k: usize) -> Verdict {
    let groups_below_k = counts.values().filter(|&&count| count < k).count();
    Verdict {
        holds: !counts.is_empty() && groups_below_k == 0,
        counted,
        rows,
        groups: counts.len(),
        smallest_group: counts.values().copied().min().unwrap_or(0),
        groups_below_k,
    }
}

/// Whether `released` is a generalized transaction of `original` (Definition 1): each released item stands for an item
/// of its own at or below it.
///
/// Subtrees are nested or disjoint, so by Hall's theorem that is possible exactly if no node has more released than
/// original items at or below it. That is what is counted.
pub fn generalizes(taxonomy: &Taxonomy, released: &[Node], original: &[Node]) -> bool {
    let available = at_or_below(taxonomy, original);
    at_or_below(taxonomy, released).into_iter().all(|(node, count)| {
        available
            .binary_search_by_key(&node, |&(node, _)| node)
            .is_ok_and(|place| count <= available[place].1)
    })
}

/// For each node with items at or below it, how many; sorted by node.
fn at_or_below(taxonomy: &Taxonomy, bag: &[Node]) -> Vec<(Node, usize)> {
    let mut nodes = Vec::new();
    for &item in bag {
        let mut node = item;
        while node != Node::ROOT {
            nodes.push(node);
            node = taxonomy.parent(node);
        }
        nodes.push(Node::ROOT);
    }
    nodes.sort_unstable();
    nodes.chunk_by(|a, b| a == b).map(|same| (same[0], same.len())).collect()
}
