//! Rows beside earlier releases: what each row says, and who knows which numbers were published before.

use std::fmt;
use std::io;

use clump_core::containers::Ragged;
use clump_core::facts::together::{LinkedRows, SafeRows, TakenAway};
use clump_core::facts::{By, FactKind, SEPARATOR, TableSpec};
use clump_core::names::Names;
use clump_core::over_time::{NamedRow, TakenOverTime};
use jiff::civil::Date;

use super::calendar::first_day_of;
use super::links::{each_fact_above, is_within};
use super::texts::Texts;

/// The releases that were published before.
pub trait EarlierReleases: fmt::Debug + Send + Sync {
    /// For each of `rows`, the ascending owners whom it may count; `None` if it may not be published. `names` has the
    /// name of each owner.
    fn settle(&self, rows: &[NamedRow], names: &Names) -> Vec<Option<Vec<u32>>>;
}

/// Makes `linked` rows safe together and beside `earlier` releases. `rows` say what they are about, and get their
/// owners. Both rules only take people and rows away, and are repeated in turn until nothing changes.
pub(super) fn safe_beside(
    earlier: &dyn EarlierReleases,
    linked: &LinkedRows,
    rows: &mut [NamedRow],
    names: &Names,
    mut fetch: impl FnMut(&[bool]) -> io::Result<Ragged<u32>>,
) -> io::Result<(SafeRows, TakenOverTime)> {
    let all = fetch(&vec![true; rows.len()])?;
    let mut taken = TakenAway::default();
    let mut alone: Option<SafeRows> = None;
    loop {
        let safe = linked.safe_without(&taken, &mut fetch)?;
        let kept: Vec<usize> = (0..rows.len()).filter(|&row| safe.is_kept[row]).collect();
        for (number, row) in rows.iter_mut().enumerate() {
            let is_out = |owner: &u32| safe.left_out.binary_search(&(number as u32, *owner)).is_ok();
            (row.left_out, row.owners) = all.get(number).iter().copied().partition(is_out);
        }
        let of_release: Vec<NamedRow> = kept.iter().map(|&row| std::mem::take(&mut rows[row])).collect();
        let settled = earlier.settle(&of_release, names);
        taken = TakenAway {
            people: safe.left_out.clone(),
            rows: (0..rows.len() as u32).filter(|&row| !safe.is_kept[row as usize]).collect(),
        };
        let mut is_changed = false;
        for ((number, row), counted) in kept.into_iter().zip(of_release).zip(settled) {
            match counted {
                None => taken.rows.push(number as u32),
                Some(owners) if owners.len() < row.owners.len() => {
                    let out = row.owners.iter().filter(|owner| owners.binary_search(owner).is_err());
                    taken.people.extend(out.map(|&owner| (number as u32, owner)));
                }
                Some(_) => {
                    rows[number] = row;
                    continue;
                }
            }
            is_changed = true;
            rows[number] = row;
        }
        if !is_changed {
            let taken = taken_from(alone.as_ref().unwrap_or(&safe), &safe);
            return Ok((safe, taken));
        }
        taken.people.sort_unstable();
        alone.get_or_insert(safe);
    }
}

/// Number of rows and people that `safe` lacks because of earlier releases.
fn taken_from(alone: &SafeRows, safe: &SafeRows) -> TakenOverTime {
    let mut taken = TakenOverTime::default();
    for (row, (&before, &now)) in alone.owners.iter().zip(&safe.owners).enumerate() {
        match (alone.is_kept[row], safe.is_kept[row]) {
            (true, true) if now < before => {
                taken.rows_smaller += 1;
                taken.people += (before - now) as usize;
            }
            (true, false) => taken.rows += 1,
            _ => {}
        }
    }
    taken
}

/// The row of `table` with this `key`, without owners.
pub(super) fn named_row(
    number: usize,
    table: &TableSpec,
    key: &str,
    least: usize,
    texts: &mut Texts,
) -> NamedRow {
    let parts: Vec<&str> = key.split(SEPARATOR).collect();
    let width = table.kind.columns().len();
    let of_kind = table.kind.columns().iter().zip(&parts).map(|(column, text)| said(role(column), text));
    let of_more =
        table.more.iter().zip(parts.iter().skip(width)).map(|(column, text)| of_column(column, text));
    let mut values: Vec<String> = of_kind.chain(of_more).collect();
    let (mut cell, mut implied) = (Vec::new(), Vec::new());
    for (by, text) in table.by.iter().zip(parts.iter().skip(width + table.more.len())) {
        cell.push(match by {
            By::Column(column) => of_column(column, text),
            by => said(by.column(), text),
        });
        if *by == By::Day {
            implied.extend(periods_of(text));
        }
    }
    values.extend(cell.iter().cloned());
    implied.extend(facts_above(table.kind, &parts[..width], texts));
    implied.retain(|value| !values.contains(value));
    NamedRow { table: number as u32, values, cell, implied, least, ..NamedRow::default() }
}

/// Most words of a query that its row is linked with: a longer query has few owners.
const MOST_WORDS: usize = 6;

/// The facts that follow from a fact with these texts: the queries of two that follow each other, and the words of
/// queries.
fn facts_above(kind: FactKind, parts: &[&str], texts: &mut Texts) -> Vec<String> {
    let mut found = Vec::new();
    for (above, column, most) in [
        (FactKind::Query, "query", 2),
        (FactKind::QueryHost, "host", 1),
        (FactKind::Word, "word", MOST_WORDS),
    ] {
        if kind == above || kind == FactKind::WordPair || !is_within(kind, above) {
            continue;
        }
        let mut facts = Vec::new();
        each_fact_above(parts, kind, above, texts, |fact| facts.push(fact.to_owned()));
        let last = |fact: &String| said(column, fact.rsplit(SEPARATOR).next().unwrap_or_default());
        found.extend(facts.iter().take(most).map(last));
    }
    found
}

/// The week and the month of a day.
fn periods_of(day: &str) -> Vec<String> {
    let Ok(day) = day.parse::<Date>() else { return Vec::new() };
    let period = |by: By| Some(said(by.column(), &first_day_of(&by, day)?.to_string()));
    [By::Week, By::Month].into_iter().filter_map(period).collect()
}

/// The column of a kind, without its place: both words of a pair are words.
fn role(column: &str) -> &str {
    column.strip_suffix("_2").unwrap_or(column)
}

fn said(column: &str, text: &str) -> String {
    format!("{column}\t{text}")
}

/// A value of a column of the data, whose name may be that of a kind.
fn of_column(column: &str, text: &str) -> String {
    said(&format!("={column}"), text)
}
