//! The verdict in one look: green if the promise holds, amber if it holds and something sensitive is certain for whole
//! groups all the same, or if nothing is promised, red if it is broken.

use clump_core::promise::Promise;
use clump_core::verify::{Counted, Verdict};
use maud::{Markup, html};

use crate::Noun;
use crate::certain::{REMEDIES, named};
use crate::markup::with_code;
use crate::page::Page;
use crate::summary::{count, counted};
use crate::{Certificate, PublishedFigures};

/// How a verdict looks.
#[derive(Clone, Copy)]
pub enum Look {
    /// Green.
    Holds,
    /// Amber.
    Caution,
    /// Red.
    Broken,
}

/// The stamp of a release.
pub fn of_release(page: &Page, certificate: &Certificate) -> Markup {
    let promise = page.noun.say(&certificate.promise.to_string());
    let caution = caution(page, certificate);
    let (look, said) = match (&certificate.verdict, &caution) {
        (None, _) => (Look::Caution, "Nothing is promised".to_owned()),
        (Some(verdict), _) if !verdict.holds => (Look::Broken, format!("{promise} does not hold")),
        (Some(_), Some(caution)) => (Look::Caution, format!("{promise} holds, but {}", caution.but)),
        (Some(_), None) => (Look::Holds, format!("{promise} holds")),
    };
    let checked = certificate.verdict.as_ref().map(|verdict| checked(&certificate.promise, verdict));
    let meaning = page.noun.say(&format!("{} {}", certificate.meaning, checked.unwrap_or_default()));
    let more = caution.map(|caution| vec![caution.why, caution.remedy]).unwrap_or_default();
    stamp(look, &said, &[vec![meaning], more].concat())
}

/// A stamp that says something in a line, and what it means in paragraphs.
pub fn stamp(look: Look, said: &str, meaning: &[String]) -> Markup {
    let (class, mark) = match look {
        Look::Holds => ("holds", "✓"),
        Look::Caution => ("caution", "!"),
        Look::Broken => ("broken", "✗"),
    };
    html! {
        div class={ "stamp printed " (class) } {
            span aria-hidden="true" { (mark) }
            div {
                p.said { (with_code(said)) }
                @for sentence in meaning { p { (with_code(sentence.trim())) } }
            }
        }
        "\n"
    }
}

/// What the independent check found.
fn checked(promise: &Promise, verdict: &Verdict) -> String {
    let looked_at = match promise {
        Promise::KAnonymity { .. } => counted(verdict.sets, "group", "groups"),
        Promise::KmAnonymity { .. } | Promise::Coherence { .. } => {
            counted(verdict.sets, "set of items", "sets of items")
        }
        Promise::CommonQueries { .. } | Promise::SealedQueries { .. } | Promise::Nothing => {
            counted(verdict.sets, "query", "queries")
        }
    };
    let least = match verdict.counted {
        Counted::Rows => counted(verdict.smallest, "row", "rows"),
        Counted::Stated | Counted::Owners => counted(verdict.smallest, "owner", "owners"),
    };
    match verdict.violations {
        0 => format!("Checked on the written file: {looked_at}, the smallest of {least}."),
        broken => format!("Checked on the written file: of {looked_at}, {} break it.", count(broken)),
    }
}

/// Why a promise that holds is no reason to be calm.
struct Caution {
    /// After "holds, but".
    but: String,
    why: String,
    remedy: String,
}

/// The certificate tells what the release shows. The private page knows more: who holds it, and what only the data show.
fn caution(page: &Page, certificate: &Certificate) -> Option<Caution> {
    let noun = &page.noun;
    let shown = certificate.certain.as_ref().filter(|certain| certain.groups > 0);
    let private = page.certain.as_ref().filter(|facts| facts.certain.owners > 0);
    let (nodes, why) = match (shown, private) {
        (None, None) => return None,
        (Some(shown), _) => (&shown.nodes, in_groups(certificate, shown.groups, noun)),
        (None, Some(private)) => {
            (&private.nodes, noun.say("Readers of the release cannot see it; whoever knows the data can."))
        }
    };
    let holders = private.map(|private| {
        let certain = count(private.certain.owners);
        noun.say(&format!(
            " It is certain of {certain} of the {} owners who hold it.",
            count(private.holders)
        ))
    });
    // One name fits into the heading, several do not.
    let (what, names) = match nodes.as_slice() {
        [_] => (named(nodes), String::new()),
        _ => ("something sensitive".to_owned(), format!("{}: ", named(nodes))),
    };
    Some(Caution {
        but: format!("{what} is certain for whole groups"),
        why: names + &why + &holders.unwrap_or_default(),
        remedy: noun.say(&format!("What to do: {}.", REMEDIES.join(" "))),
    })
}

fn in_groups(certificate: &Certificate, shown: usize, noun: &Noun) -> String {
    let of_all = match &certificate.published {
        PublishedFigures::Rows(rows) => format!("{} of the {} groups", count(shown), count(rows.groups)),
        PublishedFigures::Lines { .. } => counted(shown, "group", "groups"),
    };
    let show = if shown == 1 { "shows" } else { "show" };
    noun.say(&format!(
        "{of_all} {show} it in the published row: whoever knows that an owner is in one of them knows it of that owner."
    ))
}
