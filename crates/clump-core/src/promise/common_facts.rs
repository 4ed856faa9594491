//! The property `CommonFacts`: every published row of a table is true of at least k owners.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::property::{COUNTED, REPEATED};
use super::{Promised, Wording};
use crate::verify::{Counted, ROWS_NAMED, Reason, Verdict, Violation};

/// Every row of a table is a fact that holds of at least `k` owners, or one cell of such a fact, in which at least `k_cell`
/// of them are. Nothing about a cell that is not published follows from rows that are.
///
/// Checked by [`common_facts`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct CommonFacts {
    /// The least number of owners of a fact.
    pub k: usize,
    /// The least number of owners in one cell of it.
    #[serde(rename = "k-cell")]
    pub k_cell: usize,
}

impl Promised for CommonFacts {
    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn wording(&self) -> Wording {
        let in_a_cell =
            if self.k_cell == self.k { String::new() } else { format!(", {} in a cell", self.k_cell) };
        Wording {
            short: format!("facts of at least {} owners{in_a_cell}", self.k),
            sentence: if self.k_cell == self.k {
                format!("Every published row holds of at least {} owners.", self.k)
            } else {
                format!(
                    "Every published fact holds of at least {} owners, and in every published cell of one of at least {}.",
                    self.k, self.k_cell
                )
            },
            looked_at: ["row", "rows"],
            not_covered: vec![
                "A fact that names a person is published if k owners share it.",
                COUNTED,
                "What k owners share may be sensitive: of whoever is known to be one of them it is certain.",
                REPEATED,
            ],
            remedy: "do not publish it: make it again from the log, or remove the rows that too few owners share",
        }
    }
}

/// The set of owners that a row of a table counts.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing<C> {
    /// The row counts all owners of the fact, in a table without cells.
    Fact,
    /// The row counts the owners in one cell of the fact.
    Cell(C),
}

/// A published row of a table of facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownFact<F, C> {
    /// The fact that the row is about.
    pub fact: F,
    /// The set of owners that the number `owners` counts.
    pub standing: Standing<C>,
    /// Number of owners that the row states.
    pub owners: usize,
    /// Number of times that the fact occurs in the log; `None` if the table does not show it.
    pub times: Option<usize>,
}

/// Form in which a table shows its numbers of owners.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactNumbers {
    /// The table shows exact numbers.
    Exact,
    /// The table rounds numbers to the nearest multiple of `to`, halves up, and shows none below the threshold.
    Rounded {
        /// The number to whose multiples the numbers are rounded, at least 1.
        to: usize,
    },
    /// The numbers are on a scale or have noise: differences between them reveal nothing.
    Changed,
}

/// The least and the largest exact number that a shown number can stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct NumberBounds {
    low: usize,
    high: usize,
}

impl FactNumbers {
    /// The exact numbers that `shown` can stand for, if numbers below `least` are not published. `None` if no exact
    /// number is shown as `shown`.
    fn bounds(self, shown: usize, least: usize) -> Option<NumberBounds> {
        let FactNumbers::Rounded { to } = self else { return Some(NumberBounds { low: shown, high: shown }) };
        let to = to.max(1);
        let is_multiple = shown.is_multiple_of(to);
        // `low` to `high` are all numbers that round to this multiple. If `shown` is the threshold and no multiple,
        // they are the numbers from it on that round to the multiple below.
        let multiple = shown - shown % to;
        let high = multiple.saturating_add(to.div_ceil(2) - 1);
        let low = if is_multiple { shown.saturating_sub(to / 2).max(least) } else { least };
        let can_be = (is_multiple || shown == least) && low <= high;
        can_be.then_some(NumberBounds { low, high })
    }

    /// True if a fact with this number of `owners` can have this number of `times`. Tables that round owners also
    /// round times, and show no fewer times than owners.
    fn can_be_times(self, times: usize, owners: usize) -> bool {
        match self {
            FactNumbers::Rounded { to } => {
                times == owners || times > owners && times.is_multiple_of(to.max(1))
            }
            FactNumbers::Exact | FactNumbers::Changed => true,
        }
    }
}

/// The published cells of a fact.
#[derive(Clone, Copy, Debug, Default)]
struct CellsOfFact {
    /// Number of the first row with a cell of the fact.
    first_cell: Option<usize>,
    /// Upper bound for the sum of the owners of all cells.
    sum: usize,
}

impl CellsOfFact {
    fn add<C>(&mut self, standing: &Standing<C>, row: usize, owners: NumberBounds) {
        if let Standing::Cell(_) = standing {
            // A file may state any number, so the sum saturates.
            self.sum = self.sum.saturating_add(owners.high);
            self.first_cell = self.first_cell.or(Some(row));
        }
    }

    /// The fault of cells that have fewer than `k` owners together, whatever the exact numbers are.
    fn fault(&self, k: usize) -> Option<(usize, Reason)> {
        let row = self.first_cell.filter(|_| self.sum < k)?;
        Some((row, Reason::FewInCells { found: self.sum, needed: k }))
    }
}

/// All rows of one fact, by the set of owners that they count. Each row is its number (from 1), its owners, and its
/// times. If the table shows no times, the number of owners takes their place.
type RowsOfFact<C> = BTreeMap<Standing<C>, Vec<(usize, usize, usize)>>;

/// Checks that every row of a table has enough owners: `k` for a fact, and `k_cell` for a cell. No row may occur
/// twice. A table without rows passes.
///
/// The published cells of a fact must have `k` owners together, unless the numbers are scaled. A rounded number may
/// stand for any exact number that rounds to it.
///
/// The check uses the numbers that the table states. A check with the log counts them again and compares.
pub fn common_facts<F, C>(
    rows: impl IntoIterator<Item = ShownFact<F, C>>,
    k: usize,
    k_cell: usize,
    numbers: FactNumbers,
) -> Verdict
where
    F: Ord,
    C: Ord,
{
    let mut by_fact: BTreeMap<F, RowsOfFact<C>> = BTreeMap::new();
    let mut all = 0;
    for ShownFact { fact, standing, owners, times } in rows {
        all += 1;
        by_fact.entry(fact).or_default().entry(standing).or_default().push((
            all,
            owners,
            times.unwrap_or(owners),
        ));
    }
    let mut violations: Vec<Violation> = Vec::new();
    let (mut sets, mut smallest) = (0, None);
    for rows_of_fact in by_fact.values() {
        let mut cells = CellsOfFact::default();
        for (standing, rows) in rows_of_fact {
            sets += 1;
            let named = || rows.iter().map(|&(row, ..)| row).take(ROWS_NAMED).collect();
            let mut violate = |reason| {
                violations.push(Violation { rows: named(), columns: Vec::new(), reason });
            };
            let needed = if matches!(standing, Standing::Cell(_)) { k_cell } else { k };
            let found = rows.iter().map(|&(_, owners, _)| owners).min().unwrap_or(0);
            smallest = Some(smallest.map_or(found, |least: usize| least.min(found)));
            let bounds = numbers.bounds(found, needed);
            if rows.len() > 1 {
                violate(Reason::Repeated { times: rows.len() });
            } else if found < needed {
                violate(Reason::TooFew { found, needed });
            } else if let (FactNumbers::Rounded { to }, true) =
                (numbers, bounds.is_none() || !numbers.can_be_times(rows[0].2, found))
            {
                violate(Reason::NotRounded { to });
            }
            cells.add(standing, rows[0].0, bounds.unwrap_or(NumberBounds { low: found, high: found }));
        }
        if numbers != FactNumbers::Changed {
            let violation = |(row, reason)| Violation { rows: vec![row], columns: Vec::new(), reason };
            violations.extend(cells.fault(k).map(violation));
        }
    }
    violations.sort_by_key(|violation| violation.rows[0]);
    Verdict::of_violations(Counted::Stated, [all, sets], smallest, violations)
}

#[cfg(test)]
mod tests {
    use super::*;

    use FactNumbers::{Changed, Exact, Rounded};
    use Standing::{Cell, Fact};

    type Row = (&'static str, Standing<&'static str>, usize);

    /// Verdict for a threshold of six owners for a fact, and three for a cell.
    fn verdict(rows: &[Row], numbers: FactNumbers) -> Verdict {
        let times = None;
        let rows =
            rows.iter().cloned().map(|(fact, standing, owners)| ShownFact { fact, standing, owners, times });
        common_facts(rows, 6, 3, numbers)
    }

    #[test]
    fn facts_need_k_and_cells_need_fewer() {
        let found = verdict(&[("dog", Cell("north"), 5), ("dog", Cell("south"), 3), ("cat", Fact, 6)], Exact);
        assert!(found.holds);
        assert_eq!((found.rows, found.sets, found.smallest), (3, 3, 3));
        assert_eq!(verdict(&[("dog", Fact, 6), ("cat", Fact, 5)], Exact).first.unwrap().rows, [2]);
    }

    #[test]
    fn the_first_fault_is_named() {
        let few = |found, needed| Some(Reason::TooFew { found, needed });
        let few_in_cells = |found| Some(Reason::FewInCells { found, needed: 6 });
        let not_rounded = |to| Some(Reason::NotRounded { to });
        let cell = |owners| vec![("dog", Cell("north"), owners)];
        let fact = |owners| vec![("dog", Fact, owners)];
        let many = usize::MAX;
        let cases: Vec<(Vec<Row>, FactNumbers, Option<Reason>)> = vec![
            (vec![], Exact, None),
            (fact(5), Exact, few(5, 6)),
            (cell(2), Exact, few(2, 3)),
            (vec![("dog", Fact, 7); 2], Exact, Some(Reason::Repeated { times: 2 })),
            // Sums that are too large for `usize` saturate.
            (vec![("dog", Cell("north"), many), ("dog", Cell("south"), 7)], Exact, None),
            // The cells of a fact must have k owners together, also if the numbers are rounded.
            (cell(5), Exact, few_in_cells(5)),
            (cell(5), Changed, None),
            (cell(4), Rounded { to: 2 }, few_in_cells(4)),
            (cell(4), Rounded { to: 4 }, few_in_cells(5)),
            (cell(5), Rounded { to: 5 }, None),
            // Rounded numbers are multiples or the threshold. 6 is the threshold: with multiples of 10 no other
            // number below 10 can be shown, and 6 itself is rounded up to 10.
            (fact(8), Rounded { to: 2 }, None),
            (fact(10), Rounded { to: 5 }, None),
            (fact(6), Rounded { to: 2 }, None),
            (fact(9), Rounded { to: 2 }, not_rounded(2)),
            (fact(6), Rounded { to: 10 }, not_rounded(10)),
            (fact(6), Rounded { to: 20 }, None),
            (fact(5), Rounded { to: 5 }, few(5, 6)),
        ];
        for (rows, numbers, reason) in cases {
            let found = verdict(&rows, numbers).first.map(|first| first.reason);
            assert_eq!(found, reason, "{rows:?} {numbers:?}");
        }
        let row = |times| ShownFact { fact: "dog", standing: Standing::<&str>::Fact, owners: 8, times };
        let holds = |times| common_facts([row(times)], 6, 3, Rounded { to: 4 }).holds;
        assert!(holds(None) && holds(Some(8)) && holds(Some(12)) && !holds(Some(11)) && !holds(Some(4)));
    }

    /// Compares the bounds of a shown number with all exact numbers that round to it.
    #[test]
    fn bounds_are_all_numbers_that_are_shown_so() {
        for to in 1..=9 {
            for least in 2..=20 {
                let mut shown: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
                for owners in least..80 {
                    let nearest = (owners + to / 2) / to * to;
                    shown.entry(nearest.max(least)).or_default().push(owners);
                }
                for number in least..60 {
                    let expected = shown.get(&number).map(|all| (all[0], all[all.len() - 1]));
                    let found = Rounded { to }.bounds(number, least);
                    assert_eq!(
                        found.map(|NumberBounds { low, high }| (low, high)),
                        expected,
                        "{number} {to} {least}"
                    );
                }
            }
        }
    }
}
