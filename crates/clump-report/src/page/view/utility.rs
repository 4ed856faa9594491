//! The view of use: what readers can still learn from the release.

use clump_core::utility::{CountError, ItemSource, ItemsetsKept, RulesKept, TopCounts, Utility};
use maud::{Markup, html};

use super::{View, is_empty, term_tiles};
use crate::chart::{Chart, Look, Series};
use crate::glossary::Term;
use crate::number::{counted, decimal, percent};
use crate::page::Page;
use crate::{FigureByK, Noun, Runs};

/// The view of measured use of the release, and of the runs of a comparison.
pub fn view(page: &Page) -> Option<View> {
    let noun = &page.noun;
    let body = html! {
        @if let Some(assessed) = &page.assessment { (of_release(&assessed.utility, noun)) }
        @if let Some(chart) = page.comparison.as_ref().and_then(|runs| of_runs(runs, noun)) { (chart.figure()) }
    };
    let heading = "What the release is good for".to_owned();
    (!is_empty(&body)).then_some(View { id: "utility", name: "Utility", heading, body })
}

fn of_release(utility: &Utility, noun: &Noun) -> Markup {
    let charts = [count_queries(utility), itemsets(utility), rules(utility)];
    html! {
        (numbers(utility, noun))
        div.pair { @for chart in charts.iter().filter(|chart| chart.has_points()) { (chart.figure()) } }
    }
}

fn of_runs(runs: &Runs, noun: &Noun) -> Option<Chart> {
    runs.by_k(FigureByK {
        id: "count-error-by-k",
        title: "Relative error of COUNT queries, by method",
        note: noun.say(Term::CountQuery.sentence()),
        of: |cost| cost.count_error,
        bound: ("", Vec::new()),
    })
}

fn numbers(utility: &Utility, noun: &Noun) -> Markup {
    // Without frequent rows, there is no error to show.
    let top = |counts: TopCounts| (counts.top > 0).then(|| percent(counts.mean_error));
    let figures = [
        (Term::TopWords, top(utility.top_words)),
        (Term::TopRows, top(utility.top_rows)),
        (Term::PairSupport, Some(percent(utility.pair_support_error))),
        (Term::LikeOwners, utility.neighbour_overlap.map(percent)),
        (Term::ItemDistance, Some(decimal(utility.item_distance))),
    ];
    term_tiles(noun, figures.into_iter().filter_map(|(term, figure)| Some((term, figure?))))
}

fn count_queries(utility: &Utility) -> Chart {
    let series = |name: &str, look, drawn: ItemSource, error: fn(&CountError) -> f64| {
        let queries = utility.count_queries.iter().filter(|workload| workload.drawn == drawn);
        Series::new(name, look, queries.map(|workload| (workload.items as f64, error(workload))))
    };
    Chart {
        note: Term::CountQuery.sentence().to_owned(),
        series: vec![
            series("from rows, mean", Look::Nth(0), ItemSource::Data, |workload| workload.mean_error),
            series("from rows, median", Look::Nth(2), ItemSource::Data, |workload| workload.median_error),
            series("uniform, mean", Look::Nth(1), ItemSource::Uniform, |workload| workload.mean_error),
            series("uniform, median", Look::Nth(3), ItemSource::Uniform, |workload| workload.median_error),
        ],
        ..Chart::of_shares("count-queries", "Relative error of COUNT queries", "words of a query")
    }
}

/// Taxonomy levels on the axis. Original items (`None`) come after the deepest level.
struct Levels(Vec<Option<u32>>);

impl Levels {
    fn new(levels: impl Iterator<Item = Option<u32>>) -> Levels {
        let mut levels: Vec<Option<u32>> = levels.collect();
        levels.sort_unstable_by_key(|level| (level.is_none(), *level));
        levels.dedup();
        Levels(levels)
    }

    fn place(&self, level: Option<u32>) -> Option<f64> {
        self.0.iter().position(|&other| other == level).map(|place| place as f64)
    }

    fn ticks(&self) -> Vec<(f64, String)> {
        let name =
            |level: &Option<u32>| level.map_or_else(|| "as they are".to_owned(), |level| level.to_string());
        self.0.iter().enumerate().map(|(place, level)| (place as f64, name(level))).collect()
    }
}

fn itemsets(utility: &Utility) -> Chart {
    let sets = &utility.frequent_itemsets;
    let levels = Levels::new(sets.iter().map(|set| set.level));
    // Without itemsets of a size, no share can be computed.
    let share = |set: &ItemsetsKept| (set.top > 0).then(|| set.kept as f64 / set.top as f64);
    let mut sizes: Vec<usize> = sets.iter().map(|set| set.size).collect();
    sizes.sort_unstable();
    sizes.dedup();
    let series = sizes.iter().enumerate().map(|(number, &size)| {
        let points = sets
            .iter()
            .filter(|set| set.size == size)
            .filter_map(|set| Some((levels.place(set.level)?, share(set)?)));
        Series::new(counted(size, "item", "items"), Look::Nth(number), points)
    });
    let top = sets.iter().map(|set| set.top).max().unwrap_or(0);
    let title = format!("Of the top {top} itemsets, those still on top");
    Chart {
        note: Term::Itemset.sentence().to_owned(),
        ticks: levels.ticks(),
        series: series.collect(),
        ..Chart::of_shares("itemsets", title, "level")
    }
}

fn rules(utility: &Utility) -> Chart {
    let rules = &utility.rules;
    let levels = Levels::new(rules.iter().map(|rules| rules.level));
    // Without association rules, no share can be computed.
    let series = |name: &str, look, share: fn(&RulesKept) -> (usize, usize)| {
        let point = |rules: &RulesKept| {
            let (part, all) = share(rules);
            Some((levels.place(rules.level)?, part as f64 / (all > 0).then_some(all)? as f64))
        };
        Series::new(name, look, rules.iter().filter_map(point))
    };
    let series = vec![
        series("of the data, kept", Look::Nth(0), |rules| (rules.kept, rules.rules)),
        series("of the release, spurious", Look::Nth(1), |rules| (rules.spurious, rules.published)),
    ];
    Chart {
        note: Term::Rule.sentence().to_owned(),
        ticks: levels.ticks(),
        series,
        ..Chart::of_shares("rules", "Association rules kept, and spurious ones", "level")
    }
}
