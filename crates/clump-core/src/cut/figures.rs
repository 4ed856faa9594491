//! The figures of a cut, counted over its parts.

use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use super::{Cut, ceiling};
use crate::containers::Ragged;
use crate::information::{Keeping, Kept, KeptSums, Typed};
use crate::taxonomy::Taxonomy;
use crate::transactions::Transactions;

/// Transactions that are looked at together.
const CHUNK: usize = 1 << 14;

/// Part that a cut keeps of what was grouped, in cells, and of all that was typed, in bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CutFigures {
    /// Items of all transactions.
    pub cells: usize,
    /// Cells that are published as the words that were typed.
    pub as_typed: usize,
    /// Cells that are published as something else: as an ancestor, or as a node that nobody typed.
    pub generalized: usize,
    /// Cells that are not published.
    pub gone: usize,
    /// Information of the published labels, as a share of that of the words that were typed, in bits; none where that is nothing.
    pub information_kept: Option<f64>,
    /// The same of pairs of words of one transaction: a pair counts if both are published in one row.
    pub links_kept: Option<f64>,
    /// The most that `information_kept` can be in any release in which every row stands for k owners.
    pub ceiling: Option<f64>,
    /// Rows that are published: an owner counts once for each distinct row.
    pub rows: usize,
    /// Distinct rows.
    pub distinct_rows: usize,
    /// Distinct rows that are whole queries.
    pub whole_queries: usize,
}

/// Share of what was `typed` that `cut` keeps, which was made of `transactions` for rows of `k` owners. O(items), in parallel.
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
        ..CutFigures::new(transactions.items(), kept, ceiling(transactions, taxonomy, typed, k))
    }
}

impl CutFigures {
    /// Figures of what was `kept` of so many cells, under a `ceiling`; rows are not counted.
    pub fn new(cells: usize, kept: Kept, ceiling: Option<f64>) -> CutFigures {
        CutFigures {
            cells,
            as_typed: kept.as_typed,
            generalized: kept.generalized,
            gone: cells - kept.as_typed - kept.generalized,
            information_kept: kept.information.information_kept,
            links_kept: kept.information.links_kept,
            ceiling,
            ..CutFigures::default()
        }
    }
}

impl Cut {
    /// Sums of what it keeps of what was `typed`. O(items), in parallel.
    pub fn kept_sums(&self, transactions: &Transactions, typed: &Typed) -> KeptSums {
        let parts = (0u32..).zip(&self.of).map(|(part, &row)| (row as usize, part));
        let parts_of = Ragged::by_key(transactions.len(), parts);
        (0..transactions.len().div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let mut keeping = Keeping::new(typed);
                for row in chunk * CHUNK..transactions.len().min((chunk + 1) * CHUNK) {
                    keeping.push_original(transactions.get(row));
                    for &part in parts_of.get(row) {
                        keeping
                            .push_published(self.parts.get(part as usize), self.release.get(part as usize));
                    }
                }
                keeping.sums()
            })
            .reduce(KeptSums::default, KeptSums::and)
    }
}
