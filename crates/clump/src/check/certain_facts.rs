//! Checks what a table of facts makes certain. Uses only the rows and the taxonomy, not the rules that
//! excluded facts.
//!
//! A reader may know of an owner: a word or a phrase of a query, anywhere in the row; a whole text in its
//! column, or in either column of a pair of words or items; the cell.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::facts::FactTable;
use clump_core::promise::Certainty;
use clump_core::verify::{ShownRow, Verdict, uninferred_facts};
use clump_io::ReadError;

use crate::check::ceiling::Places;

/// A published thing that a reader may already know of an owner.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum KnownFact {
    /// A whole text, with its column if the column matters.
    Text(Option<usize>, String),
    /// A word or phrase of a query, by number.
    Part(u32),
}

/// Verdict of each row of `table` on the nodes of `certainty`, with the `owners` that it has.
///
/// # Errors
/// When a word is unknown, and unknown words are errors.
pub(crate) fn shown_by_facts(
    certainty: &Certainty,
    table: &FactTable,
    places: &Places<'_>,
    owners: impl Fn(usize) -> u64,
) -> Result<Verdict, ReadError> {
    let names = certainty.nodes();
    let columns = &table.columns.texts;
    let width = columns.len() - usize::from(table.columns.has_cells);
    let is_pair = columns.get(1).is_some_and(|name| ["word_2", "item_2"].contains(&name.as_str()));
    let is_query = |column: usize| ["query", "next"].contains(&columns[column].as_str());
    // Everything that is read as words: texts as they were typed, words of addresses, and two words as a
    // phrase.
    let mut texts: BTreeSet<String> = BTreeSet::new();
    for row in 0..table.len() {
        let of_row: Vec<&str> = table.texts(row).collect();
        for (column, text) in of_row.iter().enumerate().take(width) {
            match columns[column].as_str() {
                "host" | "url" => texts.insert(words_of_address(text)),
                _ => texts.insert((*text).to_owned()),
            };
        }
        if columns[0] == "word" && width == 2 {
            texts.extend(phrases(of_row[0], of_row[1]));
        }
    }
    let texts: Vec<String> = texts.into_iter().collect();
    let parts = places.parts(texts.iter().map(String::as_str), names)?;
    let numbers: BTreeMap<&str, usize> = texts.iter().map(String::as_str).zip(0..).collect();
    let parts_of = |text: &str| numbers.get(text).map_or(&[][..], |&number| parts.of_texts.get(number));
    let nodes_of = |text: &str| -> Vec<usize> {
        let nodes = parts_of(text).iter().flat_map(|&part| &parts.nodes[part as usize]);
        nodes.copied().collect()
    };
    let shown = |row: usize| {
        let of_row: Vec<&str> = table.texts(row).collect();
        let mut labels: Vec<(KnownFact, Vec<usize>)> = Vec::new();
        for (column, &text) in of_row.iter().enumerate() {
            let nodes = match columns[column].as_str() {
                _ if column >= width => Vec::new(),
                "host" | "url" => nodes_of(&words_of_address(text)),
                "item" | "item_2" => places.nodes_of_label(text, names),
                _ => nodes_of(text),
            };
            // An empty cell means all owners of a fact, whatever their cells.
            if column < width || !text.is_empty() {
                let place = if is_pair && column < width { None } else { Some(column) };
                labels.push((KnownFact::Text(place, text.to_owned()), nodes));
            }
            if column < width && is_query(column) {
                let parts = parts_of(text)
                    .iter()
                    .map(|&part| (KnownFact::Part(part), parts.nodes[part as usize].clone()));
                labels.extend(parts);
            }
        }
        let mut together = Vec::new();
        if columns[0] == "word" && width == 2 {
            let phrases = phrases(of_row[0], of_row[1]);
            together = phrases.iter().flat_map(|phrase| nodes_of(phrase)).collect();
            together.retain(|node| !labels.iter().any(|(_, nodes)| nodes.contains(node)));
        }
        // If the row is one query, a reader who knows the whole query knows the row.
        if width == 1 {
            labels.retain(|(known, _)| !matches!(known, KnownFact::Text(Some(0), _)) || !is_query(0));
        }
        ShownRow { owners: usize::try_from(owners(row)).unwrap_or(usize::MAX), labels, together }
    };
    let rows: Vec<ShownRow<KnownFact>> = (0..table.len()).map(shown).collect();
    Ok(uninferred_facts(&rows, certainty.most()))
}

/// The words between the signs of a clicked address.
fn words_of_address(address: &str) -> String {
    address.replace(|sign: char| !sign.is_alphanumeric(), " ")
}

/// Two words as one phrase, in either order.
fn phrases(one: &str, other: &str) -> [String; 2] {
    [format!("{one} {other}"), format!("{other} {one}")]
}
