//! A table of results: rounded for the page, in full for files.

use serde::Serialize;

use crate::{count, number};

/// Rows of cells under named columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Table {
    /// What stands above.
    pub columns: Vec<Column>,
    /// As many cells a row as there are columns.
    pub rows: Vec<Vec<Cell>>,
}

/// The head of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// What it holds, with the unit.
    pub name: String,
    /// Digits after the point on the page.
    #[serde(skip)]
    pub decimals: usize,
}

impl Column {
    /// A column of texts or counts.
    pub fn new(name: impl Into<String>) -> Column {
        Column::with_decimals(name, 0)
    }

    /// A column of numbers.
    pub fn with_decimals(name: impl Into<String>, decimals: usize) -> Column {
        Column { name: name.into(), decimals }
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
    /// What this log cannot tell.
    None,
}

impl Table {
    /// The cell as the page shows it.
    pub(crate) fn shown(&self, cell: &Cell, column: usize) -> String {
        match cell {
            Cell::Text(text) => text.clone(),
            Cell::Count(number) => count(*number),
            Cell::Number(value) => number(*value, self.columns[column].decimals),
            Cell::None => "–".to_owned(),
        }
    }

    /// The table as CSV (RFC 4180), numbers in full. The first column says on every line what log it is about.
    pub fn csv(&self, log: &str) -> String {
        let mut csv = String::new();
        let names = self.columns.iter().map(|column| quoted(&column.name));
        line(&mut csv, std::iter::once("log".to_owned()).chain(names));
        for row in &self.rows {
            let cells = row.iter().map(|cell| match cell {
                Cell::Text(text) => quoted(text),
                Cell::Count(number) => number.to_string(),
                Cell::Number(value) => value.to_string(),
                Cell::None => String::new(),
            });
            line(&mut csv, std::iter::once(quoted(log)).chain(cells));
        }
        csv
    }
}

fn line(csv: &mut String, cells: impl Iterator<Item = String>) {
    csv.push_str(&cells.collect::<Vec<_>>().join(","));
    csv.push_str("\r\n");
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_have_all_digits_and_the_page_few() {
        let table = Table {
            columns: vec![Column::new("row"), Column::with_decimals("loss, \"GGD\"", 2)],
            rows: vec![
                vec![Cell::Text("fruit, beef".to_owned()), Cell::Number(1234.5678)],
                vec![Cell::Count(53_058), Cell::None],
            ],
        };
        assert_eq!(
            table.csv("generated"),
            "log,row,\"loss, \"\"GGD\"\"\"\r\ngenerated,\"fruit, beef\",1234.5678\r\ngenerated,53058,\r\n"
        );
        assert_eq!(table.shown(&table.rows[0][1], 1), "1,234.57");
        assert_eq!(table.shown(&table.rows[1][0], 0), "53,058");
    }
}
