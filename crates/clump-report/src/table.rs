//! A table: rows of cells in aligned columns. Pages and terminals show formatted numbers; files have all
//! digits.

use csv::{Terminator, WriterBuilder};
use maud::{Markup, html};
use serde::Serialize;

use crate::{NumberFormat, count};

/// Rows of cells in columns with names.
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
    /// The columns, from left to right.
    pub columns: Vec<Column>,
    /// The rows. Each has as many cells as there are columns.
    pub rows: Vec<Vec<Cell>>,
}

/// The head of a column, and the format of its cells.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Column {
    /// The quantity in the column, with its unit.
    pub name: String,
    /// Format of the column's numbers for people. Files have all digits.
    #[serde(skip)]
    pub format: NumberFormat,
    /// Alignment of the column's cells.
    #[serde(skip)]
    pub align: Align,
}

/// Alignment of the cells of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Left-aligned, for words.
    Left,
    /// Right-aligned, for numbers.
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

    /// A column of numbers, shown with `decimals` digits after the point.
    pub fn with_decimals(name: impl Into<String>, decimals: usize) -> Column {
        Column::with_format(name, NumberFormat::Decimals(decimals))
    }

    /// A column of numbers, shown in `format`.
    pub fn with_format(name: impl Into<String>, format: NumberFormat) -> Column {
        Column { name: name.into(), format, align: Align::Right }
    }
}

/// A cell of a table.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Cell {
    /// A text, left as it is.
    Text(String),
    /// A whole number.
    Count(usize),
    /// A measured number.
    Number(f64),
    /// A value that was not measured, or must not be shown.
    None,
}

impl Cell {
    /// A text, left as it is.
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// A cell with a count; an empty cell for `None`.
    pub fn count(number: Option<usize>) -> Cell {
        number.map_or(Cell::None, Cell::Count)
    }

    /// A cell with a measured number; an empty cell for `None`.
    pub fn number(value: Option<f64>) -> Cell {
        value.map_or(Cell::None, Cell::Number)
    }

    /// The text of the cell in `column`; `None` if it has no value.
    fn told(&self, column: &Column) -> Option<String> {
        match self {
            Cell::Text(text) => Some(text.clone()),
            Cell::Count(number) => Some(count(*number)),
            Cell::Number(value) => Some(column.format.tell(*value)),
            Cell::None => None,
        }
    }

    /// The value of the cell for a file, with all digits; empty if there is no value.
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
    /// The table without empty columns.
    #[must_use]
    pub fn without_empty_columns(mut self) -> Table {
        let is_empty = |cell: &Cell| cell.in_full().is_empty();
        let is_filled = |column: usize| self.rows.iter().any(|row| !is_empty(&row[column]));
        let filled: Vec<bool> = (0..self.columns.len()).map(is_filled).collect();
        keep(&mut self.columns, &filled);
        self.rows.iter_mut().for_each(|row| keep(row, &filled));
        self
    }

    /// The table with an additional first column that has the same text in every row.
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

impl Table {
    /// The table as CSV, with a header and numbers in full; values that were not measured are empty.
    pub fn csv(&self) -> String {
        let mut csv = WriterBuilder::new().terminator(Terminator::CRLF).from_writer(Vec::new());
        let names = self.columns.iter().map(|column| column.name.clone()).collect();
        let rows = self.rows.iter().map(|row| row.iter().map(Cell::in_full).collect());
        for record in std::iter::once(names).chain(rows) {
            let record: Vec<String> = record;
            csv.write_record(record).expect("all rows have as many cells as there are columns");
        }
        let bytes = csv.into_inner().expect("memory takes what is written");
        String::from_utf8(bytes).expect("cells are text")
    }
}

/// Text between two columns on a terminal.
const GAP: &str = "  ";

impl Table {
    /// The header and one line for each row, with `-` for values that were not measured.
    pub fn text(&self) -> Vec<String> {
        let names = self.columns.iter().map(|column| column.name.clone()).collect();
        let rows = self.rows.iter().map(|row| {
            let told = row.iter().zip(&self.columns).map(|(cell, column)| cell.told(column));
            told.map(|told| told.unwrap_or_else(|| "-".to_owned())).collect()
        });
        let lines: Vec<Vec<String>> = std::iter::once(names).chain(rows).collect();
        let width =
            |column: usize| lines.iter().map(|cells| cells[column].chars().count()).max().unwrap_or(0);
        let widths: Vec<usize> = (0..self.columns.len()).map(width).collect();
        let aligned = |cells: &Vec<String>| {
            let cells = cells.iter().zip(&widths).zip(&self.columns).map(|((cell, &width), column)| {
                match column.align {
                    Align::Left => format!("{cell:<width$}"),
                    Align::Right => format!("{cell:>width$}"),
                }
            });
            cells.collect::<Vec<String>>().join(GAP).trim_end().to_owned()
        };
        lines.iter().map(aligned).collect()
    }
}

impl Table {
    /// The table as HTML in a frame that scrolls. The first cell of a row is the row's heading.
    pub(crate) fn html(&self, caption: &str, id: Option<&str>) -> Markup {
        html! {
            div.wide tabindex="0" role="region" aria-label=(caption) {
                table id=[id] {
                    caption { (caption) }
                    thead {
                        tr { @for column in &self.columns { th scope="col" class=[class(column)] { (column.name) } } }
                    }
                    tbody {
                        @for row in &self.rows {
                            tr {
                                @for (place, (cell, column)) in row.iter().zip(&self.columns).enumerate() {
                                    @let (class, value) = (class(column), value(cell));
                                    @if place == 0 {
                                        th scope="row" class=[class] data-value=[value] { (shown(cell, column)) }
                                    } @else {
                                        td class=[class] data-value=[value] { (shown(cell, column)) }
                                    }
                                }
                            }
                            "\n"
                        }
                    }
                }
            }
        }
    }

    /// The table as HTML, folded under `summary`, with a button that downloads `ID.csv`.
    pub(crate) fn folded(&self, summary: &str, caption: &str, id: &str) -> Markup {
        html! {
            details.numbers {
                summary { (summary) }
                (self.html(caption, Some(id)))
                button type="button" data-csv=(id) { "Download " (id) ".csv" }
            }
            "\n"
        }
    }
}

fn class(column: &Column) -> Option<&'static str> {
    (column.align == Align::Left).then_some("text")
}

/// The value for the CSV file, if it differs from the text that the page shows.
fn value(cell: &Cell) -> Option<String> {
    match cell {
        Cell::Text(_) => None,
        Cell::Count(_) | Cell::Number(_) | Cell::None => Some(cell.in_full()),
    }
}

fn shown(cell: &Cell, column: &Column) -> Markup {
    html! {
        @match cell.told(column) {
            Some(told) => (told),
            None => span aria-label="none" { "–" },
        }
    }
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

    #[test]
    fn files_have_all_digits_and_quote_what_needs_it() {
        let table = Table {
            columns: vec![Column::text("row"), Column::with_decimals("loss, \"GGD\"", 2)],
            rows: vec![
                vec![Cell::text("fruit, beef"), Cell::Number(1234.5678)],
                vec![Cell::Count(53_058), Cell::None],
                vec![Cell::text("two\nlines"), Cell::text("")],
            ],
        };
        assert_eq!(
            table.with_first("log", "generated").csv(),
            "log,row,\"loss, \"\"GGD\"\"\"\r\ngenerated,\"fruit, beef\",1234.5678\r\ngenerated,53058,\r\n\
             generated,\"two\nlines\",\r\n"
        );
    }

    #[test]
    fn words_begin_and_numbers_end_below_each_other() {
        let table = Table {
            columns: vec![
                Column::text("naïve"),
                Column::new("k"),
                Column::with_decimals("s", 1),
                Column::text("x"),
            ],
            rows: vec![
                vec![Cell::text("a"), Cell::Count(12_345), Cell::Number(0.25), Cell::text("y")],
                vec![Cell::text("method"), Cell::None, Cell::Number(10.0), Cell::text("")],
            ],
        };
        assert_eq!(
            table.text(),
            ["naïve        k     s  x", "a       12,345   0.2  y", "method       -  10.0"]
        );
    }

    #[test]
    fn a_page_shows_few_digits_and_keeps_all() {
        let table = Table {
            columns: vec![
                Column::text("<k>"),
                Column::with_format("loss", NumberFormat::Percent),
                Column::new("n"),
            ],
            rows: vec![
                vec![Cell::text("a & b"), Cell::Number(0.1234567), Cell::Count(1_000)],
                vec![Cell::text("c"), Cell::None, Cell::text("not told")],
            ],
        };
        let html = table.folded("Numbers", "All \"runs\"", "runs").into_string();
        for part in [
            "<th scope=\"col\" class=\"text\">&lt;k&gt;</th><th scope=\"col\">loss</th>",
            "<th scope=\"row\" class=\"text\">a &amp; b</th><td data-value=\"0.1234567\">12.3\u{a0}%</td>",
            "<td data-value=\"1000\">1,000</td>",
            "<td data-value=\"\"><span aria-label=\"none\">–</span></td><td>not told</td>",
            "aria-label=\"All &quot;runs&quot;\"><table id=\"runs\">",
            "<button type=\"button\" data-csv=\"runs\">Download runs.csv</button></details>",
        ] {
            assert!(html.contains(part), "{part}\n{html}");
        }
    }
}
