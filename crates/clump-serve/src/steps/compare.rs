//! The fourth step: kinds of release compared by use and risk, with rows of each. The page says so if it
//! compares a sample.

use axum::Form;
use axum::extract::{Path, State};
use axum::response::Response;
use clump::report::page::sample_table;
use clump::report::{ComparedRun, Comparison, Noun, Purpose, count, percent};
use maud::{Markup, html};

use super::{draft_of, found};
use crate::draft::{Draft, Said};
use crate::error_view::ErrorView;
use crate::form::{Fields, text, with};
use crate::repeat::{Repeat, Verb};
use crate::server::Shared;
use crate::shell::{Shell, Step, go_to, nothing, standing, under_way};
use crate::work::{AnyWork, State as WorkState};

/// The kinds of release, or the progress of the comparison.
pub async fn show(State(shared): State<Shared>, Path(id): Path<u32>) -> Response {
    let draft = found!(draft_of(&shared, id));
    answer(&shared, &draft, None)
}

fn answer(shared: &Shared, draft: &Draft, error: Option<&ErrorView>) -> Response {
    let now = draft.said();
    let keys = now.compared_keys();
    let current = now.compared.as_ref().filter(|found| found.keys == keys);
    let shell = Shell {
        token: &shared.token,
        draft: Some(draft),
        step: Step::Compare,
        heading: "Kinds of release, compared",
        error: error.or(current.and_then(|found| found.work.failed())),
        repeat: Some(Repeat::of(Verb::Compare, &now.keys, now.sample().map(|share| share.as_f64()))),
    };
    let at = |path: &str| shell.at(&format!("d/{}/compare{path}", draft.id));
    let body = match current.map(|found| (found, found.work.state())) {
        Some((found, WorkState::Running)) => {
            under_way(&*found.work, "Comparing", &at("/work"), &at("/cancel"))
        }
        Some((_, WorkState::Done(comparison))) => kinds(&shell, draft, &now, comparison),
        Some((_, WorkState::Failed(_))) | None => html! {
            @if now.compared.is_some() && current.is_none() { p { "Settings have changed since kinds were compared." } }
            form method="post" action=(at("/begin")) { div.next { button.primary { "Compare" } } }
        },
    };
    shell.page(&body)
}

fn kinds(shell: &Shell<'_>, draft: &Draft, now: &Said, comparison: &Comparison) -> Markup {
    let runs = &comparison.runs;
    let advised =
        now.purpose.and_then(|purpose| comparison.advice.iter().find(|advice| advice.purpose == purpose));
    let chart = runs.use_against_risk(now.purpose).or_else(|| runs.use_against_risk(None));
    let cells: Vec<&ComparedRun> = runs.cells.iter().chain(runs.profiles.as_deref()).collect();
    html! {
        @if let Some(note) = comparison.sample_note() { p.caution { (note) } }
        @if let Some(before) = comparison.linkage_before {
            p { "In the data as they are, somebody who knows three items finds the right row in " strong { (percent(before.share)) } " of all tries." }
        }
        @match advised {
            Some(advice) => p.said { strong { (advice.purpose.words()) ": " } (advice.sentence) },
            None => dl.advice {
                @for advice in &comparison.advice { dt { (advice.purpose.words()) } dd { (advice.sentence) } }
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

/// A kind of release with its figures and some rows.
fn kind(place: usize, cell: &ComparedRun, is_advised: bool, purpose: Option<Purpose>) -> Markup {
    let cost = cell.cost.as_ref();
    let figures = [
        ("as typed", cost.and_then(|cost| cost.as_typed_share)),
        ("information kept", cost.and_then(|cost| cost.information_kept)),
        ("right rows found", cost.and_then(|cost| cost.linkage).map(|linkage| linkage.share)),
    ];
    let served = purpose.and_then(|purpose| Some((purpose.measured(), purpose.served(cell)?)));
    html! {
        div.kind data-kind=(cell.name()) {
            label.choice {
                input type="radio" name="kind" value=(place) required disabled[cell.error.is_some()];
                span {
                    strong { (cell.name()) }
                    @if cell.kind.words() != cell.name() { " " (cell.kind.words()) }
                    @if is_advised { " " em.likely { "best for that" } }
                }
            }
            p {
                @if cell.promise.is_nothing() { strong.warn { "Promises nothing. " } }
                @else if cell.holds == Some(true) { "Verified: " (cell.promise) ". " }
                @else if cell.holds == Some(false) { strong.warn { "Does not keep its promise. " } }
                @if let Some((measured, served)) = served { (measured) ": " strong { (percent(served)) } ". " }
                @for (name, figure) in figures { @if let Some(figure) = figure { (name) ": " (percent(figure)) ". " } }
                @if let Some(owners) = cost.and_then(|cost| cost.certain_owners) { "Something sensitive is certain of " (count(owners)) " owners. " }
                @if let Some(note) = &cell.note { (note) " " }
                @if let Some(error) = &cell.error { strong.warn { (error) } }
            }
            @if let Some(sample) = &cell.sample {
                @if sample.rows.is_empty() { p.note { "The release is empty." } }
                @else {
                    details open[is_advised] {
                        summary { "Ten rows, as readers get them" }
                        (sample_table(sample, &format!("Rows of {}", cell.name()), &Noun::default()))
                    }
                }
            }
        }
    }
}

/// Starts to compare.
pub async fn begin(State(shared): State<Shared>, Path(id): Path<u32>) -> Response {
    let draft = found!(draft_of(&shared, id));
    match draft.compare() {
        Ok(()) => go_to(&shared.token, &format!("d/{id}/compare")),
        Err(told) => answer(&shared, &draft, Some(&told)),
    }
}

/// Takes over the kind that the user chose.
pub async fn choose(
    State(shared): State<Shared>,
    Path(id): Path<u32>,
    Form(fields): Form<Fields>,
) -> Response {
    let draft = found!(draft_of(&shared, id));
    let now = draft.said();
    let place = text(&fields, "kind").and_then(|place| place.parse::<usize>().ok());
    let chosen = place.and_then(|place| {
        let runs = &now.compared_now()?.runs;
        runs.cells.iter().chain(runs.profiles.as_deref()).nth(place)
    });
    let Some(cell) = chosen else {
        return answer(
            &shared,
            &draft,
            Some(&ErrorView::new("No kind was chosen.", "Choose one of the kinds below.")),
        );
    };
    // Settings of another kind do not apply to this one.
    let mut plain = now.keys.clone();
    plain.method = Default::default();
    if cell.keys.contains_key("unit")
        || !matches!(cell.kind, clump::report::Kind::Rows | clump::report::Kind::Pieces)
    {
        (plain.read.unit, plain.read.gap) = (None, None);
    }
    match with(&plain, &cell.keys) {
        Ok(keys) => {
            draft.say(keys);
            go_to(&shared.token, &format!("d/{id}/run"))
        }
        Err(told) => answer(&shared, &draft, Some(&told)),
    }
}

/// Progress of the comparison, for the script.
pub async fn work(State(shared): State<Shared>, Path(id): Path<u32>) -> Response {
    let draft = found!(draft_of(&shared, id));
    match draft.said().compared {
        Some(found) => standing(&*found.work),
        None => nothing(&shared.token),
    }
}

/// Cancels the comparison.
pub async fn cancel(State(shared): State<Shared>, Path(id): Path<u32>) -> Response {
    let draft = found!(draft_of(&shared, id));
    draft.said().compared.iter().for_each(|found| found.work.token().cancel());
    go_to(&shared.token, &format!("d/{id}/purpose"))
}
