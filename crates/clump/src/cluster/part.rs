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

/// Key of the hashes that identify owners. Each run draws its own. Without it, a reader of the messages
/// between machines could hash all short ids and compare.
pub type OwnerSecret = [u8; 32];

/// Identifier of an owner among the machines of a run: a keyed hash of the plain form of the name, so that
/// all spellings of one person get the same identifier. It is not published, and no release depends on it.
pub fn owner_id(name: &str, secret: &OwnerSecret) -> [u8; OWNER_BYTES] {
    hashed(&plain_form(name), secret)
}

/// Column `owner` for `names`, a table with one column of texts: the identifier of each name, and nothing for
/// no name.
///
/// # Errors
/// When the table is not as it should be.
pub fn owner_ids(names: &Batches, secret: &OwnerSecret) -> Result<Batches, RunError> {
    let mut owners = BinaryBuilder::new();
    for batch in batches(names)? {
        let name = batch.texts("name")?;
        name.iter().for_each(|name| owners.append_option(name.map(|name| owner_id(name, secret))));
    }
    table(vec![("owner", Arc::new(owners.finish()))])
}

/// Identifier of an owner by the name as it is counted: spellings of different people get different
/// identifiers.
pub(super) fn hashed(name: &str, secret: &OwnerSecret) -> [u8; OWNER_BYTES] {
    let mut id = [0; OWNER_BYTES];
    id.copy_from_slice(&blake3::keyed_hash(secret, name.as_bytes()).as_bytes()[..OWNER_BYTES]);
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
        // Reads all queries: the number of owners of a query is not known on one machine.
        let job = Job { k: None, ..job.clone() };
        Ok(Part { data: Data::read(&job, progress)? })
    }

    /// The rows that were read, as records of five kinds:
    ///
    /// - 0, a transaction: `owner`, `owner_key`, names of `items`, texts of whole `queries`;
    /// - 1, an edge of the tree: child and parent in `items`, or the root alone;
    /// - 2, what reading counted, the pairs of an owner and a query, and which taxonomy it is: JSON in
    ///   `items`;
    /// - 3, a whole query: its text in `queries`, names of its words in `items`;
    /// - 4, a word that the taxonomy does not have, in `items`, and how often it was typed as `number`.
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

/// Builders of the columns of records.
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
