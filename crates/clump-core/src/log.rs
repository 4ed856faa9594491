//! The lines of a query log, as flat arrays: each distinct text is stored once, and each line is a few
//! numbers.

use crate::names::Names;
use crate::taxonomy::Taxonomy;
use crate::transactions::Bags;

/// A query log that was read, line by line. All of it is private; its `Debug` shows counts only.
#[derive(Clone, Default)]
pub struct QueryLog {
    /// Name of each owner in the log, by first appearance.
    pub owners: Names,
    /// Distinct queries, as they were written.
    pub queries: Names,
    /// Distinct texts of all other columns; number 0 is the empty text.
    pub texts: Names,
    /// The lines, in the order of the input.
    pub lines: Vec<Line>,
}

/// A line of a log: owner, query, time, and the clicked result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Number of the owner in [`QueryLog::owners`].
    pub owner: u32,
    /// Number of the query in [`QueryLog::queries`].
    pub query: u32,
    /// The time as written: a number in [`QueryLog::texts`].
    pub time: u32,
    /// The same as seconds; none if it is not a time.
    pub seconds: Option<i64>,
    /// The rank of the result that was clicked, as written: a number in [`QueryLog::texts`].
    pub rank: u32,
    /// Its address, likewise.
    pub url: u32,
}

impl std::fmt::Debug for QueryLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QueryLog").field("lines", &self.lines.len()).finish_non_exhaustive()
    }
}

impl QueryLog {
    /// Name of the owner of `line` in the log.
    pub fn owner(&self, line: &Line) -> &str {
        self.owners.get(line.owner as usize)
    }

    /// The query of `line`, as written.
    pub fn query(&self, line: &Line) -> &str {
        self.queries.get(line.query as usize)
    }

    /// The text with `number`: a time, a rank or an address.
    pub fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize)
    }
}

/// Meaning of the queries of a log: for each distinct query the nodes of its words.
#[derive(Clone, Debug)]
pub struct QueryItems {
    /// Taxonomy whose nodes the items are.
    pub taxonomy: Taxonomy,
    /// By number of the query; empty where no word is known.
    pub items: Bags,
}

/// Lines that may be published: a header, and rows of as many texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    header: &'static [&'static str],
    cells: Names,
}

/// The columns of a query log.
pub const LOG_COLUMNS: &[&str] = &["AnonID", "Query", "QueryTime", "ItemRank", "ClickURL"];

impl Table {
    /// A table without rows.
    pub fn new(header: &'static [&'static str]) -> Table {
        Table { header, cells: Names::default() }
    }

    /// Appends a row.
    ///
    /// # Panics
    /// When it has another number of cells than the header.
    pub fn push<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        let before = self.cells.len();
        for cell in cells {
            self.cells.push(cell);
        }
        assert_eq!(self.cells.len() - before, self.header.len(), "a row has as many cells as the header");
    }

    /// The names of the columns.
    pub fn header(&self) -> &'static [&'static str] {
        self.header
    }

    /// Number of rows.
    pub fn len(&self) -> usize {
        self.cells.len() / self.header.len()
    }

    /// True if there is no row.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cells of a row.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = &str> {
        let width = self.header.len();
        (row * width..(row + 1) * width).map(|cell| self.cells.get(cell))
    }

    /// The rows in the order in which they are published: sorted by their cells, so that nothing of the order
    /// of the input is left. The input order would reveal which lines follow each other, and so which lines
    /// have the same owner.
    pub fn canonical(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|&a, &b| self.row(a).cmp(self.row(b)));
        order
    }
}
