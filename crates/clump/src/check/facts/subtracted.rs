//! Looks for numbers of several tables that count few people when they are subtracted. Shares no code with the rules
//! that made the tables safe: it works from the published rows and the names of their columns alone.
//!
//! A row of one table *contains* the rows of another that say the same and more: `dog` contains `dog` on Monday, and
//! `dog` with the host `a.com`; the word `dog` contains the query `dog food`. The check finds
//!
//! - a difference between a row and one that it contains, and
//! - for rows that say the same but for further columns, a difference between a row and the sum of those that it
//!   contains,
//!
//! that is from 1 to below the threshold.

use std::collections::BTreeMap;

use clump_core::facts::{FactKind, FactParameters, FactTable, NormalForm, TableSpec, Thresholds};
use clump_core::verify::{Reason, Violation};
use clump_io::facts::normal_form;

/// The texts of a row in the columns of its kind, and its values of some further columns.
type Said<'t> = (Vec<String>, Vec<&'t str>);

/// The first difference that counts few people: the name of the table, and its row.
pub(crate) fn subtracted(
    tables: &[(&TableSpec, &FactTable)],
    parameters: &FactParameters,
) -> Option<(String, Violation)> {
    for &(above, of_above) in tables {
        for &(below, of_below) in tables {
            let Some(shared) = shared_columns(above, below) else { continue };
            let Thresholds { k, k_cell } = parameters.thresholds;
            let least = if below.by.is_empty() { k } else { k_cell } as u64;
            if let Some((row, people)) = difference((above, of_above), (below, of_below), &shared, least) {
                let reason = Reason::Subtracted { people: people as usize };
                return Some((
                    above.to_string(),
                    Violation { rows: vec![row + 1], columns: Vec::new(), reason },
                ));
            }
        }
    }
    None
}

/// The columns of data that both tables have, if the rows of `above` can contain those of `below`.
fn shared_columns<'t>(above: &'t TableSpec, below: &TableSpec) -> Option<Vec<&'t str>> {
    let own = |table: &'t TableSpec| table.columns().skip(table.kind.columns().len());
    let has = |name: &str| below.columns().skip(below.kind.columns().len()).any(|other| other == name);
    let contains = match (above.kind, below.kind) {
        (FactKind::Columns, _) => true,
        (above, below) if above == below => true,
        (FactKind::Query, FactKind::QueryHost | FactKind::QueryUrl | FactKind::QueryNext) => true,
        (FactKind::Word, FactKind::WordPair | FactKind::Query) => true,
        (FactKind::Item, FactKind::ItemPair) => true,
        _ => false,
    };
    (above != below && contains && own(above).all(has)).then(|| own(above).collect())
}

/// Row of `above` with the first difference from 1 to below `least`, and this difference.
fn difference(
    (above, of_above): (&TableSpec, &FactTable),
    (below, of_below): (&TableSpec, &FactTable),
    shared: &[&str],
    least: u64,
) -> Option<(usize, u64)> {
    let rows = |table: &FactTable| 0..table.len();
    let mut numbers: BTreeMap<Said<'_>, (usize, u64)> = BTreeMap::new();
    for row in rows(of_above).filter(|&row| !of_above.is_rest(row)) {
        let key = (facts_of(above, of_above, row), values(of_above, row, shared));
        numbers.insert(key, (row, of_above.number(row)));
    }
    let is_few = |people: u64| people > 0 && people < least;
    let mut sums: BTreeMap<usize, (u64, u64)> = BTreeMap::new();
    for row in rows(of_below).filter(|&row| !of_below.is_rest(row)) {
        for fact in facts_above(above.kind, below, of_below, row) {
            let key = (fact, values(of_below, row, shared));
            let Some(&(above, all)) = numbers.get(&key) else { continue };
            let part = of_below.number(row);
            if is_few(all.saturating_sub(part)) {
                return Some((above, all - part));
            }
            let sum = sums.entry(above).or_insert((all, 0));
            sum.1 += part;
        }
    }
    if above.kind != below.kind {
        return None;
    }
    sums.into_iter().find_map(|(row, (all, sum))| is_few(all.abs_diff(sum)).then(|| (row, all.abs_diff(sum))))
}

fn values<'t>(table: &'t FactTable, row: usize, columns: &[&str]) -> Vec<&'t str> {
    let of_row: BTreeMap<&str, &str> =
        table.columns.texts.iter().map(String::as_str).zip(table.texts(row)).collect();
    columns.iter().map(|column| of_row.get(column).copied().unwrap_or_default()).collect()
}

/// The texts of a row in the columns of its kind.
fn facts_of(spec: &TableSpec, table: &FactTable, row: usize) -> Vec<String> {
    table.texts(row).take(spec.kind.columns().len()).map(str::to_owned).collect()
}

/// The facts of the kind `above` that contain a row of another table.
fn facts_above(above: FactKind, below: &TableSpec, table: &FactTable, row: usize) -> Vec<Vec<String>> {
    let texts = facts_of(below, table, row);
    match (above, below.kind) {
        (FactKind::Columns, _) => vec![Vec::new()],
        (above, below) if above == below => vec![texts],
        (FactKind::Query, FactKind::QueryHost | FactKind::QueryUrl) => vec![vec![texts[0].clone()]],
        (FactKind::Word, FactKind::Query) => {
            let words = normal_form(&texts[0], NormalForm::Words);
            words.split(' ').map(|word| vec![word.to_owned()]).collect()
        }
        _ => texts.into_iter().map(|text| vec![text]).collect(),
    }
}

#[cfg(test)]
mod tests {
    use clump_core::facts::ShownCounts;

    use super::*;

    /// The name of a table, and its rows: texts with bars between them, and the number.
    type Rows<'r> = (&'r str, &'r [(&'r str, u64)]);

    fn found(tables: &[Rows<'_>]) -> Option<(String, usize)> {
        let specs: Vec<TableSpec> = tables.iter().map(|(spec, _)| spec.parse().unwrap()).collect();
        let parameters = |spec: &TableSpec| FactParameters {
            spec: spec.clone(),
            thresholds: Thresholds { k: 5, k_cell: 5 },
            shown: ShownCounts::Exact,
            times: false,
            noise: None,
        };
        let table = |(spec, (_, rows)): (&TableSpec, &Rows<'_>)| {
            let mut table = FactTable::new(parameters(spec).columns());
            rows.iter().for_each(|(texts, number)| table.push(texts.split('|'), *number, 0));
            table
        };
        let read: Vec<FactTable> = specs.iter().zip(tables).map(table).collect();
        let read: Vec<(&TableSpec, &FactTable)> = specs.iter().zip(&read).collect();
        let (table, violation) = subtracted(&read, &parameters(&specs[0]))?;
        let Reason::Subtracted { people } = violation.reason else { panic!("another reason") };
        Some((table, people))
    }

    #[test]
    fn few_people_are_found_by_subtraction() {
        let query: Rows<'_> = ("query", &[("dog food", 20)]);
        let of = |other| found(&[query, other]);
        assert_eq!(of(("query:day", &[("dog food|Mon", 18)])), Some(("query".to_owned(), 2)));
        assert_eq!(
            of(("query:day", &[("dog food|Mon", 10), ("dog food|Tue", 7)])),
            Some(("query".to_owned(), 3))
        );
        assert_eq!(
            of(("query:day", &[("dog food|Mon", 12), ("dog food|Tue", 9)])),
            Some(("query".to_owned(), 1))
        );
        assert_eq!(of(("query:day", &[("dog food|Mon", 10), ("dog food|Tue", 10)])), None);
        assert_eq!(of(("query,host", &[("dog food|a.com", 17)])), Some(("query".to_owned(), 3)));
        assert_eq!(of(("query,host", &[("dog food|a.com", 10), ("dog food|b.com", 9)])), None);
        assert_eq!(of(("word", &[("dog", 23), ("food", 40)])), Some(("word".to_owned(), 3)));
        assert_eq!(of(("word", &[("dog", 25), ("food", 20)])), None);
    }
}
