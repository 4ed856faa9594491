//! Whole queries that k owners asked, and the rounds in which rows choose which of their queries to publish.

use clump_core::anonymize::pieces::Remainder;
use clump_core::names::Names;
use clump_core::shards::Asking;
use clump_core::taxonomy::Node;
use clump_core::transactions::Bags;
use clump_io::Batches;
use clump_io::arrow_array::types::Int64Type;
use serde::{Deserialize, Serialize};

use super::table::{Numbers, Rows, RowsBuilder, batches, counted, wrong};
use super::tree::Tree;
use crate::RunError;

/// The whole queries that at least k owners asked, and the state of the choice among them.
#[derive(Clone, Debug)]
pub struct CommonQueries {
    items: Bags,
    texts: Names,
    asking: Asking,
}

/// The JSON form of [`CommonQueries`] for other machines.
#[derive(Serialize, Deserialize)]
struct QueryMessage {
    queries: Vec<ToldQuery>,
}

#[derive(Serialize, Deserialize)]
struct ToldQuery {
    text: String,
    items: Vec<u32>,
    place: Option<u32>,
    is_published: bool,
}

impl CommonQueries {
    /// Selects the `queries` that at least `k` owners asked. The table has columns `text`, `items` (names of
    /// the items) and `owners`, and one row for each text.
    ///
    /// # Errors
    /// When a table lacks a column, a column has the wrong type, or a name is not in the tree.
    pub fn new(tree: &Tree, queries: &Batches, k: usize) -> Result<CommonQueries, RunError> {
        let mut found: Vec<(&str, Vec<Node>, u64)> = Vec::new();
        for batch in batches(queries)? {
            let (text, items) = (batch.texts("text")?, batch.text_lists("items")?);
            let owners = batch.numbers::<Int64Type>("owners")?;
            for row in (0..batch.rows()).filter(|&row| owners.value(row) >= k as i64) {
                let nodes = items.get(row).map(|name| tree.node(name)).collect::<Result<_, _>>()?;
                found.push((text.value(row), nodes, owners.value(row).cast_unsigned()));
            }
        }
        // Numbers the queries in the order of their texts, as a run in one process does.
        found.sort_unstable();
        let mut items = Bags::default();
        let mut texts = Names::default();
        for (text, nodes, _) in &found {
            items.push(nodes.iter().copied());
            texts.push(text);
        }
        let owners: Vec<u64> = found.iter().map(|&(.., owners)| owners).collect();
        let asking = Asking::new(&items, &owners, k);
        Ok(CommonQueries { items, texts, asking })
    }

    /// The number of each query, looked up by its text.
    pub(super) fn numbers(&self) -> Numbers<'_> {
        Numbers::of(self.texts.iter())
    }

    /// The items of the query number `query`.
    pub(super) fn items(&self, query: u32) -> &[Node] {
        self.items.get(query as usize)
    }

    /// Number of queries.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// True if there are no queries.
    pub fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// The queries and the state of the choice as JSON, for [`CommonQueries::from_bytes`] on other machines.
    pub fn to_bytes(&self) -> Vec<u8> {
        let query = |(query, (place, is_published)): (usize, (Option<u32>, bool))| ToldQuery {
            text: self.texts.get(query).to_owned(),
            items: self.items.get(query).iter().map(|item| item.0).collect(),
            place,
            is_published,
        };
        let told = QueryMessage { queries: self.asking.state().enumerate().map(query).collect() };
        serde_json::to_vec(&told).expect("queries are plain data")
    }

    /// Reads the result of [`CommonQueries::to_bytes`]. Only [`CommonQueries::advance`] needs the original
    /// value.
    ///
    /// # Errors
    /// When the bytes are not such a result.
    pub fn from_bytes(bytes: &[u8]) -> Result<CommonQueries, RunError> {
        let QueryMessage { queries } =
            serde_json::from_slice(bytes).map_err(|_| wrong("no queries of a cluster"))?;
        Ok(CommonQueries {
            items: queries.iter().map(|query| query.items.iter().map(|&item| Node(item))).collect(),
            texts: queries.iter().map(|query| query.text.as_str()).collect(),
            asking: Asking::from_state(queries.iter().map(|query| (query.place, query.is_published))),
        })
    }

    /// Counts, for each query, the owners who choose it for one of their rows. `rows` has all rows of each
    /// owner. The result has columns `number` (of the query) and `count`.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn count(&self, rows: &Batches) -> Result<Batches, RunError> {
        let rows = self.read(rows)?;
        let asked = (0..rows.len()).map(|row| (rows.owner_of[row], rows.queries.get(row)));
        counted(&self.asking.count(&self.items, asked))
    }

    fn read(&self, rows: &Batches) -> Result<Rows, RunError> {
        Rows::read_with(rows, &self.numbers())
    }

    /// Ends a round. `owners` is the number of owners who chose each query. Returns true if another round
    /// must follow.
    pub fn advance(&mut self, owners: &[u64]) -> bool {
        self.asking.advance(owners)
    }

    /// Publishes the chosen queries of each row as parts. The rest of a row becomes its remainder, with each
    /// item once. Of equal rows of an owner, only the first is used.
    ///
    /// # Errors
    /// When a table lacks a column, or a column has the wrong type.
    pub fn publish(&self, rows: &Batches) -> Result<Batches, RunError> {
        let rows = self.read(rows)?;
        let mut out = RowsBuilder::default();
        let firsts = rows.firsts(&rows.transactions());
        let mut left = Remainder::default();
        for row in (0..rows.len()).filter(|&row| firsts[row] as usize == row) {
            let (nodes, asked) = (rows.nodes.get(row), rows.queries.get(row));
            let words = self.asking.publish(&self.items, nodes, asked, |query, items| {
                out.push_part(&rows, row, items, items, Some(self.texts.get(query as usize)));
            });
            left.push(row as u32, rows.owner_of[row], words.iter().map(|&word| (word, word)));
        }
        out.push_left(&rows, &left);
        out.finish()
    }
}
