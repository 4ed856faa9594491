//! What becomes of sums: thresholds and rules, asked on whichever machine has them.

use std::sync::Arc;

use clump_io::Batches;
use clump_io::arrow_array::builder::{BooleanBuilder, StringBuilder};
use clump_io::arrow_array::cast::AsArray;
use clump_io::arrow_array::types::Int64Type;
use clump_io::arrow_array::{Array, ArrayRef, RecordBatch};
use clump_io::arrow_schema::{DataType, Field, Schema};
use clump_io::facts::{Judge, Judged};

use super::super::rows::{column, kept, no_column, unfit};
use super::plan::{FactPlan, word_of};
use crate::RunError;

impl FactPlan {
    /// Sums by `fact` (its distinct `owners`), and whatever columns there are besides, with the columns `rule`, which is a word or
    /// nothing, and `kept`.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn judge_facts(&self, sums: &Batches) -> Result<Batches, RunError> {
        self.judge(sums, |judge, fact, _, owners| judge.fact(fact, owners))
    }

    /// The same of sums by `fact` and `cell`. Facts must be kept ones; but where owners are bounded, these are all facts, with cells if
    /// there are any, and `owners` are those who count.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn judge_cells(&self, sums: &Batches) -> Result<Batches, RunError> {
        let is_bounded = self.is_bounded();
        self.judge(sums, |judge, fact, cell, owners| match is_bounded {
            true => judge.bounded(fact, cell, owners),
            false => judge.cell(cell.unwrap_or_default(), owners),
        })
    }

    fn judge(
        &self,
        sums: &Batches,
        judged: impl Fn(&Judge<'_>, &str, Option<&str>, u64) -> Judged,
    ) -> Result<Batches, RunError> {
        let judge = Judge::new(&self.method.request, &self.told.rules);
        let mut fields: Vec<Field> =
            sums.schema().fields().iter().map(|field| field.as_ref().clone()).collect();
        fields
            .extend([Field::new("rule", DataType::Utf8, true), Field::new("kept", DataType::Boolean, false)]);
        let schema = Arc::new(Schema::new(fields));
        let mut batches = Vec::new();
        for batch in kept(sums)? {
            let sums = Sums::of(batch)?;
            let (mut rules, mut are_kept) = (StringBuilder::new(), BooleanBuilder::new());
            for row in 0..batch.num_rows() {
                let found = judged(&judge, sums.fact(row), sums.cell(row), sums.owners(row));
                rules.append_option(found.rule.map(word_of));
                are_kept.append_value(found.is_kept());
            }
            let mut columns: Vec<ArrayRef> = batch.columns().to_vec();
            columns.extend([Arc::new(rules.finish()) as ArrayRef, Arc::new(are_kept.finish())]);
            batches.push(RecordBatch::try_new(schema.clone(), columns).map_err(unfit)?);
        }
        Ok(Batches::new("sums", schema, batches))
    }
}

/// The columns of a batch of sums.
pub(super) struct Sums<'b> {
    fact: &'b ArrayRef,
    cell: Option<&'b ArrayRef>,
    owners: &'b ArrayRef,
}

impl<'b> Sums<'b> {
    pub(super) fn of(batch: &'b RecordBatch) -> Result<Sums<'b>, RunError> {
        let [fact, owners] = [column(batch, "fact")?, column(batch, "owners")?];
        let cell = batch.column_by_name("cell");
        let are_texts =
            [Some(fact), cell].into_iter().flatten().all(|text| text.as_string_opt::<i32>().is_some());
        match are_texts && owners.as_primitive_opt::<Int64Type>().is_some() {
            true => Ok(Sums { fact, cell, owners }),
            false => Err(no_column()),
        }
    }

    pub(super) fn fact(&self, row: usize) -> &'b str {
        self.fact.as_string::<i32>().value(row)
    }

    pub(super) fn cell(&self, row: usize) -> Option<&'b str> {
        self.cell.filter(|cell| cell.is_valid(row)).map(|cell| cell.as_string::<i32>().value(row))
    }

    pub(super) fn owners(&self, row: usize) -> u64 {
        self.owners.as_primitive::<Int64Type>().value(row).cast_unsigned()
    }
}
