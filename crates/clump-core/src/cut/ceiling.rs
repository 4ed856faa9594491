//! Bound on every release in which each row stands for k owners.
//!
//! **Ceiling.** The information of the cells that such a release publishes is at most the sum over all cells of
//! I(lowest ancestor-or-self of the item that k owners have at or below it).
//!
//! *Proof.* A published cell has a label at or above its item. The row that it is published in stands for k owners, each of
//! whom has a cell of their own for this label, at or below it. So k owners have the label at or below it, and the lowest
//! such ancestor of the item is at or below the label; what is below tells at least as much. A cell that is not published
//! tells nothing, and I is never negative.

use super::share;
use crate::containers::Ragged;
use crate::information::{Keeping, KeptSums, Typed};
use crate::shards::NodeCounts;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// The largest share of the information of what was `typed` that can be kept if every row stands for `k` owners, however
/// `transactions` are cut; none where there was none to keep. O(nodes + cells x height) at most: cells of which k owners
/// share the item are looked at once.
pub fn ceiling(transactions: &Transactions, taxonomy: &Taxonomy, typed: &Typed, k: usize) -> Option<f64> {
    let units = best_labels(transactions, taxonomy, k)
        .map(|(label, cells)| cells as u64 * u64::from(typed.information().units(label)))
        .sum::<u64>();
    let mut keeping = Keeping::new(typed);
    (0..transactions.len()).for_each(|row| keeping.push_original(transactions.get(row)));
    share(units as f64, keeping.sums().units_typed(typed) as f64)
}

/// The same where it is known, by node, how many `cells` have it as their item and how many `owners` have something at or below
/// it, and what was `kept`. O(nodes).
pub fn ceiling_of_counts(
    cells: &[u64],
    owners: &NodeCounts,
    taxonomy: &Taxonomy,
    typed: &Typed,
    kept: &KeptSums,
    k: usize,
) -> Option<f64> {
    let mut best = vec![Node::ROOT; taxonomy.len()];
    let mut units = 0;
    for node in taxonomy.nodes() {
        let is_shared = node == Node::ROOT || owners.of(node) >= k as u64;
        best[node.index()] = if is_shared { node } else { best[taxonomy.parent(node).index()] };
        units += cells[node.index()] * u64::from(typed.information().units(best[node.index()]));
    }
    share(units as f64, kept.units_typed(typed) as f64)
}

/// The lowest labels that cells can have, and how many cells can have each at best.
fn best_labels<'a>(
    transactions: &'a Transactions,
    taxonomy: &'a Taxonomy,
    k: usize,
) -> impl Iterator<Item = (Node, usize)> + 'a {
    let rows = 0..transactions.len();
    let pairs = rows.flat_map(|row| {
        let owner = transactions.owner(row);
        transactions.get(row).iter().map(move |item| (item.index(), owner))
    });
    let owners_of = Ragged::by_key(taxonomy.len(), pairs);
    let mut has_seen = vec![None; transactions.owners()];
    let mut is_shared = vec![false; taxonomy.len()];
    // The owners of cells that still move up, and the nodes where they stand now. All that is below a node comes after it in
    // preorder, so going backwards it is what was added last.
    let mut moving: Vec<u32> = Vec::new();
    let mut stands: Vec<(Node, usize)> = Vec::new();
    taxonomy.nodes().rev().map(move |node| {
        let mut start = moving.len();
        while let Some(&(_, from)) = stands.last().filter(|&&(below, _)| below < taxonomy.end(node)) {
            start = from;
            stands.pop();
        }
        moving.extend_from_slice(owners_of.get(node.index()));
        let mut owners = 0;
        for &owner in &moving[start..] {
            let seen = &mut has_seen[owner as usize];
            owners += usize::from(*seen != Some(node));
            *seen = Some(node);
        }
        if is_shared[node.index()] || owners >= k {
            is_shared[taxonomy.parent(node).index()] = true;
            let cells = moving.len() - start;
            moving.truncate(start);
            return (node, cells);
        }
        if start < moving.len() {
            stands.push((node, start));
        }
        (node, 0)
    })
}
