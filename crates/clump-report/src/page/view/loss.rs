//! What the promise costs: loss against k for each method, above the floor. Without a comparison, the loss of this
//! release as one bar.

use super::by_k::{self, Figure, name};
use super::{View, bar, tiles};
use crate::PublishedFigures;
use crate::page::chart::Chart;
use crate::page::numbers::{decimal, percent};
use crate::page::table::{Cell, Table};
use crate::page::{Comparison, ComparisonCell, Page};
use crate::summary::count;

/// The figures of this release, then the comparison if there is one, else the bar.
pub fn view(page: &Page) -> Option<View> {
    let release = page.certificate.as_ref();
    let (heading, shown) = match (&page.comparison, &page.measures) {
        (Some(comparison), _) => ("Loss against k", compared(comparison)),
        (None, Some(measures)) => ("What became of the items", bar::fates(measures)),
        (None, None) => ("What it cost", bar::kept(&release?.published)?),
    };
    let body = release.map(|certificate| numbers(&certificate.published)).unwrap_or_default() + &shown;
    Some(View { id: "loss", name: "Loss", heading: heading.to_owned(), body })
}

fn numbers(published: &PublishedFigures) -> String {
    let PublishedFigures::Rows { loss, ncp, mean_length, mean_level, .. } = published else {
        return String::new();
    };
    tiles(&[
        ("Loss (GGD)", count(loss.round() as usize), "in items: 1 is one item suppressed"),
        ("NCP", percent(*ncp), "share of the leaves that an item may now be, on average"),
        ("Mean length", decimal(*mean_length), "items of a published row"),
        ("Mean level", decimal(*mean_level), "of a published item; the root is level 1"),
    ])
}

fn compared(comparison: &Comparison) -> String {
    let chart = chart(comparison).map(|chart| chart.html()).unwrap_or_default();
    chart + &cells(comparison).folded("All figures of all runs")
}

fn chart(comparison: &Comparison) -> Option<Chart> {
    let floors: Vec<_> = comparison.floors.iter().map(|floor| (floor.k, floor.loss_per_item)).collect();
    let figure = Figure {
        id: "loss-by-k",
        title: "Loss per item, by method",
        note: "0 % tells all, 100 % tells nothing. No grouping into groups of k owners can be below the floor.",
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
        "loss per item",
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
