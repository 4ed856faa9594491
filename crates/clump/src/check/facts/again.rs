//! Counts a table of facts once more from its input, with a set of owners for each row.
//!
//! Shares only the code for reading with the run that made the table. Counters, rules and the choice of rows
//! are not shared.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::facts::{FactTable, SEPARATOR};
use clump_core::progress::Progress;
use clump_io::facts::{FactRequest, each_fact};
use clump_io::{Input, OwnerIs, ReadError, ReadOptions};

use super::{ExactCounts, fact_key, key};

type OfRow = (BTreeSet<u32>, u64);

/// Counts the rows of `table` once more from `inputs`, and returns what was counted as one owner.
pub(crate) fn count_again(
    table: &FactTable,
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    progress: &dyn Progress,
) -> Result<(ExactCounts, OwnerIs), ReadError> {
    let mut rows: BTreeMap<String, OfRow> = BTreeMap::new();
    for row in 0..table.len() {
        rows.insert(key(table, row), OfRow::default());
        rows.insert(fact_key(table, row), OfRow::default());
    }
    let mut count = |key: &str, owner: u32, more: u64| {
        let row = rows.get_mut(key);
        row.map(|(owners, times)| {
            owners.insert(owner);
            *times = times.saturating_add(more);
        })
    };
    // A fact with cells is counted only over those cells that the table shows.
    let mut take = |owner: u32, fact: &str, cell: Option<&str>, times: u64| {
        if cell.is_none_or(|cell| count(&format!("{fact}{SEPARATOR}{cell}"), owner, times).is_some()) {
            count(fact, owner, times);
        }
    };
    let (owner_is, _) = each_fact(inputs, options, request, &mut take, progress)?;
    let numbers =
        rows.into_iter().map(|(key, (owners, times))| (key, (owners.len() as u64, times))).collect();
    Ok((ExactCounts { numbers }, owner_is))
}
