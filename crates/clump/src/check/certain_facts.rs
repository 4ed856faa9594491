//! Checks what a reader can infer about an owner from a table of facts. The check uses only the rows and the
//! taxonomy, not the rules that excluded facts.
//!
//! The reader is assumed to know one of these about an owner: a word or phrase of a query, in any column; a
//! whole text in its column; the cell. In a pair of words or items, the column does not matter.

use std::collections::{BTreeMap, BTreeSet};

use clump_core::facts::FactTable;
use clump_core::promise::Certainty;
use clump_core::verify::{ShownRow, Verdict, uninferred_facts};
use clump_io::ReadError;

use crate::check::ceiling::Places;
use crate::check::facts::columns::{Column, cell, fact, phrases, words_of_address};

/// A published text or word that a reader may already know about an owner.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum KnownFact {
    /// A whole text, with the index of its column; `None` for pairs, where the column does not matter.
    Text(Option<usize>, String),
    /// A word or phrase of a query, by its number in `PartsOfTexts`.
    Part(u32),
}

/// Verdict of `table` on `certainty`, where `owners(row)` is the number of owners of a row.
pub(crate) fn shown_by_facts(
    certainty: &Certainty,
    table: &FactTable,
    places: &Places<'_>,
    owners: impl Fn(usize) -> u64,
) -> Result<Verdict, ReadError> {
    let names = certainty.nodes();
    let columns = &table.columns.texts;
    let is_pair = columns.get(1).is_some_and(|name| ["word_2", "item_2"].contains(&name.as_str()));
    let is_query = |column: usize| ["query", "next"].contains(&columns[column].as_str());
    let read_as = |column: usize, text: &str| match Column::of(&columns[column]) {
        Column::Address => words_of_address(text),
        Column::Typed | Column::Label => text.to_owned(),
    };
    // All texts that are split into words: typed texts, the words of addresses, and two words as a phrase.
    let mut texts: BTreeSet<String> = BTreeSet::new();
    for row in 0..table.len() {
        let fact = fact(table, row);
        texts.extend(fact.iter().enumerate().map(|(column, text)| read_as(column, text)));
        texts.extend(phrases(table, &fact).into_iter().flatten());
        texts.extend(cell(table, row).map(str::to_owned));
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
        let fact = fact(table, row);
        let mut labels: Vec<(KnownFact, Vec<usize>)> = Vec::new();
        for (column, &text) in fact.iter().enumerate() {
            let nodes = match Column::of(&columns[column]) {
                Column::Label => places.nodes_of_label(text, names),
                Column::Typed | Column::Address => nodes_of(&read_as(column, text)),
            };
            let place = if is_pair { None } else { Some(column) };
            labels.push((KnownFact::Text(place, text.to_owned()), nodes));
            if is_query(column) {
                let parts = parts_of(text)
                    .iter()
                    .map(|&part| (KnownFact::Part(part), parts.nodes[part as usize].clone()));
                labels.extend(parts);
            }
        }
        for (column, cell) in (fact.len()..).zip(table.cell(row)) {
            labels.push((KnownFact::Text(Some(column), cell.to_owned()), nodes_of(cell)));
        }
        let mut together: Vec<usize> =
            phrases(table, &fact).iter().flatten().flat_map(|phrase| nodes_of(phrase)).collect();
        together.retain(|node| !labels.iter().any(|(_, nodes)| nodes.contains(node)));
        // If the row is one query, a reader who knows that query infers nothing new from the row.
        if fact.len() == 1 {
            labels.retain(|(known, _)| !matches!(known, KnownFact::Text(Some(0), _)) || !is_query(0));
        }
        ShownRow { owners: usize::try_from(owners(row)).unwrap_or(usize::MAX), labels, together }
    };
    let rows = (0..table.len()).filter(|&row| !table.is_rest(row));
    let rows: Vec<ShownRow<KnownFact>> = rows.map(shown).collect();
    Ok(uninferred_facts(&rows, certainty.most()))
}
