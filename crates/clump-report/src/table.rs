//! One table: named columns, aligned, over rows of cells. It is shown on a page (`html.rs`) and on a terminal
//! (`text.rs`) as people read numbers, and written to a file (`csv.rs`) with all their digits.

use serde::Serialize;

use crate::{NumberFormat, count};

mod csv;
mod html;
mod text;

/// Rows of cells under named columns.
///
/// ```
/// use clump_report::table::{Cell, Column, Table};
///
/// let table = Table {
///     columns: vec![Column::text("method"), Column::new("k"), Column::with_decimals("seconds", 2)],
///     rows: vec![vec![Cell::text("nearest"), Cell::Count(5), Cell::Number(0.128)]],
/// };
/// assert_eq!(table.text(), ["method   k  seconds", "nearest  5     0.13"]);
/// assert_eq!(table.csv(), "method,k,seconds\r\nnearest,5,0.128\r\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// Part above.
    pub columns: Vec<Column>,
    /// Each with as many cells as there are columns.
    pub rows: Vec<Vec<Cell>>,
}

/// The head of a column, and how its cells are shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// Its quantity, with the unit.
    pub name: String,
    /// Form in which a person reads its numbers; files have them in full.
    #[serde(skip)]
    pub format: NumberFormat,
    /// Alignment of its cells.
    #[serde(skip)]
    pub align: Align,
}

/// Alignment of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words begin below each other.
    Left,
    /// Numbers end below each other.
    Right,
}

impl Column {
    /// A column of counts.
    pub fn new(name: impl Into<String>) -> Column {
        Column::with_decimals(name, 0)
    }

    /// A column of words.
    pub fn text(name: impl Into<String>) -> Column {
        Column { align: Align::Left, ..Column::new(name) }
    }

    /// A column of numbers with so many digits after the point.
    pub fn with_decimals(name: impl Into<String>, decimals: usize) -> Column {
        Column::with_format(name, NumberFormat::Decimals(decimals))
    }

    /// A column of numbers.
    pub fn with_format(name: impl Into<String>, format: NumberFormat) -> Column {
        Column { name: name.into(), format, align: Align::Right }
    }
}

/// One result.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// Words.
    Text(String),
    /// A whole number.
    Count(usize),
    /// A measured number.
    Number(f64),
    /// Values that were not measured, or cannot be told.
    None,
}

impl Cell {
    /// Words.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A whole number, if there is one.
    pub fn count(number: Option<usize>) -> Cell {
        number.map_or(Cell::None, Cell::Count)
    }

    /// A number, if it was measured.
    pub fn number(value: Option<f64>) -> Cell {
        value.map_or(Cell::None, Cell::Number)
    }

    /// As a person is told in `column`; none if there is nothing to tell.
    fn told(&self, column: &Column) -> Option<String> {
        match self {
            Cell::Text(text) => Some(text.clone()),
            Cell::Count(number) => Some(count(*number)),
            Cell::Number(value) => Some(column.format.tell(*value)),
            Cell::None => None,
        }
    }

    /// In full, for a file: nothing where nothing was measured.
    fn in_full(&self) -> String {
        match self {
            Cell::Text(text) => text.clone(),
            Cell::Count(number) => number.to_string(),
            Cell::Number(value) => value.to_string(),
            Cell::None => String::new(),
        }
    }
}

impl Table {
    /// Without the columns in which nothing stands.
    #[must_use]
    pub fn without_empty_columns(mut self) -> Table {
        let is_empty = |cell: &Cell| cell.in_full().is_empty();
        let is_filled = |column: usize| self.rows.iter().any(|row| !is_empty(&row[column]));
        let filled: Vec<bool> = (0..self.columns.len()).map(is_filled).collect();
        keep(&mut self.columns, &filled);
        self.rows.iter_mut().for_each(|row| keep(row, &filled));
        self
    }

    /// With one more column in front that says the same in every row.
    #[must_use]
    pub fn with_first(mut self, name: &str, said: &str) -> Table {
        self.columns.insert(0, Column::text(name));
        self.rows.iter_mut().for_each(|row| row.insert(0, Cell::text(said)));
        self
    }
}

fn keep<T>(cells: &mut Vec<T>, filled: &[bool]) {
    let mut filled = filled.iter();
    cells.retain(|_| *filled.next().expect("a row has a cell for each column"));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_in_which_nothing_stands_are_left_out() {
        let table = Table {
            columns: ["a", "b", "c", "d"].map(Column::new).to_vec(),
            rows: vec![
                vec![Cell::Count(0), Cell::None, Cell::text(""), Cell::None],
                vec![Cell::Count(1), Cell::None, Cell::None, Cell::Number(0.5)],
            ],
        };
        let table = table.without_empty_columns();
        assert_eq!(table.columns, ["a", "d"].map(Column::new));
        assert_eq!(table.rows, [[Cell::Count(0), Cell::None], [Cell::Count(1), Cell::Number(0.5)]]);
    }
}
