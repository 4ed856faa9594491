//! Counts tables of facts once more from their input, with a set of owners for each fact and each cell.
//!
//! Shares only the code for reading, and the rules that exclude texts, with the run that made the tables. Counters, the
//! choice of rows and the rules for several tables are not shared.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use clump_core::facts::{FactParameters, FactTable, SEPARATOR};
use clump_core::progress::Progress;
use clump_io::facts::{FactRequest, Rules, each_fact};
use clump_io::{Input, OwnerIs, ReadError, ReadOptions};

use super::{ExactCounts, fact_key, key};

type OfRow = (BTreeSet<u32>, u64);

/// The counts of one table.
#[derive(Default)]
struct TableRecount {
    rows: BTreeMap<String, OfRow>,
    /// Owners of each fact or cell that has no row.
    missing: BTreeMap<String, BTreeSet<u32>>,
}

/// The tables counted once more.
pub(crate) struct CountedAgain {
    /// For each table, the numbers of its rows.
    pub exact: Vec<ExactCounts>,
    /// For each table, the facts and cells without a row: the key, and the number of owners.
    pub missing: Vec<Vec<(String, u64)>>,
    pub owner_is: OwnerIs,
}

/// Counts the rows of `tables` once more from `inputs`. `request` must be for the same tables.
pub(crate) fn count_again(
    tables: &[&FactTable],
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    progress: &dyn Progress,
) -> Result<CountedAgain, ReadError> {
    let mut recounts: Vec<TableRecount> = Vec::new();
    for table in tables {
        let mut recount = TableRecount::default();
        for row in (0..table.len()).filter(|&row| !table.is_rest(row)) {
            recount.rows.insert(key(table, row), OfRow::default());
            recount.rows.insert(fact_key(table, row), OfRow::default());
        }
        recounts.push(recount);
    }
    let mut take = |table: usize, owner: u32, fact: &str, cell: Option<&str>, times: u64| {
        let TableRecount { rows, missing } = &mut recounts[table];
        let whole = cell.map(|cell| format!("{fact}{SEPARATOR}{cell}"));
        let key = whole.as_deref().unwrap_or(fact);
        match rows.get_mut(key) {
            Some((owners, of_row)) => {
                owners.insert(owner);
                *of_row = of_row.saturating_add(times);
                // A fact with cells is counted only over those cells that the table shows.
                if cell.is_some()
                    && let Some((owners, of_fact)) = rows.get_mut(fact)
                {
                    owners.insert(owner);
                    *of_fact = of_fact.saturating_add(times);
                }
            }
            None if cell != Some("") => {
                missing.entry(key.to_owned()).or_default().insert(owner);
            }
            None => {}
        }
    };
    let (owner_is, _) = each_fact(inputs, options, request, &mut take, progress)?;
    let (mut exact, mut missing) = (Vec::new(), Vec::new());
    for recount in recounts {
        let numbers = recount.rows.into_iter();
        let numbers = numbers.map(|(key, (owners, times))| (key, (owners.len() as u64, times)));
        exact.push(ExactCounts { numbers: numbers.collect() });
        let owners = recount.missing.into_iter().map(|(key, owners)| (key, owners.len() as u64));
        missing.push(owners.collect());
    }
    Ok(CountedAgain { exact, missing, owner_is })
}

/// Number of the `uncovered` facts or cells that should have a row: only exclusion by a rule explains that they have none. Each has its key and its number of owners.
pub(crate) fn missing_rows(
    uncovered: &[(String, u64)],
    parameters: &FactParameters,
    request: &FactRequest,
    never: Option<&Path>,
) -> Result<usize, ReadError> {
    let rules = Rules::read(never)?.guarding(request);
    let columns = parameters.spec.by.len();
    // Cells of a fact need k owners together, so fewer than k prove nothing.
    let least = parameters.least(true).max(parameters.least(false));
    let should_have_a_row = |key: &str| {
        let cell = match columns {
            0 => key.len(),
            columns => key.rmatch_indices(SEPARATOR).nth(columns - 1).map_or(0, |(at, _)| at),
        };
        let (fact, cell) = key.split_at(cell);
        rules.exclude(parameters.spec.kind, fact).is_none()
            && rules.exclude_cell(cell.trim_start_matches(SEPARATOR)).is_none()
    };
    Ok(uncovered.iter().filter(|(key, owners)| *owners >= least && should_have_a_row(key)).count())
}
