//! The view of the verdict, with the promise and its gaps. It prints as one sheet for signing; the CSS class
//! `printed` marks what the sheet shows.

use std::collections::BTreeSet;

use clump_core::measure::Measures;
use clump_core::promise::PropertyName;
use maud::{Markup, Render, html};

use super::{View, tiles};
use crate::figures::LowerBound;
use crate::glossary::Term;
use crate::markup::with_code;
use crate::number::{count, counted, decimal, percent};
use crate::page::Page;
use crate::{
    CUT_SHORT, Certificate, ComparedRun, FactFigures, Figures, LinesRead, Noun, OwnersRead, PieceFigures,
    PublishedFigures, Runs, Words,
};

mod stamp;

use stamp::VerdictLook;

/// The view of a certificate, or of the number of compared runs that kept their promise.
pub fn view(page: &Page) -> Option<View> {
    let body = match (&page.certificate, &page.comparison) {
        (Some(certificate), _) => html! {
            (stamp::of_release(page, certificate))
            (figures(page, certificate))
            (not_covered(certificate, &page.noun))
            (identity(page, certificate))
            (signature())
            (making(certificate))
        },
        (None, Some(runs)) => of_all(runs),
        (None, None) => return None,
    };
    Some(View { id: "verdict", name: "Verdict", heading: "Verdict".to_owned(), body })
}

fn not_covered(certificate: &Certificate, noun: &Noun) -> Markup {
    let sentences = certificate.not_covered.iter().map(String::as_str).chain(sensitive(certificate));
    html! {
        div class="open printed" {
            h3 { "What the promise does not cover" }
            ul { @for sentence in sentences { li { (with_code(&noun.say(sentence))) } } }
        }
        "\n"
    }
}

/// Sentence that says if the check covered sensitive items that whole groups share. `None` if the promise
/// bounds this, if the promise is broken, or if the stamp reports it.
fn sensitive(certificate: &Certificate) -> Option<&'static str> {
    let promises = |name| certificate.promise.has(name);
    if let Some(certain) = &certificate.certain {
        return (certain.groups == 0).then_some("No published row shows an item that was named sensitive.");
    }
    if promises(PropertyName::Certainty) {
        return None;
    }
    if promises(PropertyName::KAnonymity) {
        return Some(
            "No item was named sensitive (`--sensitive`), so clump did not check whether whole groups share something \
             sensitive.",
        );
    }
    promises(PropertyName::KmAnonymity)
        .then_some("clump did not check whether all rows that match share something sensitive.")
}

fn of_all(runs: &Runs) -> Markup {
    let checked = runs.cells.iter().filter_map(|cell| cell.holds);
    let (kept, all) = (checked.clone().filter(|&holds| holds).count(), checked.count());
    let failed = runs.cells.iter().filter(|cell| cell.error.is_some()).count();
    let promises_nothing = |cell: &&ComparedRun| cell.holds.is_none() && cell.error.is_none();
    let silent: BTreeSet<&str> =
        runs.cells.iter().filter(promises_nothing).map(|cell| cell.method.as_str()).collect();
    let (look, said) = if kept == all && failed == 0 {
        (VerdictLook::Holds, format!("All {} promises hold", count(all)))
    } else if kept == all {
        (
            VerdictLook::Caution,
            format!("{} promises hold, {} gave no result", count(all), counted(failed, "run", "runs")),
        )
    } else {
        (VerdictLook::Broken, format!("{} of {} promises do not hold", count(all - kept), count(all)))
    };
    let meaning = match silent.len() {
        0 => "Each run was checked on its own release.".to_owned(),
        methods => format!(
            "Each run was checked on its own release; {} nothing.",
            counted(methods, "method promises", "methods promise")
        ),
    };
    stamp::stamp(look, &said, &[meaning])
}

const GLANCE: usize = 16;

/// The text that a publisher signs: date, tool, and hash of the release.
fn identity(page: &Page, certificate: &Certificate) -> Markup {
    let hash = &certificate.release.blake3;
    let glance = hash.get(..GLANCE).unwrap_or(hash);
    let mut rows = vec![("Release", html! { strong.hash { (glance) } })];
    rows.extend(page.date.map(|date| ("Date of this page", html! { (date.to_string()) })));
    rows.push(("BLAKE3 in full", html! { code { (hash) } }));
    rows.push(("Made by", html! { (certificate.tool) " " (certificate.version) }));
    rows.push(("Method", html! { (certificate.method) }));
    let owner = page.noun.say("An owner is");
    rows.push((&owner, html! { (certificate.owner_is) }));
    definitions("identity printed", &rows)
}

/// Layout, taxonomy and parameters of the release, for readers who check it.
fn making(certificate: &Certificate) -> Markup {
    let mut rows =
        vec![("Layout", format!("{}, {}", certificate.release.layout, certificate.release.format))];
    if let Some(taxonomy) = &certificate.taxonomy {
        rows.push(("Taxonomy", taxonomy.source.clone()));
        rows.extend(taxonomy.blake3.clone().map(|hash| ("BLAKE3 of the taxonomy", hash)));
    }
    if !certificate.sensitive_items.is_empty() {
        rows.push(("Sensitive items", certificate.sensitive_items.join(", ")));
    }
    let parameters: Vec<String> =
        certificate.parameters.iter().map(|(name, value)| format!("{name} = {}", plain(value))).collect();
    rows.push(("Parameters", parameters.join(", ")));
    html! {
        details.facts { summary { "How it was made" } (definitions("identity", &rows)) }
    }
}

/// Empty line for a signature. Only the printed page shows it.
fn signature() -> Markup {
    html! {
        div class="signature printed" {
            p { "I have read what is promised and what is not, and approve this release." }
            dl { @for name in ["Name", "Date", "Signature"] { div { dt { (name) } dd {} } } }
        }
        "\n"
    }
}

fn definitions(class: &str, rows: &[(&str, impl Render)]) -> Markup {
    html! {
        dl class=(class) { @for (name, value) in rows { dt { (name) } dd { (value) } } }
        "\n"
    }
}

fn plain(value: &serde_json::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// Name of a figure, its value, and a sentence on its meaning.
type Tile = (&'static str, String, String);

/// Tiles of the run's private figures, if `page` has them, then those of the certificate.
fn figures(page: &Page, certificate: &Certificate) -> Markup {
    let private: Vec<Tile> = match &page.figures {
        Some(figures @ Figures::Rows { words, owners, pieces, measures, .. }) => {
            let mut tiles = of_words(words, pieces.as_ref(), measures, owners);
            tiles.extend(of_queries(pieces.as_ref()));
            tiles.extend(of_floor(figures));
            tiles
        }
        Some(Figures::Lines { read, owners, .. }) => of_lines(read, owners),
        Some(Figures::Facts { tables, owners }) => {
            tables.first().map(|table| of_facts(table, owners)).unwrap_or_default()
        }
        None => Vec::new(),
    };
    html! {
        @if !private.is_empty() { (tiles_of(page, None, &private)) }
        (tiles_of(page, Some("printed"), &published(certificate)))
    }
}

fn of_term(term: Term, share: f64) -> Tile {
    (term.name(), percent(share), term.sentence().to_owned())
}

fn tiles_of(page: &Page, class: Option<&str>, figures: &[Tile]) -> Markup {
    let figures = figures.iter().map(|(name, figure, meaning)| (*name, figure.clone(), meaning.as_str()));
    tiles(&page.noun, class, figures)
}

fn published(certificate: &Certificate) -> Vec<Tile> {
    match &certificate.published {
        PublishedFigures::Lines { lines } => vec![("Lines", count(*lines), "published".to_owned())],
        PublishedFigures::Facts(facts) => {
            let about = format!("about {}", counted(facts.facts, "fact", "facts"));
            vec![("Rows", count(facts.fact_rows), about)]
        }
        PublishedFigures::Rows(rows) => {
            let length = format!("{} items each on average", decimal(rows.mean_length));
            let smallest = counted(rows.smallest_group, "owner", "owners");
            let group = format!("{} The smallest has {smallest}.", Term::Group.sentence());
            let queries = rows.whole_queries.filter(|&queries| queries > 0);
            let queries =
                queries.map(|queries| ("Whole queries", count(queries), "published as typed".to_owned()));
            [("Rows", count(rows.rows), length), (Term::Group.name(), count(rows.groups), group)]
                .into_iter()
                .chain(queries)
                .collect()
        }
    }
}

fn of_words(
    words: &Words,
    pieces: Option<&PieceFigures>,
    measures: &Measures,
    owners: &OwnersRead,
) -> Vec<Tile> {
    let share = |part: usize| percent(words.share(part));
    let kept = |share: Option<f64>| share.map_or_else(|| "–".to_owned(), percent);
    let as_typed = format!("{} of {} read", count(words.as_typed), counted(words.words, "word", "words"));
    let generalized = format!("{} published as a category", count(words.generalized));
    let gone = format!(
        "{} not published; {} of them are not in the taxonomy",
        count(words.gone),
        count(words.words_unknown)
    );
    let most = pieces.and_then(|pieces| pieces.upper_bound);
    let most = most.map(|most| of_term(Term::UpperBound, most));
    let information = &words.information;
    let in_bits = "in bits, of all words".to_owned();
    let links = "in bits, of pairs of words in a row".to_owned();
    let mut tiles = vec![
        ("As typed", share(words.as_typed), as_typed),
        ("Generalized", share(words.generalized), generalized),
        ("Gone", share(words.gone), gone),
        (Term::InformationKept.name(), kept(information.information_kept), in_bits),
    ];
    let is_in_pieces = most.is_some();
    tiles.extend(most);
    tiles.push((Term::LinksKept.name(), kept(information.links_kept), links));
    tiles.push(dropped(owners));
    tiles.extend((!is_in_pieces).then(|| of_term(Term::LossPerItem, measures.loss_per_item)));
    tiles.push(("Owners", count(measures.owners), "whose data are published".to_owned()));
    tiles
}

fn of_queries(pieces: Option<&PieceFigures>) -> Option<Tile> {
    let pieces = pieces.filter(|pieces| pieces.queries_asked > 0)?;
    let meaning = format!("of all {} that owners asked", count(pieces.queries_asked));
    Some(("Queries published", count(pieces.queries_published), meaning))
}

fn of_floor(figures: &Figures) -> Vec<Tile> {
    let in_bits = figures.bits().map(|bits| of_term(Term::Bits, bits.loss_bits_share));
    let floor = figures.lower_bound().map(|LowerBound { in_bits, share, times_optimum, cut_short }| {
        let name = if in_bits { "Lower bound, in bits" } else { Term::LowerBound.name() };
        let times =
            times_optimum.map(|times| format!(" This release loses at most {} times that.", decimal(times)));
        let cut_short = if cut_short { format!(" In this case {CUT_SHORT}.") } else { String::new() };
        let meaning = Term::LowerBound.sentence().to_owned() + &times.unwrap_or_default() + &cut_short;
        (name, percent(share), meaning)
    });
    in_bits.into_iter().chain(floor).collect()
}

fn of_lines(read: &LinesRead, owners: &OwnersRead) -> Vec<Tile> {
    let share = |part: usize| percent(read.share(part));
    vec![
        ("As typed", share(read.lines_as_typed), format!("of {} read", count(read.lines_read))),
        ("Changed", share(read.lines_changed), "published with another text".to_owned()),
        ("Gone", share(read.lines_gone), "not published".to_owned()),
        dropped(owners),
    ]
}

/// Tiles on the share of the log in a table; none if numbers have noise, because the share is exact.
fn of_facts(figures: &FactFigures, owners: &OwnersRead) -> Vec<Tile> {
    let Some(kept) = figures.in_table.filter(|_| figures.noise.is_none()) else { return Vec::new() };
    let no_fact = format!("of {} read have no such fact", count(owners.owners_read));
    vec![
        ("Facts kept", percent(kept.facts_share), "of all distinct facts have enough owners".to_owned()),
        ("Pairs kept", percent(kept.pairs_share), "of all pairs of an owner and a fact".to_owned()),
        ("Volume kept", percent(kept.times_share), "of how often facts were there".to_owned()),
        ("Owners dropped", count(owners.owners_dropped), no_fact),
    ]
}

fn dropped(owners: &OwnersRead) -> Tile {
    ("Owners dropped", count(owners.owners_dropped), format!("of {} read", count(owners.owners_read)))
}
