//! A table of facts in which every row is that of enough owners.

use std::collections::BTreeMap;

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

/// The rows of a fact by what they stand for: each with its number, from 1, and its owners.
type RowsOfFact<C> = BTreeMap<Standing<C>, Vec<(usize, usize)>>;

/// Whether every row of a table is that of enough owners: `k` of a fact, and `k_cell` in a cell. No row may stand there twice.
/// Where `is_exact`, a total must not exceed the sum of the cells beside it by fewer than `k_cell`: that many would be in cells
/// that are not published, for all that a reader knows. A table without rows says nothing of fewer than k.
///
/// Counts what the table states; whoever knows the log counts again and compares.
pub fn common_facts<F: Ord, C: Ord>(
    rows: impl IntoIterator<Item = ShownFact<F, C>>,
    k: usize,
    k_cell: usize,
    is_exact: bool,
) -> Verdict {
    let mut by_fact: BTreeMap<F, RowsOfFact<C>> = BTreeMap::new();
    let mut all = 0;
    for ShownFact { fact, standing, owners } in rows {
        all += 1;
        by_fact.entry(fact).or_default().entry(standing).or_default().push((all, owners));
    }
    let mut violations: Vec<Violation> = Vec::new();
    let (mut sets, mut smallest) = (0, None);
    for rows_of_fact in by_fact.values() {
        let (mut total, mut in_cells) = (None, 0);
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
                Standing::Cell(_) => in_cells += found,
            }
        }
        if let Some((row, total)) = total.filter(|_| is_exact) {
            let rest = total.saturating_sub(in_cells);
            if rest > 0 && rest < k_cell {
                let reason = Reason::Derivable { rest, needed: k_cell };
                violations.push(Violation { rows: vec![row], columns: Vec::new(), reason });
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

    fn verdict(rows: &[(&'static str, Standing<&'static str>, usize)], is_exact: bool) -> Verdict {
        let rows = rows.iter().cloned().map(|(fact, standing, owners)| ShownFact { fact, standing, owners });
        common_facts(rows, 6, 3, is_exact)
    }

    #[test]
    fn facts_need_k_and_cells_need_fewer() {
        let table = [
            ("dog", Standing::Total, 8),
            ("dog", Standing::Cell("north"), 5),
            ("dog", Standing::Cell("south"), 3),
            ("cat", Standing::Fact, 6),
        ];
        let found = verdict(&table, true);
        assert!(found.holds);
        assert_eq!((found.rows, found.sets, found.smallest), (4, 4, 3));
        let few = verdict(&[("dog", Standing::Fact, 6), ("cat", Standing::Fact, 5)], true);
        let reason = few.first.unwrap();
        assert_eq!((reason.rows, reason.reason), (vec![2], Reason::TooFew { found: 5, needed: 6 }));
        assert!(!verdict(&[("dog", Standing::Cell("north"), 2)], true).holds);
        assert!(verdict(&[], true).holds);
    }

    #[test]
    fn a_row_that_stands_there_twice_is_refused() {
        let found = verdict(&[("dog", Standing::Fact, 7), ("dog", Standing::Fact, 7)], true);
        assert_eq!(found.first.unwrap().reason, Reason::Repeated { times: 2 });
    }

    #[test]
    fn a_total_must_not_leave_a_few() {
        let table = [("dog", Standing::Total, 8), ("dog", Standing::Cell("north"), 6)];
        let found = verdict(&table, true);
        assert_eq!(found.first.unwrap().reason, Reason::Derivable { rest: 2, needed: 3 });
        // Rounded numbers do not tell what is left.
        assert!(verdict(&table, false).holds);
    }
}
