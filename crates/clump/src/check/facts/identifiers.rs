//! Finds rows of a table that contain an identifier of a person, such as an e-mail address. Uses the same
//! scanner as the rules that made the table.

use clump_core::facts::FactTable;
use clump_core::verify::{Reason, Violation};
use clump_scrub::{Text, find};

use super::columns::{Column, fact, phrases};

/// One violation for each row that contains an identifier.
pub(super) fn identifiers(table: &FactTable) -> impl Iterator<Item = Violation> + '_ {
    (0..table.len()).filter_map(|row| {
        let columns = column_with_one(table, row)?;
        Some(Violation { rows: vec![row + 1], columns, reason: Reason::Identifier })
    })
}

/// Column of a row, from 1, with an identifier; both columns of a word pair that only together form one.
fn column_with_one(table: &FactTable, row: usize) -> Option<Vec<usize>> {
    let names = &table.columns.texts;
    let found = table.texts(row).zip(names).position(|(text, name)| holds_one(text, name));
    if let Some(column) = found {
        return Some(vec![column + 1]);
    }
    let both = phrases(table, &fact(table, row))?;
    both.iter().any(|both| holds_one(both, "query")).then(|| vec![1, 2])
}

/// True if `text`, from the column of this name, contains an identifier.
fn holds_one(text: &str, column: &str) -> bool {
    let kind = match Column::of(column) {
        Column::Typed => Text::Query,
        Column::Address => Text::Link,
        Column::Label => Text::Item,
    };
    find(text, kind).is_some()
}

#[cfg(test)]
mod tests {
    use clump_core::facts::{FactColumns, FactKind};
    use clump_io::facts::Rules;

    use super::*;

    const TEXTS: [&str; 9] = [
        "dog food",
        "jane@example.com",
        "john＠gmail.com",
        "call 212-555-0123",
        "4111111111111111",
        "078-05-1120",
        "account 12345678",
        "windows 98",
        "12 main st",
    ];

    fn found(names: &[&str], texts: &[&str]) -> Option<Violation> {
        let mut table = FactTable::new(FactColumns::of_names(names).unwrap());
        table.push(texts.iter().copied(), 900, 0);
        identifiers(&table).next()
    }

    #[test]
    fn what_looks_like_one_is_found_by_row_and_column() {
        for text in &TEXTS[1..7] {
            let found = found(&["query", "region", "owners"], &[text, "north"]).unwrap();
            assert_eq!((found.rows, found.columns, found.reason), (vec![1], vec![1], Reason::Identifier));
        }
        let in_a_cell = found(&["query", "region", "owners"], &["dog", "bob@x.com"]);
        assert_eq!(in_a_cell.unwrap().columns, [2]);
        assert!(found(&["word", "word_2", "owners"], &["0123", "212-555"]).is_some());
        assert_eq!(found(&["item", "owners"], &["4006381333931"]), None);
        assert_eq!(found(&["query", "owners"], &["dog food"]), None);
    }

    /// A run never makes a table that this check refuses.
    #[test]
    fn rules_exclude_all_that_is_found() {
        for text in TEXTS {
            for (kind, name) in
                [(FactKind::Query, "query"), (FactKind::Item, "item"), (FactKind::Word, "word")]
            {
                let is_excluded = Rules::default().exclude(kind, text).is_some();
                assert!(is_excluded || found(&[name, "owners"], &[text]).is_none(), "{name} {text}");
            }
        }
    }
}
