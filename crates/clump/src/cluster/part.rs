//! Reads all rows of some owners on one machine.

use std::sync::Arc;

use clump_core::progress::Progress;
use clump_core::shards::OwnerKey;
use clump_core::taxonomy::Node;
use clump_io::Batches;
use clump_io::arrow_array::builder::{BinaryBuilder, Int8Builder, Int64Builder, ListBuilder, StringBuilder};
use clump_io::plain_form;

use super::table::{batches, table};
use crate::RunError;
use crate::data::Data;
use crate::job::Job;

/// Length of the identifier of an owner, in bytes.
pub const OWNER_BYTES: usize = 16;

/// Key of the hashes that identify owners, drawn for each run. Without it, anyone who reads the messages
/// between machines could hash all short names and compare.
pub type OwnerSecret = [u8; 32];

/// Identifies an owner among the machines of a run: a keyed hash of the plain form of the name, so all
/// spellings of one person have the same identifier. It is not published, and no release depends on it.
pub fn owner_id(name: &str, secret: &OwnerSecret) -> [u8; OWNER_BYTES] {
    hashed(&plain_form(name), secret)
}

/// Makes the column `owner` with the identifier of each text in the column `name` of `names`; null for null.
///
/// # Errors
/// When the table lacks the column, or the column has the wrong type.
pub fn owner_ids(names: &Batches, secret: &OwnerSecret) -> Result<Batches, RunError> {
    let mut owners = BinaryBuilder::new();
    for batch in batches(names)? {
        let name = batch.texts("name")?;
        name.iter().for_each(|name| owners.append_option(name.map(|name| owner_id(name, secret))));
    }
    table(vec![("owner", Arc::new(owners.finish()))])
}

/// Identifies an owner by the name in the form in which the job counts owners. Spellings that count as
/// different people have different identifiers.
pub(super) fn hashed(name: &str, secret: &OwnerSecret) -> [u8; OWNER_BYTES] {
    let mut id = [0; OWNER_BYTES];
    id.copy_from_slice(&blake3::keyed_hash(secret, name.as_bytes()).as_bytes()[..OWNER_BYTES]);
    id
}

/// The rows of some owners after reading and mapping.
#[derive(Debug)]
pub struct Part {
    data: Data,
}

impl Part {
    /// Reads the input of `job`, which must have all rows of each of its owners.
    ///
    /// # Errors
    /// When an input or the taxonomy cannot be read.
    pub fn read(job: &Job, progress: &dyn Progress) -> Result<Part, RunError> {
        // Without k, the reader keeps all queries. One machine does not know how many owners asked a query.
        let job = Job { k: None, ..job.clone() };
        Ok(Part { data: Data::read(&job, progress)? })
    }

    /// Returns the rows and their context as records of five kinds:
    ///
    /// - 0, a transaction: `owner`, `owner_key`, names of `items`, texts of whole `queries`;
    /// - 2, the numbers that the reader counted, the number of pairs of an owner and a query, and the source
    ///   of the taxonomy: JSON in `items`;
    ///   `items`;
    /// - 3, a whole query: its text in `queries`, names of its words in `items`;
    /// - 4, an unknown word in `items`, and its number of occurrences in `number`.
    ///
    /// # Errors
    /// When a table cannot be made.
    pub fn records(&self, secret: &OwnerSecret) -> Result<Batches, RunError> {
        let Data { transactions, taxonomy, taxonomy_facts, owner_names, queries, counts, unknown, .. } =
            &self.data;
        let mut records = Records::default();
        let mut row = 0;
        while row < transactions.len() {
            let owner = transactions.owner(row);
            let first = row;
            while row < transactions.len() && transactions.owner(row) == owner {
                row += 1;
            }
            let key = OwnerKey::of_rows(taxonomy, (first..row).map(|row| transactions.get(row)));
            let id = hashed(owner_names.get(owner as usize), secret);
            for row in first..row {
                let items = transactions.get(row).iter().map(|&item| taxonomy.name(item));
                let asked = queries.whole.asked(row).iter();
                let texts = asked.map(|&query| queries.texts.get(query as usize));
                records.push(0, Some((&id, key)), items, texts, None);
            }
        }
        let none = || std::iter::empty();
        for node in taxonomy.nodes().skip(1) {
            let names = [taxonomy.name(node), taxonomy.name(taxonomy.parent(node))];
            records.push(1, None, names.into_iter(), none(), None);
        }
        records.push(1, None, [taxonomy.name(Node::ROOT)].into_iter(), none(), None);
        let counted =
            serde_json::json!({ "counts": counts, "asked": queries.asked, "taxonomy": taxonomy_facts });
        records.push(2, None, [counted.to_string().as_str()].into_iter(), none(), None);
        for (text, items) in queries.texts.iter().zip(queries.whole.items.iter()) {
            let names = items.iter().map(|&item| taxonomy.name(item));
            records.push(3, None, names, [text].into_iter(), None);
        }
        for (word, times) in unknown.iter() {
            records.push(4, None, [word].into_iter(), none(), Some(times));
        }
        records.finish()
    }
}

/// One builder for each column of the records.
#[derive(Default)]
struct Records {
    kind: Int8Builder,
    owner: BinaryBuilder,
    owner_key: Int64Builder,
    items: ListBuilder<StringBuilder>,
    queries: ListBuilder<StringBuilder>,
    number: Int64Builder,
}

impl Records {
    fn push<'a>(
        &mut self,
        kind: i8,
        owner: Option<(&[u8; OWNER_BYTES], OwnerKey)>,
        items: impl Iterator<Item = &'a str>,
        queries: impl Iterator<Item = &'a str>,
        number: Option<u64>,
    ) {
        self.kind.append_value(kind);
        self.owner.append_option(owner.map(|(id, _)| id));
        self.owner_key.append_option(owner.map(|(_, OwnerKey(key))| key.cast_signed()));
        self.items.append_value(items.map(Some));
        self.queries.append_value(queries.map(Some));
        self.number.append_option(number.map(u64::cast_signed));
    }

    fn finish(mut self) -> Result<Batches, RunError> {
        table(vec![
            ("kind", Arc::new(self.kind.finish())),
            ("owner", Arc::new(self.owner.finish())),
            ("owner_key", Arc::new(self.owner_key.finish())),
            ("items", Arc::new(self.items.finish())),
            ("queries", Arc::new(self.queries.finish())),
            ("number", Arc::new(self.number.finish())),
        ])
    }
}
