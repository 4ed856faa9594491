//! Complementary suppression: which totals may stand beside the cells of a fact.
//!
//! A fact has T owners in all. Of the D cells that the log has, some are published for it, each with at least c owners and with
//! P owners when their numbers are added up; m others are not. These have between 0 and c - 1 owners each, for all that a
//! reader knows. Whoever reads T and the published cells subtracts: S = T - P. If every owner is in one cell, as in a region,
//! then S is the number of owners in the cells that are missing.
//!
//! **Rule.** The total is published if and only if no cell is missing (m = 0), or
//!
//! ```text
//! c <= S <= (m - 1)(c - 1)
//! ```
//!
//! **Theorem.** A reader knows the rule, k, c, all D cells, the published ones and whether the total is there, with its number.
//! Then each missing cell can have any number v from 0 to c - 1 of owners: there is a log with the same table in which it has.
//!
//! *Proof.* In the log that is sought every owner is in one cell; logs in which owners are in several only allow more. The owners
//! of published cells are P >= k, since no cell is published of fewer (see `chosen`): that the fact has k owners holds whatever
//! the others have. *The total is there:* the other m - 1 missing cells must have S - v owners together, between 0 and c - 1
//! each, which can be if 0 <= S - v <= (m - 1)(c - 1). The left holds for all v <= c - 1 because S >= c, the right for all v >= 0
//! because S <= (m - 1)(c - 1). *It is not there:* let the other missing cells have none. Then S = v < c, and the rule
//! does not publish the total, whatever m >= 1 is. *No cell of the fact is published:* P = 0, m = D and S = T. If its total is
//! there, the same holds, with S = T >= k given; if not, nothing is there, as with a fact of fewer than k owners. ∎
//!
//! So a single missing cell never has a total beside it (c <= S <= 0), nor has T <= P where a cell is missing: the absence of that
//! total would tell of another fact that its missing cells have owners. The rule asks which cells are published and what T is,
//! and never which of the missing cells have owners: that is what a missing total would tell.
//!
//! Cells are those of the log: whether a cell in which no fact at all is published exists is told by the totals, of no fact
//! in particular. How often a fact was there adds up over cells whoever the owners are, so a table that tells that has
//! totals only where m = 0.
//!
//! The rule is that of the cell-size policy of the US Medicare (no cell of 1 to 10, nor one that can be derived), with the proof
//! that it asks for.

/// Whether the total of a fact tells nothing about its cells that are not published, neither by its number nor, elsewhere,
/// by its absence.
///
/// `total` owners in all, `shown` owners in the published cells when these are added up, `missing` cells of the log that are
/// not published, each of fewer than `least` for all that is known.
pub(super) fn tells_nothing(total: u64, shown: u64, missing: u64, least: u64) -> bool {
    if missing == 0 {
        return true;
    }
    let rest = u128::from(total.saturating_sub(shown));
    let (missing, least) = (u128::from(missing), u128::from(least));
    least <= rest && rest <= (missing - 1) * (least - 1)
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;
    use crate::facts::{Chosen, CountedCells, CountedFacts, Tally, Thresholds, Totals};

    #[test]
    fn by_hand() {
        // Everything is published.
        assert!(tells_nothing(30, 30, 0, 5));
        // One missing cell is the difference.
        assert!(!(0..9).any(|rest| tells_nothing(30 + rest, 30, 1, 5)));
        // Two missing cells with 8 owners have 4 each, and with 4 none has 5.
        assert!(!(0..=8).any(|rest| tells_nothing(30 + rest, 30, 2, 5)));
        // Three can be anything, if they have 5 to 8.
        let told: Vec<u64> = (0..=12).filter(|rest| tells_nothing(30 + rest, 30, 3, 5)).collect();
        assert_eq!(told, [5, 6, 7, 8]);
        // Owners in several cells.
        assert!(!tells_nothing(20, 35, 3, 5));
    }

    /// What a reader sees of a fact: the numbers of its cells, of which 0 is missing, and its total.
    type Seen = (Vec<u64>, Option<u64>);

    /// What is published of a fact with so many owners in cells and in all; none if it is not in the table.
    fn seen(cells: &[u64], total: u64, thresholds: Thresholds) -> Option<Seen> {
        if total < thresholds.k as u64 {
            return None;
        }
        let (mut facts, mut tally) = (Tally::default(), Tally::default());
        facts.push("fact", total, 0);
        let enough: Vec<usize> =
            (0..cells.len()).filter(|&cell| cells[cell] >= thresholds.k_cell as u64).collect();
        enough.iter().for_each(|&cell| tally.push(&cell.to_string(), cells[cell], 0));
        let counted_cells =
            CountedCells { cells: tally, fact_of: vec![0; enough.len()], domain: cells.len() as u32 };
        let counted = CountedFacts { facts, cells: None };
        let chosen = Chosen::of(&counted, &counted_cells, thresholds, Totals::Harmless);
        let mut shown = vec![0; cells.len()];
        enough
            .iter()
            .zip(&chosen.cells)
            .filter(|(_, is)| **is)
            .for_each(|(&cell, _)| shown[cell] = cells[cell]);
        let total = chosen.totals[0].then_some(total);
        (total.is_some() || shown.iter().any(|&owners| owners > 0)).then_some((shown, total))
    }

    /// All ways to give so many cells up to `most` owners.
    fn ways(cells: usize, most: u64) -> Vec<Vec<u64>> {
        (0..cells).fold(vec![Vec::new()], |ways, _| {
            ways.iter().flat_map(|way| (0..=most).map(move |owners| [&way[..], &[owners]].concat())).collect()
        })
    }

    /// A reader who knows everything but the log tries all logs of a few cells: those in which every owner is in one cell, and
    /// those in which owners are in several. Whatever is published, each missing cell can have any number below the
    /// threshold.
    #[test]
    fn nobody_can_derive_a_missing_cell() {
        let mut with_total = 0;
        for (cells, k, k_cell, most) in
            [(1, 6, 3, 9), (2, 6, 3, 9), (2, 7, 2, 9), (3, 7, 3, 8), (4, 8, 3, 6), (4, 3, 3, 5), (3, 2, 4, 7)]
        {
            let thresholds = Thresholds { k, k_cell };
            for in_one_cell in [true, false] {
                let mut logs: BTreeMap<Seen, Vec<BTreeSet<u64>>> = BTreeMap::new();
                for way in ways(cells, most) {
                    let (sum, largest) = (way.iter().sum::<u64>(), way.iter().copied().max().unwrap_or(0));
                    let totals = if in_one_cell { sum..=sum } else { largest..=sum };
                    for seen in totals.filter_map(|total| seen(&way, total, thresholds)) {
                        let found = logs.entry(seen).or_insert_with(|| vec![BTreeSet::new(); cells]);
                        found.iter_mut().zip(&way).for_each(|(found, &owners)| _ = found.insert(owners));
                    }
                }
                for ((shown, total), found) in logs {
                    with_total += usize::from(total.is_some() && shown.contains(&0));
                    for cell in (0..cells).filter(|&cell| shown[cell] == 0) {
                        for owners in 0..k_cell as u64 {
                            assert!(
                                found[cell].contains(&owners),
                                "cell {cell} is not {owners} where {shown:?} of {total:?} is seen, k {k}, {k_cell}"
                            );
                        }
                    }
                }
            }
        }
        // Totals beside missing cells were among what was tried.
        assert!(with_total > 10, "{with_total}");
    }
}
