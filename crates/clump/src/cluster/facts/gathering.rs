//! Makes the tables on one machine, from the sums of all machines.

use std::sync::Arc;

use clump_core::facts::Tally;
use clump_io::arrow_array::Array;
use clump_io::arrow_array::builder::{Int32Builder, StringBuilder};
use clump_io::arrow_array::types::{Int32Type, Int64Type};
use clump_io::facts::{FactLog, FactStore, InTable, NamedRows, add_rests};
use clump_io::{Batches, FactNeed, OwnerIs, ReadCounts, ReadError};

use super::super::table::{batches, table, wrong};
use super::judging::Sums;
use super::plan::{FactPlan, frame, rule_of};
use super::repairs::Repairs;
use crate::RunError;
use crate::run::Made;

/// Counts of facts and cells, summed over all machines. Each of these has the number of the `table`, and the columns
/// that its comment lists.
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
    /// For each of [`FactPlan::named_tables`], each `name` that enough people have. Empty for one table.
    pub names: Batches,
    /// Number of records whose owner counts in the fact of the record; only used with noise.
    pub pairs_counted: u64,
}

/// Owners who count in a table. With noise, the rows of the table are not known yet. Then these are the
/// owners who count in [`FactSums::cells`].
#[derive(Clone, Copy, Debug, Default)]
pub struct OwnersCounted {
    /// Number of owners who count in a row of the table.
    pub owners: u64,
    /// Number of pairs of an owner and a fact in whose rows the owner counts.
    pub pairs: u64,
    /// Number of occurrences of facts that the rows count.
    pub times: u64,
}

/// The counted facts from which the tables are made.
#[derive(Debug)]
pub struct FactTotals {
    pub(super) plan: FactPlan,
    /// The facts of each counted table.
    pub(super) stores: Vec<FactStore>,
    /// The repairs of several tables until they are safe together; `None` for one table, and afterwards.
    pub(super) repairs: Option<Repairs>,
}

impl FactPlan {
    /// Collects the sums on one machine. Several tables are not safe together yet: see [`FactTotals::wanted`].
    ///
    /// # Errors
    /// When a column is missing or has the wrong type, or the facts need clicks and the input has none.
    pub fn gather(&self, sums: &FactSums) -> Result<FactTotals, RunError> {
        let request = &self.method.request;
        let new = |table| FactStore::new(table, request.thresholds);
        let mut stores: Vec<FactStore> = self.tables.iter().map(new).collect();
        self.count(&mut stores, sums)?;
        let is_of_clicks = |(table, _): &(usize, &FactStore)| self.tables[*table].kind.needs_clicks();
        let mut of_clicks = stores.iter().enumerate().filter(is_of_clicks);
        // With noise, an error would reveal that there are no clicks.
        let lacks_clicks = of_clicks.all(|(_, store)| store.volume().facts() == 0);
        if request.needs_clicks() && lacks_clicks && !self.is_bounded() {
            return Err(ReadError::FactNeeds { file: frame(), need: FactNeed::Clicks }.into());
        }
        for batch in batches(&sums.facts)?.chain(batches(&sums.cells)?) {
            let (read, times) = (Sums::of(batch)?, batch.numbers::<Int64Type>("times")?);
            for row in 0..batch.rows() {
                let (fact, owners, times) =
                    (read.fact(row), read.owners(row), times.value(row).cast_unsigned());
                let store = store_of(&mut stores, read.table(row))?;
                match read.cell(row) {
                    None => store.keep_fact(fact, owners, times),
                    Some(cell) => store.keep_cell(fact, cell, owners, times),
                }
            }
        }
        if self.is_bounded() {
            store_of(&mut stores, 0)?.set_pairs_counted(sums.pairs_counted);
        } else {
            self.count_over_cells(&mut stores, &sums.totals)?;
        }
        let repairs =
            if self.tables.len() > 1 { Some(Repairs::new(&stores, request, &sums.names)?) } else { None };
        Ok(FactTotals { plan: self.clone(), stores, repairs })
    }

    /// Counts all facts, and the cells that rules exclude.
    fn count(&self, stores: &mut [FactStore], sums: &FactSums) -> Result<(), RunError> {
        for batch in batches(&sums.volume)? {
            let (tables, rules) = (batch.numbers::<Int32Type>("table")?, batch.texts("rule")?);
            let [owners, facts, times] =
                [batch.numbers("owners")?, batch.numbers("facts")?, batch.numbers::<Int64Type>("times")?];
            for row in 0..batch.rows() {
                let rule = rules.is_valid(row).then(|| rule_of(rules.value(row))).transpose()?;
                let [owners, facts, times] =
                    [owners, facts, times].map(|numbers| numbers.value(row).cast_unsigned());
                store_of(stores, tables.value(row) as usize)?.count(rule, owners, facts, times);
            }
        }
        for batch in batches(&sums.excluded_cells)? {
            let (tables, rules) = (batch.numbers::<Int32Type>("table")?, batch.texts("rule")?);
            let cells = batch.numbers::<Int64Type>("cells")?;
            for row in 0..batch.rows() {
                let (rule, cells) = (rule_of(rules.value(row))?, cells.value(row).cast_unsigned());
                store_of(stores, tables.value(row) as usize)?.exclude_cells(rule, cells);
            }
        }
        Ok(())
    }

    /// Gives the facts of tables with cells the numbers of owners in these cells.
    fn count_over_cells(&self, stores: &mut [FactStore], totals: &Batches) -> Result<(), RunError> {
        let numbers = |store: &FactStore| vec![0; store.counted().facts.len()];
        let mut owners: Vec<Vec<u64>> = stores.iter().map(numbers).collect();
        for batch in batches(totals)? {
            let read = Sums::of(batch)?;
            for row in 0..batch.rows() {
                let store = store_of(stores, read.table(row))?;
                let fact = store.find(read.fact(row)).ok_or_else(|| wrong("a total is of no kept fact"))?;
                owners[read.table(row)][fact as usize] = read.owners(row);
            }
        }
        for ((table, store), owners) in self.tables.iter().zip(stores).zip(owners) {
            if !table.by.is_empty() {
                store.count_over_cells(&owners);
            }
        }
        Ok(())
    }

    /// Makes the tables of facts, and adds noise if the job asks for it. `seconds` is the time that counting
    /// took.
    ///
    /// # Errors
    /// When there are too few owners.
    pub fn make(&self, log: FactLog, seconds: f64) -> Result<Made, RunError> {
        Made::of_facts(self.method.clone(), &self.job, log, seconds)
    }
}

impl FactTotals {
    /// The facts and cells in which rows of the tables count owners: columns `table`, `fact` and `cell`, which is null
    /// in a table without cells. With noise, the facts and cells from which rows are chosen.
    ///
    /// # Errors
    /// When a table cannot be made.
    pub fn shown(&self) -> Result<Batches, RunError> {
        let (mut tables, mut facts, mut names) =
            (Int32Builder::new(), StringBuilder::new(), StringBuilder::new());
        for (number, (store, _)) in self.stores.iter().zip(self.plan.published()).enumerate() {
            let counted = store.counted();
            let of_facts = if counted.cells.is_some() { 0 } else { counted.facts.len() };
            for fact in 0..of_facts {
                tables.append_value(number as i32);
                facts.append_value(counted.facts.key(fact));
                names.append_null();
            }
            if let Some(cells) = &counted.cells {
                for (cell, &fact) in cells.fact_of.iter().enumerate() {
                    tables.append_value(number as i32);
                    facts.append_value(counted.facts.key(fact as usize));
                    names.append_value(cells.cells.key(cell));
                }
            }
        }
        table(vec![
            ("table", Arc::new(tables.finish())),
            ("fact", Arc::new(facts.finish())),
            ("cell", Arc::new(names.finish())),
        ])
    }

    /// The same log of facts that a run in one process would have. `counts` is the sum of the numbers that
    /// all machines counted while reading, and `owners` has those of each published table. `rests` has the owners of
    /// everything that is not [shown](FactTotals::shown), if the job asks for them: columns `table`, `cell` (null
    /// without cells), `owners` and `times`.
    ///
    /// # Errors
    /// When the input has no rows, or the tables are not safe together yet.
    pub fn log(
        self,
        counts: ReadCounts,
        owners: &[OwnersCounted],
        rests: &Batches,
    ) -> Result<FactLog, RunError> {
        let FactTotals { plan, mut stores, repairs } = self;
        if repairs.is_some() {
            return Err(wrong("tables are not safe together yet"));
        }
        let owner_is = match &plan.job.input.columns.owner {
            Some(owner) if counts.lines > 0 || plan.is_bounded() => OwnerIs::from(owner),
            _ => return Err(ReadError::Empty { file: frame(), files: 1 }.into()),
        };
        stores.truncate(plan.published().len());
        if plan.has_rest() {
            let rests = rests_of(rests, plan.published().len())?;
            add_rests(&mut stores, &rests, &plan.method.request, &plan.told.rules);
        }
        let finish = |(number, store): (usize, FactStore)| {
            let OwnersCounted { owners, pairs, times } = owners.get(number).copied().unwrap_or_default();
            let facts = store.counted().facts.len() as u64;
            let in_table = InTable { facts, pairs, times, owners };
            store.finish((!plan.is_bounded()).then_some(in_table), owners)
        };
        let tables = stores.into_iter().enumerate().map(finish).collect();
        // For the user, the rows of all machines are one input.
        let counts = ReadCounts { files: 1, ..counts };
        Ok(FactLog { tables, owner_is, counts, named: NamedRows::default() })
    }
}

/// The store of the table with this `number`, which came from another machine.
fn store_of(stores: &mut [FactStore], number: usize) -> Result<&mut FactStore, RunError> {
    stores.get_mut(number).ok_or_else(|| wrong("no table has this number"))
}

/// The owners of everything that has no row, for each of this many tables, sorted by cell.
fn rests_of(rests: &Batches, tables: usize) -> Result<Vec<Tally>, RunError> {
    let mut found: Vec<(usize, &str, u64, u64)> = Vec::new();
    for batch in batches(rests)? {
        let (numbers, cells) = (batch.numbers::<Int32Type>("table")?, batch.texts("cell")?);
        let [owners, times] = [batch.numbers::<Int64Type>("owners")?, batch.numbers("times")?];
        for row in 0..batch.rows() {
            let cell = if cells.is_valid(row) { cells.value(row) } else { "" };
            let [owners, times] = [owners, times].map(|numbers| numbers.value(row).cast_unsigned());
            found.push((numbers.value(row) as usize, cell, owners, times));
        }
    }
    found.sort_unstable();
    let mut rests = vec![Tally::default(); tables];
    for (table, cell, owners, times) in found {
        let rest = rests.get_mut(table).ok_or_else(|| wrong("no table has this number"))?;
        rest.push(cell, owners, times);
    }
    Ok(rests)
}
