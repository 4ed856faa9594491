//! A table of facts in which every row is that of enough owners.

use std::collections::{BTreeMap, BTreeSet};

use super::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// What a row stands for.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing<C> {
    /// All owners of its fact, in a table that has no cells.
    Fact,
    /// All owners of its fact, whatever their cells.
    Total,
    /// Those in one cell.
    Cell(C),
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownFact<F, C> {
    /// What holds of owners.
    pub fact: F,
    /// Of which.
    pub standing: Standing<C>,
    /// How many they are.
    pub owners: usize,
}

/// What the numbers of rows are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactNumbers {
    /// As counted.
    Exact {
        /// How many cells the log has; none if nobody knows.
        cells: Option<usize>,
    },
    /// Rounded, or with noise: differences of them tell nothing.
    Changed,
}

/// The rows of a fact by what they stand for: each with its number, from 1, and its owners.
type RowsOfFact<C> = BTreeMap<Standing<C>, Vec<(usize, usize)>>;

/// Whether every row of a table is that of enough owners: `k` of a fact, and `k_cell` in a cell. No row may stand there twice.
/// A table without rows says nothing of fewer than k.
///
/// Where numbers are exact, nothing may be left to subtract. The published cells of a fact have `k` owners together: with fewer,
/// others would have the rest. Where a cell is missing that the table has elsewhere, or that nobody can see, what a total leaves
/// for all that are missing is at least `k_cell`, and no more than they can have without one of them.
///
/// Counts what the table states; whoever knows the log counts again and compares.
pub fn common_facts<F, C>(
    rows: impl IntoIterator<Item = ShownFact<F, C>>,
    k: usize,
    k_cell: usize,
    numbers: FactNumbers,
) -> Verdict
where
    F: Ord,
    C: Ord + Clone,
{
    let mut by_fact: BTreeMap<F, RowsOfFact<C>> = BTreeMap::new();
    let mut names: BTreeSet<C> = BTreeSet::new();
    let mut all = 0;
    for ShownFact { fact, standing, owners } in rows {
        all += 1;
        if let Standing::Cell(cell) = &standing {
            names.insert(cell.clone());
        }
        by_fact.entry(fact).or_default().entry(standing).or_default().push((all, owners));
    }
    let mut violations: Vec<Violation> = Vec::new();
    let (mut sets, mut smallest) = (0, None);
    for rows_of_fact in by_fact.values() {
        let (mut total, mut first_cell) = (None, None);
        let (mut cells, mut in_cells) = (0, 0);
        for (standing, rows) in rows_of_fact {
            sets += 1;
            let numbers = || rows.iter().map(|&(row, _)| row).take(ROWS_NAMED).collect();
            let mut violate = |reason| {
                violations.push(Violation { rows: numbers(), columns: Vec::new(), reason });
            };
            let needed = if matches!(standing, Standing::Cell(_)) { k_cell } else { k };
            let found = rows.iter().map(|&(_, owners)| owners).min().unwrap_or(0);
            smallest = Some(smallest.map_or(found, |least: usize| least.min(found)));
            if rows.len() > 1 {
                violate(Reason::Repeated { times: rows.len() });
            } else if found < needed {
                violate(Reason::TooFew { found, needed });
            }
            match standing {
                Standing::Fact => {}
                Standing::Total => total = Some((rows[0].0, found)),
                Standing::Cell(_) => {
                    cells += 1;
                    // A file may state anything; a sum that is too large to count is large enough.
                    in_cells = usize::saturating_add(in_cells, found);
                    first_cell = first_cell.or(Some(rows[0].0));
                }
            }
        }
        let FactNumbers::Exact { cells: domain } = numbers else { continue };
        let mut violate = |row, reason| {
            violations.push(Violation { rows: vec![row], columns: Vec::new(), reason });
        };
        if let Some(row) = first_cell.filter(|_| in_cells < k) {
            violate(row, Reason::FewInCells { found: in_cells, needed: k });
        }
        if let Some((row, total)) = total {
            let rest = total.saturating_sub(in_cells);
            let missing = domain.unwrap_or(names.len()).saturating_sub(cells);
            let most = domain.map(|_| missing.saturating_sub(1).saturating_mul(k_cell.saturating_sub(1)));
            if rest < k_cell && (rest > 0 || missing > 0) {
                violate(row, Reason::Derivable { rest, needed: k_cell });
            } else if let Some(most) = most.filter(|&most| missing > 0 && rest > most) {
                violate(row, Reason::Crowded { rest, most });
            }
        }
    }
    violations.sort_by_key(|violation| violation.rows[0]);
    Verdict {
        holds: violations.is_empty(),
        counted: Counted::Stated,
        rows: all,
        sets,
        smallest: smallest.unwrap_or(0),
        violations: violations.len(),
        first: violations.into_iter().next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EXACT: FactNumbers = FactNumbers::Exact { cells: None };

    fn verdict(rows: &[(&'static str, Standing<&'static str>, usize)], numbers: FactNumbers) -> Verdict {
        let rows = rows.iter().cloned().map(|(fact, standing, owners)| ShownFact { fact, standing, owners });
        common_facts(rows, 6, 3, numbers)
    }

    #[test]
    fn facts_need_k_and_cells_need_fewer() {
        let table = [
            ("dog", Standing::Total, 8),
            ("dog", Standing::Cell("north"), 5),
            ("dog", Standing::Cell("south"), 3),
            ("cat", Standing::Fact, 6),
        ];
        let found = verdict(&table, EXACT);
        assert!(found.holds);
        assert_eq!((found.rows, found.sets, found.smallest), (4, 4, 3));
        let few = verdict(&[("dog", Standing::Fact, 6), ("cat", Standing::Fact, 5)], EXACT);
        let reason = few.first.unwrap();
        assert_eq!((reason.rows, reason.reason), (vec![2], Reason::TooFew { found: 5, needed: 6 }));
        assert!(!verdict(&[("dog", Standing::Cell("north"), 2)], EXACT).holds);
        assert!(verdict(&[], EXACT).holds);
    }

    #[test]
    fn a_row_that_stands_there_twice_is_refused() {
        let found = verdict(&[("dog", Standing::Fact, 7), ("dog", Standing::Fact, 7)], EXACT);
        assert_eq!(found.first.unwrap().reason, Reason::Repeated { times: 2 });
    }

    #[test]
    fn a_total_must_not_leave_a_few() {
        let table = [("dog", Standing::Total, 8), ("dog", Standing::Cell("north"), 6)];
        let found = verdict(&table, EXACT);
        assert_eq!(found.first.unwrap().reason, Reason::Derivable { rest: 2, needed: 3 });
        // Rounded numbers do not tell what is left.
        assert!(verdict(&table, FactNumbers::Changed).holds);
    }

    #[test]
    fn numbers_that_are_too_large_to_count_are_large() {
        let table = [
            ("dog", Standing::Total, 7),
            ("dog", Standing::Cell("north"), usize::MAX),
            ("dog", Standing::Cell("south"), 7),
        ];
        assert!(verdict(&table, EXACT).holds);
    }

    #[test]
    fn cells_must_not_leave_what_k_asks_for() {
        let table = [("dog", Standing::Cell("north"), 5)];
        assert_eq!(verdict(&table, EXACT).first.unwrap().reason, Reason::FewInCells { found: 5, needed: 6 });
        assert!(verdict(&table, FactNumbers::Changed).holds);
    }

    #[test]
    fn a_total_beside_missing_cells_leaves_neither_too_few_nor_too_many() {
        let table = |total| {
            [
                ("dog", Standing::Total, total),
                ("dog", Standing::Cell("north"), 6),
                ("cat", Standing::Cell("south"), 6),
            ]
        };
        // The south is missing of `dog`: a total that leaves nobody would tell that it is empty.
        let found = verdict(&table(6), EXACT);
        assert_eq!(found.first.unwrap().reason, Reason::Derivable { rest: 0, needed: 3 });
        let reason = |total, cells| {
            let found = verdict(&table(total), FactNumbers::Exact { cells: Some(cells) });
            found.first.map(|first| first.reason)
        };
        // With three cells in all, two are missing: 3 owners there would be at least one in each.
        assert_eq!(reason(9, 3), Some(Reason::Crowded { rest: 3, most: 2 }));
        assert_eq!((reason(9, 4), reason(10, 4)), (None, None));
        assert_eq!(reason(11, 4), Some(Reason::Crowded { rest: 5, most: 4 }));
    }
}
