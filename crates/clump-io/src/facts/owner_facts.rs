//! The facts of some owners of a log, for a caller that merges them with the facts of other owners.

use clump_core::containers::Interner;
use clump_core::facts::SEPARATOR;
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_noise::Bounding;
use rustc_hash::FxHashSet;

use super::counters::Passed;
use super::plan::FactPlan;
use super::rules::{AsTyped, ExclusionRule, Rules};
use super::{FactRequest, reader, reader::FactOwners};
use crate::error::ReadError;
use crate::input::Input;
use crate::options::ReadOptions;
use crate::read::ReadCounts;

/// All facts of some owners of a log, held in memory.
#[derive(Debug)]
pub struct OwnedFacts {
    owners: Names,
    facts: Interner,
    cells: Interner,
    /// Numbers of owner, table, fact and cell, with the number of occurrences. Sorted; the same four numbers may
    /// occur more than once.
    rows: Vec<([u32; 4], u64)>,
    /// For each table, true if it has cells.
    have_cells: Vec<bool>,
    /// Normal forms of queries that are excluded because an owner typed one of these queries in an excluded
    /// way, in alphabetical order.
    pub excluded: Vec<(String, ExclusionRule)>,
    /// Counts of lines, queries and owners that were read or left out.
    pub counts: ReadCounts,
}

/// One fact of one owner, or one cell of that fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedFact<'f> {
    /// Name of the owner.
    pub owner: &'f str,
    /// Number of the table in [`FactRequest::counted_tables`].
    pub table: u32,
    /// Key of the fact.
    pub fact: &'f str,
    /// Cell of the fact; `None` if the table has no cells, empty if the line has no value for it.
    pub cell: Option<&'f str>,
    /// Number of times that the fact occurs for this owner.
    pub times: u64,
    /// True if the limit per owner lets this owner count in the fact. Always true without such a limit.
    pub counts: bool,
}

impl OwnedFacts {
    /// Reads `inputs`, which must contain all lines of each of their owners, but need not contain all owners
    /// of the log. One pass; memory holds the distinct facts and 24 bytes per line.
    ///
    /// # Errors
    /// As [`count_facts`](super::count_facts), but missing clicks are no error.
    pub fn read(
        inputs: &[Input],
        options: &ReadOptions,
        request: &FactRequest,
        rules: &Rules,
        progress: &dyn Progress,
    ) -> Result<OwnedFacts, ReadError> {
        let mut as_typed = AsTyped::new(rules, request);
        let plan = FactPlan::of(request);
        let (mut facts, mut cells, mut rows) = (Interner::default(), Interner::default(), Vec::new());
        let mut take = |table: usize, owner: u32, fact: &str, cell: Option<&str>, times: u64| {
            let numbers = [owner, table as u32, facts.intern(fact), cells.intern(cell.unwrap_or_default())];
            rows.push((numbers, times));
        };
        let mut passed = Passed::new(&plan.tables, &mut take);
        let read = reader::read(inputs, options, request, &plan, &mut passed, &mut as_typed, progress)?;
        let FactOwners { owners, counts, .. } = read;
        rows.sort_unstable();
        let mut excluded: Vec<(String, ExclusionRule)> = as_typed.excluded.into_iter().collect();
        excluded.sort_unstable();
        let counts = ReadCounts { owners: owners.len() as u64, ..counts };
        let have_cells = plan.tables.iter().map(|table| table.division.is_some()).collect();
        Ok(OwnedFacts { owners, facts, cells, rows, have_cells, excluded, counts })
    }

    /// Names of the owners.
    pub fn owners(&self) -> impl Iterator<Item = &str> {
        self.owners.iter()
    }

    /// Passes each fact of each owner, and each cell of a table with cells, to `each` once. The facts that
    /// `bounding` selects for an owner depend only on the owner's name and facts.
    pub fn each(&self, bounding: Option<&Bounding>, mut each: impl FnMut(OwnedFact<'_>)) {
        for of_owner in self.rows.chunk_by(|(a, _), (b, _)| a[0] == b[0]) {
            let owner = self.owners.get(of_owner[0].0[0] as usize);
            let alike = || of_owner.chunk_by(|(a, _), (b, _)| a == b);
            let keys: Vec<Option<String>> = match bounding {
                Some(_) => alike().map(|same| self.key(same[0].0)).collect(),
                None => Vec::new(),
            };
            let chosen: Option<FxHashSet<&str>> = bounding.map(|bounding| {
                let countable = keys.iter().flatten().map(String::as_str);
                bounding.choose(owner.as_bytes(), countable).into_iter().collect()
            });
            for (place, same) in alike().enumerate() {
                let [_, table, fact, cell] = same[0].0;
                let counts =
                    |chosen: &FxHashSet<&str>| keys[place].as_deref().is_some_and(|key| chosen.contains(key));
                each(OwnedFact {
                    owner,
                    table,
                    fact: self.facts.get(fact),
                    cell: self.have_cells[table as usize].then(|| self.cells.get(cell)),
                    times: same.iter().fold(0, |all, &(_, times)| times.saturating_add(all)),
                    counts: chosen.as_ref().is_none_or(counts),
                });
            }
        }
    }

    /// The key of a row with its cell; `None` if its cell is unknown, since it is never published.
    fn key(&self, [_, table, fact, cell]: [u32; 4]) -> Option<String> {
        if !self.have_cells[table as usize] {
            return Some(self.facts.get(fact).to_owned());
        }
        let cell = self.cells.get(cell);
        (!cell.is_empty()).then(|| format!("{}{SEPARATOR}{cell}", self.facts.get(fact)))
    }
}
