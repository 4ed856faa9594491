//! Complementary suppression: which totals may stand beside the cells of a fact.
//!
//! A fact has T owners in all. Of its cells, those with at least c owners are published, with P owners when their numbers
//! are added up; m others have owners too, between 1 and c - 1 each, and are hidden. Whoever reads T and the published
//! cells subtracts: S = T - P. If every owner is in one cell, as in a region, then S is the number of owners in hidden
//! cells, and a single hidden cell could be told exactly.
//!
//! **Rule.** The total is published only if nothing is hidden (m = 0), if S <= 0, or if
//!
//! ```text
//! c + m - 2 <= S <= (m - 1)(c - 1)
//! ```
//!
//! **Theorem.** Then the total tells nothing about any hidden cell: for each of them and each number v from 0 to c - 1, there is
//! a log with the same published cells and the same total in which that cell has v owners, and the others between 1 and
//! c - 1. So whoever knows which cells have owners at all (v >= 1) and whoever does not (v = 0) is left with what the mere
//! absence of the cell says.
//!
//! *Proof.* Let S be between the bounds, and let every owner be in one cell; a log in which owners are in several cells can only
//! allow more. The other m - 1 hidden cells must have S - v owners together, each between 1 and c - 1: possible if
//! m - 1 <= S - v <= (m - 1)(c - 1). The left holds for all v <= c - 1 because S >= c + m - 2, the right for all v >= 0 because
//! S <= (m - 1)(c - 1). Let S <= 0 with m > 0: owners are in several cells. T is at least the largest published cell and at
//! most P, so the published cells alone can be laid over each other until they have T owners, and every hidden cell can
//! be any v of these. ∎
//!
//! S >= c follows where something is hidden and S > 0, since then m >= 2 (one hidden cell never passes: 0 >= S >= c - 1): what is
//! left together is never below the threshold either. Reading the rule backwards tells S roughly where a total is missing,
//! never a cell. How often a fact was there adds up over cells whoever the owners are, so a table that tells that has totals
//! only where nothing is hidden.
//!
//! The rule is that of the cell-size policy of the US Medicare (no cell of 1 to 10, nor one that can be derived), with the proof
//! that it asks for.

/// Whether the total of a fact tells nothing about its hidden cells.
///
/// `total` owners in all, `shown` owners in the published cells when these are added up, `hidden` cells with owners that
/// are not published, each of fewer than `least`.
pub(super) fn tells_nothing(total: u64, shown: u64, hidden: u64, least: u64) -> bool {
    if hidden == 0 || total <= shown {
        return true;
    }
    let rest = u128::from(total - shown);
    let (hidden, least) = (u128::from(hidden), u128::from(least));
    least + hidden <= rest + 2 && rest <= (hidden - 1) * (least - 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn by_hand() {
        // Everything is published.
        assert!(tells_nothing(30, 30, 0, 5));
        // One hidden cell is the difference.
        assert!(!(1..5).any(|rest| tells_nothing(30 + rest, 30, 1, 5)));
        // Two hidden cells with 8 owners have 4 each.
        assert!(!(2..=8).any(|rest| tells_nothing(30 + rest, 30, 2, 5)));
        // Three can be anything, if they have 6 to 8.
        let told: Vec<u64> = (3..=12).filter(|rest| tells_nothing(30 + rest, 30, 3, 5)).collect();
        assert_eq!(told, [6, 7, 8]);
        // Owners on several days.
        assert!(tells_nothing(20, 35, 1, 5));
    }

    /// All ways to give so many cells between `from` and `to` owners.
    fn ways(cells: usize, from: u64, to: u64) -> Vec<Vec<u64>> {
        (0..cells).fold(vec![Vec::new()], |ways, _| {
            ways.iter()
                .flat_map(|way| (from..=to).map(move |owners| [&way[..], &[owners]].concat()))
                .collect()
        })
    }

    /// Whether sets of these sizes can have a union of `total`: each in one cell, or laid over each other.
    fn can_be(sizes: &[u64], total: u64, one_cell_each: bool) -> bool {
        let sum: u64 = sizes.iter().sum();
        let largest = sizes.iter().copied().max().unwrap_or(0);
        if one_cell_each { sum == total } else { largest <= total && total <= sum }
    }

    proptest! {
        /// An attacker knows the rule, the published cells, the total, and either which cells have owners or only which
        /// might; and whether owners are in one cell each. Whatever is consistent is tried: no number of a hidden cell is
        /// excluded by the total that was possible without it.
        #[test]
        fn nobody_can_derive_a_hidden_cell(
            shown in proptest::collection::vec(0u64..4, 0..3),
            hidden in proptest::collection::vec(1u64..20, 1..5),
            least in 2u64..6,
            overlap in 0u64..6,
            knows_which in any::<bool>(),
        ) {
            let shown: Vec<u64> = shown.iter().map(|more| least + more).collect();
            let hidden: Vec<u64> = hidden.iter().map(|owners| 1 + owners % (least - 1).max(1)).collect();
            let all: Vec<u64> = shown.iter().chain(&hidden).copied().collect();
            let (sum, largest) = (all.iter().sum::<u64>(), all.iter().copied().max().unwrap_or(0));
            let total = (sum - overlap.min(sum)).max(largest);
            prop_assume!(tells_nothing(total, shown.iter().sum(), hidden.len() as u64, least));
            let one_cell_each = total == sum;
            let from = u64::from(knows_which);
            let worlds: Vec<Vec<u64>> = ways(hidden.len(), from, least - 1)
                .into_iter()
                .filter(|way| can_be(&[&shown[..], way].concat(), total, one_cell_each))
                .collect();
            for cell in 0..hidden.len() {
                for owners in from..least {
                    prop_assert!(
                        worlds.iter().any(|way| way[cell] == owners),
                        "cell {} is not {} where {:?} are published of {}", cell, owners, shown, total
                    );
                }
            }
        }
    }
}
