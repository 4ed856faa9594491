//! Lists of a run, one screenful at a time: published rows with their originals, and the fate of each item.
//! The server sorts and searches. Private.

use std::collections::BTreeMap;
use std::ops::Range;

use axum::extract::Query;
use axum::response::Response;
use clump::RowBeside;
use clump::core::fate::Fate;
use clump::report::{count, counted};
use maud::{Markup, html};

use super::{Asked, OpenRun};
use crate::shell::{Shell, Step, nothing};

/// Links to the previous and the next screenful. `shown` is the current range of entries.
fn pager(
    label: &str,
    shown: Range<usize>,
    screen: usize,
    of: usize,
    told: &str,
    at: impl Fn(usize) -> String,
) -> Markup {
    let (from, end) = (shown.start, shown.end.min(of));
    html! {
        nav.pager aria-label=(label) {
            @if from > 0 { a.button rel="prev" href=(at(from.saturating_sub(screen))) { "Back" } }
            span { (count(from.min(of) + usize::from(end > from))) " to " (count(end)) " of " (told) }
            @if end < of { a.button rel="next" href=(at(end)) { "Next" } }
        }
    }
}

const ROWS: usize = 12;

pub async fn rows(OpenRun(shared, run, _): OpenRun, Query(Asked { from, .. }): Query<Asked>) -> Response {
    let (id, draft) = (run.id, shared.desk.draft(run.draft));
    let beside = tokio::task::spawn_blocking(move || run.work.done()?.made.beside_originals(from, ROWS));
    let Ok(Some(beside)) = beside.await else { return nothing(&shared) };
    let shell = Shell::new(&shared, draft.as_deref(), Step::Result, "Rows beside their originals");
    let at = |from: usize| shell.at(&format!("r/{id}/rows?from={from}"));
    let (shown, of) = (beside.rows.len(), beside.of);
    shell.page(&html! {
        p.caution { "Private: do not publish. The left side is what readers get; the right side is what was typed or bought." }
        (pager("Rows", from..from.saturating_add(shown), ROWS, of, &counted(of, "distinct row", "distinct rows"), at))
        @for row in &beside.rows { (one(row)) }
        div.next { a.button href=(shell.at(&format!("r/{id}"))) { "Back to the result" } }
    })
}

fn one(row: &RowBeside) -> Markup {
    html! {
        article.beside {
            div {
                h2 { (counted(row.owners, "owner", "owners")) }
                @if let Some(text) = &row.text { p.query { "“" (text) "”" } }
                ul.chips { @for label in &row.labels { li { (label) } } }
                @if row.labels.is_empty() && row.text.is_none() { p.note { "An empty row." } }
            }
            ul.originals {
                @for (original, times) in distinct(&row.originals) {
                    li { (original) @if times > 1 { " × " (times) } }
                }
                @if row.more > 0 { li.note { "and " (count(row.more)) " more" } }
            }
        }
    }
}

/// Distinct originals with their counts, the most frequent first.
fn distinct(originals: &[Vec<String>]) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for original in originals {
        *counts.entry(original.join(", ")).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
    counts
}

const ITEMS: usize = 50;

/// An order of items: its word in the address, its heading, and the figure to sort by.
type Order = (&'static str, &'static str, fn(&Fate) -> usize);

const ORDERS: [Order; 4] = [
    ("occurrences", "In the data", |fate| fate.occurrences),
    ("exact", "As typed", |fate| fate.exact),
    ("generalized", "Generalized", |fate| fate.generalized),
    ("suppressed", "Gone", |fate| fate.suppressed),
];

pub async fn items(
    OpenRun(shared, run, _): OpenRun,
    Query(Asked { from, called, by, .. }): Query<Asked>,
) -> Response {
    let (id, draft) = (run.id, shared.desk.draft(run.draft));
    let wanted = called.trim().to_lowercase();
    let order = ORDERS.iter().find(|order| order.0 == by).unwrap_or(&ORDERS[0]);
    let search = wanted.clone();
    let found = tokio::task::spawn_blocking(move || {
        let fates = run.fates()?;
        let mut found: Vec<&Fate> =
            fates.iter().filter(|fate| fate.item.to_lowercase().contains(&search)).collect();
        found.sort_by_key(|fate| std::cmp::Reverse((order.2)(fate)));
        let screen: Vec<Fate> = found.iter().skip(from).take(ITEMS).map(|&fate| fate.clone()).collect();
        Some((found.len(), screen))
    });
    let Ok(Some((of, screen))) = found.await else { return nothing(&shared) };
    let shell = Shell::new(&shared, draft.as_deref(), Step::Result, "What became of each item");
    let action = shell.at(&format!("r/{id}/items"));
    let at = |from: usize, by: &str| format!("{action}?called={}&by={by}&from={from}", escaped(&wanted));
    shell.page(&html! {
        p.caution { "Private: do not publish. These are the words as they were typed." }
        form.controls method="get" action=(action) {
            label { "Search " input type="search" name="called" value=(wanted) autocomplete="off" spellcheck="false"; }
            input type="hidden" name="by" value=(order.0);
            button { "Search" }
        }
        (pager("Items", from..from.saturating_add(screen.len()), ITEMS, of, &counted(of, "item", "items"), |from| at(from, order.0)))
        div.wide tabindex="0" role="region" aria-label="Items" {
            table {
                thead {
                    tr {
                        th.text scope="col" { "Item" }
                        @for (word, name, _) in &ORDERS {
                            th scope="col" aria-sort=[(*word == order.0).then_some("descending")] { a href=(at(0, word)) { (name) } }
                        }
                        th.text scope="col" { "Became" }
                    }
                }
                tbody {
                    @for fate in &screen {
                        tr {
                            th.text scope="row" { (fate.item) }
                            @for (_, _, of) in &ORDERS { td { (count(of(fate))) } }
                            td.text { @for (name, times) in fate.became.iter().take(3) { (name) " × " (count(*times)) " " } }
                        }
                    }
                }
            }
        }
        div.next { a.button href=(shell.at(&format!("r/{id}"))) { "Back to the result" } }
    })
}

/// A text with percent escapes, for an address.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
