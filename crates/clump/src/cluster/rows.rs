//! Rows of nodes as Arrow tables, and back.

use std::sync::Arc;

use clump_core::containers::Ragged;
use clump_core::shards::{CutPoints, KeyedBy, NodeCounts, OwnerKey, Ranks, SortKey, SortKeys};
use clump_core::taxonomy::{Node, Taxonomy};
use clump_core::transactions::Transactions;
use clump_io::Batches;
use clump_io::arrow_array::builder::{BinaryBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder};
use clump_io::arrow_array::cast::AsArray;
use clump_io::arrow_array::types::{Int8Type, Int32Type, Int64Type};
use clump_io::arrow_array::{Array, ArrayRef, RecordBatch};
use clump_io::arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};

use super::tree::Tree;
use crate::RunError;

/// What is wrong with a table that another step should have made. It holds no value.
pub(super) fn unfit(_: ArrowError) -> RunError {
    wrong("a table of a step does not have its columns")
}

pub(super) fn wrong(what: &'static str) -> RunError {
    std::io::Error::new(std::io::ErrorKind::InvalidData, what).into()
}

/// Rows of nodes with their owners.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The bytes that stand for each owner, by number.
    pub owners: Vec<Vec<u8>>,
    /// Hashes of all rows of each owner.
    pub owner_keys: Vec<OwnerKey>,
    /// By row, its items, sorted, and its owner.
    pub transactions: Transactions,
}

impl Rows {
    /// Reads columns `owner`, `owner_key` and `nodes`.
    pub fn read(rows: &Batches) -> Result<Rows, RunError> {
        let mut numbers = rustc_hash::FxHashMap::default();
        let (mut owners, mut owner_keys): (Vec<Vec<u8>>, Vec<OwnerKey>) = (Vec::new(), Vec::new());
        let (mut items, mut owner_of) = (Ragged::default(), Vec::new());
        for batch in kept(rows)? {
            let owner = column(batch, "owner")?.as_binary_opt::<i32>().ok_or_else(no_column)?;
            let key = column(batch, "owner_key")?.as_primitive_opt::<Int64Type>().ok_or_else(no_column)?;
            let nodes = column(batch, "nodes")?.as_list_opt::<i32>().ok_or_else(no_column)?;
            for row in 0..batch.num_rows() {
                let next = owners.len() as u32;
                let number = *numbers.entry(owner.value(row).to_vec()).or_insert(next);
                if number == next {
                    owners.push(owner.value(row).to_vec());
                    owner_keys.push(OwnerKey(key.value(row).cast_unsigned()));
                }
                let list = nodes.value(row);
                let list = list.as_primitive_opt::<Int32Type>().ok_or_else(no_column)?;
                items.push(list.values().iter().map(|&node| Node(node.cast_unsigned())));
                owner_of.push(number);
            }
        }
        Ok(Rows { owners, owner_keys, transactions: Transactions::from_rows(items, owner_of) })
    }

    /// Calls `each` with the number of every row and its items.
    pub fn each(&self, mut each: impl FnMut(usize, &[Node])) {
        (0..self.transactions.len()).for_each(|row| each(row, self.transactions.get(row)));
    }
}

/// The batches of a table, which lie in memory.
pub(super) fn kept(table: &Batches) -> Result<&[RecordBatch], RunError> {
    table.kept().ok_or_else(no_column)
}

pub(super) fn column<'b>(batch: &'b RecordBatch, name: &str) -> Result<&'b ArrayRef, RunError> {
    batch.column_by_name(name).ok_or_else(no_column)
}

pub(super) fn no_column() -> RunError {
    wrong("a table of a step does not have its columns")
}

pub(super) fn list_of(kind: DataType) -> DataType {
    DataType::List(Arc::new(Field::new("item", kind, true)))
}

/// Writes rows of nodes.
pub(super) struct RowsBuilder {
    owner: BinaryBuilder,
    owner_key: Int64Builder,
    nodes: ListBuilder<Int32Builder>,
}

impl RowsBuilder {
    pub fn new() -> RowsBuilder {
        RowsBuilder {
            owner: BinaryBuilder::new(),
            owner_key: Int64Builder::new(),
            nodes: ListBuilder::new(Int32Builder::new()),
        }
    }

    pub fn push(&mut self, owner: &[u8], OwnerKey(key): OwnerKey, nodes: impl Iterator<Item = Node>) {
        self.owner.append_value(owner);
        self.owner_key.append_value(key.cast_signed());
        self.nodes.append_value(nodes.map(|node| Some(node.0.cast_signed())));
    }

    /// The rows, with `more` columns behind them.
    pub fn finish(mut self, more: Vec<(&str, ArrayRef)>) -> Result<Batches, RunError> {
        let mut fields = vec![
            Field::new("owner", DataType::Binary, false),
            Field::new("owner_key", DataType::Int64, false),
            Field::new("nodes", list_of(DataType::Int32), false),
        ];
        let mut columns: Vec<ArrayRef> = vec![
            Arc::new(self.owner.finish()),
            Arc::new(self.owner_key.finish()),
            Arc::new(self.nodes.finish()),
        ];
        for (name, column) in more {
            fields.push(Field::new(name, column.data_type().clone(), false));
            columns.push(column);
        }
        table(Arc::new(Schema::new(fields)), columns)
    }
}

/// One batch as a table.
pub(super) fn table(schema: SchemaRef, columns: Vec<ArrayRef>) -> Result<Batches, RunError> {
    let batch = RecordBatch::try_new(schema.clone(), columns).map_err(unfit)?;
    Ok(Batches::new("rows", schema, vec![batch]))
}

/// Transactions of `records` with nodes for names.
pub(super) fn numbered(taxonomy: &Taxonomy, records: &Batches) -> Result<Batches, RunError> {
    let mut rows = RowsBuilder::new();
    let mut nodes: Vec<Node> = Vec::new();
    for batch in kept(records)? {
        let kind = column(batch, "kind")?.as_primitive_opt::<Int8Type>().ok_or_else(no_column)?;
        let owner = column(batch, "owner")?.as_binary_opt::<i32>().ok_or_else(no_column)?;
        let key = column(batch, "owner_key")?.as_primitive_opt::<Int64Type>().ok_or_else(no_column)?;
        let items = column(batch, "items")?.as_list_opt::<i32>().ok_or_else(no_column)?;
        for row in (0..batch.num_rows()).filter(|&row| kind.value(row) == 0) {
            let list = items.value(row);
            let names = list.as_string_opt::<i32>().ok_or_else(no_column)?;
            nodes.clear();
            for name in names.iter().flatten() {
                nodes.push(
                    taxonomy.find(name).ok_or_else(|| wrong("an item is not in the tree of the cluster"))?,
                );
            }
            nodes.sort_unstable();
            rows.push(owner.value(row), OwnerKey(key.value(row).cast_unsigned()), nodes.iter().copied());
        }
    }
    rows.finish(Vec::new())
}

/// Counts that are not zero: columns `node` and `rows`.
pub(super) fn counted(counts: &[u64]) -> Result<Batches, RunError> {
    let (mut node, mut rows) = (Int32Builder::new(), Int64Builder::new());
    for (index, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
        node.append_value((index as u32).cast_signed());
        rows.append_value(count.cast_signed());
    }
    let schema = Arc::new(Schema::new(vec![
        Field::new("node", DataType::Int32, false),
        Field::new("rows", DataType::Int64, false),
    ]));
    table(schema, vec![Arc::new(node.finish()), Arc::new(rows.finish())])
}

/// Names instead of the column `nodes`, sorted, as the first column `items`; the other columns stay.
pub(super) fn named(taxonomy: &Taxonomy, labels: &Batches) -> Result<Batches, RunError> {
    let others: Vec<usize> = (0..labels.schema().fields().len())
        .filter(|&index| labels.schema().field(index).name() != "nodes")
        .collect();
    let mut fields = vec![Field::new("items", list_of(DataType::Utf8), false)];
    fields.extend(others.iter().map(|&index| labels.schema().field(index).clone()));
    let schema = Arc::new(Schema::new(fields));
    let mut batches = Vec::new();
    for batch in kept(labels)? {
        let nodes = column(batch, "nodes")?.as_list_opt::<i32>().ok_or_else(no_column)?;
        let mut items = ListBuilder::new(StringBuilder::new());
        for row in 0..batch.num_rows() {
            let list = nodes.value(row);
            let list = list.as_primitive_opt::<Int32Type>().ok_or_else(no_column)?;
            let mut names: Vec<&str> =
                list.values().iter().map(|&node| taxonomy.name(Node(node.cast_unsigned()))).collect();
            names.sort_unstable();
            items.append_value(names.into_iter().map(Some));
        }
        let mut columns: Vec<ArrayRef> = vec![Arc::new(items.finish())];
        columns.extend(others.iter().map(|&index| batch.column(index).clone()));
        batches.push(RecordBatch::try_new(schema.clone(), columns).map_err(unfit)?);
    }
    Ok(Batches::new("release", schema, batches))
}

/// Keys of rows.
#[derive(Debug)]
pub struct Keys {
    tree: Tree,
    keys: SortKeys,
}

impl Keys {
    /// Keys by what `counts`, the sums of [`Tree::count`] by node, say is telling.
    pub fn new(tree: Tree, counts: Vec<u64>, k: usize) -> Keys {
        let ranks = Ranks::new(KeyedBy::Nodes, &NodeCounts::from_counts(counts), tree.taxonomy(), k);
        let keys = SortKeys::new(KeyedBy::Nodes, ranks, tree.taxonomy());
        Keys { tree, keys }
    }

    /// The key of a row.
    pub(super) fn of(&self, items: &[Node]) -> SortKey {
        self.keys.of(self.tree.taxonomy(), items)
    }

    /// The tree.
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// `rows` with the column `key`.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn add(&self, rows: &Batches) -> Result<Batches, RunError> {
        self.with(rows, |keys| {
            let mut column = BinaryBuilder::new();
            keys.iter().for_each(|key| column.append_value(key.as_bytes()));
            ("key", Arc::new(column.finish()))
        })
    }

    /// `rows` with the column `shard`, from 0.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn divide(&self, rows: &Batches, cuts: &CutPoints) -> Result<Batches, RunError> {
        self.with(rows, |keys| {
            let mut column = Int32Builder::new();
            keys.iter().for_each(|key| column.append_value(cuts.shard_of(key).cast_signed()));
            ("shard", Arc::new(column.finish()))
        })
    }

    fn with(
        &self,
        rows: &Batches,
        column: impl FnOnce(&[SortKey]) -> (&'static str, ArrayRef),
    ) -> Result<Batches, RunError> {
        let read = Rows::read(rows)?;
        let mut keys = Vec::with_capacity(read.transactions.len());
        let mut out = RowsBuilder::new();
        read.each(|row, items| {
            keys.push(self.of(items));
            let owner = read.transactions.owner(row) as usize;
            out.push(&read.owners[owner], read.owner_keys[owner], items.iter().copied());
        });
        out.finish(vec![column(&keys)])
    }
}
