//! Rows of the release beside their originals, a screenful at a time. Private.

use std::collections::BTreeMap;

use axum::extract::{Path, Query, State};
use axum::response::Response;
use clump::RowBeside;
use clump::report::{count, counted};
use maud::{Markup, html};
use serde::Deserialize;

use super::{found, run_of};
use crate::server::Shared;
use crate::shell::{Shell, Step, nothing};

/// Rows of a screenful.
const SCREEN: usize = 12;

/// From which row on.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub struct From {
    from: usize,
}

/// A screenful of rows.
pub async fn show(
    State(shared): State<Shared>,
    Path(id): Path<u32>,
    Query(From { from }): Query<From>,
) -> Response {
    let run = found!(run_of(&shared, id));
    let asked = run.clone();
    let beside = tokio::task::spawn_blocking(move || asked.work.done()?.made.beside_originals(from, SCREEN));
    let Ok(Some(beside)) = beside.await else { return nothing(&shared.token) };
    let draft = shared.desk.draft(run.draft);
    let shell = Shell {
        token: &shared.token,
        draft: draft.as_deref(),
        step: Step::Result,
        heading: "Rows beside their originals",
        error: None,
        repeat: None,
    };
    let at = |from: usize| shell.at(&format!("r/{id}/rows?from={from}"));
    let end = from.saturating_add(beside.rows.len()).min(beside.of);
    shell.page(&html! {
        p.caution { "Private: do not publish. The left side is what readers get; the right side is what was typed or bought." }
        nav.pager aria-label="Rows" {
            @if from > 0 { a.button rel="prev" href=(at(from.saturating_sub(SCREEN))) { "Back" } }
            span { (count(from.min(beside.of) + usize::from(end > from))) " to " (count(end)) " of " (counted(beside.of, "distinct row", "distinct rows")) }
            @if end < beside.of { a.button rel="next" href=(at(end)) { "Next" } }
        }
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

/// Originals that are alike once, with how many there are, the most frequent first.
fn distinct(originals: &[Vec<String>]) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for original in originals {
        *counts.entry(original.join(", ")).or_default() += 1;
    }
    let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
    counts
}
