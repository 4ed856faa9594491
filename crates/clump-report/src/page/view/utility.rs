//! What the release is still good for.

use clump_core::utility::{CountError, Drawn, ItemsetsKept, Utility};

use super::by_k::{self, Figure};
use super::{View, term_tiles};
use crate::Noun;
use crate::glossary::Term;
use crate::page::Page;
use crate::page::chart::{Chart, Look, Point, Series};
use crate::page::numbers::{decimal, percent};
use crate::summary::counted;

/// Figures of use, and those of the runs of a comparison, as far as they were measured.
pub fn view(page: &Page) -> Option<View> {
    let noun = &page.noun;
    let mut body = page.utility.as_ref().map(|utility| of_release(utility, noun)).unwrap_or_default();
    let figure = Figure {
        id: "count-error-by-k",
        title: "Relative error of COUNT queries, by method",
        note: &noun.say(Term::CountQuery.sentence()),
        of: |cell| cell.count_error,
        bound: None,
    };
    let runs = page.comparison.as_ref().and_then(|comparison| by_k::chart(comparison, figure));
    body.extend(runs.map(|chart| chart.html()));
    let heading = "What the release is good for".to_owned();
    (!body.is_empty()).then_some(View { id: "utility", name: "Utility", heading, body })
}

fn of_release(utility: &Utility, noun: &Noun) -> String {
    let charts = [count_queries(utility), itemsets(utility)];
    let charts: String = charts.iter().filter(|chart| !chart.ticks.is_empty()).map(Chart::html).collect();
    numbers(utility, noun) + "<div class=\"pair\">\n" + &charts + "</div>\n"
}

fn numbers(utility: &Utility, noun: &Noun) -> String {
    let figures = [
        (Term::LikeOwners, percent(utility.neighbour_overlap)),
        (Term::PairSupport, percent(utility.pair_support_error)),
        (Term::ItemDistance, decimal(utility.item_distance)),
    ];
    term_tiles(noun, &figures)
}

fn count_queries(utility: &Utility) -> Chart {
    let series = |name: &str, look, drawn: Drawn, error: fn(&CountError) -> f64| Series {
        name: name.to_owned(),
        look,
        points: (utility.count_queries.iter())
            .filter(|workload| workload.drawn == drawn)
            .map(|workload| Point { x: workload.items as f64, y: error(workload), interval: None })
            .collect(),
    };
    Chart {
        id: "count-queries",
        title: "Relative error of COUNT queries".to_owned(),
        note: Term::CountQuery.sentence().to_owned(),
        across: "items of a query",
        ticks: ticks(utility.count_queries.iter().map(|workload| workload.items).collect()),
        series: vec![
            series("from rows, mean", Look::Nth(0), Drawn::Data, |workload| workload.mean_error),
            series("from rows, median", Look::Nth(2), Drawn::Data, |workload| workload.median_error),
            series("uniform, mean", Look::Nth(1), Drawn::Uniform, |workload| workload.mean_error),
            series("uniform, median", Look::Nth(3), Drawn::Uniform, |workload| workload.median_error),
        ],
        width: 520,
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
        Some(Point { x: level as f64, y: share(set)?, interval: None })
    };
    let mut sizes: Vec<usize> = sets.iter().map(|set| set.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let series = sizes.iter().enumerate().map(|(number, &size)| Series {
        name: counted(size, "item", "items"),
        look: Look::Nth(number),
        points: (0..levels.len()).filter_map(|level| point(level, size)).collect(),
    });
    let top = sets.iter().map(|set| set.top).max().unwrap_or(0);
    Chart {
        id: "itemsets",
        title: format!("Of the top {top} itemsets, those still on top"),
        note: Term::Itemset.sentence().to_owned(),
        across: "level",
        ticks: levels.iter().enumerate().map(|(place, level)| (place as f64, name(level))).collect(),
        series: series.collect(),
        width: 520,
    }
}

/// Each number once, ascending.
fn ticks(mut numbers: Vec<usize>) -> Vec<(f64, String)> {
    numbers.sort_unstable();
    numbers.dedup();
    numbers.into_iter().map(|number| (number as f64, number.to_string())).collect()
}
