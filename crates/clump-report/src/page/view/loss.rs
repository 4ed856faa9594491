//! Cost of the promise: the fate of the words as one bar, and the paper's loss against k for each method with
//! its lower bound.

use clump_core::measure::Measures;
use maud::{Markup, html};

use super::by_k::{self, Figure};
use super::{View, bar, is_empty, term_tiles, terms};
use crate::chart::Chart;
use crate::glossary::Term;
use crate::number::{decimal, percent};
use crate::page::Page;
use crate::{BitsFigures, Figures, FloorAt, Noun, Runs, Words};

/// The words and figures of this release, then the comparison, each if it exists.
pub fn view(page: &Page) -> Option<View> {
    let rows = match &page.figures {
        Some(Figures::Rows { words, measures, bits, .. }) => Some((words, measures, bits)),
        _ => None,
    };
    let body = html! {
        @if let Some((words, measures, bits)) = rows {
            (bar::words(words, &page.noun))
            (numbers(words, measures, bits.as_ref(), &page.noun))
        }
        @if let Some(runs) = &page.comparison { (compared(runs, &page.noun)) }
    };
    let heading = match rows {
        Some(_) => "Fate of the words",
        None => "Loss against k",
    };
    (!is_empty(&body)).then(|| View { id: "loss", name: "Loss", heading: heading.to_owned(), body })
}

/// The figures, with the kept part before the losses.
fn numbers(words: &Words, measures: &Measures, bits: Option<&BitsFigures>, noun: &Noun) -> Markup {
    let information = &words.information;
    let kept =
        [(Term::InformationKept, information.information_kept), (Term::LinksKept, information.links_kept)];
    let kept = kept.into_iter().filter_map(|(term, share)| Some((term, percent(share?))));
    let bits = bits.map(|bits| (Term::Bits, percent(bits.loss_bits_share)));
    let losses = [(Term::LossPerItem, percent(measures.loss_per_item))].into_iter().chain(bits);
    let lost = losses.chain([
        (Term::Ncp, percent(measures.ncp)),
        (Term::MeanLength, decimal(measures.mean_length)),
        (Term::MeanLevel, decimal(measures.mean_level)),
    ]);
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

/// Meaning of the columns of the table.
const COLUMN_TERMS: [Term; 9] = [
    Term::InformationKept,
    Term::LinksKept,
    Term::LossPerItem,
    Term::LowerBound,
    Term::CountQuery,
    Term::TopWords,
    Term::TopRows,
    Term::Rule,
    Term::Linkage,
];

/// The lower bounds by k, in the unit that `of` reads.
fn floors(runs: &Runs, of: impl Fn(&FloorAt) -> Option<f64>) -> Vec<(usize, f64)> {
    runs.floors.iter().filter_map(|floor| Some((floor.k, of(floor)?))).collect()
}

/// Chart of lost bits, if the comparison is in bits.
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
    let note = noun.say(&format!("{} Floor: {}", Term::LossPerItem.sentence(), Term::LowerBound.sentence()));
    let figure = Figure {
        id: "loss-by-k",
        title: "The paper's loss (GGD) per item, by method",
        note: &note,
        of: |cost| cost.loss_per_item,
        bound: (!floors.is_empty()).then_some(("floor", floors)),
    };
    by_k::chart(runs, figure)
}
