//! The tree that all machines use, joined from the parts that they need in any order.

use std::collections::BTreeMap;
use std::sync::Arc;

use clump_core::names::Names;
use clump_core::shards::{NodeCounts, Placing};
use clump_core::taxonomy::{Edge, Node, Taxonomy, TaxonomyError};
use clump_io::Batches;
use clump_io::arrow_array::builder::{BinaryBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder};
use clump_io::arrow_array::types::Int64Type;
use clump_io::arrow_array::{ArrayRef, RecordBatch};
use clump_io::arrow_schema::{DataType, Field, Schema};

use super::table::{Rows, batches, counted, list_of, table, unfit, wrong};
use crate::RunError;

/// A tree whose children are sorted by name.
#[derive(Clone, Debug)]
pub struct Tree {
    taxonomy: Taxonomy,
}

impl Tree {
    /// The tree of these edges of a child and its parent; the root is a child without one. Edges may be
    /// repeated.
    ///
    /// # Errors
    /// When they are not a tree.
    pub fn of_edges(
        edges: impl IntoIterator<Item = (String, Option<String>)>,
    ) -> Result<Tree, TaxonomyError> {
        let edges: BTreeMap<String, Option<String>> = edges.into_iter().fold(
            BTreeMap::new(),
            |mut known: BTreeMap<String, Option<String>>, (child, parent)| {
                let entry = known.entry(child).or_default();
                if parent.is_some() {
                    *entry = parent;
                }
                known
            },
        );
        let edges = edges.iter().map(|(child, parent)| Edge { child, parent: parent.as_deref(), line: 0 });
        Ok(Tree { taxonomy: Taxonomy::from_edges(edges)?.by_name().taxonomy })
    }

    /// The tree.
    pub fn taxonomy(&self) -> &Taxonomy {
        &self.taxonomy
    }

    /// The tree as bytes that can be sent to machines.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = String::new();
        for node in self.taxonomy.nodes() {
            text.push_str(&format!("{}\t{}\n", self.taxonomy.level(node) - 1, self.taxonomy.name(node)));
        }
        text.into_bytes()
    }

    /// Reads the tree from these bytes.
    ///
    /// # Errors
    /// When they are not those of [`Tree::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Tree, RunError> {
        let wrong = || std::io::Error::new(std::io::ErrorKind::InvalidData, "no tree of a cluster");
        let text = std::str::from_utf8(bytes).map_err(|_| wrong())?;
        let (mut names, mut depths) = (Names::default(), Vec::new());
        for line in text.lines() {
            let (depth, name) = line.split_once('\t').ok_or_else(wrong)?;
            depths.push(depth.parse().map_err(|_| wrong())?);
            names.push(name);
        }
        if depths.first() != Some(&0) {
            return Err(wrong().into());
        }
        Ok(Tree { taxonomy: Taxonomy::from_preorder(names, &depths) })
    }

    /// Transactions of [`Part::records`](super::Part::records) with nodes for names: columns `owner`,
    /// `owner_key`, `row` (the number of a row among those of its owner), `nodes`, and the texts of whole
    /// `queries`. All rows of an owner must be given, since they are numbered in their own order.
    ///
    /// # Errors
    /// When a table is not as it should be, or a name is not in this tree.
    pub fn number(&self, records: &Batches) -> Result<Batches, RunError> {
        let mut read: Vec<Numbered<'_>> = Vec::new();
        for batch in batches(records)? {
            let (owner, key) = (batch.bytes("owner")?, batch.numbers::<Int64Type>("owner_key")?);
            let (items, queries) = (batch.text_lists("items")?, batch.text_lists("queries")?);
            for row in 0..batch.rows() {
                let mut nodes = items.get(row).map(|name| self.node(name)).collect::<Result<Vec<_>, _>>()?;
                nodes.sort_unstable();
                let mut queries: Vec<&str> = queries.get(row).collect();
                queries.sort_unstable();
                read.push(Numbered { owner: owner.value(row), nodes, queries, key: key.value(row) });
            }
        }
        read.sort_unstable();
        let (mut owners, mut keys) = (BinaryBuilder::new(), Int64Builder::new());
        let (mut rows, mut all_nodes) = (Int32Builder::new(), ListBuilder::new(Int32Builder::new()));
        let mut all_queries = ListBuilder::new(StringBuilder::new());
        for own in read.chunk_by(|a, b| a.owner == b.owner) {
            for (row, Numbered { owner, nodes, queries, key }) in (0i32..).zip(own) {
                owners.append_value(owner);
                keys.append_value(*key);
                rows.append_value(row);
                all_nodes.append_value(nodes.iter().map(|node| Some(node.0.cast_signed())));
                all_queries.append_value(queries.iter().map(Some));
            }
        }
        table(vec![
            ("owner", Arc::new(owners.finish())),
            ("owner_key", Arc::new(keys.finish())),
            ("row", Arc::new(rows.finish())),
            ("nodes", Arc::new(all_nodes.finish())),
            ("queries", Arc::new(all_queries.finish())),
        ])
    }

    /// The node of that name.
    pub(super) fn node(&self, name: &str) -> Result<Node, RunError> {
        self.taxonomy.find(name).ok_or_else(|| wrong("an item is not in the tree of the cluster"))
    }

    /// Counts `rows` as `counted_as` says: columns `number`, of a node, and `count` where it is not zero. To
    /// count owners, all of their rows must be given.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn count(&self, rows: &Batches, counted_as: Counted<'_>) -> Result<Batches, RunError> {
        let rows = Rows::read(rows)?;
        let mut counts = NodeCounts::new(&self.taxonomy);
        let mut own: Vec<Node> = Vec::new();
        match counted_as {
            Counted::Rows => rows.nodes.iter().for_each(|nodes| counts.add(&self.taxonomy, nodes)),
            Counted::Cells => rows.nodes.values().iter().for_each(|&node| counts.add_items(&[node])),
            Counted::RowsWith => rows.nodes.iter().for_each(|nodes| counts.add_items(nodes)),
            Counted::OwnersWith | Counted::OwnersBelow(_) => {
                for range in rows.of_owners() {
                    own.clear();
                    own.extend_from_slice(rows.nodes.span(range));
                    own.sort_unstable();
                    match counted_as {
                        Counted::OwnersBelow(placing) => placing.count(&self.taxonomy, &own, &mut counts),
                        _ => counts.add_items(&own),
                    }
                }
            }
        }
        counted(counts.as_slice())
    }

    /// Replaces the column `nodes` by sorted names, as the first column `items`; the other columns stay.
    ///
    /// # Errors
    /// When a table is not as it should be.
    pub fn name(&self, labels: &Batches) -> Result<Batches, RunError> {
        let fields = labels.schema().fields().iter();
        let others: Vec<Field> =
            fields.filter(|field| field.name() != "nodes").map(|field| field.as_ref().clone()).collect();
        let items = Field::new("items", list_of(DataType::Utf8), false);
        let schema = Arc::new(Schema::new([vec![items], others.clone()].concat()));
        let mut named = Vec::new();
        for batch in batches(labels)? {
            let nodes = batch.number_lists("nodes")?;
            let mut items = ListBuilder::new(StringBuilder::new());
            for row in 0..batch.rows() {
                let mut names: Vec<&str> = nodes.nodes(row).map(|node| self.taxonomy.name(node)).collect();
                names.sort_unstable();
                items.append_value(names.into_iter().map(Some));
            }
            let mut columns: Vec<ArrayRef> = vec![Arc::new(items.finish())];
            columns.extend(others.iter().filter_map(|field| batch.0.column_by_name(field.name()).cloned()));
            named.push(RecordBatch::try_new(schema.clone(), columns).map_err(unfit)?);
        }
        Ok(Batches::new("release", schema, named))
    }
}

/// A transaction with nodes for names. The order of the type numbers the transactions of an owner.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Numbered<'r> {
    owner: &'r [u8],
    nodes: Vec<Node>,
    queries: Vec<&'r str>,
    key: i64,
}

/// Unit of a count by node.
#[derive(Clone, Copy, Debug)]
pub enum Counted<'p> {
    /// Rows that have something at or below it.
    Rows,
    /// Rows that have it.
    RowsWith,
    /// Cells that have it.
    Cells,
    /// Owners who have it.
    OwnersWith,
    /// Owners who have something at or below it that is not placed yet.
    OwnersBelow(&'p Placing),
}
