//! The kinds of release on the page of a comparison: what readers can do with each, then privacy, then sample rows of
//! each kind, and the rules of other publishers.

use maud::{Markup, html};

use super::{View, terms};
use crate::glossary::Term;
use crate::markup::with_code;
use crate::number::count;
use crate::page::Page;
use crate::{Advice, Noun, PresetRun, Runs};

pub fn view(page: &Page) -> Option<View> {
    let runs = page.comparison.as_ref().filter(|_| page.certificate.is_none())?;
    let noun = &page.noun;
    let body = html! {
        (advice(&page.advice))
        @if let Some(k) = runs.chosen_k() { p.note { "The advice is by the figures at k = " (k) ". The rows below are from these releases, too." } }
        @if let Some(table) = runs.tasks_on_page() {
            h3 { "What readers can do with each kind" }
            (table.html("Kept use by purpose", Some("tasks-table")))
            p.note {
                "Each figure is the score of the release divided by the score of the original data. Predictions are tested on \
                 owners who are not in the release, and numbers are compared with the original data of its owners. Plain SQL \
                 publishes each fact that k owners have. Scores of the original data: "
                (runs.scores_of_original()) "."
            }
            details.terms {
                summary { "What the columns mean" }
                dl { @for purpose in runs.purposes() { dt { (purpose.word()) } dd { (purpose.question()) } } }
            }
        }
        h3 { "Privacy of each kind" }
        (runs.privacy_on_page().html("Promises and attacks", Some("kinds-table")))
        @if let Some(chart) = runs.use_against_risk(None) { (chart.figure()) }
        @for (name, note) in runs.notes() { p.note { (name) ": " (note) } }
        (samples(runs, noun))
        (terms(noun, &COLUMN_TERMS))
        @if let Some(table) = runs.rules_on_page() {
            (table.folded("Association rules that still hold, by level of the taxonomy", "Association rules kept", "rules"))
        }
        (presets(runs))
    };
    Some(View { id: "kinds", name: "Choosing", heading: "Which kind of release for what".to_owned(), body })
}

const COLUMN_TERMS: [Term; 2] = [Term::Linkage, Term::Homogeneous];

fn advice(advice: &[Advice]) -> Markup {
    html! {
        @if !advice.is_empty() {
            dl.advice {
                @for advice in advice { dt { (advice.purpose.word()) } dd { (sentence(advice)) } }
            }
            "\n"
        }
    }
}

/// The sentence of an advice. The name of the run is bold if the sentence begins with it.
fn sentence(advice: &Advice) -> Markup {
    let about = advice.run.as_deref().and_then(|run| Some((run, advice.sentence.strip_prefix(run)?)));
    html! {
        @match about {
            Some((run, rest)) => { strong { (run) } (rest) },
            None => (with_code(&advice.sentence)),
        }
    }
}

fn presets(runs: &Runs) -> Markup {
    let mut rules: Vec<&PresetRun> = runs.presets.iter().collect();
    rules.dedup_by_key(|run| &run.preset);
    html! {
        @if let Some(table) = runs.presets_on_page() {
            h3 { "What others publish, by their rules" }
            (table.html("Published rules on this log", Some("presets")))
            ul.rules {
                @for run in rules {
                    li {
                        strong { (run.preset) } ": " (run.publisher) ": " (run.rule) "."
                        @if let Some(assumed) = &run.assumed { " " (with_code(assumed)) "." }
                        " Source: " (run.source) "."
                    }
                }
            }
            "\n"
        }
    }
}

fn samples(runs: &Runs, noun: &Noun) -> Markup {
    html! {
        div.pair {
            @for cell in runs.at_first_k() {
                @if let Some(drawn) = &cell.sample {
                    div {
                        h3 { (cell.name()) ": what readers get" }
                        p.note {
                            @if drawn.rows.is_empty() { "Nothing: the release is empty." }
                            @else if drawn.rows.len() == drawn.of { "All of its rows." }
                            @else { (count(drawn.rows.len())) " of " (count(drawn.of)) " rows, drawn at random." }
                        }
                        @if !drawn.rows.is_empty() {
                            (drawn.html(&format!("Rows of {}", cell.name()), noun))
                        }
                    }
                    "\n"
                }
            }
        }
    }
}
