//! The check of a table of facts: what the file shows, and what the log says when it is counted again.
//!
//! What is checked was read back from the file. The definition of the promise is that of `verify`; here rows are put into its
//! words, and compared with numbers that come from elsewhere.

mod again;
mod identifiers;

use std::collections::{BTreeMap, BTreeSet};

use clump_core::facts::{CountedFacts, FactParameters, FactTable, Measure, SEPARATOR, ShownCounts};
use clump_core::promise::{CommonFacts, Promise, Property, PropertyName};
use clump_core::verify::{Counted, FactNumbers, ShownFact, Standing, Verdict, common_facts, noisy_facts};

pub(crate) use again::{CountedAgain, count_again};
use identifiers::identifiers;

use crate::check::ceiling::{self, Places};
use crate::check::certain_facts;
use crate::check::{AgainstOriginals, Checked, CheckedProperty};

/// The word for a table of facts in a certificate.
pub(crate) const FACTS_LAYOUT: &str = "facts";

/// Numbers of owners, and how often, by fact and by cell.
pub(crate) struct ExactCounts {
    /// Texts of a fact, with that of the cell if it is one of these, and [`SEPARATOR`] between them.
    numbers: BTreeMap<String, (u64, u64)>,
    /// How many cells the log has.
    cells: usize,
}

impl ExactCounts {
    /// Those that a run counted.
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
        let cells = counted.cells.as_ref().map_or(0, |cells| cells.domain as usize);
        ExactCounts { numbers, cells }
    }

    /// The numbers of a row; none of it if nothing of the kind was counted.
    pub fn of_row(&self, table: &FactTable, row: usize) -> (u64, u64) {
        self.numbers.get(&key(table, row)).copied().unwrap_or_default()
    }

    /// Whether a row of `table` shows these numbers, as `parameters` say.
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

/// The texts of a row as one: of a total, those of the fact alone.
fn key(table: &FactTable, row: usize) -> String {
    let texts: Vec<&str> = match table.columns.has_cells && !table.is_cell(row) {
        true => fact(table, row),
        false => table.texts(row).collect(),
    };
    texts.join(&SEPARATOR.to_string())
}

/// The texts of the fact of a row, without its cell.
fn fact(table: &FactTable, row: usize) -> Vec<&str> {
    let width = table.columns.texts.len() - usize::from(table.columns.has_cells);
    table.texts(row).take(width).collect()
}

/// All texts of a table.
pub(crate) fn texts(table: &FactTable) -> impl Iterator<Item = &str> {
    (0..table.len()).flat_map(|row| table.texts(row))
}

/// How many distinct facts a table is about.
pub(crate) fn distinct_facts(table: &FactTable) -> usize {
    (0..table.len()).map(|row| fact(table, row)).collect::<BTreeSet<_>>().len()
}

/// A row in the words of the promise, with the number of its owners.
fn shown(table: &FactTable, row: usize, owners: u64) -> ShownFact<Vec<&str>, &str> {
    let standing = match (table.columns.has_cells, table.is_cell(row)) {
        (false, _) => Standing::Fact,
        (true, false) => Standing::Total,
        (true, true) => Standing::Cell(table.texts(row).next_back().expect("a cell has a text")),
    };
    ShownFact { fact: fact(table, row), standing, owners: usize::try_from(owners).unwrap_or(usize::MAX) }
}

/// What a table shows of `property`, one of `promise`, by itself; none if it shows nothing of it, as a scale does.
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
            let found = without_identifiers(found, table)?;
            // A number with noise tells of its owners that they are k, and no more.
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
        // Shares of numbers that carry noise tell nothing.
        Property::Certainty(_) if promise.has(PropertyName::DifferentialPrivacy) => None,
        Property::Certainty(promised) => {
            certain_facts::shown_by_facts(promised, table, places?, |row| table.number(row)).ok()
        }
        _ => None,
    }
}

/// `found`, or a verdict on a table that shows nothing else, with the rows that look like the number or address of a person: these
/// break it, whatever their numbers.
fn without_identifiers(found: Option<Verdict>, table: &FactTable) -> Option<Verdict> {
    let mut rows = identifiers(table);
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

/// What the numbers of a table with these parameters are, where the log has so many `cells`; none if nobody knows.
pub(crate) fn numbers_of(parameters: &FactParameters, cells: Option<usize>) -> FactNumbers {
    match (parameters.shown, parameters.noise) {
        (ShownCounts::Exact, None) => FactNumbers::Exact { cells },
        _ => FactNumbers::Changed,
    }
}

/// Checks `promise` from the rows of `table` alone. Where its `numbers` are exact, what they leave is looked at too; ceilings and
/// certainty need the `places` of words.
pub(crate) fn check_facts(
    table: &FactTable,
    promise: &Promise,
    numbers: FactNumbers,
    places: Option<&Places<'_>>,
) -> Checked {
    let shown = |property| shown_by_table(property, promise, table, numbers, places);
    Checked::alone(promise.properties().iter().map(|property| (property.clone(), shown(property))))
}

/// Checks the same of numbers that carry noise, and that every fact is that of at least k `owners`. Where it is known what
/// the `noisy` numbers are, those of the table must be these.
pub(crate) fn check_noisy_facts(
    table: &FactTable,
    promise: &Promise,
    parameters: &FactParameters,
    noisy: Option<&ExactCounts>,
    owners: &ExactCounts,
    places: Option<&Places<'_>>,
) -> Checked {
    let checked = check_facts(table, promise, FactNumbers::Changed, places);
    let rows = 0..table.len();
    let is_shown = noisy.map(|noisy| noisy.is_shown(table, parameters));
    let is_right = |&row: &usize| {
        let has_owners = owners.of_row(table, row).0 >= parameters.thresholds.k as u64;
        has_owners && is_shown.as_ref().is_none_or(|is_shown| is_shown(row))
    };
    let unaccounted = rows.clone().filter(|row| !is_right(row)).count();
    let by_owners = |property: &Property| match property {
        &Property::CommonFacts(CommonFacts { k, k_cell }) => {
            let of_owners = rows.clone().map(|row| shown(table, row, owners.of_row(table, row).0));
            let found = common_facts(of_owners, k, k_cell, FactNumbers::Changed);
            // The exact number of the smallest would tell what the noise hides.
            let smallest = found.smallest.min(k);
            Some(Verdict { counted: Counted::Owners, smallest, ..found })
        }
        property => shown_by_table(property, promise, table, FactNumbers::Changed, places)
            .map(|found| Verdict { counted: Counted::Owners, ..found }),
    };
    let checked = checked.with_originals(AgainstOriginals { not_generalized: 0, unaccounted }, by_owners);
    let are_kept = !checked.properties.is_empty() && checked.properties.iter().all(CheckedProperty::holds);
    Checked { holds: unaccounted == 0 && are_kept, ..checked }
}

/// Checks the same, and every number against those that were counted.
pub(crate) fn check_facts_against(
    table: &FactTable,
    promise: &Promise,
    parameters: &FactParameters,
    exact: &ExactCounts,
    places: Option<&Places<'_>>,
) -> Checked {
    let checked = check_facts(table, promise, numbers_of(parameters, None), places);
    let rows = 0..table.len();
    let is_shown = exact.is_shown(table, parameters);
    let unaccounted = rows.clone().filter(|&row| !is_shown(row)).count();
    let shown_smallest = rows.clone().map(|row| table.number(row)).min().unwrap_or(0);
    let owners = |property: &Property| {
        let of_row = |row: usize| exact.of_row(table, row).0;
        let &Property::CommonFacts(CommonFacts { k, k_cell }) = property else {
            let shown = match (property, places) {
                (Property::Certainty(promised), Some(places)) => {
                    certain_facts::shown_by_facts(promised, table, places, of_row).ok()
                }
                _ => shown_by_table(property, promise, table, numbers_of(parameters, None), places),
            };
            return shown.map(|found| Verdict { counted: Counted::Owners, ..found });
        };
        let rows = rows.clone().map(|row| shown(table, row, of_row(row)));
        let found = common_facts(rows, k, k_cell, FactNumbers::Exact { cells: Some(exact.cells) });
        // What the table does not tell, the verdict on it must not tell either.
        let smallest = match parameters.shown {
            ShownCounts::Exact => found.smallest,
            ShownCounts::Rounded(_) => usize::try_from(shown_smallest).unwrap_or(usize::MAX),
            ShownCounts::Scaled(_) if table.is_empty() => 0,
            ShownCounts::Scaled(_) => k.min(k_cell),
        };
        Some(Verdict { counted: Counted::Owners, smallest, ..found })
    };
    let originals = AgainstOriginals { not_generalized: 0, unaccounted };
    let checked = checked.with_originals(originals, owners);
    // A scale shows nothing by itself; then the owners alone decide.
    let are_kept = !checked.properties.is_empty() && checked.properties.iter().all(CheckedProperty::holds);
    Checked { holds: unaccounted == 0 && are_kept, ..checked }
}
