//! Checks a table of facts that was read back from its file: alone, or by counting the log again.
//!
//! The properties are defined in `verify`. This file converts rows to the types of `verify`, and compares
//! them with independent counts.

mod again;
pub(crate) mod columns;
mod identifiers;
mod subtracted;

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

pub(crate) use again::{CountedAgain, count_again, missing_rows};
use columns::fact;
use identifiers::identifiers;
pub(crate) use subtracted::subtracted;

use crate::check::ceiling::{self, Places};
use crate::check::certain_facts;
use crate::check::{AgainstOriginals, Checked};

/// The layout that a certificate states for a table of facts.
pub(crate) const FACTS_LAYOUT: &str = "facts";

/// Exact numbers of owners and of occurrences, for each fact and each cell of a table. If the table has cells, the
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
        let rest = &counted.rest;
        numbers.extend((0..rest.len()).map(|at| (rest_key(rest.key(at)), (rest.owners(at), rest.times(at)))));
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
            let number = parameters.shown.show(owners, parameters.least(table.has_cells()), most);
            let times = parameters.shown.show_times(times, number);
            // The owners of the rest are not counted again from the input.
            let is_uncounted = table.is_rest(row) && owners == 0;
            is_uncounted
                || owners > 0
                    && number == table.number(row)
                    && table.times(row).is_none_or(|said| said == times)
        }
    }
}

/// Key of a row in [`ExactCounts`].
fn key(table: &FactTable, row: usize) -> String {
    if table.is_rest(row) {
        return rest_key(&table.cell(row).collect::<Vec<_>>().join(&SEPARATOR.to_string()));
    }
    table.texts(row).collect::<Vec<_>>().join(&SEPARATOR.to_string())
}

/// Key of the row for the rest in a cell. No fact begins with a separator.
fn rest_key(cell: &str) -> String {
    format!("{SEPARATOR}{cell}")
}

fn fact_key(table: &FactTable, row: usize) -> String {
    if table.is_rest(row) {
        return key(table, row);
    }
    fact(table, row).join(&SEPARATOR.to_string())
}

/// Reads a table of facts. The file does not show which of its text columns are cells. `columns` decide this, if
/// they have the same names as the columns of the file.
pub(crate) fn read_table(
    input: &Input,
    format: ReleaseFormat,
    columns: Option<&FactColumns>,
    progress: &dyn Progress,
) -> Result<FactTable, ReadError> {
    let mut table = read_fact_table(input, format, columns, progress)?;
    let is_alike = |columns: &&FactColumns| columns.texts == table.columns.texts;
    table.columns.cells = columns.filter(is_alike).map_or(0, |columns| columns.cells);
    Ok(table)
}

pub(crate) fn texts(table: &FactTable) -> impl Iterator<Item = &str> {
    (0..table.len()).flat_map(|row| table.texts(row))
}

/// Number of distinct facts in a table.
pub(crate) fn distinct_facts(table: &FactTable) -> usize {
    let rows = (0..table.len()).filter(|&row| !table.is_rest(row));
    rows.map(|row| fact(table, row)).collect::<BTreeSet<_>>().len()
}

/// Converts a row to the type that `verify` checks, with `owners` as its number of owners.
fn shown(table: &FactTable, row: usize, owners: u64) -> ShownFact<Vec<&str>, Vec<&str>> {
    let standing = if table.has_cells() { Standing::Cell(table.cell(row).collect()) } else { Standing::Fact };
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
    numbers: FactNumbers,
    places: Option<&Places<'_>>,
) -> Option<Verdict> {
    let states_owners = table.columns.measure == Measure::Owners;
    match property {
        &Property::CommonFacts(CommonFacts { k, k_cell }) => {
            let rows = (0..table.len()).map(|row| shown(table, row, table.number(row)));
            let found = states_owners.then(|| common_facts(rows, k, k_cell, numbers));
            let found = without_forbidden_rows(found, table)?;
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

/// Adds to `found` the rows that break the promise with any number: identifiers of persons, and facts that occur
/// less often than they have owners. If `found` is `None`, the verdict is about these rows alone.
fn without_forbidden_rows(found: Option<Verdict>, table: &FactTable) -> Option<Verdict> {
    let states_owners = table.columns.measure == Measure::Owners;
    let is_rare =
        |&row: &usize| states_owners && table.times(row).is_some_and(|times| times < table.number(row));
    let forbidden = |row: usize, reason| Violation { rows: vec![row + 1], columns: Vec::new(), reason };
    let rare = (0..table.len()).filter(is_rare).map(|row| forbidden(row, Reason::FewerTimes));
    let mut rows: Vec<Violation> = identifiers(table).chain(rare).collect();
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

/// The form of the numbers of a table with these parameters.
pub(crate) fn numbers_of(parameters: &FactParameters) -> FactNumbers {
    match (parameters.shown, parameters.noise) {
        (_, Some(_)) | (ShownCounts::Scaled(_), None) => FactNumbers::Changed,
        (ShownCounts::Exact, None) => FactNumbers::Exact,
        (ShownCounts::Rounded(to), None) => {
            FactNumbers::Rounded { to: usize::try_from(to).unwrap_or(usize::MAX) }
        }
    }
}

/// Checks `promise` from the rows of `table` alone. `numbers` says how they were changed. The taxonomy
/// `places` of words are needed only for ceilings and certainty.
pub(crate) fn check_facts(
    table: &FactTable,
    promise: &Promise,
    numbers: FactNumbers,
    places: Option<&Places<'_>>,
) -> Checked {
    let shown = |property| shown_by_table(property, promise, table, numbers, places);
    Checked::alone(promise.properties().iter().map(|property| (property.clone(), shown(property))))
}

/// The numbers that the rows of a table must show.
#[derive(Clone, Copy)]
pub(crate) enum Shown<'c> {
    /// Exactly these.
    Exactly(&'c ExactCounts),
    /// At most these: in several tables, people are left out of rows.
    AtMost(&'c ExactCounts),
    /// These, which have noise; `None` if the noise was not stored.
    Noisy(Option<&'c ExactCounts>),
}

/// Does the same as [`check_facts`], and compares every number with the `exact` counts: each fact must have
/// at least k owners. Rows must show the numbers of `counted`.
pub(crate) fn check_facts_against(
    table: &FactTable,
    promise: &Promise,
    parameters: &FactParameters,
    exact: &ExactCounts,
    counted: Shown<'_>,
    places: Option<&Places<'_>>,
) -> Checked {
    let is_noisy = matches!(counted, Shown::Noisy(_));
    let numbers = if is_noisy { FactNumbers::Changed } else { numbers_of(parameters) };
    let checked = check_facts(table, promise, numbers, places);
    let rows = 0..table.len();
    let is_shown: Box<dyn Fn(usize) -> bool> = match counted {
        Shown::Exactly(counted) | Shown::Noisy(Some(counted)) => {
            Box::new(counted.is_shown(table, parameters))
        }
        Shown::AtMost(counted) => {
            Box::new(|row| table.is_rest(row) || table.number(row) <= counted.of_row(table, row).0)
        }
        Shown::Noisy(None) => Box::new(|_| true),
    };
    let of_row = |row: usize| exact.of_row(table, row).0;
    // The exact cells of a fact must have k distinct owners together. Otherwise they reveal that the
    // remaining owners are in hidden cells.
    let owners = |row: usize| if is_noisy { of_row(row) } else { exact.of_fact(table, row) };
    let is_right = |&row: &usize| {
        // A recount has no owners of the rest.
        let is_common = table.is_rest(row) || owners(row) >= parameters.thresholds.k as u64;
        is_common && is_shown(row)
    };
    let unaccounted = rows.clone().filter(|row| !is_right(row)).count();
    let shown_smallest = rows.clone().map(|row| table.number(row)).min().unwrap_or(0);
    let by_owners = |property: &Property| {
        let found = match (property, places) {
            (&Property::CommonFacts(CommonFacts { k, k_cell }), _) => {
                let counted = if is_noisy { FactNumbers::Changed } else { FactNumbers::Exact };
                let of_row = |row| if table.is_rest(row) { table.number(row) } else { of_row(row) };
                let rows = rows.clone().map(|row| shown(table, row, of_row(row)));
                let found = common_facts(rows, k, k_cell, counted);
                // The verdict is published, so it must not reveal more than the table.
                let smallest = match parameters.shown {
                    _ if is_noisy => found.smallest.min(k),
                    ShownCounts::Exact if table.is_empty() => found.smallest,
                    ShownCounts::Exact | ShownCounts::Rounded(_) => {
                        usize::try_from(shown_smallest).unwrap_or(usize::MAX)
                    }
                    ShownCounts::Scaled(_) if table.is_empty() => 0,
                    ShownCounts::Scaled(_) => k.min(k_cell),
                };
                Some(Verdict { smallest, ..found })
            }
            (Property::Certainty(promised), Some(places)) if !is_noisy => {
                certain_facts::shown_by_facts(promised, table, places, of_row).ok()
            }
            _ => shown_by_table(property, promise, table, numbers, places),
        };
        found.map(|found| Verdict { counted: Counted::Owners, ..found })
    };
    let originals = AgainstOriginals { not_generalized: 0, unaccounted };
    checked.with_originals(originals, promise.properties().iter().map(by_owners))
}
