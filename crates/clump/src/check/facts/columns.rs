//! The columns of a table of facts, as its checks read them. Stated here again, independent of the rules that
//! made the table.

use clump_core::facts::FactTable;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Column {
    Typed,
    Address,
    /// The name of an item or a cell, which the publisher chose.
    Label,
}

impl Column {
    pub fn of(name: &str) -> Column {
        match name {
            "query" | "next" | "word" | "word_2" => Column::Typed,
            "host" | "url" => Column::Address,
            _ => Column::Label,
        }
    }
}

/// The texts of the fact of a row, without its cell.
pub(crate) fn fact(table: &FactTable, row: usize) -> Vec<&str> {
    let width = table.columns.texts.len() - usize::from(table.columns.has_cells);
    table.texts(row).take(width).collect()
}

/// The value of the column that divides the owners of a fact; none in a total, and none if the column is a period.
pub(crate) fn cell(table: &FactTable, row: usize) -> Option<&str> {
    let is_period = matches!(table.columns.texts.last().map(String::as_str), Some("day" | "week" | "month"));
    table.texts(row).next_back().filter(|_| table.is_cell(row) && !is_period)
}

/// The words between the signs of a clicked address.
pub(crate) fn words_of_address(address: &str) -> String {
    address.replace(|sign: char| !sign.is_alphanumeric(), " ")
}

/// Two words of a `fact` as one phrase, in either order; none if it is not two words.
pub(crate) fn phrases(table: &FactTable, fact: &[&str]) -> Option<[String; 2]> {
    match fact {
        [one, other] if table.columns.texts[0] == "word" => {
            Some([format!("{one} {other}"), format!("{other} {one}")])
        }
        _ => None,
    }
}
