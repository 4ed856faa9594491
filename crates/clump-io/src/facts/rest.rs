//! Counts the owners of everything that has no row: facts and cells with too few owners, and those that a rule
//! excludes.

use std::io;

use clump_core::containers::Interner;
use clump_core::facts::{SEPARATOR, Tally};
use clump_core::progress::Progress;
use rustc_hash::FxHashSet;

use super::counters::ClosedCounters;
use super::plan::{FactPlan, PlannedTable};
use super::selection::FactStore;

/// The owners of everything that has no row, for each table of the request.
pub(super) fn rests(
    counters: &ClosedCounters,
    stores: &[FactStore],
    plan: &FactPlan,
    progress: &dyn Progress,
) -> io::Result<Vec<Tally>> {
    let of_table = |(store, table): (&FactStore, &PlannedTable)| {
        let keys: FxHashSet<String> = store.rows().map(|(key, _)| key).collect();
        rest(counters, table, |key| keys.contains(key), progress)
    };
    stores.iter().zip(plan.shown()).map(of_table).collect()
}

/// Owners and occurrences of the keys of `table` for which `is_shown` is false, for each cell. A table without cells has
/// one entry, with an empty key. Sorted by cell. Memory holds four bytes for each owner of each cell.
fn rest(
    counters: &ClosedCounters,
    table: &PlannedTable,
    is_shown: impl Fn(&str) -> bool,
    progress: &dyn Progress,
) -> io::Result<Tally> {
    let mut names = Interner::default();
    let mut of_cells: Vec<CellRest> = Vec::new();
    let columns = table.spec.by.len();
    counters.each(table.fact, table.division, progress, |found| {
        if is_shown(found.key) {
            return;
        }
        let cell = if columns == 0 { "" } else { cell_of(found.key, columns) };
        let number = names.intern(cell) as usize;
        if number == of_cells.len() {
            of_cells.push(CellRest { owners: Vec::new(), limit: 1 << 16, times: 0 });
        }
        of_cells[number].add(found.owners, found.times);
    })?;
    let mut order: Vec<u32> = (0..names.len() as u32).collect();
    order.sort_unstable_by_key(|&cell| names.get(cell));
    let mut rest = Tally::default();
    for cell in order {
        let of_cell = &mut of_cells[cell as usize];
        of_cell.shorten();
        rest.push(names.get(cell), of_cell.owners.len() as u64, of_cell.times);
    }
    Ok(rest)
}

/// The owners of everything in one cell that has no row.
struct CellRest {
    owners: Vec<u32>,
    /// Length at which owners who occur several times are removed.
    limit: usize,
    times: u64,
}

impl CellRest {
    fn add(&mut self, owners: &[u32], times: u64) {
        self.owners.extend_from_slice(owners);
        self.times = self.times.saturating_add(times);
        if self.owners.len() > self.limit {
            self.shorten();
            self.limit = self.limit.max(2 * self.owners.len());
        }
    }

    fn shorten(&mut self) {
        self.owners.sort_unstable();
        self.owners.dedup();
    }
}

/// The cell at the end of a key: its last `columns` texts.
pub(super) fn cell_of(key: &str, columns: usize) -> &str {
    let start = key.rmatch_indices(SEPARATOR).nth(columns - 1).map_or(0, |(at, sign)| at + sign.len());
    &key[start..]
}
