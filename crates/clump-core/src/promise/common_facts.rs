//! Facts of k owners: a published row states nothing that holds of fewer.

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

/// The owners that a row is about.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Standing<C> {
    /// All owners of its fact, in a table without cells.
    Fact,
    /// All owners in the published cells of its fact.
    Total,
    /// The owners in one cell.
    Cell(C),
}

/// A row of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShownFact<F, C> {
    /// Fact that holds of owners.
    pub fact: F,
    /// The owners that it is about.
    pub standing: Standing<C>,
    /// Their number.
    pub owners: usize,
    /// Number of times that the fact occurs; none where the table does not show it.
    pub times: Option<usize>,
}

/// Form of the numbers of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactNumbers {
    /// As counted.
    Exact,
    /// Rounded to the nearest multiple of a number, halves up, and never below the threshold.
    Rounded {
        /// The number, at least 1.
        to: usize,
    },
    /// On a scale, or with noise: differences between them reveal nothing.
    Changed,
}

/// The least and the largest exact number that can be shown as a given number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct NumberBounds {
    low: usize,
    high: usize,
}

impl FactNumbers {
    /// Exact numbers that can be shown as `shown`, where numbers of at least `least` are published; none if
    /// there are none.
    fn bounds(self, shown: usize, least: usize) -> Option<NumberBounds> {
        let FactNumbers::Rounded { to } = self else { return Some(NumberBounds { low: shown, high: shown }) };
        let to = to.max(1);
        let is_multiple = shown.is_multiple_of(to);
        // All numbers that are rounded to this multiple, or, where it is the threshold itself, to the
        // multiple below it.
        let multiple = shown - shown % to;
        let high = multiple.saturating_add(to.div_ceil(2) - 1);
        let low = if is_multiple { shown.saturating_sub(to / 2).max(least) } else { least };
        let can_be = (is_multiple || shown == least) && low <= high;
        can_be.then_some(NumberBounds { low, high })
    }

    /// True if a fact of so many `owners` can be shown with so many `times`: these are rounded where owners
    /// are, and never below them.
    fn can_be_times(self, times: usize, owners: usize) -> bool {
        match self {
            FactNumbers::Rounded { to } => {
                times == owners || times > owners && times.is_multiple_of(to.max(1))
            }
            FactNumbers::Exact | FactNumbers::Changed => true,
        }
    }
}

/// The total of a fact and its published cells.
#[derive(Clone, Copy, Debug, Default)]
struct CellsOfFact {
    /// The row of the total, its number, and the exact numbers that it can be.
    total: Option<(usize, usize, NumberBounds)>,
    /// The first row of a cell.
    first_cell: Option<usize>,
    /// The least number of owners of the largest cell.
    largest: usize,
    /// The largest sum of the owners of all cells.
    sum: usize,
}

impl CellsOfFact {
    fn add<C>(&mut self, standing: &Standing<C>, row: usize, shown: usize, owners: NumberBounds) {
        match standing {
            Standing::Fact => {}
            Standing::Total => self.total = Some((row, shown, owners)),
            Standing::Cell(_) => {
                self.largest = self.largest.max(owners.low);
                // A file may state anything; the sum saturates.
                self.sum = self.sum.saturating_add(owners.high);
                self.first_cell = self.first_cell.or(Some(row));
            }
        }
    }

    /// Contradictions between the numbers, for all exact numbers that they can be.
    fn faults(&self, k: usize) -> impl Iterator<Item = (usize, Reason)> {
        let &CellsOfFact { total, first_cell, largest: least, sum: most } = self;
        let few = first_cell.filter(|_| most < k);
        let few = few.map(|row| (row, Reason::FewInCells { found: most, needed: k }));
        let is_wrong = |total: NumberBounds| total.high < least || total.low > most;
        let wrong = total.filter(|&(_, _, total)| is_wrong(total));
        let wrong = wrong.map(|(row, found, _)| (row, Reason::WrongTotal { found, least, most }));
        few.into_iter().chain(wrong)
    }
}

/// The rows of a fact by the owners that they are about: each with its number, from 1, its owners, and its
/// times. Where the table shows no times, these are as many as the owners.
type RowsOfFact<C> = BTreeMap<Standing<C>, Vec<(usize, usize, usize)>>;

/// Checks that every row of a table has enough owners: `k` for a fact, and `k_cell` for a cell. No row may
/// occur twice. A table without rows states nothing of fewer than k.
///
/// The published cells of a fact have `k` owners together, unless the numbers are scaled.
/// A total counts exactly the distinct owners in these cells, so that nothing is left to subtract: it is at
/// least the largest cell, and at most the sum of them. A rounded number can be any exact number that is
/// rounded to it.
///
/// Counts what the table states. A check with the log counts again and compares.
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
            cells.add(standing, rows[0].0, found, bounds.unwrap_or(NumberBounds { low: found, high: found }));
        }
        if numbers != FactNumbers::Changed {
            let violation = |(row, reason)| Violation { rows: vec![row], columns: Vec::new(), reason };
            violations.extend(cells.faults(k).map(violation));
        }
    }
    violations.sort_by_key(|violation| violation.rows[0]);
    Verdict::of_violations(Counted::Stated, [all, sets], smallest, violations)
}

#[cfg(test)]
mod tests {
    use super::*;

    use FactNumbers::{Changed, Exact, Rounded};
    use Standing::{Cell, Fact, Total};

    type Row = (&'static str, Standing<&'static str>, usize);

    /// At least six owners of a fact, and three in a cell.
    fn verdict(rows: &[Row], numbers: FactNumbers) -> Verdict {
        let times = None;
        let rows =
            rows.iter().cloned().map(|(fact, standing, owners)| ShownFact { fact, standing, owners, times });
        common_facts(rows, 6, 3, numbers)
    }

    #[test]
    fn facts_need_k_and_cells_need_fewer() {
        let found = verdict(
            &[("dog", Total, 8), ("dog", Cell("north"), 5), ("dog", Cell("south"), 3), ("cat", Fact, 6)],
            Exact,
        );
        assert!(found.holds);
        assert_eq!((found.rows, found.sets, found.smallest), (4, 4, 3));
        assert_eq!(verdict(&[("dog", Fact, 6), ("cat", Fact, 5)], Exact).first.unwrap().rows, [2]);
    }

    #[test]
    fn the_first_fault_is_named() {
        let few = |found, needed| Some(Reason::TooFew { found, needed });
        let few_in_cells = |found| Some(Reason::FewInCells { found, needed: 6 });
        let wrong = |found, least, most| Some(Reason::WrongTotal { found, least, most });
        let not_rounded = |to| Some(Reason::NotRounded { to });
        let cells = |total| {
            vec![
                ("dog", Total, total),
                ("dog", Cell("north"), 6),
                ("dog", Cell("south"), 4),
                ("cat", Cell("west"), 6),
            ]
        };
        let cell = |owners| vec![("dog", Cell("north"), owners)];
        let fact = |owners| vec![("dog", Fact, owners)];
        let many = usize::MAX;
        let cases: Vec<(Vec<Row>, FactNumbers, Option<Reason>)> = vec![
            (vec![], Exact, None),
            (fact(5), Exact, few(5, 6)),
            (cell(2), Exact, few(2, 3)),
            (vec![("dog", Fact, 7); 2], Exact, Some(Reason::Repeated { times: 2 })),
            // A total counts the owners of its cells and nobody else; noise hides the difference.
            (cells(6), Exact, None),
            (cells(10), Exact, None),
            (cells(11), Exact, wrong(11, 6, 10)),
            (cells(11), Changed, None),
            // Between 5 and 6 owners, and between 3 and 4.
            (cells(6), Rounded { to: 2 }, None),
            (cells(10), Rounded { to: 2 }, None),
            (cells(12), Rounded { to: 2 }, wrong(12, 5, 10)),
            // A total of nothing, and one that is less than a cell.
            (vec![("dog", Total, 8)], Exact, wrong(8, 0, 0)),
            (vec![("dog", Total, 7), ("dog", Cell("north"), 8)], Exact, wrong(7, 8, 8)),
            // Numbers that are too large to count are large.
            (
                vec![("dog", Total, many), ("dog", Cell("north"), many), ("dog", Cell("south"), 7)],
                Exact,
                None,
            ),
            // Cells must not leave what k asks for, and rounding is no excuse.
            (cell(5), Exact, few_in_cells(5)),
            (cell(5), Changed, None),
            (cell(4), Rounded { to: 2 }, few_in_cells(4)),
            (cell(4), Rounded { to: 4 }, few_in_cells(5)),
            (cell(5), Rounded { to: 5 }, None),
            // Rounded numbers are multiples or the threshold. 6 is the threshold: no other number below 10 can be
            // shown, but 6 itself is rounded up to 10.
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

    /// The bounds of a number are all numbers that are shown as it, found by rounding each.
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
