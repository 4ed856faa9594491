//! Makes the table on one machine, from the sums of all machines.

use std::sync::Arc;

use clump_io::arrow_array::Array;
use clump_io::arrow_array::builder::StringBuilder;
use clump_io::arrow_array::types::Int64Type;
use clump_io::facts::{FactLog, FactStore, InTable};
use clump_io::{Batches, FactNeed, OwnerIs, ReadCounts, ReadError, RowOwner};

use super::super::table::{batches, table, wrong};
use super::judging::Sums;
use super::plan::{FactPlan, frame, rule_of};
use crate::RunError;
use crate::run::Made;

/// Sums over all machines.
#[derive(Debug)]
pub struct FactSums {
    /// All facts by their number of `owners` and the `rule` that excludes them, if any: the number of
    /// `facts`, and the sum of their `times`.
    pub volume: Batches,
    /// Facts that are kept: `fact`, `owners`, `times`. Empty where owners are bounded.
    pub facts: Batches,
    /// Cells that are kept, and facts without cells where owners are bounded: `fact`, `cell`, `owners`,
    /// `times`.
    pub cells: Batches,
    /// Cells of enough owners by the `rule` that excludes them: the number of `cells`.
    pub excluded_cells: Batches,
    /// Facts of these cells: `fact`, and the distinct `owners` of it in the cells that are kept. Empty where
    /// owners are bounded.
    pub totals: Batches,
    /// Number of records that count.
    pub pairs_counted: u64,
}

/// Owners whose facts are in the table. Where owners are bounded, noise decides what is in the table, so
/// these are the owners whose facts are kept.
#[derive(Clone, Copy, Debug)]
pub struct OwnersCounted {
    /// Owners that some row counts.
    pub owners: u64,
    /// Pairs of an owner and a fact that some row counts the owner in.
    pub pairs: u64,
    /// Occurrences of facts that some row counts.
    pub times: u64,
}

/// The counted facts that a table is made of.
#[derive(Debug)]
pub struct FactTotals {
    owner: Option<RowOwner>,
    is_bounded: bool,
    gathered: FactStore,
}

impl FactPlan {
    /// Gathers what is kept.
    ///
    /// # Errors
    /// When a table is not as it should be, or there are no clicks that the facts are about.
    pub fn gather(&self, sums: &FactSums) -> Result<FactTotals, RunError> {
        let request = &self.method.request;
        let mut gathered = FactStore::new(request);
        for batch in batches(&sums.volume)? {
            let rules = batch.texts("rule")?;
            let [owners, facts, times] =
                [batch.numbers("owners")?, batch.numbers("facts")?, batch.numbers::<Int64Type>("times")?];
            for row in 0..batch.rows() {
                let rule = rules.is_valid(row).then(|| rule_of(rules.value(row))).transpose()?;
                let [owners, facts, times] =
                    [owners, facts, times].map(|numbers| numbers.value(row).cast_unsigned());
                gathered.count(rule, owners, facts, times);
            }
        }
        // With noise, an error would reveal that there are no clicks.
        if request.kind.needs_clicks() && gathered.volume().facts() == 0 && !self.is_bounded() {
            return Err(ReadError::FactNeeds { file: frame(), need: FactNeed::Clicks }.into());
        }
        for batch in batches(&sums.facts)?.chain(batches(&sums.cells)?) {
            let (read, times) = (Sums::of(batch)?, batch.numbers::<Int64Type>("times")?);
            for row in 0..batch.rows() {
                let (fact, owners, times) =
                    (read.fact(row), read.owners(row), times.value(row).cast_unsigned());
                match read.cell(row) {
                    None => gathered.keep_fact(fact, owners, times),
                    Some(cell) => gathered.keep_cell(fact, cell, owners, times),
                }
            }
        }
        for batch in batches(&sums.excluded_cells)? {
            let (rules, cells) = (batch.texts("rule")?, batch.numbers::<Int64Type>("cells")?);
            for row in 0..batch.rows() {
                gathered.exclude_cells(rule_of(rules.value(row))?, cells.value(row).cast_unsigned());
            }
        }
        if self.is_bounded() {
            gathered.set_pairs_counted(sums.pairs_counted);
        } else if request.by.is_some() {
            let mut owners = vec![0; gathered.counted().facts.len()];
            for batch in batches(&sums.totals)? {
                let read = Sums::of(batch)?;
                for row in 0..batch.rows() {
                    let fact =
                        gathered.find(read.fact(row)).ok_or_else(|| wrong("a total is of no kept fact"))?;
                    owners[fact as usize] = read.owners(row);
                }
            }
            gathered.count_over_cells(&owners);
        }
        let owner = self.job.input.columns.owner.clone();
        Ok(FactTotals { owner, is_bounded: self.is_bounded(), gathered })
    }

    /// Makes the table of facts that took this many `seconds` to count. Noise is added here, once.
    ///
    /// # Errors
    /// When there are too few owners.
    pub fn make(&self, log: FactLog, seconds: f64) -> Result<Made, RunError> {
        Made::of_facts(self.method.clone(), &self.job, log, seconds)
    }
}

impl FactTotals {
    /// The cells that rows of the table are about: `fact` and `cell`. Empty where there are no cells.
    ///
    /// # Errors
    /// When a table cannot be made.
    pub fn shown(&self) -> Result<Batches, RunError> {
        let counted = self.gathered.counted();
        let (mut facts, mut names) = (StringBuilder::new(), StringBuilder::new());
        if let Some(cells) = &counted.cells {
            for (cell, &fact) in cells.fact_of.iter().enumerate() {
                facts.append_value(counted.facts.key(fact as usize));
                names.append_value(cells.cells.key(cell));
            }
        }
        table(vec![("fact", Arc::new(facts.finish())), ("cell", Arc::new(names.finish()))])
    }

    /// The log of facts that a run in one process would have counted. `counts` are the sums of what reading
    /// counted.
    ///
    /// # Errors
    /// When nothing was read.
    pub fn log(self, counts: ReadCounts, owners: OwnersCounted) -> Result<FactLog, RunError> {
        let FactTotals { owner, is_bounded, gathered } = self;
        let owner_is = match &owner {
            Some(owner) if counts.lines > 0 || is_bounded => OwnerIs::from(owner),
            _ => return Err(ReadError::Empty { file: frame(), files: 1 }.into()),
        };
        let in_table = InTable {
            facts: gathered.counted().facts.len() as u64,
            pairs: owners.pairs,
            times: owners.times,
            owners: owners.owners,
        };
        // The rows of all machines are one table.
        let counts = ReadCounts { files: 1, ..counts };
        Ok(gathered.finish((!is_bounded).then_some(in_table), owners.owners, owner_is, counts))
    }
}
