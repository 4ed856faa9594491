//! The tree that all machines use. It is joined from the parts of all machines, in any order.

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

/// A taxonomy in which the children of each node are sorted by name.
#[derive(Clone, Debug)]
pub struct Tree {
    taxonomy: Taxonomy,
}

impl Tree {
    /// Makes the tree from edges, each a child and its parent. The parent of the root is `None`. Edges may be
    /// repeated.
    ///
    /// # Errors
    /// When the edges do not form a tree.
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

    /// The tree as a taxonomy.
    pub fn taxonomy(&self) -> &Taxonomy {
        &self.taxonomy
    }

    /// The tree as text for [`Tree::from_bytes`] on other machines.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut text = String::new();
        for node in self.taxonomy.nodes() {
            text.push_str(&format!("{}\t{}\n", self.taxonomy.level(node) - 1, self.taxonomy.name(node)));
        }
        text.into_bytes()
    }

    /// Reads the result of [`Tree::to_bytes`].
    ///
    /// # Errors
    /// When the bytes are not such a result.
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

    /// Replaces the names in transactions of [`Part::records`](super::Part::records) by nodes. Columns of the
    /// result: `owner`, `owner_key`, `row` (number among the rows of the owner), `nodes`, and `queries`
    /// (texts). `records` must have all rows of each owner, since sorting numbers the rows.
    ///
    /// # Errors
    /// When a table lacks a column, a column has the wrong type, or a name is not in this tree.
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

    /// The node with this name, or an error.
    pub(super) fn node(&self, name: &str) -> Result<Node, RunError> {
        self.taxonomy.find(name).ok_or_else(|| wrong("an item is not in the tree of the cluster"))
    }

    /// Counts `rows` for each node, in the unit of `counted_as`. Columns: `number` of the node, and `count`,
    /// which is not zero. To count owners, `rows` must have all rows of each.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
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

    /// Replaces the column `nodes` by the names of the nodes, sorted, in a first column `items`. Keeps other
    /// columns.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
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

/// A transaction whose items are nodes. The derived order decides the number of a transaction of its owner.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Numbered<'r> {
    owner: &'r [u8],
    nodes: Vec<Node>,
    queries: Vec<&'r str>,
    key: i64,
}

/// The unit in which [`Tree::count`] counts for each node.
#[derive(Clone, Copy, Debug)]
pub enum Counted<'p> {
    /// Rows with an item at or below the node.
    Rows,
    /// Rows with the node itself.
    RowsWith,
    /// Cells with the node itself, where a cell is one item of one row.
    Cells,
    /// Owners with the node itself in a row.
    OwnersWith,
    /// Owners with a word at or below the node to which the rounds of `Placing` gave no label yet.
    OwnersBelow(&'p Placing),
}
