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

/// The texts of the fact in a row, without the texts of its cell.
pub(crate) fn fact(table: &FactTable, row: usize) -> Vec<&str> {
    table.fact(row).collect()
}

/// Texts of the cell that a row is about, without days, weeks and months.
pub(crate) fn cell(table: &FactTable, row: usize) -> impl Iterator<Item = &str> {
    let first = table.columns.texts.len() - table.columns.cells;
    let names = table.columns.texts[first..].iter();
    let is_period = |name: &String| matches!(name.as_str(), "day" | "week" | "month");
    table.cell(row).zip(names).filter(move |(_, name)| !is_period(name)).map(|(text, _)| text)
}

/// The words of a clicked address: all signs are replaced by spaces.
pub(crate) fn words_of_address(address: &str) -> String {
    address.replace(|sign: char| !sign.is_alphanumeric(), " ")
}

/// The two words of a `fact` as one phrase, in both orders; `None` if the fact is not a pair of words.
pub(crate) fn phrases(table: &FactTable, fact: &[&str]) -> Option<[String; 2]> {
    match fact {
        [one, other, ..] if table.columns.texts[0] == "word" && table.columns.texts[1] == "word_2" => {
            Some([format!("{one} {other}"), format!("{other} {one}")])
        }
        _ => None,
    }
}
