//! The facts of some owners of a log, for a caller that merges them with the facts of other owners.

use clump_core::containers::Interner;
use clump_core::facts::SEPARATOR;
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_noise::Bounding;
use rustc_hash::FxHashSet;

use super::rules::{AsTyped, ExclusionRule, Rules};
use super::selection::is_known_cell;
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
    /// Numbers of owner, fact and cell, with the number of occurrences. Sorted; the same three numbers may
    /// occur more than once.
    rows: Vec<([u32; 3], u64)>,
    has_cells: bool,
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
    /// Key of the fact.
    pub fact: &'f str,
    /// Cell of the fact; `None` if the request has no cells, empty if the line has no value for it.
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
        let (mut facts, mut cells, mut rows) = (Interner::default(), Interner::default(), Vec::new());
        let mut take = |owner: u32, fact: &str, cell: Option<&str>, times: u64| {
            rows.push(([owner, facts.intern(fact), cells.intern(cell.unwrap_or_default())], times));
        };
        let read = reader::read(inputs, options, request, &mut &mut take, &mut as_typed, progress)?;
        let FactOwners { owners, counts, .. } = read;
        rows.sort_unstable();
        let mut excluded: Vec<(String, ExclusionRule)> = as_typed.excluded.into_iter().collect();
        excluded.sort_unstable();
        let counts = ReadCounts { owners: owners.len() as u64, ..counts };
        Ok(OwnedFacts { owners, facts, cells, rows, has_cells: request.by.is_some(), excluded, counts })
    }

    /// Passes each fact of each owner, and each cell if the request has cells, to `each` once. The facts that
    /// `bounding` selects for an owner depend only on the owner's name and facts.
    pub fn each(&self, bounding: Option<&Bounding>, mut each: impl FnMut(OwnedFact<'_>)) {
        for of_owner in self.rows.chunk_by(|(a, _), (b, _)| a[0] == b[0]) {
            let owner = self.owners.get(of_owner[0].0[0] as usize);
            let alike = || of_owner.chunk_by(|(a, _), (b, _)| a == b);
            let keys: Vec<String> = match bounding {
                Some(_) => alike().map(|same| self.key(same[0].0)).collect(),
                None => Vec::new(),
            };
            let chosen: Option<FxHashSet<&str>> = bounding.map(|bounding| {
                let is_countable = |key: &&str| !self.has_cells || is_known_cell(key);
                let countable = keys.iter().map(String::as_str).filter(is_countable);
                bounding.choose(owner.as_bytes(), countable).into_iter().collect()
            });
            for (place, same) in alike().enumerate() {
                let [_, fact, cell] = same[0].0;
                each(OwnedFact {
                    owner,
                    fact: self.facts.get(fact),
                    cell: self.has_cells.then(|| self.cells.get(cell)),
                    times: same.iter().fold(0, |all, &(_, times)| times.saturating_add(all)),
                    counts: chosen.as_ref().is_none_or(|chosen| chosen.contains(keys[place].as_str())),
                });
            }
        }
    }

    fn key(&self, [_, fact, cell]: [u32; 3]) -> String {
        if self.has_cells {
            format!("{}{SEPARATOR}{}", self.facts.get(fact), self.cells.get(cell))
        } else {
            self.facts.get(fact).to_owned()
        }
    }
}
