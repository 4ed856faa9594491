//! Tables of facts in a comparison: one for each kind of fact, and combinations of them.

use clump_core::facts::{By, FactKind, TableSpec};
use clump_core::tasks::Learned;

use crate::methods::Counts;

/// Kinds of tables for a query log, in display order.
pub(super) const OF_QUERIES: [Learned; 6] = [
    Learned::Query,
    Learned::QueryDay,
    Learned::Word,
    Learned::WordPair,
    Learned::QueryHost,
    Learned::QueryNext,
];

/// Kinds of tables for baskets and code lists, in display order.
pub(super) const OF_ITEMS: [Learned; 2] = [Learned::Item, Learned::ItemPair];

/// Tables of a query log that are published together.
pub(super) const COMBINED_OF_QUERIES: [Learned; 3] = [Learned::Query, Learned::Word, Learned::WordPair];

/// The table that teaches facts of this kind; `None` if no table does.
fn spec_of(kind: Learned) -> Option<TableSpec> {
    let of = |kind| Some(TableSpec::of(kind));
    match kind {
        Learned::Query => of(FactKind::Query),
        Learned::QueryDay => Some(TableSpec::of(FactKind::Query).by(By::Day)),
        Learned::QueryHost => of(FactKind::QueryHost),
        Learned::QueryNext => of(FactKind::QueryNext),
        Learned::Word => of(FactKind::Word),
        Learned::WordPair => of(FactKind::WordPair),
        Learned::Item => of(FactKind::Item),
        Learned::ItemPair => of(FactKind::ItemPair),
        Learned::Category => None,
    }
}

/// Settings of the tables that teach facts of these kinds.
pub(super) fn counts_of(kinds: &[Learned]) -> Counts {
    Counts { table: kinds.iter().filter_map(|&kind| spec_of(kind)).collect(), ..Counts::default() }
}

/// The kind of fact that a table teaches; `None` if no task uses it.
pub(super) fn learned_from(table: &TableSpec) -> Option<Learned> {
    Learned::ALL.into_iter().find(|&kind| spec_of(kind).as_ref() == Some(table))
}

/// The facts of a table in the plural, such as `queries by day`.
pub(super) fn noun(table: &TableSpec) -> String {
    let [_, facts] = table.noun();
    let cells: Vec<&str> = table.by.iter().map(By::column).collect();
    if cells.is_empty() { facts } else { format!("{facts} by {}", cells.join(", ")) }
}

/// The facts of all tables: `queries, words and pairs of words`.
pub(super) fn nouns(tables: &[TableSpec]) -> String {
    let nouns: Vec<String> = tables.iter().map(noun).collect();
    match nouns.split_last() {
        Some((last, first)) if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => nouns.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_teaches_what_it_was_made_for() {
        for kind in OF_QUERIES.into_iter().chain(OF_ITEMS) {
            let counts = counts_of(&[kind]);
            assert_eq!(learned_from(&counts.table[0]), Some(kind), "{}", nouns(&counts.table));
        }
        assert_eq!(nouns(&counts_of(&[Learned::QueryDay]).table), "queries by day");
        assert_eq!(nouns(&counts_of(&COMBINED_OF_QUERIES).table), "queries, words and pairs of words");
    }
}
