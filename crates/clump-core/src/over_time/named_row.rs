//! Rows of a release in words, before a ledger gives numbers to their values and owners.

/// A row of a release. Owners have the numbers of the data, and are ascending.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedRow {
    /// Number of the table in the release; pieces are one table.
    pub table: u32,
    /// The values of the row, each with the name of its column, in any order.
    pub values: Vec<String>,
    /// Those of the values that divide the owners of a fact into cells.
    pub cell: Vec<String>,
    /// Values that follow from these, such as the month of a day.
    pub implied: Vec<String>,
    /// The least number of owners with which the row is published.
    pub least: usize,
    /// The owners whom the row counts.
    pub owners: Vec<u32>,
    /// The owners of the data whom the row leaves out.
    pub left_out: Vec<u32>,
}

/// People and rows that the rules over time take from a release, besides all other rules.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TakenOverTime {
    /// Number of rows that are not published.
    pub rows: usize,
    /// Number of published rows that count fewer people.
    pub rows_smaller: usize,
    /// Number of people who are not counted in these; a person counts once for each row.
    pub people: usize,
}
