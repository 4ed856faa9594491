//! What one machine reads: all rows of some owners.

use std::sync::Arc;

use clump_core::progress::Progress;
use clump_core::shards::OwnerKey;
use clump_core::taxonomy::Node;
use clump_io::Batches;
use clump_io::arrow_array::builder::{BinaryBuilder, Int8Builder, Int64Builder, ListBuilder, StringBuilder};
use clump_io::arrow_array::{ArrayRef, RecordBatch};
use clump_io::arrow_schema::{DataType, Field, Schema};
use clump_io::plain_form;

use super::rows::unfit;
use crate::RunError;
use crate::data::Data;
use crate::job::Job;

/// Bytes of the number that stands for an owner.
pub const OWNER_BYTES: usize = 16;

/// What stands for an owner among machines: a hash of the plain form of the name, so that all spellings of one person meet. It
/// is not published.
pub fn owner_id(name: &str) -> [u8; OWNER_BYTES] {
    hashed(&plain_form(name))
}

/// What stands for an owner by the name as it is counted: spellings that are different people stay apart.
pub(super) fn hashed(name: &str) -> [u8; OWNER_BYTES] {
    let mut id = [0; OWNER_BYTES];
    id.copy_from_slice(&blake3::hash(name.as_bytes()).as_bytes()[..OWNER_BYTES]);
    id
}

/// Rows that were read and mapped.
#[derive(Debug)]
pub struct Part {
    data: Data,
}

impl Part {
    /// Reads the input of `job`, which has all rows of each of its owners.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(job: &Job, progress: &dyn Progress) -> Result<Part, RunError> {
        // All queries are of interest: how many owners asked one, nobody knows here.
        let job = Job { k: None, ..job.clone() };
        Ok(Part { data: Data::read(&job, progress)? })
    }

    /// What was read, as records of three kinds: 0 is a transaction (`owner`, `owner_key`, names of `items`, texts of whole
    /// `queries`), 1 an edge of the tree (child and parent in `items`), 2 what reading counted (JSON in `items`).
    ///
    /// # Errors
    /// When a table cannot be made.
    pub fn records(&self) -> Result<Batches, RunError> {
        let Data { transactions, taxonomy, owner_names, queries, counts, .. } = &self.data;
        let mut records = Records::default();
        let mut row = 0;
        while row < transactions.len() {
            let owner = transactions.owner(row);
            let first = row;
            while row < transactions.len() && transactions.owner(row) == owner {
                row += 1;
            }
            let key = OwnerKey::of_rows(taxonomy, (first..row).map(|row| transactions.get(row)));
            let id = hashed(owner_names.get(owner as usize));
            for row in first..row {
                let items = transactions.get(row).iter().map(|&item| taxonomy.name(item));
                let asked = match row < queries.whole.of.len() {
                    true => queries.whole.of.get(row),
                    false => &[],
                };
                let texts = asked.iter().map(|&query| queries.texts.get(query as usize));
                records.push(0, Some((&id, key)), items, texts);
            }
        }
        for node in taxonomy.nodes().skip(1) {
            let names = [taxonomy.name(node), taxonomy.name(taxonomy.parent(node))];
            records.push(1, None, names.into_iter(), std::iter::empty());
        }
        records.push(1, None, [taxonomy.name(Node::ROOT)].into_iter(), std::iter::empty());
        let counted = serde_json::to_string(counts).expect("counts are plain data");
        records.push(2, None, [counted.as_str()].into_iter(), std::iter::empty());
        records.finish()
    }
}

/// Records on their way out.
#[derive(Default)]
struct Records {
    kind: Int8Builder,
    owner: BinaryBuilder,
    owner_key: Int64Builder,
    items: ListBuilder<StringBuilder>,
    queries: ListBuilder<StringBuilder>,
}

impl Records {
    fn push<'a>(
        &mut self,
        kind: i8,
        owner: Option<(&[u8; OWNER_BYTES], OwnerKey)>,
        items: impl Iterator<Item = &'a str>,
        queries: impl Iterator<Item = &'a str>,
    ) {
        self.kind.append_value(kind);
        self.owner.append_option(owner.map(|(id, _)| id));
        self.owner_key.append_option(owner.map(|(_, OwnerKey(key))| key.cast_signed()));
        self.items.append_value(items.map(Some));
        self.queries.append_value(queries.map(Some));
    }

    fn finish(mut self) -> Result<Batches, RunError> {
        let texts = || DataType::List(Arc::new(Field::new("item", DataType::Utf8, true)));
        let schema = Arc::new(Schema::new(vec![
            Field::new("kind", DataType::Int8, false),
            Field::new("owner", DataType::Binary, true),
            Field::new("owner_key", DataType::Int64, true),
            Field::new("items", texts(), false),
            Field::new("queries", texts(), false),
        ]));
        let columns: Vec<ArrayRef> = vec![
            Arc::new(self.kind.finish()),
            Arc::new(self.owner.finish()),
            Arc::new(self.owner_key.finish()),
            Arc::new(self.items.finish()),
            Arc::new(self.queries.finish()),
        ];
        let batch = RecordBatch::try_new(schema.clone(), columns).map_err(unfit)?;
        Ok(Batches::new("part", schema, vec![batch]))
    }
}
