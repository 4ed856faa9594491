//! What the promise costs: what became of the words of this release, as one bar, and the paper's loss against k for each
//! method, above the floor.

use super::by_k::{self, Figure, name};
use super::{View, bar, term_tiles, terms};
use crate::glossary::Term;
use crate::page::chart::Chart;
use crate::page::numbers::{decimal, percent};
use crate::page::table::{Cell, Table};
use crate::page::{Comparison, ComparisonCell, Page};
use crate::{Noun, PublishedFigures};

/// The words of this release and its figures, then the comparison, each if there is one.
pub fn view(page: &Page) -> Option<View> {
    let published = page.certificate.as_ref().map(|certificate| &certificate.published);
    // The publisher sees exact figures, everybody else those of the certificate.
    let words = page.words.as_ref().or(match published {
        Some(PublishedFigures::Rows(figures)) => Some(&figures.words),
        _ => None,
    });
    let mut body = words.map(bar::words).unwrap_or_default();
    body.extend(published.map(|published| numbers(published, &page.noun)));
    body.extend(page.comparison.as_ref().map(|comparison| compared(comparison, &page.noun)));
    let heading = match words {
        Some(_) => "What became of the words",
        None => "Loss against k",
    };
    (!body.is_empty()).then(|| View { id: "loss", name: "Loss", heading: heading.to_owned(), body })
}

fn numbers(published: &PublishedFigures, noun: &Noun) -> String {
    let PublishedFigures::Rows(figures) = published else { return String::new() };
    let figures = [
        (Term::LossPerItem, percent(figures.loss_per_item)),
        (Term::Ncp, percent(figures.ncp)),
        (Term::MeanLength, decimal(figures.mean_length)),
        (Term::MeanLevel, decimal(figures.mean_level)),
    ];
    term_tiles(noun, &figures)
}

fn compared(comparison: &Comparison, noun: &Noun) -> String {
    let chart = chart(comparison, noun).map(|chart| chart.html()).unwrap_or_default();
    chart + &cells(comparison).folded("All figures of all runs") + &terms(noun, &COLUMN_TERMS)
}

/// What the columns of the table show.
const COLUMN_TERMS: [Term; 7] = [
    Term::LossPerItem,
    Term::Floor,
    Term::Ncp,
    Term::MeanLength,
    Term::MeanLevel,
    Term::CountQuery,
    Term::Linkage,
];

fn chart(comparison: &Comparison, noun: &Noun) -> Option<Chart> {
    let floors: Vec<_> = comparison.floors.iter().map(|floor| (floor.k, floor.loss_per_item)).collect();
    let note = noun.say(&format!("{} Floor: {}", Term::LossPerItem.sentence(), Term::Floor.sentence()));
    let figure = Figure {
        id: "loss-by-k",
        title: "The paper's loss (GGD) per item, by method",
        note: &note,
        of: |cell| cell.loss_per_item,
        bound: (!floors.is_empty()).then_some(("floor", floors)),
    };
    by_k::chart(comparison, figure)
}

/// All figures of all runs.
fn cells(comparison: &Comparison) -> Table {
    let headings = [
        "method",
        "k",
        "promise",
        "verdict",
        "as typed",
        "generalized",
        "gone",
        "loss per item (GGD)",
        "NCP",
        "mean length",
        "mean level",
        "COUNT error",
        "linkage",
        "seconds",
        "error",
    ];
    let row = |cell: &ComparisonCell| {
        let verdict = match cell.verdict {
            Some(true) => "holds",
            Some(false) => "broken",
            None => "–",
        };
        vec![
            Cell::Text(name(cell)),
            Cell::Number(cell.k.to_string(), cell.k as f64),
            Cell::Text(cell.promise.clone()),
            Cell::Text(verdict.to_owned()),
            Cell::number(cell.as_typed_share, percent),
            Cell::number(cell.generalized_share, percent),
            Cell::number(cell.gone_share, percent),
            Cell::number(cell.loss_per_item, percent),
            Cell::number(cell.ncp, percent),
            Cell::number(cell.mean_length, decimal),
            Cell::number(cell.mean_level, decimal),
            Cell::number(cell.count_error, percent),
            Cell::number(cell.linkage, percent),
            Cell::number(cell.seconds, decimal),
            Cell::Text(cell.error.clone().unwrap_or_default()),
        ]
    };
    let mut table = Table {
        id: "comparison".to_owned(),
        caption: "All runs".to_owned(),
        headings: headings.map(str::to_owned).to_vec(),
        rows: comparison.cells.iter().map(row).collect(),
    };
    table.drop_empty_columns();
    table
}
