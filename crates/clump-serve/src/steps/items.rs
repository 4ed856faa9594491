//! What became of each item, a screenful at a time, searched and sorted on this side. Private.

use axum::extract::{Path, Query, State};
use axum::response::Response;
use clump::core::fate::Fate;
use clump::report::{count, counted};
use maud::html;
use serde::Deserialize;

use super::{found, run_of};
use crate::server::Shared;
use crate::shell::{Shell, Step, nothing};

/// Items of a screenful.
const SCREEN: usize = 50;

/// Which items, in which order.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct Asked {
    from: usize,
    called: String,
    by: String,
}

/// A way to sort, by the word that asks for it.
type Order = (&'static str, &'static str, fn(&Fate) -> usize);

const ORDERS: [Order; 4] = [
    ("occurrences", "In the data", |fate| fate.occurrences),
    ("exact", "As typed", |fate| fate.exact),
    ("generalized", "Generalized", |fate| fate.generalized),
    ("suppressed", "Gone", |fate| fate.suppressed),
];

/// A screenful of items.
pub async fn show(State(shared): State<Shared>, Path(id): Path<u32>, Query(asked): Query<Asked>) -> Response {
    let run = found!(run_of(&shared, id));
    let looked = run.clone();
    let Asked { from, called, by } = asked;
    let (wanted, order) =
        (called.trim().to_lowercase(), ORDERS.iter().find(|order| order.0 == by).unwrap_or(&ORDERS[0]));
    let search = wanted.clone();
    let found = tokio::task::spawn_blocking(move || {
        let fates = looked.fates()?;
        let mut found: Vec<&Fate> =
            fates.iter().filter(|fate| fate.item.to_lowercase().contains(&search)).collect();
        found.sort_by_key(|fate| std::cmp::Reverse((order.2)(fate)));
        let screen: Vec<Fate> = found.iter().skip(from).take(SCREEN).map(|&fate| fate.clone()).collect();
        Some((found.len(), screen))
    });
    let Ok(Some((of, screen))) = found.await else { return nothing(&shared.token) };
    let draft = shared.desk.draft(run.draft);
    let shell = Shell {
        token: &shared.token,
        draft: draft.as_deref(),
        step: Step::Result,
        heading: "What became of each item",
        error: None,
        repeat: None,
    };
    let action = shell.at(&format!("r/{id}/items"));
    let at = |from: usize, by: &str| format!("{action}?called={}&by={by}&from={from}", escaped(&wanted));
    let end = from.saturating_add(screen.len()).min(of);
    shell.page(&html! {
        p.caution { "Private: do not publish. These are the words as they were typed." }
        form.controls method="get" action=(action) {
            label { "Search " input type="search" name="called" value=(wanted) autocomplete="off" spellcheck="false"; }
            input type="hidden" name="by" value=(order.0);
            button { "Search" }
        }
        nav.pager aria-label="Items" {
            @if from > 0 { a.button rel="prev" href=(at(from.saturating_sub(SCREEN), order.0)) { "Back" } }
            span { (count(from.min(of) + usize::from(end > from))) " to " (count(end)) " of " (counted(of, "item", "items")) }
            @if end < of { a.button rel="next" href=(at(end, order.0)) { "Next" } }
        }
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

/// A text as a part of an address.
fn escaped(text: &str) -> String {
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
    text.bytes()
        .map(|byte| if plain(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") })
        .collect()
}
