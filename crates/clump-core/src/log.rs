//! The lines of a query log: each distinct text is stored once, and each line consists of a few numbers.

use crate::names::Names;
use crate::taxonomy::Taxonomy;
use crate::transactions::Bags;

/// A query log in memory. All of it is private, so its `Debug` output shows the number of lines only.
#[derive(Clone, Default)]
pub struct QueryLog {
    /// Names of the owners as written in the log, in order of first appearance.
    pub owners: Names,
    /// Distinct texts of queries, exactly as written in the log.
    pub queries: Names,
    /// Distinct texts of all other columns; index 0 is the empty text.
    pub texts: Names,
    /// The lines, in the order of the input files.
    pub lines: Vec<Line>,
}

/// A line of a log: owner, query, time, and the clicked result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// Index of the owner in [`QueryLog::owners`].
    pub owner: u32,
    /// Index of the query in [`QueryLog::queries`].
    pub query: u32,
    /// Index in [`QueryLog::texts`] of the time as written in the log.
    pub time: u32,
    /// The time in seconds; `None` if the text is not a valid time.
    pub seconds: Option<i64>,
    /// Index in [`QueryLog::texts`] of the rank of the clicked result, as written in the log.
    pub rank: u32,
    /// Index in [`QueryLog::texts`] of the address of the clicked result.
    pub url: u32,
}

impl std::fmt::Debug for QueryLog {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("QueryLog").field("lines", &self.lines.len()).finish_non_exhaustive()
    }
}

impl QueryLog {
    /// Name of the owner of `line`, as written in the log.
    pub fn owner(&self, line: &Line) -> &str {
        self.owners.get(line.owner as usize)
    }

    /// Text of the query of `line`, as written in the log.
    pub fn query(&self, line: &Line) -> &str {
        self.queries.get(line.query as usize)
    }

    /// The text with index `number` in [`QueryLog::texts`]: a time, a rank or an address.
    pub fn text(&self, number: u32) -> &str {
        self.texts.get(number as usize)
    }
}

/// For each distinct query of a log, the nodes of its words.
#[derive(Clone, Debug)]
pub struct QueryItems {
    /// Taxonomy that has these nodes.
    pub taxonomy: Taxonomy,
    /// By index of the query, the nodes of its known words; empty if no word is known.
    pub items: Bags,
}

/// A table to be published: a header, and rows with one text for each column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    header: &'static [&'static str],
    cells: Names,
}

/// Names of the columns of a query log, in this order.
pub const LOG_COLUMNS: &[&str] = &["AnonID", "Query", "QueryTime", "ItemRank", "ClickURL"];

impl Table {
    /// A table with these column names and no rows.
    pub fn new(header: &'static [&'static str]) -> Table {
        Table { header, cells: Names::default() }
    }

    /// Appends a row with these cells, one for each column.
    ///
    /// # Panics
    /// If the number of cells differs from the number of columns.
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

    /// Number of rows, without the header.
    pub fn len(&self) -> usize {
        self.cells.len() / self.header.len()
    }

    /// True if the table has no rows.
    pub fn is_empty(&self) -> bool {
        self.cells.is_empty()
    }

    /// The cells of the row with this index, one for each column.
    pub fn row(&self, row: usize) -> impl ExactSizeIterator<Item = &str> {
        let width = self.header.len();
        (row * width..(row + 1) * width).map(|cell| self.cells.get(cell))
    }

    /// Indexes of the rows in the order in which they are published: sorted by their cells. The input order
    /// would reveal which lines follow each other, and so which lines have the same owner.
    pub fn canonical(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.len()).collect();
        order.sort_by(|&a, &b| self.row(a).cmp(self.row(b)));
        order
    }
}
