//! What the promise costs: what became of the words of this release, as one bar, and the paper's loss against k for each
//! method, above the floor.

use maud::{Markup, html};

use super::by_k::{self, Figure};
use super::{View, bar, is_empty, term_tiles, terms};
use crate::chart::Chart;
use crate::glossary::Term;
use crate::number::{decimal, percent};
use crate::page::Page;
use crate::{FloorAt, Noun, PublishedFigures, RowFigures, Runs, Words};

/// The words of this release and its figures, then the comparison, each if there is one.
pub fn view(page: &Page) -> Option<View> {
    let published = page.certificate.as_ref().and_then(|certificate| match &certificate.published {
        PublishedFigures::Rows(figures) => Some(figures),
        PublishedFigures::Lines { .. } | PublishedFigures::Facts(_) => None,
    });
    // The publisher sees exact figures, everybody else those of the certificate.
    let words = page.words.as_ref().or(published.map(|figures| &figures.words));
    let body = html! {
        @if let Some(words) = words { (bar::words(words)) }
        @if words.is_some() || published.is_some() { (numbers(words, published, &page.noun)) }
        @if let Some(runs) = &page.comparison { (compared(runs, &page.noun)) }
    };
    let heading = match words {
        Some(_) => "What became of the words",
        None => "Loss against k",
    };
    (!is_empty(&body)).then(|| View { id: "loss", name: "Loss", heading: heading.to_owned(), body })
}

/// What is kept comes before what is lost.
fn numbers(words: Option<&Words>, published: Option<&RowFigures>, noun: &Noun) -> Markup {
    let kept = words.map(|words| words.information).into_iter().flat_map(|information| {
        [(Term::InformationKept, information.information_kept), (Term::LinksKept, information.links_kept)]
    });
    let kept = kept.filter_map(|(term, share)| Some((term, percent(share?))));
    let lost = published.into_iter().flat_map(|figures| {
        let bits = figures.loss_bits_share.map(|share| (Term::Bits, percent(share)));
        let losses = [(Term::LossPerItem, percent(figures.loss_per_item))].into_iter().chain(bits);
        losses.chain([
            (Term::Ncp, percent(figures.ncp)),
            (Term::MeanLength, decimal(figures.mean_length)),
            (Term::MeanLevel, decimal(figures.mean_level)),
        ])
    });
    term_tiles(noun, kept.chain(lost))
}

fn compared(runs: &Runs, noun: &Noun) -> Markup {
    let in_bits = bits_chart(runs, noun);
    let bits_terms: &[Term] = if in_bits.is_some() { &[Term::Bits] } else { &[] };
    html! {
        @if let Some(chart) = chart(runs, noun) { (chart.figure()) }
        @if let Some(chart) = in_bits { (chart.figure()) }
        (runs.table().folded("The figures of all runs", "All runs", "comparison"))
        (terms(noun, &[&COLUMN_TERMS, bits_terms].concat()))
    }
}

/// What the columns of the table show.
const COLUMN_TERMS: [Term; 9] = [
    Term::InformationKept,
    Term::LinksKept,
    Term::LossPerItem,
    Term::Floor,
    Term::CountQuery,
    Term::TopWords,
    Term::TopRows,
    Term::Rule,
    Term::Linkage,
];

/// The floors in what `of` reads, by k.
fn floors(runs: &Runs, of: impl Fn(&FloorAt) -> Option<f64>) -> Vec<(usize, f64)> {
    runs.floors.iter().filter_map(|floor| Some((floor.k, of(floor)?))).collect()
}

/// Bits that are lost, where they are compared.
fn bits_chart(runs: &Runs, noun: &Noun) -> Option<Chart> {
    let floors = floors(runs, |floor| floor.loss_bits_share);
    let note = noun.say(Term::Bits.sentence());
    let figure = Figure {
        id: "bits-by-k",
        title: "Share of the bits that is lost, by method",
        note: &note,
        of: |cost| cost.loss_bits_share,
        bound: (!floors.is_empty()).then_some(("floor", floors)),
    };
    by_k::chart(runs, figure)
}

fn chart(runs: &Runs, noun: &Noun) -> Option<Chart> {
    let floors = floors(runs, |floor| floor.loss_per_item);
    let note = noun.say(&format!("{} Floor: {}", Term::LossPerItem.sentence(), Term::Floor.sentence()));
    let figure = Figure {
        id: "loss-by-k",
        title: "The paper's loss (GGD) per item, by method",
        note: &note,
        of: |cost| cost.loss_per_item,
        bound: (!floors.is_empty()).then_some(("floor", floors)),
    };
    by_k::chart(runs, figure)
}
