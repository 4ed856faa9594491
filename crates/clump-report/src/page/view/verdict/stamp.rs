//! The stamp: the overall verdict, with the verdict on each property below. Green means that all properties
//! hold, red that one is broken. Amber means that all hold, but something sensitive is certain for whole
//! groups, or nothing is published or promised.

use clump_core::promise::{Property, PropertyName};
use clump_core::verify::Counted;
use maud::{Markup, html};

use crate::Noun;
use crate::markup::with_code;
use crate::number::{count, counted};
use crate::page::Page;
use crate::report::{REMEDIES, named};
use crate::summary::{NOTHING_PUBLISHED, NOTHING_REMEDY};
use crate::{Certificate, CertifiedProperty, PublishedFigures};

#[derive(Clone, Copy)]
pub enum VerdictLook {
    /// All properties hold: green.
    Holds,
    /// All properties hold, with a caution: amber.
    Caution,
    /// A property is broken: red.
    Broken,
}

/// Note on the evidence: the run counted owners in the data, which a reader of the page cannot do.
const COUNTED: &str = "The run counted this in the data. With the release alone, `clump verify` can check that it is consistent \
                       with it.";

pub fn of_release(page: &Page, certificate: &Certificate) -> Markup {
    let caution = caution(page, certificate);
    let properties = certificate.promise.properties();
    let broken: Vec<&CertifiedProperty> =
        properties.iter().filter(|certified| !certified.verdict.holds).collect();
    let (look, said) = match (properties, broken.as_slice(), &caution) {
        ([], ..) => (VerdictLook::Caution, "Nothing is promised".to_owned()),
        (_, [], Some(caution)) => {
            (VerdictLook::Caution, format!("{}, but {}", all_hold(properties), caution.but))
        }
        (_, [], None) => (VerdictLook::Holds, all_hold(properties)),
        (_, [one], _) => (VerdictLook::Broken, format!("{} does not hold", one.property)),
        (_, several, _) => (VerdictLook::Broken, format!("{} do not hold", listed(several.iter().copied()))),
    };
    let mut meaning: Vec<String> = match properties {
        [] => vec![certificate.promise.promise().sentence()],
        [one] => vec![format!("{} {}", one.meaning, checked(one, false))],
        several => {
            let is_noisy = certificate.promise.has(PropertyName::DifferentialPrivacy);
            several.iter().map(|one| with_its_verdict(one, is_noisy)).collect()
        }
    };
    if !properties.is_empty() && broken.is_empty() {
        meaning.push(COUNTED.to_owned());
    }
    meaning.extend(broken.iter().map(|broken| format!("What to do: {}.", broken.property.remedy())));
    let mut meaning: Vec<String> = meaning.iter().map(|sentence| page.noun.say(sentence)).collect();
    meaning.extend(caution.into_iter().flat_map(|caution| [caution.why, caution.remedy]));
    stamp(look, &page.noun.say(&said), &meaning)
}

/// A positive verdict: `5-anonymity holds`, or `5-anonymity and at most 0.5 certainty of illness hold`.
fn all_hold(properties: &[CertifiedProperty]) -> String {
    let hold = if properties.len() == 1 { "holds" } else { "hold" };
    format!("{} {hold}", listed(properties))
}

fn listed<'c>(properties: impl IntoIterator<Item = &'c CertifiedProperty>) -> String {
    let names: Vec<String> = properties.into_iter().map(|certified| certified.property.to_string()).collect();
    names.join(" and ")
}

/// Text for one of several properties: verdict, meaning and number of checked sets.
fn with_its_verdict(certified: &CertifiedProperty, is_noisy: bool) -> String {
    let answer = if certified.verdict.holds { "holds" } else { "does not hold" };
    format!("{} {answer}: {} {}", certified.property, certified.meaning, checked(certified, is_noisy))
}

pub fn stamp(look: VerdictLook, said: &str, meaning: &[String]) -> Markup {
    let (class, mark) = match look {
        VerdictLook::Holds => ("holds", "✓"),
        VerdictLook::Caution => ("caution", "!"),
        VerdictLook::Broken => ("broken", "✗"),
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

/// Text on what the independent check counted. With noise, owners cannot be counted from the numbers, so the
/// text says what the check could see.
fn checked(CertifiedProperty { property, verdict, .. }: &CertifiedProperty, is_noisy: bool) -> String {
    let [one, many] = property.looked_at();
    let looked_at = counted(verdict.sets, one, many);
    let least = match verdict.counted {
        Counted::Rows => counted(verdict.smallest, "row", "rows"),
        Counted::Stated | Counted::Owners => counted(verdict.smallest, "owner", "owners"),
    };
    match (verdict.violations, property) {
        (0, Property::CommonFacts(promised)) if is_noisy => format!(
            "Checked in the log before noise was added: {looked_at}, each shared by at least {} owners.",
            count(promised.k)
        ),
        (0, Property::DifferentialPrivacy(_)) if verdict.sets == 0 && verdict.rows > 0 => {
            format!("The written file states no number of its {}.", counted(verdict.rows, one, many))
        }
        (0, Property::DifferentialPrivacy(promised)) => {
            format!("Checked on the written file: {looked_at}, no number below {}.", promised.threshold)
        }
        (0, _) => format!("Checked on the written file: {looked_at}, the smallest of {least}."),
        (broken, _) => format!("Checked on the written file: of {looked_at}, {} break it.", count(broken)),
    }
}

struct Caution {
    /// Text after "holds, but" in the heading.
    but: String,
    why: String,
    remedy: String,
}

/// The caution, if there is one. The public page shows only groups from the certificate. The private page
/// adds the number of owners, and groups that only the data reveal.
fn caution(page: &Page, certificate: &Certificate) -> Option<Caution> {
    let noun = &page.noun;
    if publishes_nothing(certificate) {
        return Some(Caution {
            but: NOTHING_PUBLISHED.to_owned(),
            why: "The release has none of the data, so it keeps any promise and is of no use.".to_owned(),
            remedy: format!("What to do: {NOTHING_REMEDY}."),
        });
    }
    let shown = certificate.certain.as_ref().filter(|certain| certain.groups > 0);
    let private = page.certain.as_ref().filter(|facts| facts.certain.owners > 0);
    let (nodes, why) = match (shown, private) {
        (None, None) => return None,
        (Some(shown), _) => (&shown.nodes, in_groups(certificate, shown.groups, noun)),
        (None, Some(private)) => (
            &private.nodes,
            noun.say("Readers of the release cannot see it; a person who knows the data can."),
        ),
    };
    let holders = private.map(|private| {
        let certain = count(private.certain.owners);
        noun.say(&format!(
            " It is certain of {certain} of the {} owners who hold it.",
            count(private.holders)
        ))
    });
    // The heading has room for only one name.
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

fn publishes_nothing(certificate: &Certificate) -> bool {
    match &certificate.published {
        PublishedFigures::Rows(rows) => rows.mean_length == 0.0,
        PublishedFigures::Lines { lines } => *lines == 0,
        PublishedFigures::Facts(facts) => facts.fact_rows == 0,
    }
}

fn in_groups(certificate: &Certificate, shown: usize, noun: &Noun) -> String {
    let of_all = match &certificate.published {
        PublishedFigures::Rows(rows) => format!("{} of the {} groups", count(shown), count(rows.groups)),
        PublishedFigures::Lines { .. } | PublishedFigures::Facts(_) => counted(shown, "group", "groups"),
    };
    let show = if shown == 1 { "shows" } else { "show" };
    noun.say(&format!(
        "{of_all} {show} it in the published row. Knowing that an owner is in one of them reveals it."
    ))
}
