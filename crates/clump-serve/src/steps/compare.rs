//! The fourth step: kinds of release compared by use and risk, with sample rows. The page states if the
//! comparison uses a sample of the owners.

use axum::Form;
use axum::response::Response;
use clump::Keys;
use clump::core::tasks::Purpose;
use clump::report::{ComparedRun, Comparison, Kind, Noun, count, percent};
use maud::{Markup, html};

use super::OpenDraft;
use crate::draft::{Draft, Said};
use crate::error_view::ErrorView;
use crate::form::{Fields, text, with};
use crate::repeat::{Repeat, Verb};
use crate::server::Shared;
use crate::shell::{Shell, Step, under_way};

pub async fn show(OpenDraft(shared, draft, _): OpenDraft) -> Response {
    answer(&shared, &draft, None)
}

fn answer(shared: &Shared, draft: &Draft, error: Option<&ErrorView>) -> Response {
    let now = draft.said();
    let keys = now.compared_keys();
    let current = now.compared.as_ref().filter(|found| found.keys == keys).map(|found| &found.work);
    let repeat = Repeat::of(Verb::Compare, &now.keys, now.sample().map(|share| share.as_f64()));
    let shell = Shell::new(shared, Some(draft), Step::Compare, "Kinds of release, compared")
        .with(error.or(current.and_then(|work| work.failed())), Some(repeat));
    let here = shell.at(&format!("d/{}/compare", draft.id));
    let body = match current.map(|work| (&work.task, work.outcome())) {
        Some((task, None)) => under_way(task, "Comparing", &here),
        Some((_, Some(Ok(comparison)))) => kinds(&shell, draft, &now, comparison),
        Some((_, Some(Err(_)))) | None => html! {
            @if now.compared.is_some() && current.is_none() { p { "Settings have changed since kinds were compared." } }
            form method="post" action={ (here) "/begin" } { div.next { button.primary { "Compare" } } }
        },
    };
    shell.page(&body)
}

fn kinds(shell: &Shell<'_>, draft: &Draft, now: &Said, comparison: &Comparison) -> Markup {
    let runs = &comparison.runs;
    let advised =
        now.purpose.and_then(|purpose| comparison.advice.iter().find(|advice| advice.purpose == purpose));
    let chart = runs.use_against_risk(now.purpose).or_else(|| runs.use_against_risk(None));
    let cells: Vec<&ComparedRun> = runs.cells.iter().collect();
    html! {
        @if let Some(note) = comparison.sample_note() { p.caution { (note) } }
        @if let Some(before) = comparison.linkage_before {
            p { "In the data as they are, somebody who knows three items finds the right row in " strong { (percent(before.share)) } " of all tries." }
        }
        @match advised {
            Some(advice) => p.said { strong { (advice.purpose.name()) ": " } (advice.sentence) },
            None => dl.advice {
                @for advice in &comparison.advice { dt { (advice.purpose.name()) } dd { (advice.sentence) } }
            },
        }
        @if let Some(chart) = chart {
            section aria-labelledby="chart-heading" data-marks {
                h2 id="chart-heading" { "At a glance" }
                (chart.figure())
            }
        }
        form method="post" action=(shell.at(&format!("d/{}/compare", draft.id))) {
            fieldset.kinds {
                legend { "Which kind?" }
                @for (place, cell) in cells.iter().enumerate() {
                    @let is_advised = advised.and_then(|advice| advice.run.as_deref()) == Some(cell.name().as_str());
                    (kind(place, cell, is_advised, now.purpose))
                }
            }
            div.next { button.primary { "Use this kind" } }
        }
    }
}

/// A kind of release with its figures and sample rows, as HTML.
fn kind(place: usize, cell: &ComparedRun, is_advised: bool, purpose: Option<Purpose>) -> Markup {
    let cost = cell.cost.as_ref();
    let linkage = cost.and_then(|cost| cost.linkage).map(|linkage| linkage.share);
    let tasks = || cell.tasks.iter().filter(|task| purpose.is_none_or(|purpose| purpose == task.purpose));
    html! {
        div.kind data-kind=(cell.name()) {
            label.choice {
                input type="radio" name="kind" value=(place) required disabled[cell.error.is_some() || cell.keys.is_empty()];
                span {
                    strong { (cell.name()) }
                    @if cell.kind.words() != cell.name() { " " (cell.kind.words()) }
                    @if is_advised { " " em.likely { "best for that" } }
                }
            }
            @if !cell.tasks.is_empty() {
                p { "Keeps " @for (place, task) in tasks().enumerate() {
                    @if place > 0 { ", " }
                    strong { (percent(task.kept)) } " of " (task.purpose.name())
                } "." }
            }
            p {
                @if cell.promise.is_nothing() { strong.warn { "Promises nothing. " } }
                @else if cell.holds == Some(true) { "Verified: " (cell.promise) ". " }
                @else if cell.holds == Some(false) { strong.warn { "Does not keep its promise. " } }
                @if let Some(linkage) = linkage { "Right rows found: " (percent(linkage)) ". " }
                @if let Some(owners) = cost.and_then(|cost| cost.certain_owners) { "Something sensitive is certain of " (count(owners)) " owners. " }
                @if let Some(note) = &cell.note { (note) " " }
                @if let Some(error) = &cell.error { strong.warn { (error) } }
            }
            @if let Some(sample) = &cell.sample {
                @if sample.rows.is_empty() { p.note { "The release is empty." } }
                @else {
                    details open[is_advised] {
                        summary { "Ten rows, as readers get them" }
                        (sample.html(&format!("Rows of {}", cell.name()), &Noun::default()))
                    }
                }
            }
        }
    }
}

pub async fn begin(OpenDraft(shared, draft, _): OpenDraft) -> Response {
    match draft.compare() {
        Ok(()) => shared.go_to(&format!("d/{}/compare", draft.id)),
        Err(told) => answer(&shared, &draft, Some(&told)),
    }
}

pub async fn choose(OpenDraft(shared, draft, _): OpenDraft, Form(fields): Form<Fields>) -> Response {
    match keys_of_kind(&draft.said(), &fields) {
        Ok(keys) => {
            draft.say(keys);
            shared.go_to(&format!("d/{}/run", draft.id))
        }
        Err(told) => answer(&shared, &draft, Some(&told)),
    }
}

fn keys_of_kind(now: &Said, fields: &Fields) -> Result<Keys, ErrorView> {
    let place = text(fields, "kind").and_then(|place| place.parse::<usize>().ok());
    let runs = now.compared_now().map(|comparison| &comparison.runs);
    let cell = place
        .and_then(|place| runs?.cells.get(place))
        .filter(|cell| !cell.keys.is_empty())
        .ok_or_else(|| ErrorView::new("No kind was chosen.", "Choose one of the kinds below."))?;
    // Removes the settings of the previous kind, which do not apply to the new one.
    let mut plain = now.keys.clone();
    plain.method = Default::default();
    if cell.keys.contains_key("unit") || !matches!(cell.kind, Kind::Rows | Kind::Pieces) {
        (plain.read.unit, plain.read.gap) = (None, None);
    }
    with(&plain, &cell.keys)
}
