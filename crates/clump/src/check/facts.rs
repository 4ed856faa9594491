//! Checks a table of facts that was read back from its file: alone, or by counting the log again.
//!
//! The properties are defined in `verify`. This file converts rows to the types of `verify`, and compares
//! them with independent counts.

mod again;
pub(crate) mod columns;
mod identifiers;

use std::collections::{BTreeMap, BTreeSet};

use clump_core::facts::{
    CountedFacts, FactColumns, FactParameters, FactTable, Measure, SEPARATOR, ShownCounts,
};
use clump_core::progress::Progress;
use clump_core::promise::{CommonFacts, Promise, Property, PropertyName};
use clump_core::verify::{
    Counted, FactNumbers, Reason, ShownFact, Standing, Verdict, Violation, common_facts, noisy_facts,
};

use clump_io::release::{ReleaseFormat, read_fact_table};
use clump_io::{Input, ReadError};

pub(crate) use again::count_again;
use columns::fact;
use identifiers::identifiers;

use crate::check::ceiling::{self, Places};
use crate::check::certain_facts;
use crate::check::{AgainstOriginals, Checked};

/// The layout that a certificate states for a table of facts.
pub(crate) const FACTS_LAYOUT: &str = "facts";

/// Exact numbers of owners and of occurrences, for each fact and each cell. If the table has cells, the
/// numbers of a fact count only owners and occurrences in its published cells.
pub(crate) struct ExactCounts {
    /// Key: texts of the fact and of its cell, if any, joined by [`SEPARATOR`]. Value: (owners, times).
    numbers: BTreeMap<String, (u64, u64)>,
}

impl ExactCounts {
    /// Takes the numbers that a run counted.
    pub fn of(counted: &CountedFacts) -> ExactCounts {
        let facts = &counted.facts;
        let mut numbers: BTreeMap<String, (u64, u64)> = (0..facts.len())
            .map(|fact| (facts.key(fact).to_owned(), (facts.owners(fact), facts.times(fact))))
            .collect();
        if let Some(cells) = &counted.cells {
            numbers.extend(cells.fact_of.iter().enumerate().map(|(cell, &fact)| {
                let key = format!("{}{SEPARATOR}{}", facts.key(fact as usize), cells.cells.key(cell));
                (key, (cells.cells.owners(cell), cells.cells.times(cell)))
            }));
        }
        ExactCounts { numbers }
    }

    /// Numbers of owners and of occurrences of a row; zeros if the row was not counted.
    pub fn of_row(&self, table: &FactTable, row: usize) -> (u64, u64) {
        self.numbers.get(&key(table, row)).copied().unwrap_or_default()
    }

    /// Number of owners of the fact that a row is about, in all published cells together.
    fn of_fact(&self, table: &FactTable, row: usize) -> u64 {
        self.numbers.get(&fact_key(table, row)).map_or(0, |&(owners, _)| owners)
    }

    /// Returns a test for rows: does `table` show the counted numbers in the form of `parameters`?
    fn is_shown<'a>(
        &'a self,
        table: &'a FactTable,
        parameters: &'a FactParameters,
    ) -> impl Fn(usize) -> bool + 'a {
        let most = (0..table.len()).map(|row| self.of_row(table, row).0).max().unwrap_or(0);
        move |row| {
            let (owners, times) = self.of_row(table, row);
            let number = parameters.shown.show(owners, parameters.least(table.is_cell(row)), most);
            let times = parameters.shown.show_times(times, number);
            owners > 0 && number == table.number(row) && table.times(row).is_none_or(|said| said == times)
        }
    }
}

/// Key of a row in [`ExactCounts`]. A row with the total of a fact has the key of the fact.
fn key(table: &FactTable, row: usize) -> String {
    if table.columns.has_cells && !table.is_cell(row) {
        fact_key(table, row)
    } else {
        table.texts(row).collect::<Vec<_>>().join(&SEPARATOR.to_string())
    }
}

fn fact_key(table: &FactTable, row: usize) -> String {
    fact(table, row).join(&SEPARATOR.to_string())
}

/// Reads a table of facts. The file does not show if its last text column is a cell. `columns` decide this,
/// if they have the same names as the columns of the file.
pub(crate) fn read_table(
    input: &Input,
    format: ReleaseFormat,
    columns: Option<&FactColumns>,
    progress: &dyn Progress,
) -> Result<FactTable, ReadError> {
    let mut table = read_fact_table(input, format, columns, progress)?;
    let is_alike = |columns: &&FactColumns| columns.texts == table.columns.texts;
    table.columns.has_cells = columns.filter(is_alike).is_some_and(|columns| columns.has_cells);
    Ok(table)
}

pub(crate) fn texts(table: &FactTable) -> impl Iterator<Item = &str> {
    (0..table.len()).flat_map(|row| table.texts(row))
}

/// Number of distinct facts in a table.
pub(crate) fn distinct_facts(table: &FactTable) -> usize {
    (0..table.len()).map(|row| fact(table, row)).collect::<BTreeSet<_>>().len()
}

/// Converts a row to the type that `verify` checks, with `owners` as its number of owners.
fn shown(table: &FactTable, row: usize, owners: u64) -> ShownFact<Vec<&str>, &str> {
    let standing = match (table.columns.has_cells, table.is_cell(row)) {
        (false, _) => Standing::Fact,
        (true, false) => Standing::Total,
        (true, true) => Standing::Cell(table.texts(row).next_back().expect("a cell has a text")),
    };
    let [owners, times] = [Some(owners), table.times(row)]
        .map(|number| number.map(|number| usize::try_from(number).unwrap_or(usize::MAX)));
    ShownFact { fact: fact(table, row), standing, owners: owners.unwrap_or_default(), times }
}

/// Verdict of a table alone on `property`, one of `promise`. `None` if the table does not show the property,
/// for example because its numbers are on a scale.
fn shown_by_table(
    property: &Property,
    promise: &Promise,
    table: &FactTable,
    form: TableForm,
    places: Option<&Places<'_>>,
) -> Option<Verdict> {
    let states_owners = table.columns.measure == Measure::Owners;
    match property {
        &Property::CommonFacts(CommonFacts { k, k_cell }) => {
            let rows = (0..table.len()).map(|row| shown(table, row, table.number(row)));
            let found = states_owners.then(|| common_facts(rows, k, k_cell, form.numbers));
            let found = without_forbidden_rows(found, table, form)?;
            // A noisy number proves only that the fact has at least k owners.
            let is_noisy = promise.has(PropertyName::DifferentialPrivacy);
            let smallest = if is_noisy { found.smallest.min(k) } else { found.smallest };
            Some(Verdict { smallest, ..found })
        }
        Property::DifferentialPrivacy(promised) => {
            let numbers = (0..table.len()).filter(|_| states_owners).map(|row| table.number(row));
            let numbers = numbers.map(|number| usize::try_from(number).unwrap_or(usize::MAX));
            promise.k().map(|k| Verdict { rows: table.len(), ..noisy_facts(numbers, k, promised) })
        }
        Property::Ceiling(promised) => Some(ceiling::shown_by_facts(promised, table, places?)),
        // Shares that are computed from noisy numbers prove nothing.
        Property::Certainty(_) if promise.has(PropertyName::DifferentialPrivacy) => None,
        Property::Certainty(promised) => {
            certain_facts::shown_by_facts(promised, table, places?, |row| table.number(row)).ok()
        }
        _ => None,
    }
}

/// Adds to `found` the rows that break the promise with any number: identifiers of persons, unexpected
/// totals, and facts that occur less often than they have owners. An unexpected total could reveal a hidden
/// cell. If `found` is `None`, the verdict is about these rows alone.
fn without_forbidden_rows(found: Option<Verdict>, table: &FactTable, form: TableForm) -> Option<Verdict> {
    let is_total = |&row: &usize| !form.may_have_totals && table.columns.has_cells && !table.is_cell(row);
    let states_owners = table.columns.measure == Measure::Owners;
    let is_rare =
        |&row: &usize| states_owners && table.times(row).is_some_and(|times| times < table.number(row));
    let forbidden = |row: usize, reason| Violation { rows: vec![row + 1], columns: Vec::new(), reason };
    let totals = (0..table.len()).filter(is_total).map(|row| forbidden(row, Reason::StrayTotal));
    let rare = (0..table.len()).filter(is_rare).map(|row| forbidden(row, Reason::FewerTimes));
    let mut rows: Vec<Violation> = identifiers(table).chain(totals).chain(rare).collect();
    rows.sort_by_key(|violation| violation.rows[0]);
    let mut rows = rows.into_iter();
    let Some(first) = rows.next() else { return found };
    let found = found.unwrap_or(Verdict {
        holds: false,
        counted: Counted::Stated,
        rows: table.len(),
        sets: table.len(),
        smallest: 0,
        violations: 0,
        first: None,
    });
    let is_first = found.first.as_ref().is_none_or(|other| first.rows[0] <= other.rows[0]);
    Some(Verdict {
        holds: false,
        violations: found.violations + 1 + rows.count(),
        first: if is_first { Some(first) } else { found.first },
        ..found
    })
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableForm {
    pub numbers: FactNumbers,
    /// False if the settings of the table exclude rows with the total of a fact.
    pub may_have_totals: bool,
}

impl TableForm {
    /// The form of a table whose settings are unknown.
    pub const UNKNOWN: TableForm = TableForm { numbers: FactNumbers::Changed, may_have_totals: true };
    /// The form of a table with noise. Such a table must not have totals of noisy cells.
    pub const NOISY: TableForm = TableForm { numbers: FactNumbers::Changed, may_have_totals: false };

    pub fn of(parameters: &FactParameters) -> TableForm {
        let numbers = match (parameters.shown, parameters.noise) {
            (_, Some(_)) => return TableForm::NOISY,
            (ShownCounts::Exact, None) => FactNumbers::Exact,
            (ShownCounts::Rounded(to), None) => {
                FactNumbers::Rounded { to: usize::try_from(to).unwrap_or(usize::MAX) }
            }
            (ShownCounts::Scaled(_), None) => FactNumbers::Changed,
        };
        TableForm { numbers, may_have_totals: parameters.totals }
    }
}

/// Checks `promise` from the rows of `table` alone. `form` says how the numbers were changed. The taxonomy
/// `places` of words are needed only for ceilings and certainty.
pub(crate) fn check_facts(
    table: &FactTable,
    promise: &Promise,
    form: TableForm,
    places: Option<&Places<'_>>,
) -> Checked {
    let shown = |property| shown_by_table(property, promise, table, form, places);
    Checked::alone(promise.properties().iter().map(|property| (property.clone(), shown(property))))
}

/// Does the same as [`check_facts`], and compares every number with the `exact` counts: each fact must have
/// at least k owners. Rows must show the `counted` numbers. `counted` is `None` if the table has noise that
/// was not stored.
pub(crate) fn check_facts_against(
    table: &FactTable,
    promise: &Promise,
    parameters: &FactParameters,
    exact: &ExactCounts,
    (is_noisy, counted): (bool, Option<&ExactCounts>),
    places: Option<&Places<'_>>,
) -> Checked {
    let form = if is_noisy { TableForm::NOISY } else { TableForm::of(parameters) };
    let checked = check_facts(table, promise, form, places);
    let rows = 0..table.len();
    let is_shown = counted.map(|counted| counted.is_shown(table, parameters));
    let of_row = |row: usize| exact.of_row(table, row).0;
    // The exact cells of a fact must have k distinct owners together. Otherwise they reveal that the
    // remaining owners are in hidden cells.
    let owners = |row: usize| if is_noisy { of_row(row) } else { exact.of_fact(table, row) };
    let is_right = |&row: &usize| {
        let is_common = owners(row) >= parameters.thresholds.k as u64;
        is_common && is_shown.as_ref().is_none_or(|is_shown| is_shown(row))
    };
    let unaccounted = rows.clone().filter(|row| !is_right(row)).count();
    let shown_smallest = rows.clone().map(|row| table.number(row)).min().unwrap_or(0);
    let by_owners = |property: &Property| {
        let found = match (property, places) {
            (&Property::CommonFacts(CommonFacts { k, k_cell }), _) => {
                let numbers = if is_noisy { FactNumbers::Changed } else { FactNumbers::Exact };
                let rows = rows.clone().map(|row| shown(table, row, of_row(row)));
                let found = common_facts(rows, k, k_cell, numbers);
                // The verdict is published, so it must not reveal more than the table.
                let smallest = match parameters.shown {
                    _ if is_noisy => found.smallest.min(k),
                    ShownCounts::Exact => found.smallest,
                    ShownCounts::Rounded(_) => usize::try_from(shown_smallest).unwrap_or(usize::MAX),
                    ShownCounts::Scaled(_) if table.is_empty() => 0,
                    ShownCounts::Scaled(_) => k.min(k_cell),
                };
                Some(Verdict { smallest, ..found })
            }
            (Property::Certainty(promised), Some(places)) if !is_noisy => {
                certain_facts::shown_by_facts(promised, table, places, of_row).ok()
            }
            _ => shown_by_table(property, promise, table, form, places),
        };
        found.map(|found| Verdict { counted: Counted::Owners, ..found })
    };
    let originals = AgainstOriginals { not_generalized: 0, unaccounted };
    checked.with_originals(originals, promise.properties().iter().map(by_owners))
}
