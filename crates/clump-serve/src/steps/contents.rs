//! The second step: figures of the data, and how many owners a few known items single out.

use axum::response::Response;
use clump::report::glossary::Term;
use clump::report::{count, counted, number, percent};
use maud::{Markup, html};

use super::OpenDraft;
use crate::draft::{DataSummary, Draft};
use crate::repeat::{Repeat, Verb};
use crate::shell::{Shell, Step, seconds, under_way};

pub async fn show(OpenDraft(shared, draft, _): OpenDraft) -> Response {
    let begun = draft.inspect();
    let said = draft.said();
    let error = begun.as_ref().err().or(said.seen.as_ref().and_then(|seen| seen.work.failed()));
    let shell = Shell::new(&shared, Some(&draft), Step::Contents, "What is in it")
        .with(error, Some(Repeat::of(Verb::Inspect, &said.keys, None)));
    let work = said.seen.as_ref().map(|found| &found.work);
    let body = match work.map(|work| (&work.task, work.outcome())) {
        Some((task, None)) => {
            under_way(task, "Looking at the data", &shell.at(&format!("d/{}/contents", draft.id)))
        }
        Some((task, Some(Ok(seen)))) => figures(&shell, &draft, seen, &seconds(task)),
        Some((_, Some(Err(_)))) | None => back(&shell, &draft),
    };
    shell.page(&body)
}

fn back(shell: &Shell<'_>, draft: &Draft) -> Markup {
    html! { div.next { a.button href=(shell.at(&format!("d/{}/file", draft.id))) { "Back to the file" } } }
}

fn figures(shell: &Shell<'_>, draft: &Draft, seen: &DataSummary, took: &str) -> Markup {
    let DataSummary { read, inspected, unknown, .. } = seen;
    let (counts, log) = (&read.counts, &inspected.log);
    let large = |number: u64| count(usize::try_from(number).unwrap_or(usize::MAX));
    let words = &counts.words;
    let lost = counts.words_unknown + counts.words_dropped;
    let tiles = [
        ("Owners", count(log.owners), format!("An owner is: {}.", read.owner_is)),
        ("Lines", large(counts.lines), format!("Read in {took}.")),
        ("Items", count(log.items), format!("In {}.", counted(log.rows, "transaction", "transactions"))),
        (
            "Items of a transaction",
            log.lengths.median.to_string(),
            format!(
                "The middle one; {} to {}, {} on average.",
                count(log.lengths.min),
                count(log.lengths.max),
                number(log.lengths.mean, 1)
            ),
        ),
        (
            "Without a place",
            large(lost),
            match words.placed {
                0 => "Words or items that the taxonomy does not have: lost before anything is grouped."
                    .to_owned(),
                placed => format!("{} more that no dictionary has stand as other words.", large(placed)),
            },
        ),
    ];
    let known = log.unique.iter().find(|unique| unique.known == 3).or(log.unique.last());
    html! {
        dl.tiles {
            @for (name, value, meaning) in tiles {
                div { dt { (name) } dd { (value) } dd.meaning { (meaning) } }
            }
        }
        @if let Some(unique) = known {
            p.said {
                "Whoever knows " (counted(unique.known, "item", "items")) " of an owner singles out " strong { (percent(unique.share)) }
                " of them."
            }
        }
        section aria-labelledby="unique-heading" {
            h2 id="unique-heading" { "How few known items single people out" }
            div.wide tabindex="0" role="region" aria-label="Owners that known items single out" {
                table {
                    thead { tr { th scope="col" { "Known items" } th scope="col" { "Owners looked at" } th scope="col" { "Singled out" } } }
                    tbody {
                        @for unique in &log.unique {
                            tr { td { (unique.known) } td { (count(unique.attacked)) } td { (percent(unique.share)) } }
                        }
                    }
                }
            }
            p.note { (Term::Unique.sentence()) }
        }
        @if !unknown.is_empty() {
            details {
                summary { "Words without a place (" (count(inspected.unknown_words)) ")" }
                p.note { "The most frequent, as people typed them: for this screen only." }
                ul.chips { @for (word, times) in unknown { li { (word) " × " (large(*times)) } } }
            }
        }
        div.next { a.button.primary href=(shell.at(&format!("d/{}/purpose", draft.id))) { "What are they for?" } }
    }
}
