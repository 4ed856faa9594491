//! The view of loss: the fate of all words as a bar, and the paper's loss against k for each method, with its
//! lower bound.

use clump_core::measure::Measures;
use maud::{Markup, html};

use super::{View, is_empty, term_tiles, terms};
use crate::chart::Chart;
use crate::glossary::Term;
use crate::number::{count, decimal, percent};
use crate::page::Page;
use crate::table::{Cell, Column, Table};
use crate::{BitsFigures, FigureByK, Figures, FloorAt, Noun, NumberFormat, Runs, Words};

/// The view of the words and losses of this release, and of a comparison, if `page` has them.
pub fn view(page: &Page) -> Option<View> {
    let rows = match &page.figures {
        Some(Figures::Rows { words, measures, bits, .. }) => Some((words, measures, bits)),
        _ => None,
    };
    let body = html! {
        @if let Some((words, measures, bits)) = rows {
            (bar(words, &page.noun))
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

/// Tiles and table of the figures, with kept shares before losses.
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

/// Name and values of the lower bounds by k. `of` selects the unit: items or bits.
fn floors(runs: &Runs, of: impl Fn(&FloorAt) -> Option<f64>) -> (&'static str, Vec<(usize, f64)>) {
    ("floor", runs.floors.iter().filter_map(|floor| Some((floor.k, of(floor)?))).collect())
}

/// Chart of lost bits against k; `None` if the comparison does not measure bits.
fn bits_chart(runs: &Runs, noun: &Noun) -> Option<Chart> {
    runs.by_k(FigureByK {
        id: "bits-by-k",
        title: "Share of the bits that is lost, by method",
        note: noun.say(Term::Bits.sentence()),
        of: |cost| cost.loss_bits_share,
        bound: floors(runs, |floor| floor.loss_bits_share),
    })
}

fn chart(runs: &Runs, noun: &Noun) -> Option<Chart> {
    runs.by_k(FigureByK {
        id: "loss-by-k",
        title: "The paper's loss (GGD) per item, by method",
        note: noun.say(&format!("{} Floor: {}", Term::LossPerItem.sentence(), Term::LowerBound.sentence())),
        of: |cost| cost.loss_per_item,
        bound: floors(runs, |floor| floor.loss_per_item),
    })
}

/// A part of the bar that shows the fate of words.
struct Part {
    /// CSS class with the colour of the part.
    class: &'static str,
    became: String,
    /// Share of the part in all words. The shares of all parts add up to 1.
    share: f64,
    number: usize,
}

impl Part {
    fn said(&self) -> String {
        format!("{}: {} ({})", self.became, percent(self.share), count(self.number))
    }
}

/// The fate of all words that were read, as a bar with numbers.
fn bar(words: &Words, noun: &Noun) -> Markup {
    const WIDTH: f64 = 1060.0;
    let part = |(class, became, number)| Part {
        class,
        became: noun.say(became),
        share: words.share(number),
        number,
    };
    let parts = [
        ("exact", "published as typed", words.as_typed),
        ("generalized", "published as a category", words.generalized),
        ("suppressed", "gone: suppressed", words.suppressed()),
        ("unknown", "gone: not in the taxonomy", words.words_unknown),
        ("dropped", "gone: excluded by your settings", words.words_dropped),
    ]
    .map(part);
    let shown: Vec<&Part> = parts.iter().filter(|part| part.number > 0).collect();
    let said: Vec<String> = shown.iter().map(|part| part.said()).collect();
    // A part begins at the sum of the previous shares.
    let begin = |place: usize| WIDTH * shown[..place].iter().map(|part| part.share).sum::<f64>();
    let row = |part: &Part| {
        vec![Cell::text(part.became.clone()), Cell::Number(part.share), Cell::Count(part.number)]
    };
    let share = Column::with_format("share", NumberFormat::Percent);
    let table = Table {
        columns: vec![Column::text("words"), share, Column::new("number")],
        rows: parts.iter().map(row).collect(),
    };
    html! {
        figure id="loss-bar" {
            svg.chart viewBox={ "0 0 " (WIDTH) " 44" } role="img" aria-label={ "Bar. " (said.join("; ")) "." } {
                @for (place, part) in shown.iter().enumerate() {
                    @let (x, width) = (begin(place), WIDTH * part.share);
                    rect class=(part.class) x=(format!("{x:.1}")) width=(format!("{width:.1}")) height="44" {
                        title { (part.said()) }
                    }
                }
            }
            ul.legend { @for part in &shown { li { span class={ "swatch " (part.class) } {} (part.said()) } } }
            (table.folded("The numbers", "Fate of the words", "loss-bar-numbers"))
        }
        "\n"
    }
}
