//! The figures of a cut, counted over its parts, and the bound on every cut.

use serde::{Deserialize, Serialize};

use super::{Cut, by_owner};
use crate::containers::Ragged;
use crate::information::{KeptSums, Retention, Typed, share, sums_of_rows};
use crate::shards::NodeCounts;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Share that a cut keeps: of the grouped cells, and of the bits of everything that was typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CutFigures {
    /// Items of all transactions.
    pub cells: usize,
    /// Cells that are published as the words that were typed.
    pub as_typed: usize,
    /// Cells that are published as something else: as an ancestor, or as a node that was not typed.
    pub generalized: usize,
    /// Cells that are not published.
    pub gone: usize,
    /// Information of the published labels, as a share of that of the words that were typed, in bits; none
    /// where that is 0.
    pub information_kept: Option<f64>,
    /// The same of pairs of words of one transaction: a pair counts if both are published in one row.
    pub links_kept: Option<f64>,
    /// The most that `information_kept` can be in any release in which at least k owners share each row.
    pub upper_bound: Option<f64>,
    /// Rows that are published: an owner counts once for each distinct row.
    pub rows: usize,
    /// Distinct rows.
    pub distinct_rows: usize,
    /// Distinct rows that are whole queries.
    pub whole_queries: usize,
}

/// Figures of `cut`, which was made of `transactions` for rows of `k` owners, compared with all that was
/// `typed`. O(items), in parallel.
pub fn figures(
    transactions: &Transactions,
    cut: &Cut,
    taxonomy: &Taxonomy,
    typed: &Typed,
    k: usize,
) -> CutFigures {
    let kept = cut.kept_sums(transactions, typed).finish(typed);
    let sizes = cut.release.group_sizes(&cut.parts);
    CutFigures {
        rows: sizes.iter().map(|size| size.owners).sum(),
        distinct_rows: sizes.iter().filter(|size| size.owners > 0).count(),
        whole_queries: cut.query.iter().flatten().count(),
        ..CutFigures::new(transactions.items(), kept, upper_bound(transactions, taxonomy, typed, k))
    }
}

impl CutFigures {
    /// Figures from what was `kept` of so many cells, under an `upper_bound`; rows are not counted.
    pub fn new(cells: usize, kept: Retention, upper_bound: Option<f64>) -> CutFigures {
        CutFigures {
            cells,
            as_typed: kept.as_typed,
            generalized: kept.generalized,
            gone: cells - kept.as_typed - kept.generalized,
            information_kept: kept.information.information_kept,
            links_kept: kept.information.links_kept,
            upper_bound,
            ..CutFigures::default()
        }
    }
}

impl Cut {
    /// Sums of the information that it keeps of what was `typed`. O(items), in parallel.
    pub fn kept_sums(&self, transactions: &Transactions, typed: &Typed) -> KeptSums {
        let parts = (0u32..).zip(&self.of).map(|(part, &row)| (row as usize, part));
        let parts_of = Ragged::by_key(transactions.len(), parts);
        sums_of_rows(transactions.len(), |sums, row| {
            sums.push_original(typed, transactions.get(row));
            for &part in parts_of.get(row) {
                let part = part as usize;
                sums.push_published(typed, self.parts.get(part), self.release.get(part));
            }
        })
    }
}

// Upper bound of every release in which at least k owners share each row.
//
// **Upper bound.** The information of the cells that such a release publishes is at most the sum over all cells of
// I(lowest ancestor-or-self of the item that k owners have at or below it).
//
// *Proof.* A published cell has a label at or above its item. At least k owners share its row, and each of
// them has a cell of their own for this label, at or below it. So k owners have something at or below the
// label. The lowest such ancestor of the item is at or below the label, and a lower node has at least as much
// information. A cell that is not published has no information, and I is never negative.

/// The largest share of the information of what was `typed` that can be kept if at least `k` owners share
/// each row, however `transactions` are cut; none where there was no information. O(nodes + cells x height).
pub fn upper_bound(transactions: &Transactions, taxonomy: &Taxonomy, typed: &Typed, k: usize) -> Option<f64> {
    let cells = transactions.items_by_node(taxonomy);
    let mut owners = NodeCounts::new(taxonomy);
    by_owner(transactions).for_each(|items| owners.add(taxonomy, &items));
    let kept = sums_of_rows(transactions.len(), |sums, row| sums.push_original(typed, transactions.get(row)));
    upper_bound_of_counts(&cells, &owners, taxonomy, typed, &kept, k)
}

/// The same from known counts: by node, the number of `cells` whose item it is, the number of `owners` with
/// something at or below it, and the sums of what was `kept`. O(nodes).
pub fn upper_bound_of_counts(
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
