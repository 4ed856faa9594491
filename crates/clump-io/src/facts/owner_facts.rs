//! The facts of some owners, owner by owner, for a caller that merges them with those of other owners.

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

/// All facts of some owners, in memory.
#[derive(Debug)]
pub struct OwnedFacts {
    owners: Names,
    facts: Interner,
    cells: Interner,
    /// Owner, fact and cell by number, sorted, with their number of occurrences. Some appear more than once.
    rows: Vec<([u32; 3], u64)>,
    has_cells: bool,
    /// Normal forms that a rule excludes because of the way one of their queries was typed, in alphabetical
    /// order.
    pub excluded: Vec<(String, ExclusionRule)>,
    /// Counts of what was read and what was left out.
    pub counts: ReadCounts,
}

/// A fact of an owner, or a cell of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OwnedFact<'f> {
    /// The owner, as counted.
    pub owner: &'f str,
    /// The fact.
    pub fact: &'f str,
    /// Its cell, if there are cells; empty if it is unknown.
    pub cell: Option<&'f str>,
    /// Number of occurrences.
    pub times: u64,
    /// True if the owner counts in it. Always true if owners are not bounded.
    pub counts: bool,
}

impl OwnedFacts {
    /// Reads `inputs`, which have all lines of each of their owners, but maybe not all owners of the log. One
    /// pass; memory for the distinct facts, and 24 bytes for each line.
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

    /// Passes each fact of each owner to `each` once, with its cell if there are cells. The facts that
    /// `bounding` lets an owner count in depend only on the owner's name and facts.
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
