//! Makes several tables safe together on one machine, which has their rows but not the owners of rows. The cluster
//! program fetches the owners of the rows that a repair needs, step by step.

use std::sync::Arc;

use clump_core::containers::Ragged;
use clump_io::Batches;
use clump_io::arrow_array::builder::{Int32Builder, Int64Builder, StringBuilder};
use clump_io::arrow_array::types::{Int32Type, Int64Type};
use clump_io::facts::{FactRequest, FactStore, LinkedTables};

use super::super::table::{batches, table, wrong};
use super::gathering::FactTotals;
use crate::RunError;

/// The linked rows, and the owners that were fetched so far.
///
/// Repairs depend on the order of owners, not on their numbers. Only owners who were fetched get a number, so numbers
/// change with each step. Therefore each step repeats all repairs from the beginning: this needs no owner again, and
/// a run has at most about a dozen steps.
#[derive(Debug)]
pub(super) struct Repairs {
    linked: LinkedTables,
    /// For each row, the places of its owners in the order of names; `None` until a repair needs them.
    places: Vec<Option<Vec<i64>>>,
    /// The rows of the last step.
    wanted: Vec<usize>,
}

impl Repairs {
    /// Links the rows of `stores`. `names` is that of [`FactSums`](super::FactSums).
    pub fn new(stores: &[FactStore], request: &FactRequest, names: &Batches) -> Result<Repairs, RunError> {
        let mut of_tables: Vec<Vec<String>> = vec![Vec::new(); stores.len()];
        for batch in batches(names)? {
            let (tables, names) = (batch.numbers::<Int32Type>("table")?, batch.texts("name")?);
            for row in 0..batch.rows() {
                let of_table = of_tables.get_mut(tables.value(row) as usize);
                let of_table = of_table.ok_or_else(|| wrong("no table has this number"))?;
                of_table.push(names.value(row).to_owned());
            }
        }
        let known = |table: usize, _| Ok::<_, RunError>(std::mem::take(&mut of_tables[table]));
        let linked = LinkedTables::new(stores, request, known)?;
        Ok(Repairs { places: vec![None; linked.len()], linked, wanted: Vec::new() })
    }

    /// Repairs the rows with the owners that were fetched. Returns true if these were enough: then `stores` are safe.
    fn repair(&mut self, stores: &mut [FactStore]) -> bool {
        let mut all: Vec<i64> = self.places.iter().flatten().flatten().copied().collect();
        all.sort_unstable();
        all.dedup();
        let number = |place: &i64| all.binary_search(place).expect("all places are in the list") as u32;
        let fetch = |is_needed: &[bool]| {
            let needed = || (0..is_needed.len()).filter(|&row| is_needed[row]);
            let missing: Vec<usize> = needed().filter(|&row| self.places[row].is_none()).collect();
            if !missing.is_empty() {
                return Err(missing);
            }
            let mut owners: Vec<Vec<u32>> = vec![Vec::new(); is_needed.len()];
            for row in needed() {
                owners[row] = self.places[row].iter().flatten().map(number).collect();
            }
            Ok(owners.into_iter().collect::<Ragged<u32>>())
        };
        match self.linked.safe(fetch) {
            Ok(safe) => {
                self.linked.settle(&safe, stores);
                true
            }
            Err(missing) => {
                self.wanted = missing;
                false
            }
        }
    }
}

impl FactTotals {
    /// The rows whose owners are needed next: columns `row`, `table`, `fact` and `cell`, which is null in a table
    /// without cells. `None` if the tables are safe together. Pass the owners to [`FactTotals::add_owners`], and call
    /// this again.
    ///
    /// # Errors
    /// When a table cannot be made.
    pub fn wanted(&mut self) -> Result<Option<Batches>, RunError> {
        let Some(repairs) = &mut self.repairs else { return Ok(None) };
        if repairs.repair(&mut self.stores) {
            self.repairs = None;
            return Ok(None);
        }
        let (mut rows, mut tables) = (Int64Builder::new(), Int32Builder::new());
        let (mut facts, mut cells) = (StringBuilder::new(), StringBuilder::new());
        for &row in &repairs.wanted {
            let (table, fact, cell) = repairs.linked.row(row);
            rows.append_value(row as i64);
            tables.append_value(table as i32);
            facts.append_value(fact);
            cells.append_option(cell);
        }
        table(vec![
            ("row", Arc::new(rows.finish())),
            ("table", Arc::new(tables.finish())),
            ("fact", Arc::new(facts.finish())),
            ("cell", Arc::new(cells.finish())),
        ])
        .map(Some)
    }

    /// Adds the owners of the wanted rows: columns `row` and `place`. The place of an owner is a number that grows with
    /// the name of the owner, in alphabetical order.
    ///
    /// # Errors
    /// When the owners of a row are not those that were counted.
    pub fn add_owners(&mut self, owners: &Batches) -> Result<(), RunError> {
        let Some(Repairs { linked, places, wanted }) = &mut self.repairs else { return Ok(()) };
        wanted.iter().for_each(|&row| places[row] = Some(Vec::new()));
        for batch in batches(owners)? {
            let (rows, found) = (batch.numbers::<Int64Type>("row")?, batch.numbers::<Int64Type>("place")?);
            for at in 0..batch.rows() {
                let of_row = places.get_mut(rows.value(at) as usize).and_then(Option::as_mut);
                of_row.ok_or_else(|| wrong("no row has this number"))?.push(found.value(at));
            }
        }
        for &row in wanted.iter() {
            let of_row = places[row].get_or_insert_default();
            of_row.sort_unstable();
            of_row.dedup();
            if of_row.len() as u64 != linked.owners(row) {
                return Err(wrong("the owners of a row are not those that were counted"));
            }
        }
        Ok(())
    }
}
