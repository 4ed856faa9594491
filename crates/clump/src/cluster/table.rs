//! Arrow tables of rows that steps of a cluster run exchange, with the types that Spark supports.

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

/// The error for a malformed table of another step. The message contains no value of the table.
pub(super) fn unfit(_: ArrowError) -> RunError {
    no_column()
}

pub(super) fn wrong(what: &'static str) -> RunError {
    std::io::Error::new(std::io::ErrorKind::InvalidData, what).into()
}

fn no_column() -> RunError {
    wrong("a table of a step does not have its columns")
}

/// The batches of a table, which must be in memory.
pub(super) fn batches(table: &Batches) -> Result<impl Iterator<Item = Columns<'_>>, RunError> {
    Ok(table.batches().iter().map(Columns))
}

/// Gives access to the columns of one batch by their names.
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

    /// Column `name`, which must have a list of numbers in each row.
    pub fn number_lists(self, name: &str) -> Result<NumberLists<'b>, RunError> {
        let lists = self.lists(name)?;
        let values = lists.values().as_primitive_opt::<Int32Type>().ok_or_else(no_column)?;
        Ok(NumberLists { lists, values: values.values() })
    }

    /// Column `name`, which must have a list of texts in each row.
    pub fn text_lists(self, name: &str) -> Result<TextLists<'b>, RunError> {
        let lists = self.lists(name)?;
        Ok(TextLists { lists, values: lists.values().as_string_opt().ok_or_else(no_column)? })
    }
}

/// A column with a list of numbers in each row.
#[derive(Clone, Copy)]
pub(super) struct NumberLists<'b> {
    lists: &'b ListArray,
    values: &'b [i32],
}

impl<'b> NumberLists<'b> {
    pub fn get(self, row: usize) -> &'b [i32] {
        &self.values[span(self.lists, row)]
    }

    /// The list of one row, read as numbers of nodes.
    pub fn nodes(self, row: usize) -> impl ExactSizeIterator<Item = Node> + 'b {
        self.get(row).iter().map(|&node| Node(node.cast_unsigned()))
    }
}

/// A column with a list of texts in each row.
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

/// Calls `read` on each of `batches`, and returns the results in order.
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

/// Type of a list whose elements are in a field called `item`, as in the lists that Spark sends.
pub(super) fn list_of(kind: DataType) -> DataType {
    DataType::List(Arc::new(Field::new("item", kind, true)))
}

/// A table of these columns, given with their names, in one batch.
pub(super) fn table(columns: Vec<(&str, ArrayRef)>) -> Result<Batches, RunError> {
    let field = |(name, column): &(&str, ArrayRef)| Field::new(*name, column.data_type().clone(), true);
    let schema = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
    one_batch(schema, columns.into_iter().map(|(_, column)| column).collect())
}

fn one_batch(schema: SchemaRef, columns: Vec<ArrayRef>) -> Result<Batches, RunError> {
    let batch = RecordBatch::try_new(schema.clone(), columns).map_err(unfit)?;
    Ok(Batches::new("rows", schema, vec![batch]))
}

/// Adds a column to `rows`. It has one value for each row, in the order of all batches.
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

/// Table of the entries of `counts` that are not zero: `number` is the index, such as a node, and `count` the
/// entry.
pub(super) fn counted(counts: &[u64]) -> Result<Batches, RunError> {
    let (mut numbers, mut sums) = (Int32Builder::new(), Int64Builder::new());
    for (index, &count) in counts.iter().enumerate().filter(|&(_, &count)| count > 0) {
        numbers.append_value((index as u32).cast_signed());
        sums.append_value(count.cast_signed());
    }
    table(vec![("number", Arc::new(numbers.finish())), ("count", Arc::new(sums.finish()))])
}

/// Rows of nodes and the owner of each row, read from a table and sorted.
#[derive(Debug, Default)]
pub(super) struct Rows {
    /// Identifier of each owner in bytes, ascending. The index is the number of the owner below.
    pub owners: Vec<Vec<u8>>,
    /// For each owner, the hash of all rows of the owner.
    pub owner_keys: Vec<OwnerKey>,
    /// For each row, the number of its owner.
    pub owner_of: Vec<u32>,
    /// For each row, its number among the rows of its owner.
    pub row: Vec<u32>,
    /// For each row, its nodes: the items as typed, or the labels that replace them.
    pub nodes: Ragged<Node>,
    /// For each row, the items that its labels replace. Without any entry if the nodes are the items.
    pub items: Ragged<Node>,
    /// For each row, the sorted numbers of its whole queries. Without any entry if the table has no such
    /// column.
    pub queries: Ragged<u32>,
    /// For each row, the number of the whole query in its text, or [`NO_NUMBER`]. `None` if it has no text.
    pub text: Vec<Option<u32>>,
}

/// Stands for a text that is not among the numbered queries.
pub(super) const NO_NUMBER: u32 = u32::MAX;

impl Rows {
    /// Reads columns `owner`, `owner_key`, `row`, `nodes`, and `items` if it exists. Sorts rows by owner,
    /// then by `row`.
    pub fn read(rows: &Batches) -> Result<Rows, RunError> {
        Rows::read_with(rows, &Numbers::default())
    }

    /// Also reads columns `queries` and `text`, if they exist, and replaces each text by its number in
    /// `numbers`.
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

    /// The identifier of the owner of a row, and the number of the row. Rows are sorted by this pair.
    pub fn number(&self, row: usize) -> (&[u8], u32) {
        (&self.owners[self.owner_of[row] as usize], self.row[row])
    }

    /// For each owner in order, the range of indices of the owner's rows.
    pub fn of_owners(&self) -> impl Iterator<Item = std::ops::Range<usize>> + '_ {
        let mut from = 0;
        self.owner_of.chunk_by(|a, b| a == b).map(move |own| {
            from += own.len();
            from - own.len()..from
        })
    }

    /// The rows as transactions, whose items are the nodes.
    pub fn transactions(&self) -> Transactions {
        Transactions::from_rows(self.nodes.clone(), self.owner_of.clone())
    }

    /// For each row, the first row of the same owner with the same items and the same numbered queries. Such
    /// rows need not be adjacent: queries without a number can separate rows of the same items.
    pub fn firsts(&self, transactions: &Transactions) -> Vec<u32> {
        firsts(transactions, &WholeQueries { items: Bags::default(), of: self.queries.clone() })
    }

    /// The rows as unpublished cells: pairs of a label and the item that it replaces.
    pub fn remainder(&self) -> Remainder {
        let mut left = Remainder::default();
        for (row, &owner) in self.owner_of.iter().enumerate() {
            let items = self.items(row).iter().copied();
            left.push(row as u32, owner, self.nodes.get(row).iter().copied().zip(items));
        }
        left
    }

    /// The items of a row, before labels replaced them.
    pub fn items(&self, row: usize) -> &[Node] {
        if self.items.is_empty() { self.nodes.get(row) } else { self.items.get(row) }
    }
}

/// Builds a table of published parts of rows, and of the remainders of rows.
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
    /// Adds a published part of row number `row` of `rows`. Each of `labels` replaces the item at the same
    /// index of `items`. `text` is the text if the part is a whole query.
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

    /// Adds the unpublished cells `left` of `rows`.
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

/// Numbers of texts, such as whole queries.
#[derive(Default)]
pub(super) struct Numbers<'t>(FxHashMap<&'t str, u32>);

impl<'t> Numbers<'t> {
    /// Gives each of `texts` its position, from 0, as its number.
    pub fn of(texts: impl Iterator<Item = &'t str>) -> Numbers<'t> {
        Numbers(texts.zip(0u32..).collect())
    }

    pub fn get(&self, text: &str) -> Option<u32> {
        self.0.get(text).copied()
    }
}
