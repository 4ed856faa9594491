//! Makes the table on one machine, from the sums of all machines.

use std::sync::Arc;

use clump_io::arrow_array::Array;
use clump_io::arrow_array::builder::StringBuilder;
use clump_io::arrow_array::types::Int64Type;
use clump_io::facts::{FactLog, FactStore, InTable, NamedRows};
use clump_io::{Batches, FactNeed, OwnerIs, ReadCounts, ReadError, RowOwner};

use super::super::table::{batches, table, wrong};
use super::judging::Sums;
use super::plan::{FactPlan, frame, rule_of};
use crate::RunError;
use crate::run::Made;

/// Counts of facts and cells, summed over all machines. Each table has the columns that its comment lists.
#[derive(Debug)]
pub struct FactSums {
    /// All facts, grouped by their number of `owners` and the `rule` that excludes them (or null). `facts` is
    /// the number of facts, and `times` the sum of their occurrences.
    pub volume: Batches,
    /// Facts to publish: `fact`, `owners`, `times`. Empty with noise.
    pub facts: Batches,
    /// Cells to publish: `fact`, `cell`, `owners`, `times`. With noise, also facts without cells.
    pub cells: Batches,
    /// Cells that have enough owners but are excluded: the `rule`, and the number of `cells` that it
    /// excludes.
    pub excluded_cells: Batches,
    /// For each fact of the cells to publish: `fact`, and `owners`, the number of distinct owners in these
    /// cells. Empty with noise.
    pub totals: Batches,
    /// Number of records whose owner counts in the fact of the record; only used with noise.
    pub pairs_counted: u64,
}

/// Owners who count in the table. With noise, the rows of the table are not known yet. Then these are the
/// owners who count in [`FactSums::cells`].
#[derive(Clone, Copy, Debug)]
pub struct OwnersCounted {
    /// Number of owners who count in a row of the table.
    pub owners: u64,
    /// Number of pairs of an owner and a fact in whose rows the owner counts.
    pub pairs: u64,
    /// Number of occurrences of facts that the rows count.
    pub times: u64,
}

/// The counted facts from which the table is made.
#[derive(Debug)]
pub struct FactTotals {
    owner: Option<RowOwner>,
    is_bounded: bool,
    gathered: FactStore,
}

impl FactPlan {
    /// Collects the sums on one machine.
    ///
    /// # Errors
    /// When a column is missing or has the wrong type, or the facts need clicks and the input has none.
    pub fn gather(&self, sums: &FactSums) -> Result<FactTotals, RunError> {
        let request = &self.method.request;
        let mut gathered = FactStore::new(self.table(), request.thresholds);
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
        if request.needs_clicks() && gathered.volume().facts() == 0 && !self.is_bounded() {
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
        } else if !self.table().by.is_empty() {
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

    /// Makes the table of facts, and adds noise if the job asks for it. `seconds` is the time that counting
    /// took.
    ///
    /// # Errors
    /// When there are too few owners.
    pub fn make(&self, log: FactLog, seconds: f64) -> Result<Made, RunError> {
        Made::of_facts(self.method.clone(), &self.job, log, seconds)
    }
}

impl FactTotals {
    /// The cells in which rows of the table count owners: columns `fact` and `cell`. No rows if the job has
    /// no cells.
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

    /// The same log of facts that a run in one process would have. `counts` is the sum of the numbers that
    /// all machines counted while reading.
    ///
    /// # Errors
    /// When the input has no rows.
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
        // For the user, the rows of all machines are one input.
        let counts = ReadCounts { files: 1, ..counts };
        let table = gathered.finish((!is_bounded).then_some(in_table), owners.owners);
        Ok(FactLog { tables: vec![table], owner_is, counts, named: NamedRows::default() })
    }
}
