//! What the release is still good for.

use clump_core::utility::{CountError, Drawn, ItemsetsKept, Utility};

use maud::{Markup, html};

use super::by_k::{self, Figure};
use super::{View, is_empty, term_tiles};
use crate::chart::{Axis, Chart, Look, Series};
use crate::glossary::Term;
use crate::number::{decimal, percent};
use crate::page::Page;
use crate::summary::counted;
use crate::{Noun, NumberFormat, Runs};

/// Figures of use, and those of the runs of a comparison, as far as they were measured.
pub fn view(page: &Page) -> Option<View> {
    let noun = &page.noun;
    let body = html! {
        @if let Some(utility) = &page.utility { (of_release(utility, noun)) }
        @if let Some(chart) = page.comparison.as_ref().and_then(|runs| of_runs(runs, noun)) { (chart.figure()) }
    };
    let heading = "What the release is good for".to_owned();
    (!is_empty(&body)).then_some(View { id: "utility", name: "Utility", heading, body })
}

fn of_release(utility: &Utility, noun: &Noun) -> Markup {
    let charts = [count_queries(utility), itemsets(utility)];
    html! {
        (numbers(utility, noun))
        div.pair { @for chart in charts.iter().filter(|chart| chart.has_points()) { (chart.figure()) } }
    }
}

fn of_runs(runs: &Runs, noun: &Noun) -> Option<Chart> {
    let figure = Figure {
        id: "count-error-by-k",
        title: "Relative error of COUNT queries, by method",
        note: &noun.say(Term::CountQuery.sentence()),
        of: |cost| cost.count_error,
        bound: None,
    };
    by_k::chart(runs, figure)
}

fn numbers(utility: &Utility, noun: &Noun) -> Markup {
    let figures = [
        (Term::LikeOwners, percent(utility.neighbour_overlap)),
        (Term::PairSupport, percent(utility.pair_support_error)),
        (Term::ItemDistance, decimal(utility.item_distance)),
    ];
    term_tiles(noun, figures)
}

fn count_queries(utility: &Utility) -> Chart {
    let series = |name: &str, look, drawn: Drawn, error: fn(&CountError) -> f64| {
        let queries = utility.count_queries.iter().filter(|workload| workload.drawn == drawn);
        Series::new(name, look, queries.map(|workload| (workload.items as f64, error(workload))))
    };
    Chart {
        id: Some("count-queries"),
        title: "Relative error of COUNT queries".to_owned(),
        note: Term::CountQuery.sentence().to_owned(),
        x: Axis::new("items of a query", NumberFormat::Decimals(0)),
        y: Axis::new("", NumberFormat::Percent),
        series: vec![
            series("from rows, mean", Look::Nth(0), Drawn::Data, |workload| workload.mean_error),
            series("from rows, median", Look::Nth(2), Drawn::Data, |workload| workload.median_error),
            series("uniform, mean", Look::Nth(1), Drawn::Uniform, |workload| workload.mean_error),
            series("uniform, median", Look::Nth(3), Drawn::Uniform, |workload| workload.median_error),
        ],
        width: 520,
        ..Chart::default()
    }
}

fn itemsets(utility: &Utility) -> Chart {
    let sets = &utility.frequent_itemsets;
    // Levels side by side, and items as they are to the right of the deepest.
    let mut levels: Vec<Option<u32>> = sets.iter().map(|set| set.level).collect();
    levels.sort_unstable_by_key(|level| (level.is_none(), *level));
    levels.dedup();
    let name =
        |level: &Option<u32>| level.map_or_else(|| "as they are".to_owned(), |level| level.to_string());
    // Where there are no itemsets of a size, none can be kept or lost.
    let share = |set: &ItemsetsKept| (set.top > 0).then(|| set.kept as f64 / set.top as f64);
    let point = |level: usize, size: usize| {
        let set = sets.iter().find(|set| set.level == levels[level] && set.size == size)?;
        Some((level as f64, share(set)?))
    };
    let mut sizes: Vec<usize> = sets.iter().map(|set| set.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let series = sizes.iter().enumerate().map(|(number, &size)| {
        let points = (0..levels.len()).filter_map(|level| point(level, size));
        Series::new(counted(size, "item", "items"), Look::Nth(number), points)
    });
    let top = sets.iter().map(|set| set.top).max().unwrap_or(0);
    Chart {
        id: Some("itemsets"),
        title: format!("Of the top {top} itemsets, those still on top"),
        note: Term::Itemset.sentence().to_owned(),
        x: Axis::new("level", NumberFormat::Decimals(0)),
        y: Axis::new("", NumberFormat::Percent),
        ticks: levels.iter().enumerate().map(|(place, level)| (place as f64, name(level))).collect(),
        series: series.collect(),
        width: 520,
        ..Chart::default()
    }
}
