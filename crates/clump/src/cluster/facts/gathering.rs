//! What one machine makes of the sums of all: the table.

use std::sync::Arc;

use clump_io::arrow_array::Array;
use clump_io::arrow_array::builder::{BooleanBuilder, ListBuilder, StringBuilder};
use clump_io::arrow_array::types::Int64Type;
use clump_io::facts::{FactLog, Gathered, InTable, Shown};
use clump_io::{Batches, FactNeed, OwnerIs, ReadCounts, ReadError, RowOwner};

use super::super::table::{batches, table};
use super::judging::Sums;
use super::plan::{FactPlan, frame, rule_of};
use crate::RunError;
use crate::run::Unpublished;

/// Sums over all machines.
#[derive(Debug)]
pub struct FactSums {
    /// All facts by their number of `owners` and the `rule` that withholds them, if one does: how many `facts`, and how many
    /// `times` together.
    pub volume: Batches,
    /// Facts that are kept: `fact`, `owners`, `times`. Empty where owners are bounded.
    pub facts: Batches,
    /// Cells that are kept, and facts without cells where owners are bounded: `fact`, `cell`, `owners`, `times`.
    pub cells: Batches,
    /// Cells of enough owners by the `rule` that withholds them: how many `cells`.
    pub withheld_cells: Batches,
    /// How many distinct cells any record has.
    pub domain: u32,
    /// How many records count.
    pub pairs_counted: u64,
}

/// Whose facts are kept, and whose are in the table.
#[derive(Clone, Copy, Debug)]
pub struct OwnersCounted {
    /// Owners of any fact that is kept.
    pub of_facts: u64,
    /// Owners that some row counts.
    pub in_table: u64,
    /// Pairs of an owner and a fact that some row counts the owner in.
    pub pairs: u64,
    /// How often facts were there, where a row counts it.
    pub times: u64,
}

/// What a table is made of.
#[derive(Debug)]
pub struct GatheredFacts {
    owner: Option<RowOwner>,
    is_bounded: bool,
    gathered: Gathered,
}

impl FactPlan {
    /// Gathers what is kept.
    ///
    /// # Errors
    /// When a table is not as it should be, or there are no clicks that the facts are about.
    pub fn gather(&self, sums: &FactSums) -> Result<GatheredFacts, RunError> {
        let request = &self.method.request;
        let mut gathered = Gathered::new(request);
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
        if request.kind.needs_clicks() && gathered.volume().facts() == 0 {
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
        for batch in batches(&sums.withheld_cells)? {
            let (rules, cells) = (batch.texts("rule")?, batch.numbers::<Int64Type>("cells")?);
            for row in 0..batch.rows() {
                gathered.withhold_cells(rule_of(rules.value(row))?, cells.value(row).cast_unsigned());
            }
        }
        if self.is_bounded() {
            gathered.set_pairs_counted(sums.pairs_counted);
        } else if request.by.is_some() {
            gathered.set_domain(sums.domain);
        }
        let owner = self.job.input.columns.owner.clone();
        Ok(GatheredFacts { owner, is_bounded: self.is_bounded(), gathered })
    }

    /// Makes the table of what was counted in so many `seconds`. Noise is added here, once.
    ///
    /// # Errors
    /// When there are too few owners.
    pub fn make(&self, log: FactLog, seconds: f64) -> Result<Unpublished, RunError> {
        Unpublished::of_facts(self.method.clone(), &self.job, log, seconds)
    }
}

impl GatheredFacts {
    /// What rows of the table are about: each `fact` that is kept, whether a row counts the `whole` of it, and if none does, the
    /// `cells` that rows count.
    ///
    /// # Errors
    /// When a table cannot be made.
    pub fn shown(&self) -> Result<Batches, RunError> {
        let Shown { facts: whole, cells: shown } = self.gathered.shown();
        let counted = self.gathered.counted();
        let mut cells_of = vec![Vec::new(); whole.len()];
        if let Some(cells) = &counted.cells {
            for (cell, &fact) in cells.fact_of.iter().enumerate().filter(|&(cell, _)| shown[cell]) {
                cells_of[fact as usize].push(cells.cells.key(cell));
            }
        }
        let (mut facts, mut wholes) = (StringBuilder::new(), BooleanBuilder::new());
        let mut cells = ListBuilder::new(StringBuilder::new());
        for (fact, of_fact) in cells_of.into_iter().enumerate() {
            facts.append_value(counted.facts.key(fact));
            wholes.append_value(whole[fact]);
            cells.append_value(of_fact.into_iter().map(Some));
        }
        table(vec![
            ("fact", Arc::new(facts.finish())),
            ("whole", Arc::new(wholes.finish())),
            ("cells", Arc::new(cells.finish())),
        ])
    }

    /// The log of facts that a run in one process would have counted. `counts` are the sums of what reading counted.
    ///
    /// # Errors
    /// When nothing was read.
    pub fn log(self, counts: ReadCounts, owners: OwnersCounted) -> Result<FactLog, RunError> {
        let GatheredFacts { owner, is_bounded, gathered } = self;
        let owner_is = match &owner {
            Some(owner) if counts.lines > 0 => OwnerIs::from(owner),
            _ => return Err(ReadError::Empty { file: frame(), files: 1 }.into()),
        };
        let in_table = InTable {
            facts: facts_shown(&gathered),
            pairs: owners.pairs,
            times: owners.times,
            owners: owners.in_table,
        };
        // The rows of all machines are one table.
        let counts = ReadCounts { files: 1, ..counts };
        Ok(gathered.finish((!is_bounded).then_some(in_table), owners.of_facts, owner_is, counts))
    }
}

/// How many facts rows of the table are about.
fn facts_shown(gathered: &Gathered) -> u64 {
    let Shown { facts: mut is_shown, cells } = gathered.shown();
    if let Some(counted) = &gathered.counted().cells {
        for (&fact, _) in counted.fact_of.iter().zip(cells).filter(|&(_, is_cell_shown)| is_cell_shown) {
            is_shown[fact as usize] = true;
        }
    }
    is_shown.into_iter().filter(|&is_shown| is_shown).count() as u64
}
