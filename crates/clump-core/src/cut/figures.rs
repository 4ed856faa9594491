//! Figures of a cut, counted over its parts, and an upper bound for every cut.

use serde::{Deserialize, Serialize};

use super::{Cut, by_owner};
use crate::containers::Ragged;
use crate::information::{KeptSums, Retention, Typed, share, sums_of_rows};
use crate::shards::NodeCounts;
use crate::taxonomy::{Node, Taxonomy};
use crate::transactions::Transactions;

/// Shares that a cut keeps, of the items of all transactions and of the bits of everything that was typed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CutFigures {
    /// Number of items in all transactions; each is a cell.
    pub cells: usize,
    /// Number of cells that are published as the typed word.
    pub as_typed: usize,
    /// Number of cells that are published as an ancestor, or as a node that was not typed.
    pub generalized: usize,
    /// Number of cells that are not published.
    pub gone: usize,
    /// Information of the published labels in bits, as a share of that of the typed words; `None` if that is 0.
    pub information_kept: Option<f64>,
    /// Information kept of pairs of words of one transaction, as a share: a pair is kept if both are published
    /// in one row.
    pub links_kept: Option<f64>,
    /// The largest possible `information_kept` of any release in which at least k owners share each row.
    pub upper_bound: Option<f64>,
    /// Number of published rows; an owner counts once for each distinct row.
    pub rows: usize,
    /// Number of distinct rows.
    pub distinct_rows: usize,
    /// Number of distinct rows that are whole queries.
    pub whole_queries: usize,
}

/// Figures of `cut`, which was made from `transactions` for rows of `k` owners, compared with everything `typed`.
/// O(items), in parallel.
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
    /// Figures for `cells` cells of which `kept` was kept, with this `upper_bound`. The numbers of rows are 0.
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
    /// Sums of the information that the cut keeps of what was `typed`. O(items), in parallel.
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

// Upper bound for every release in which at least k owners share each row.
//
// **Upper bound.** The information of the cells that such a release publishes is at most the sum over all cells of
// I(lowest ancestor-or-self of the item that k owners have at or below it).
//
// *Proof.* A published cell has a label at or above its item. At least k owners share its row, and each of
// them has a cell of their own for this label, at or below it. So k owners have something at or below the
// label. The lowest such ancestor of the item is at or below the label, and a lower node has at least as much
// information. A cell that is not published has no information, and I is never negative.

/// The largest share of the information `typed` that any cut of `transactions` can keep if at least `k` owners
/// share each row. `None` if there was no information. O(nodes + cells x height).
pub fn upper_bound(transactions: &Transactions, taxonomy: &Taxonomy, typed: &Typed, k: usize) -> Option<f64> {
    let cells = transactions.items_by_node(taxonomy);
    let mut owners = NodeCounts::new(taxonomy);
    by_owner(transactions).for_each(|items| owners.add(taxonomy, &items));
    let kept = sums_of_rows(transactions.len(), |sums, row| sums.push_original(typed, transactions.get(row)));
    upper_bound_of_counts(&cells, &owners, taxonomy, typed, &kept, k)
}

/// Like [`upper_bound`], from known counts: for each node, the number of `cells` with it as item, and the number of
/// `owners` with something at or below it. `kept` are the sums over the originals. O(nodes).
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
