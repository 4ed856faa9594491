//! Which rows of facts that are divided are published: cells, and totals of them.
//!
//! A fact is in a table only if at least k owners share it, and everybody knows that. So cells are published only if they have
//! at least k owners when their numbers are added up: with fewer, the others would have to have the rest. Two regions, k = 30,
//! 26 owners in the north: the south has at least 4.

use super::counted::{CountedCells, CountedFacts};
use super::publish::Thresholds;
use super::totals::tells_nothing;

/// Which facts have a row for all of their cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Totals {
    /// None.
    #[default]
    None,
    /// Those of which no cell is missing: how often a fact was there adds up over cells whoever the owners are.
    OfWhole,
    /// Those whose number of owners tells nothing about cells that are missing.
    Harmless,
}

/// What is published of counted facts that are divided.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// For each cell, whether it is.
    pub cells: Vec<bool>,
    /// For each fact, whether its total is.
    pub totals: Vec<bool>,
}

impl Chosen {
    /// Chooses from the `cells` of `counted`. O(cells).
    pub fn of(
        counted: &CountedFacts,
        cells: &CountedCells,
        thresholds: Thresholds,
        totals: Totals,
    ) -> Chosen {
        let Thresholds { k, k_cell } = thresholds;
        let mut shown = vec![(0u64, 0u64); counted.facts.len()];
        for (cell, &fact) in cells.fact_of.iter().enumerate() {
            let (cells_shown, owners) = &mut shown[fact as usize];
            *cells_shown += 1;
            *owners += cells.cells.owners(cell);
        }
        let has_cells = |fact: usize| shown[fact].1 >= k as u64;
        let has_total = |fact: usize| {
            let (cells_shown, owners) = if has_cells(fact) { shown[fact] } else { (0, 0) };
            let missing = u64::from(cells.domain).saturating_sub(cells_shown);
            match totals {
                Totals::None => false,
                Totals::OfWhole => missing == 0,
                Totals::Harmless => tells_nothing(counted.facts.owners(fact), owners, missing, k_cell as u64),
            }
        };
        Chosen {
            cells: cells.fact_of.iter().map(|&fact| has_cells(fact as usize)).collect(),
            totals: (0..shown.len()).map(has_total).collect(),
        }
    }
}
