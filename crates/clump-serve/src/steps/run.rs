//! The fifth step: settings of the next run, and the list of running and finished runs.

use axum::Form;
use axum::response::Response;
use clump::report::percent;
use clump::{Job, Keys, MethodName};
use maud::{Markup, html};

use super::{OpenDraft, OpenRun};
use crate::draft::Draft;
use crate::error_view::ErrorView;
use crate::form::{Fields, said, text};
use crate::repeat::{Repeat, Verb};
use crate::run::Run;
use crate::server::Shared;
use crate::shell::{Shell, Step, seconds, under_way};

/// The keys of a job that this form can set.
const SHOWS: [&str; 2] = ["method", "k"];

pub async fn show(OpenDraft(shared, draft, _): OpenDraft) -> Response {
    answer(&shared, &draft, None, None)
}

fn answer(shared: &Shared, draft: &Draft, error: Option<&ErrorView>, typed: Option<&str>) -> Response {
    let keys = draft.said().keys;
    let repeat = Repeat::of(Verb::Anonymize, &keys, None);
    let toml = typed.map_or_else(|| repeat.toml.clone(), str::to_owned);
    let shell = Shell::new(shared, Some(draft), Step::Run, "Run").with(error, Some(repeat));
    let runs = shared.desk.runs(draft.id);
    shell.page(&html! {
        form method="post" action=(shell.at(&format!("d/{}/run", draft.id))) {
            (chosen(&keys))
            div.next { button.primary { "Run" } }
        }
        details open[typed.is_some()] {
            summary { "All settings, as TOML" }
            p.note { "Every flag of " code { "clump anonymize" } " is a key here. The input stays what it is." }
            form method="post" action=(shell.at(&format!("d/{}/run/toml", draft.id))) {
                label { "The job " textarea name="toml" rows=(toml.lines().count().clamp(6, 24)) spellcheck="false" { "\n" (toml) } }
                div.next { button { "Take these settings" } }
            }
        }
        @if !runs.is_empty() {
            section aria-labelledby="runs-heading" {
                h2 id="runs-heading" { "Runs" }
                ul.runs-list { @for run in runs.iter().rev() { li { (listed(&shell, run)) } } }
            }
        }
    })
}

fn chosen(keys: &Keys) -> Markup {
    html! {
        div.fields {
            label { "Method "
                select name="method" {
                    option value="" selected[keys.method.method.is_none()] { "pieces for queries, else nearest" }
                    @for name in MethodName::ALL {
                        option value=(name.word()) selected[keys.method.method == Some(name)] { (name.word()) " (" (name.facts().promise) ")" }
                    }
                }
            }
            label { "k " input.number type="number" name="k" min="1" value=[keys.promise.k]; }
        }
    }
}

/// A run in the list, with its progress, error or result.
fn listed(shell: &Shell<'_>, run: &Run) -> Markup {
    let at = |path: &str| shell.at(&format!("r/{}{path}", run.id));
    html! {
        h3 { (run.name) }
        @match run.work.outcome() {
            None => (under_way(&run.work.task, &run.name, &at(""))),
            Some(Err(told)) => { (told) (discard_button(&at("/discard"), &run.name)) },
            Some(Ok(ready)) => {
                p {
                    @match &ready.outcome.published {
                        Some(published) => {
                            "Verified in " (seconds(&run.work.task)) ". "
                            @if let Some(words) = published.report.figures.words() {
                                (percent(words.share(words.as_typed))) " of the words as typed, "
                                (percent(words.share(words.gone))) " gone. "
                            }
                        },
                        None => strong.warn { "The promise does not hold, so there is no release. " },
                    }
                }
                div.next { a.button href=(at("")) { "Look at it" } (discard_button(&at("/discard"), &run.name)) }
            },
        }
    }
}

fn discard_button(action: &str, name: &str) -> Markup {
    html! { form.inline method="post" action=(action) { button aria-label={ "Discard " (name) } { "Discard" } } }
}

/// Stores the form in the draft, and starts a run.
pub async fn begin(OpenDraft(shared, draft, _): OpenDraft, Form(fields): Form<Fields>) -> Response {
    let before = draft.said().keys;
    let begun = said(&before, &fields, &SHOWS).and_then(|keys| {
        let keys = other_method(&before, keys);
        draft.say(keys.clone());
        shared.desk.run(draft.id, keys)
    });
    match begun {
        Ok(_) => shared.go_to(&format!("d/{}/run", draft.id)),
        Err(told) => answer(&shared, &draft, Some(&told), None),
    }
}

/// `keys` without the old method's parameters, if the user changed the method.
fn other_method(before: &Keys, mut keys: Keys) -> Keys {
    if before.method.method != keys.method.method {
        let method = keys.method.method;
        (keys.method, keys.parameters) = Default::default();
        keys.method.method = method;
    }
    keys
}

pub async fn say_toml(OpenDraft(shared, draft, _): OpenDraft, Form(fields): Form<Fields>) -> Response {
    let typed = text(&fields, "toml").unwrap_or_default();
    match keys_of_toml(&draft, typed) {
        Ok(keys) => {
            draft.say(keys);
            shared.go_to(&format!("d/{}/run", draft.id))
        }
        Err(told) => answer(&shared, &draft, Some(&told), Some(typed)),
    }
}

fn keys_of_toml(draft: &Draft, typed: &str) -> Result<Keys, ErrorView> {
    let keys = toml::from_str::<Keys>(typed).map_err(|error| {
        let line = error.span().map_or(1, |span| 1 + typed[..span.start].matches('\n').count());
        ErrorView::new(
            format!("Line {line}: {}", error.message()),
            "Use the names of the flags of `clump help anonymize` as keys.",
        )
    })?;
    let keys = Keys { input: draft.said().keys.input, ..keys };
    Job::try_from(keys.clone())?;
    Ok(keys)
}

pub async fn discard(OpenRun(shared, run, _): OpenRun) -> Response {
    shared.desk.discard(run.id);
    shared.go_to(&format!("d/{}/run", run.draft))
}
