//! The third step: purpose of the data, k, and what readers must not learn about people.

use axum::Form;
use axum::response::Response;
use clump::core::tasks::Purpose;
use maud::{Markup, html};

use super::{OpenDraft, tree};
use crate::draft::{Draft, Said};
use crate::error_view::ErrorView;
use crate::form::{Fields, said, text};
use crate::repeat::{Repeat, Verb};
use crate::server::Shared;
use crate::shell::{Shell, Step};

/// The keys of a job that this form can set.
const SHOWS: [&str; 4] = ["k", "sensitive", "certainty", "ceiling"];

pub async fn show(OpenDraft(shared, draft, _): OpenDraft) -> Response {
    answer(&shared, &draft, None)
}

fn answer(shared: &Shared, draft: &Draft, error: Option<&ErrorView>) -> Response {
    let now = draft.said();
    let sample = now.sample().map(|share| share.as_f64());
    let shell = Shell::new(shared, Some(draft), Step::Purpose, "What are the data for?")
        .with(error, Some(Repeat::of(Verb::Compare, &now.keys, sample)));
    shell.page(&html! {
        form method="post" action=(shell.at(&format!("d/{}/purpose", draft.id))) {
            (purposes(&now))
            (least(&now))
            (guarded(&shell, draft, &now))
            @if now.may_be_sampled() {
                label.choice { input type="checkbox" name="sampled" value="yes" checked[now.is_sampled];
                    span { "Compare only a sample of the people. This is quick, but keeps less than the whole log does." } }
            }
            div.next { button.primary { "Compare kinds of release" } }
        }
    })
}

fn purposes(now: &Said) -> Markup {
    html! {
        fieldset {
            legend { "Readers ask" }
            @for purpose in Purpose::ALL {
                label.choice {
                    input type="radio" name="purpose" value=(purpose) checked[now.purpose == Some(purpose)];
                    span { strong { (purpose.name()) } " " (purpose.question()) }
                }
            }
            label.choice { input type="radio" name="purpose" value="" checked[now.purpose.is_none()]; "I do not know yet" }
        }
    }
}

fn least(now: &Said) -> Markup {
    let owners = now.seen_now().map(|seen| seen.inspected.log.owners);
    html! {
        fieldset {
            legend { "How many people must share what is published?" }
            label { "k " input.number type="number" name="k" min="2" max=[owners] required value=(now.keys.promise.k.unwrap_or(5)); }
            p.note { "5 to 10 is usual; the more, the safer, and the less is kept. The next step shows how much." }
        }
    }
}

fn guarded(shell: &Shell<'_>, draft: &Draft, now: &Said) -> Markup {
    let keys = &now.keys;
    html! {
        fieldset.guards data-tree=(shell.at(&format!("d/{}/tree", draft.id))) {
            legend { "What should nobody learn?" }
            p { "k people with the same illness are k people of whom everybody knows it. Pick what is sensitive, and what must not be told in detail." }
            (picked("sensitive", "Sensitive: it is told of how many owners it becomes certain", &keys.sensitive.sensitive))
            label { "Certain of at most this share of those who look alike "
                input.number name="certainty" inputmode="decimal" placeholder="not bounded"
                    value=[keys.guards.certainty.certainty.map(|share| share.to_string())]; }
            (picked("ceiling", "Ceilings: nothing below is told, only the node itself", &keys.guards.ceiling.ceiling))
            (tree::picker(now.seen_now()))
        }
    }
}

/// Fields for the chosen names. The user can remove names and add others.
fn picked(name: &str, label: &str, chosen: &[String]) -> Markup {
    html! {
        div.picked data-picked=(name) {
            p id={ (name) "-label" } { (label) }
            ul.chips aria-labelledby={ (name) "-label" } {
                @for node in chosen {
                    li { (node) input type="hidden" name=(name) value=(node);
                        button type="button" data-remove aria-label={ "Remove " (node) } { "×" } }
                }
            }
            label { "Add by name " input name=(name) autocomplete="off" spellcheck="false"; }
        }
    }
}

/// Stores the form in the draft, and starts the comparison.
pub async fn say(OpenDraft(shared, draft, _): OpenDraft, Form(fields): Form<Fields>) -> Response {
    match take(&draft, &fields) {
        Ok(()) => shared.go_to(&format!("d/{}/compare", draft.id)),
        Err(told) => answer(&shared, &draft, Some(&told)),
    }
}

fn take(draft: &Draft, fields: &Fields) -> Result<(), ErrorView> {
    let named = text(fields, "purpose");
    draft.set_purpose(named.and_then(|named| named.parse().ok()));
    draft.set_sampled(text(fields, "sampled").is_some());
    let keys = said(&draft.said().keys, fields, &SHOWS)?;
    if keys.guards.certainty.certainty.is_some() && keys.sensitive.sensitive.is_empty() {
        return Err(ErrorView::new(
            "A share is given, but nothing is sensitive.",
            "Pick what is sensitive, or leave the share empty.",
        ));
    }
    draft.say(keys);
    draft.compare()
}
