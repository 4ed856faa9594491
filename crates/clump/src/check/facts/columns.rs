//! The columns of a table of facts, as the checks read them. This code repeats the rules that made the table,
//! so that an error there is found here.

use clump_core::facts::FactTable;

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Column {
    Typed,
    Address,
    /// The name of an item or a cell value. The publisher chose it, not a person who typed a query.
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

/// The texts of the fact in a row, without the text of its cell.
pub(crate) fn fact(table: &FactTable, row: usize) -> Vec<&str> {
    let width = table.columns.texts.len() - usize::from(table.columns.has_cells);
    table.texts(row).take(width).collect()
}

/// Text of the cell that a row is about; `None` if the row is a total, or if the cells are periods.
pub(crate) fn cell(table: &FactTable, row: usize) -> Option<&str> {
    let is_period = matches!(table.columns.texts.last().map(String::as_str), Some("day" | "week" | "month"));
    table.texts(row).next_back().filter(|_| table.is_cell(row) && !is_period)
}

/// The words of a clicked address: all signs are replaced by spaces.
pub(crate) fn words_of_address(address: &str) -> String {
    address.replace(|sign: char| !sign.is_alphanumeric(), " ")
}

/// The two words of a `fact` as one phrase, in both orders; `None` if the fact is not a pair of words.
pub(crate) fn phrases(table: &FactTable, fact: &[&str]) -> Option<[String; 2]> {
    match fact {
        [one, other] if table.columns.texts[0] == "word" => {
            Some([format!("{one} {other}"), format!("{other} {one}")])
        }
        _ => None,
    }
}
