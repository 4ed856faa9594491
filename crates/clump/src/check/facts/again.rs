//! A table of facts counted once more from its input: a set of owners for each row, and what all of it is of the log.
//!
//! Shares reading with the run that made the table, and nothing else: no counter, no rule and no choice of rows.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::containers::Interner;
use clump_core::facts::{FactTable, SEPARATOR};
use clump_core::progress::Progress;
use clump_io::facts::{FactRequest, each_fact};
use clump_io::{Input, OwnerIs, ReadError, ReadOptions};
use clump_report::{FactsOfLog, OwnersRead, rounded};

use super::{ExactCounts, fact, key};

/// What was counted again.
pub(crate) struct CountedAgain {
    /// The numbers of the rows of the table.
    pub exact: ExactCounts,
    /// How much of the log they are.
    pub of_log: FactsOfLog,
    pub owner_is: OwnerIs,
}

/// Owners and times of a row.
type OfRow = (BTreeSet<u32>, u64);

/// All facts of the log, of which only numbers are of interest.
#[derive(Default)]
struct All {
    facts: Interner,
    /// Fact and owner; each once whenever they have been sorted.
    pairs: Vec<u64>,
    /// So many pairs are sorted before others come.
    next_sort: usize,
    times: u64,
    cells: BTreeSet<String>,
}

impl All {
    fn take(&mut self, owner: u32, fact: &str, cell: Option<&str>) {
        self.times += 1;
        self.pairs.push(u64::from(self.facts.intern(fact)) << 32 | u64::from(owner));
        if self.pairs.len() > self.next_sort.max(1 << 20) {
            self.sort();
            self.next_sort = 2 * self.pairs.len();
        }
        if let Some(cell) = cell.filter(|&cell| !self.cells.contains(cell)) {
            self.cells.insert(cell.to_owned());
        }
    }

    fn sort(&mut self) {
        self.pairs.sort_unstable();
        self.pairs.dedup();
    }
}

/// Counts the rows of `table` once more from `inputs`.
///
/// # Errors
/// When the inputs cannot be read.
pub(crate) fn count_again(
    table: &FactTable,
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    progress: &dyn Progress,
) -> Result<CountedAgain, ReadError> {
    let mut rows: BTreeMap<String, OfRow> =
        (0..table.len()).map(|row| (key(table, row), OfRow::default())).collect();
    let mut count = |key: &str, owner: u32| {
        if let Some((owners, times)) = rows.get_mut(key) {
            owners.insert(owner);
            *times += 1;
        }
    };
    let mut all = All::default();
    let mut take = |owner: u32, fact: &str, cell: Option<&str>| {
        all.take(owner, fact, cell);
        count(fact, owner);
        if let Some(cell) = cell {
            count(&format!("{fact}{SEPARATOR}{cell}"), owner);
        }
    };
    let (owner_is, counts) = each_fact(inputs, options, request, &mut take, progress)?;
    all.sort();
    let of_log = of_log(table, &rows, &all, counts.owners as usize);
    let numbers =
        rows.into_iter().map(|(key, (owners, times))| (key, (owners.len() as u64, times))).collect();
    Ok(CountedAgain { exact: ExactCounts { numbers, cells: all.cells.len() }, of_log, owner_is })
}

/// What the `rows` of `table` are of everything. An owner counts once in a fact, whatever rows count it; a total has all of
/// its fact, and without one the cells have what they have together.
fn of_log(table: &FactTable, rows: &BTreeMap<String, OfRow>, all: &All, owners_read: usize) -> FactsOfLog {
    let mut facts: BTreeMap<Vec<&str>, (BTreeSet<u32>, u64, u64)> = BTreeMap::new();
    for row in 0..table.len() {
        let Some((owners, times)) = rows.get(&key(table, row)) else { continue };
        let (all_owners, whole, in_cells) = facts.entry(fact(table, row)).or_default();
        all_owners.extend(owners);
        *(if table.is_cell(row) { in_cells } else { whole }) += times;
    }
    let pairs: usize = facts.values().map(|(owners, ..)| owners.len()).sum();
    let times: u64 = facts.values().map(|&(_, whole, in_cells)| whole.max(in_cells)).sum();
    let owners: BTreeSet<u32> = facts.values().flat_map(|(owners, ..)| owners).copied().collect();
    let share = |part: u64, of: u64| rounded(if of == 0 { 0.0 } else { part as f64 / of as f64 });
    FactsOfLog {
        facts_kept: share(facts.len() as u64, all.facts.len() as u64),
        pairs_kept: share(pairs as u64, all.pairs.len() as u64),
        times_kept: share(times, all.times),
        read: OwnersRead { owners_read, owners_dropped: owners_read - owners.len() },
    }
}
