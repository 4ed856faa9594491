//! Decides which sums of facts and cells may be published. Any machine can decide about its sums.

use std::sync::Arc;

use clump_core::facts::TableSpec;
use clump_io::Batches;
use clump_io::arrow_array::builder::{BooleanBuilder, StringBuilder};
use clump_io::arrow_array::types::{Int32Type, Int64Type};
use clump_io::arrow_array::{Array, PrimitiveArray, StringArray};
use clump_io::facts::{Judge, Judgment};

use super::super::table::{Columns, batches, with_column};
use super::plan::{FactPlan, word_of};
use crate::RunError;

impl FactPlan {
    /// Adds two columns to sums by `table` and `fact`: `rule`, the rule that excludes the fact (or null), and `kept`,
    /// true if it may be published. `owners` must be the number of distinct owners.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn judge_facts(&self, sums: &Batches) -> Result<Batches, RunError> {
        self.judge(sums, |judge, table, fact, _, owners| judge.fact(table, fact, owners))
    }

    /// Adds the same columns to sums by `table`, `fact` and `cell`. The facts are those that may be published. With
    /// noise they are all facts, `cell` may be null, and `owners` are those who count in the fact.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn judge_cells(&self, sums: &Batches) -> Result<Batches, RunError> {
        let is_bounded = self.is_bounded();
        self.judge(sums, |judge, table, fact, cell, owners| {
            if is_bounded {
                judge.bounded(table, fact, cell, owners)
            } else {
                judge.cell(cell.unwrap_or_default(), owners)
            }
        })
    }

    fn judge(
        &self,
        sums: &Batches,
        judged: impl Fn(&Judge<'_>, &TableSpec, &str, Option<&str>, u64) -> Judgment,
    ) -> Result<Batches, RunError> {
        let judge = Judge::new(&self.method.request, &self.told.rules);
        let (mut rules, mut are_kept) = (StringBuilder::new(), BooleanBuilder::new());
        for batch in batches(sums)? {
            let sums = Sums::of(batch)?;
            for row in 0..batch.rows() {
                let table = self.table(sums.table(row))?;
                let found = judged(&judge, table, sums.fact(row), sums.cell(row), sums.owners(row));
                rules.append_option(found.rule.map(word_of));
                are_kept.append_value(found.is_kept());
            }
        }
        let ruled = with_column(sums, "rule", Arc::new(rules.finish()))?;
        with_column(&ruled, "kept", Arc::new(are_kept.finish()))
    }
}

/// The columns `table`, `fact`, `cell` (if it exists) and `owners` of a batch of sums.
pub(super) struct Sums<'b> {
    table: &'b PrimitiveArray<Int32Type>,
    fact: &'b StringArray,
    cell: Option<&'b StringArray>,
    owners: &'b PrimitiveArray<Int64Type>,
}

impl<'b> Sums<'b> {
    pub(super) fn of(batch: Columns<'b>) -> Result<Sums<'b>, RunError> {
        let cell = if batch.has("cell") { Some(batch.texts("cell")?) } else { None };
        let (table, fact) = (batch.numbers("table")?, batch.texts("fact")?);
        Ok(Sums { table, fact, cell, owners: batch.numbers("owners")? })
    }

    pub(super) fn table(&self, row: usize) -> usize {
        self.table.value(row) as usize
    }

    pub(super) fn fact(&self, row: usize) -> &'b str {
        self.fact.value(row)
    }

    pub(super) fn cell(&self, row: usize) -> Option<&'b str> {
        self.cell.filter(|cell| cell.is_valid(row)).map(|cell| cell.value(row))
    }

    pub(super) fn owners(&self, row: usize) -> u64 {
        self.owners.value(row).cast_unsigned()
    }
}
