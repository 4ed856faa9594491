//! Reads the facts of some owners on one machine.

use std::sync::Arc;

use clump_core::progress::Progress;
use clump_io::arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Int8Builder, Int64Builder, StringBuilder,
};
use clump_io::facts::OwnedFacts;
use clump_io::{Batches, Input};

use super::super::part::{OwnerSecret, hashed};
use super::super::table::table;
use super::plan::{FactPlan, word_of};
use crate::RunError;

impl FactPlan {
    /// Reads `inputs` as records of three kinds. The inputs must have all rows of each of their owners.
    ///
    /// - 0, a fact of an owner, or one cell of it: `owner`, `fact`, `cell` (or null), the number of
    ///   occurrences in `times`, and true in `counts` if the owner counts in the fact;
    /// - 1, an excluded normal form of queries in `fact`, and the word for the rule in `cell`. The rule
    ///   matched the text of such a query as typed;
    /// - 2, numbers that the reader counted, as JSON in `fact`.
    ///
    /// # Errors
    /// When an input cannot be read.
    pub fn read(
        &self,
        inputs: &[Input],
        secret: &OwnerSecret,
        progress: &dyn Progress,
    ) -> Result<Batches, RunError> {
        let request = &self.method.request;
        let options = self.job.read_options();
        let read = OwnedFacts::read(inputs, &options, request, &self.told.rules, progress)?;
        let mut records = Records::default();
        read.each(request.bounding.as_ref(), |found| {
            records.push(0, found.fact, found.cell, found.times);
            records.owner.append_value(hashed(found.owner, secret));
            records.counts.append_value(found.counts);
        });
        for (form, rule) in &read.excluded {
            records.push_other(1, form, Some(&word_of(*rule)));
        }
        let counts = serde_json::to_string(&read.counts).expect("counts are plain data");
        records.push_other(2, &counts, None);
        records.finish()
    }
}

/// One builder for each column of the records.
#[derive(Default)]
struct Records {
    kind: Int8Builder,
    owner: BinaryBuilder,
    fact: StringBuilder,
    cell: StringBuilder,
    times: Int64Builder,
    counts: BooleanBuilder,
}

impl Records {
    fn push(&mut self, kind: i8, fact: &str, cell: Option<&str>, times: u64) {
        self.kind.append_value(kind);
        self.fact.append_value(fact);
        self.cell.append_option(cell);
        self.times.append_value(times.cast_signed());
    }

    /// Adds a record of kind 1 or 2, which has no owner.
    fn push_other(&mut self, kind: i8, fact: &str, cell: Option<&str>) {
        self.push(kind, fact, cell, 0);
        self.owner.append_null();
        self.counts.append_value(false);
    }

    fn finish(mut self) -> Result<Batches, RunError> {
        table(vec![
            ("kind", Arc::new(self.kind.finish())),
            ("owner", Arc::new(self.owner.finish())),
            ("fact", Arc::new(self.fact.finish())),
            ("cell", Arc::new(self.cell.finish())),
            ("times", Arc::new(self.times.finish())),
            ("counts", Arc::new(self.counts.finish())),
        ])
    }
}
