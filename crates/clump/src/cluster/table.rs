//! Tables of rows that travel between steps, with the types that Spark has.

use std::sync::Arc;

use clump_core::anonymize::pieces::Remainder;
use clump_core::containers::Ragged;
use clump_core::cut::{WholeQueries, firsts};
use clump_core::shards::OwnerKey;
use clump_core::taxonomy::Node;
use clump_core::transactions::{Bags, Transactions};
use clump_io::Batches;
use clump_io::arrow_array::builder::{
    BinaryBuilder, BooleanBuilder, Int32Builder, Int64Builder, ListBuilder, StringBuilder,
};
use clump_io::arrow_array::cast::AsArray;
use clump_io::arrow_array::types::{ArrowPrimitiveType, Int32Type, Int64Type};
use clump_io::arrow_array::{
    Array, ArrayRef, BinaryArray, ListArray, PrimitiveArray, RecordBatch, StringArray,
};
use clump_io::arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use rustc_hash::FxHashMap;

use crate::RunError;

/// The error for a table that another step should have made. It holds no value.
pub(super) fn unfit(_: ArrowError) -> RunError {
    no_column()
}

pub(super) fn wrong(what: &'static str) -> RunError {
    std::io::Error::new(std::io::ErrorKind::InvalidData, what).into()
}

fn no_column() -> RunError {
    wrong("a table of a step does not have its columns")
}

/// The batches of a table that is in memory.
pub(super) fn batches(table: &Batches) -> Result<impl Iterator<Item = Columns<'_>>, RunError> {
    Ok(table.batches().iter().map(Columns))
}

/// The columns of a batch, by name.
#[derive(Clone, Copy)]
pub(super) struct Columns<'b>(pub &'b RecordBatch);

impl<'b> Columns<'b> {
    pub fn rows(self) -> usize {
        self.0.num_rows()
    }

    fn get(self, name: &str) -> Result<&'b ArrayRef, RunError> {
        self.0.column_by_name(name).ok_or_else(no_column)
    }

    pub fn has(self, name: &str) -> bool {
        self.0.column_by_name(name).is_some()
    }

    pub fn bytes(self, name: &str) -> Result<&'b BinaryArray, RunError> {
        self.get(name)?.as_binary_opt().ok_or_else(no_column)
    }

    pub fn numbers<T: ArrowPrimitiveType>(self, name: &str) -> Result<&'b PrimitiveArray<T>, RunError> {
        self.get(name)?.as_primitive_opt().ok_or_else(no_column)
    }

    pub fn texts(self, name: &str) -> Result<&'b StringArray, RunError> {
        self.get(name)?.as_string_opt().ok_or_else(no_column)
    }

    fn lists(self, name: &str) -> Result<&'b ListArray, RunError> {
        self.get(name)?.as_list_opt().ok_or_else(no_column)
    }

    /// Lists of numbers.
    pub fn number_lists(self, name: &str) -> Result<NumberLists<'b>, RunError> {
        let lists = self.lists(name)?;
        let values = lists.values().as_primitive_opt::<Int32Type>().ok_or_else(no_column)?;
        Ok(NumberLists { lists, values: values.values() })
    }

    /// Lists of texts.
    pub fn text_lists(self, name: &str) -> Result<TextLists<'b>, RunError> {
        let lists = self.lists(name)?;
        Ok(TextLists { lists, values: lists.values().as_string_opt().ok_or_else(no_column)? })
    }
}

/// Lists of numbers, by row.
#[derive(Clone, Copy)]
pub(super) struct NumberLists<'b> {
    lists: &'b ListArray,
    values: &'b [i32],
}

impl<'b> NumberLists<'b> {
    pub fn get(self, row: usize) -> &'b [i32] {
        &self.values[span(self.lists, row)]
    }

    /// The numbers of a row, which are those of nodes.
    pub fn nodes(self, row: usize) -> impl ExactSizeIterator<Item = Node> + 'b {
        self.get(row).iter().map(|&node| Node(node.cast_unsigned()))
    }
}

/// Lists of texts, by row.
#[derive(Clone, Copy)]
pub(super) struct TextLists<'b> {
    lists: &'b ListArray,
    values: &'b StringArray,
}

impl<'b> TextLists<'b> {
    pub fn get(self, row: usize) -> impl ExactSizeIterator<Item = &'b str> + 'b {
        span(self.lists, row).map(move |at| self.values.value(at))
    }
}

/// Result of `read` for each of `batches`.
fn each<'b, T>(
    batches: &[Columns<'b>],
    read: impl Fn(Columns<'b>) -> Result<T, RunError>,
) -> Result<Vec<T>, RunError> {
    batches.iter().map(|&batch| read(batch)).collect()
}

fn span(lists: &ListArray, row: usize) -> std::ops::Range<usize> {
    let [from, to] = [row, row + 1].map(|at| lists.value_offsets()[at] as usize);
    from..to
}

/// A list whose field is called `item`, as Spark makes them.
pub(super) fn list_of(kind: DataType) -> DataType {
    DataType::List(Arc::new(Field::new("item", kind, true)))
}

/// A table of one batch.
pub(super) fn table(columns: Vec<(&str, ArrayRef)>) -> Result<Batches, RunError> {
    let field = |(name, column): &(&str, ArrayRef)| Field::new(*name, column.data_type().clone(), true);
    let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
    one_batch(schema, columns.into_iter().map(|(_, column)| column).collect())
}

fn one_batch(schema: SchemaRef, columns: Vec<ArrayRef>) -> Result<Batches, RunError> {
    let batch = RecordBatch::try_new(schema.clone(), columns).map_err(unfit)?;
    Ok(Batches::new("rows", schema, vec![batch]))
}

/// `rows` with one more column, which has a value for each row in order.
pub(super) fn with_column(rows: &Batches, name: &str, column: ArrayRef) -> Result<Batches, RunError> {
    let mut fields: Vec<Field> = rows.schema().fields().iter().map(|field| field.as_ref().clone()).collect();
    fields.push(Field::new(name, column.data_type().clone(), true));
    let schema = Arc::new(Schema::new(fields));
    let (mut made, mut from) = (Vec::new(), 0);
    for Columns(batch) in batches(rows)? {
        let mut columns = batch.columns().to_vec();
        columns.push(column.slice(from, batch.num_rows()));
        from += batch.num_rows();
        made.push(RecordBatch::try_new(schema.clone(), columns).map_err(unfit)?);
    }
    Ok(Batches::new("rows", schema, made))
}

/// Counts that are not zero: columns `number`, of a node or of something else with a number, and `count`.
pub(super) fn counted(counts: &[u64]) -> Result<Batches, RunError> {
    let (mut numbers, mut sums) = (Int32Builder::new(), Int64Builder::new());
    for (index, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
        numbers.append_value((index as u32).cast_signed());
        sums.append_value(count.cast_signed());
    }
    table(vec![("number", Arc::new(numbers.finish())), ("count", Arc::new(sums.finish()))])
}

/// Rows of nodes with their owners, as a step reads them.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// The bytes that identify each owner, by number, in ascending order.
    pub owners: Vec<Vec<u8>>,
    /// By owner, the hash of all rows.
    pub owner_keys: Vec<OwnerKey>,
    /// By row, its owner.
    pub owner_of: Vec<u32>,
    /// By row, its number among the rows of its owner.
    pub row: Vec<u32>,
    /// By row, its nodes: items as they were typed, or labels.
    pub nodes: Ragged<Node>,
    /// By row, the items of its labels; empty where these are the same.
    pub items: Ragged<Node>,
    /// By row, the numbers of its whole queries, sorted; empty where these were not asked for.
    pub queries: Ragged<u32>,
    /// By row, the number of its text, if it is a whole query; [`NO_NUMBER`] for a text without one.
    pub text: Vec<Option<u32>>,
}

/// Marks a text without a number.
pub(super) const NO_NUMBER: u32 = u32::MAX;

impl Rows {
    /// Reads columns `owner`, `owner_key`, `row`, `nodes`, and `items` if it exists. Rows are sorted by owner
    /// and number.
    pub fn read(rows: &Batches) -> Result<Rows, RunError> {
        Rows::read_with(rows, &Numbers::default())
    }

    /// The same with columns `queries` and `text`, if they exist, for texts that have `numbers`.
    pub fn read_with(rows: &Batches, numbers: &Numbers<'_>) -> Result<Rows, RunError> {
        let mut found: Vec<(&[u8], u32, usize, usize)> = Vec::new();
        let all: Vec<Columns<'_>> = batches(rows)?.collect();
        for (number, batch) in all.iter().enumerate() {
            let (owner, row) = (batch.bytes("owner")?, batch.numbers::<Int32Type>("row")?);
            found.extend(
                (0..batch.rows()).map(|at| (owner.value(at), row.value(at).cast_unsigned(), number, at)),
            );
        }
        found.sort_unstable();
        let keys = each(&all, |batch| batch.numbers::<Int64Type>("owner_key"))?;
        let nodes = each(&all, |batch| batch.number_lists("nodes"))?;
        let has = |name| all.iter().all(|batch| batch.has(name));
        let items = has("items").then(|| each(&all, |batch| batch.number_lists("items"))).transpose()?;
        let queries = has("queries").then(|| each(&all, |batch| batch.text_lists("queries"))).transpose()?;
        let texts = has("text").then(|| each(&all, |batch| batch.texts("text"))).transpose()?;
        let mut read = Rows::default();
        for (owner, row, batch, at) in found {
            if read.owners.last().is_none_or(|last| last != owner) {
                read.owners.push(owner.to_vec());
                read.owner_keys.push(OwnerKey(keys[batch].value(at).cast_unsigned()));
            }
            read.owner_of.push(read.owners.len() as u32 - 1);
            read.row.push(row);
            read.nodes.push(nodes[batch].nodes(at));
            if let Some(items) = &items {
                read.items.push(items[batch].nodes(at));
            }
            if let Some(queries) = &queries {
                read.queries.open().extend(queries[batch].get(at).filter_map(|text| numbers.get(text)));
                read.queries.close_as_set();
            }
            if let Some(texts) = &texts {
                let number = |text| numbers.get(text).unwrap_or(NO_NUMBER);
                read.text.push(texts[batch].is_valid(at).then(|| number(texts[batch].value(at))));
            }
        }
        Ok(read)
    }

    pub fn len(&self) -> usize {
        self.owner_of.len()
    }

    /// The owner of a row and its number among the rows of this owner. Rows are sorted by these.
    pub fn number(&self, row: usize) -> (&[u8], u32) {
        (&self.owners[self.owner_of[row] as usize], self.row[row])
    }

    /// By owner, the range of its rows.
    pub fn of_owners(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let mut from = 0;
        self.owner_of.chunk_by(|a, b| a == b).map(move |own| {
            from += own.len();
            from - own.len()..from
        })
    }

    /// The rows as transactions of their nodes.
    pub fn transactions(&self) -> Transactions {
        Transactions::from_rows(self.nodes.clone(), self.owner_of.clone())
    }

    /// By row, the first row of its owner with the same items and the same queries, among queries with
    /// numbers. Such rows need not be adjacent: rare queries can sort rows of the same items apart.
    pub fn firsts(&self, transactions: &Transactions) -> Vec<u32> {
        firsts(transactions, &WholeQueries { items: Bags::default(), of: self.queries.clone() })
    }

    /// The rows as labels with their items.
    pub fn remainder(&self) -> Remainder {
        let mut left = Remainder::default();
        for (row, &owner) in self.owner_of.iter().enumerate() {
            let items = self.items(row).iter().copied();
            left.push(row as u32, owner, self.nodes.get(row).iter().copied().zip(items));
        }
        left
    }

    /// The items of a row.
    pub fn items(&self, row: usize) -> &[Node] {
        if self.items.is_empty() { self.nodes.get(row) } else { self.items.get(row) }
    }
}

/// Writes remainders of rows, and published parts of rows.
#[derive(Default)]
pub(super) struct RowsBuilder {
    owner: BinaryBuilder,
    owner_key: Int64Builder,
    row: Int32Builder,
    nodes: ListBuilder<Int32Builder>,
    items: ListBuilder<Int32Builder>,
    text: StringBuilder,
    is_left: BooleanBuilder,
}

impl RowsBuilder {
    /// Writes a published part of row `row` of `rows`: `labels`, as many items, each at or below its label,
    /// and the text of a whole query.
    pub fn push_part(
        &mut self,
        rows: &Rows,
        row: usize,
        labels: &[Node],
        items: &[Node],
        text: Option<&str>,
    ) {
        self.push(rows, row, labels, items, text, false);
    }

    /// Writes the remainder `left` of `rows`.
    pub fn push_left(&mut self, rows: &Rows, left: &Remainder) {
        left.iter().for_each(|(row, labels, items)| self.push(rows, row as usize, labels, items, None, true));
    }

    fn push(
        &mut self,
        rows: &Rows,
        row: usize,
        labels: &[Node],
        items: &[Node],
        text: Option<&str>,
        is_left: bool,
    ) {
        let owner = rows.owner_of[row] as usize;
        let list = |nodes: &[Node]| -> Vec<Option<i32>> {
            nodes.iter().map(|node| Some(node.0.cast_signed())).collect()
        };
        self.owner.append_value(&rows.owners[owner]);
        self.owner_key.append_value(rows.owner_keys[owner].0.cast_signed());
        self.row.append_value(rows.row[row].cast_signed());
        self.nodes.append_value(list(labels));
        self.items.append_value(list(items));
        self.text.append_option(text);
        self.is_left.append_value(is_left);
    }

    pub fn finish(mut self) -> Result<Batches, RunError> {
        table(vec![
            ("owner", Arc::new(self.owner.finish())),
            ("owner_key", Arc::new(self.owner_key.finish())),
            ("row", Arc::new(self.row.finish())),
            ("nodes", Arc::new(self.nodes.finish())),
            ("items", Arc::new(self.items.finish())),
            ("text", Arc::new(self.text.finish())),
            ("is_left", Arc::new(self.is_left.finish())),
        ])
    }
}

/// Numbers of texts that occur many times.
#[derive(Default)]
pub(super) struct Numbers<'t>(FxHashMap<&'t str, u32>);

impl<'t> Numbers<'t> {
    /// Numbers of `texts`, by their positions.
    pub fn of(texts: impl Iterator<Item = &'t str>) -> Numbers<'t> {
        Numbers(texts.zip(0u32..).collect())
    }

    pub fn get(&self, text: &str) -> Option<u32> {
        self.0.get(text).copied()
    }
}
