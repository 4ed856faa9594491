//! Reads the facts of some owners on one machine.

use std::sync::Arc;

use clump_core::progress::Progress;
use clump_io::arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Int8Builder, Int32Builder, Int64Builder, StringBuilder,
};
use clump_io::facts::OwnedFacts;
use clump_io::{Batches, Input};

use super::super::part::{OWNER_BYTES, OwnerSecret, hashed};
use super::super::table::table;
use super::plan::{FactPlan, word_of};
use crate::RunError;

impl FactPlan {
    /// Reads `inputs` as records of four kinds. The inputs must have all rows of each of their owners.
    ///
    /// - 0, a fact of an owner, or one cell of it: `owner`, the number of the `table`, `fact`, `cell` (null if the
    ///   table has no cells), the number of occurrences in `times`, and true in `counts` if the owner counts in the
    ///   fact;
    /// - 1, an excluded normal form of queries in `fact`, and the word for the rule in `cell`. The rule
    ///   matched the text of such a query as typed;
    /// - 2, numbers that the reader counted, as JSON in `fact`;
    /// - 3, if there are several tables: `owner`, and the name of the owner in `fact`. People are left out of rows in
    ///   the order of their names.
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
            let owner = hashed(found.owner, secret);
            records.push(0, Some(&owner), found.fact, found.cell);
            records.sums(found.table, found.times, found.counts);
        });
        for (form, rule) in &read.excluded {
            records.push_other(1, None, form, Some(&word_of(*rule)));
        }
        let counts = serde_json::to_string(&read.counts).expect("counts are plain data");
        records.push_other(2, None, &counts, None);
        for name in read.owners().filter(|_| self.tables.len() > 1) {
            records.push_other(3, Some(&hashed(name, secret)), name, None);
        }
        records.finish()
    }
}

/// One builder for each column of the records.
#[derive(Default)]
struct Records {
    kind: Int8Builder,
    owner: BinaryBuilder,
    table: Int32Builder,
    fact: StringBuilder,
    cell: StringBuilder,
    times: Int64Builder,
    counts: BooleanBuilder,
}

impl Records {
    fn push(&mut self, kind: i8, owner: Option<&[u8; OWNER_BYTES]>, fact: &str, cell: Option<&str>) {
        self.kind.append_value(kind);
        self.owner.append_option(owner);
        self.fact.append_value(fact);
        self.cell.append_option(cell);
    }

    fn sums(&mut self, table: u32, times: u64, counts: bool) {
        self.table.append_value(table.cast_signed());
        self.times.append_value(times.cast_signed());
        self.counts.append_value(counts);
    }

    /// Adds a record that is about no fact.
    fn push_other(&mut self, kind: i8, owner: Option<&[u8; OWNER_BYTES]>, fact: &str, cell: Option<&str>) {
        self.push(kind, owner, fact, cell);
        self.sums(0, 0, false);
    }

    fn finish(mut self) -> Result<Batches, RunError> {
        table(vec![
            ("kind", Arc::new(self.kind.finish())),
            ("owner", Arc::new(self.owner.finish())),
            ("table", Arc::new(self.table.finish())),
            ("fact", Arc::new(self.fact.finish())),
            ("cell", Arc::new(self.cell.finish())),
            ("times", Arc::new(self.times.finish())),
            ("counts", Arc::new(self.counts.finish())),
        ])
    }
}
