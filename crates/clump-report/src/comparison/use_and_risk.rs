//! The chart of use against risk, with one mark for each run of a comparison. Higher means more useful;
//! further right means more risk.

use super::{ComparedRun, Cost, KNOWN, Kind, Purpose, Runs};
use crate::NumberFormat;
use crate::chart::{Axis, Chart, Look, Series};

impl Purpose {
    /// All purposes.
    pub const ALL: [Purpose; 6] = [
        Purpose::Queries,
        Purpose::Words,
        Purpose::Phrases,
        Purpose::Links,
        Purpose::Rules,
        Purpose::Profiles,
    ];

    /// Degree to which a run serves the purpose, from 0 to 1; `None` without the needed figure.
    pub fn served(self, cell: &ComparedRun) -> Option<f64> {
        let cost = cell.cost.as_ref()?;
        let right = |error: f64| (1.0 - error).max(0.0);
        match self {
            Purpose::Queries => cost.top_queries_error.map(right),
            Purpose::Words => cost.top_words_error.map(right),
            Purpose::Phrases => cost.pairs_kept,
            Purpose::Links => cost.links_kept,
            Purpose::Rules => rules_kept(cost),
            Purpose::Profiles => cost.links_kept.filter(|_| cell.kind == Kind::Rows),
        }
    }

    /// Meaning of [`Purpose::served`], for the axis of a chart.
    pub fn measured(self) -> &'static str {
        match self {
            Purpose::Queries => "how right the numbers of the most frequent queries are",
            Purpose::Words => "how right the numbers of the most frequent words are",
            Purpose::Phrases => "frequent pairs that are found again",
            Purpose::Links => "what links words, kept",
            Purpose::Rules => "association rules that still hold",
            Purpose::Profiles => "what links words in whole rows, kept",
        }
    }
}

/// Share of the rules that are kept, over all levels of the taxonomy.
fn rules_kept(cost: &Cost) -> Option<f64> {
    let (kept, all) =
        cost.rules.iter().fold((0, 0), |(kept, all), level| (kept + level.kept, all + level.rules));
    (all > 0).then(|| kept as f64 / all as f64)
}

impl Runs {
    /// The runs with a figure for `purpose`, as a chart of use against risk; `None` if there are none.
    /// Without a purpose, use is the share kept of all words.
    pub fn use_against_risk(&self, purpose: Option<Purpose>) -> Option<Chart> {
        let first = self.cells.iter().find_map(|cell| cell.k);
        let of = |cell: &ComparedRun| match purpose {
            Some(purpose) => purpose.served(cell),
            None => cell.cost.as_ref()?.information_kept,
        };
        let point = |cell: &ComparedRun| Some((cell.cost.as_ref()?.linkage?.share, of(cell)?));
        let series: Vec<Series> = self
            .cells
            .iter()
            .filter(|cell| cell.k.is_none() || cell.k == first)
            .enumerate()
            .filter_map(|(number, cell)| Some(Series::new(cell.name(), Look::Nth(number), [point(cell)?])))
            .collect();
        let measured = purpose.map_or("information in words, kept", Purpose::measured);
        (!series.is_empty()).then(|| Chart {
            id: Some("use-and-risk"),
            title: "Use against risk".to_owned(),
            note: format!(
                "Up: {measured}. To the right: how often somebody who knows {KNOWN} items of an owner finds the right row. Best is \
                 the upper left corner."
            ),
            x: Axis::new("right rows found, of all tries", NumberFormat::Percent),
            y: Axis::new("use", NumberFormat::Percent),
            series,
            width: 560,
            ..Chart::default()
        })
    }
}

#[cfg(test)]
mod tests {
    use clump_core::promise::Promise;
    use clump_core::risk::Proportion;

    use super::*;

    fn cell(method: &str, cost: Cost) -> ComparedRun {
        ComparedRun {
            cost: Some(cost),
            ..ComparedRun::new(method, Kind::Pieces, Some(5), Promise::nothing())
        }
    }

    #[test]
    fn a_run_stands_where_its_figures_say_and_without_figures_nowhere() {
        let risk = Some(Proportion { share: 0.25, low: 0.1, high: 0.4 });
        let cost =
            Cost { linkage: risk, pairs_kept: Some(0.5), top_words_error: Some(3.0), ..Cost::default() };
        let runs =
            Runs { cells: vec![cell("pieces", cost), cell("share", Cost::default())], ..Runs::default() };
        let points = |purpose| {
            let chart = runs.use_against_risk(Some(purpose))?;
            Some(
                chart
                    .series
                    .iter()
                    .map(|series| (series.points[0].x, series.points[0].y))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(points(Purpose::Phrases), Some(vec![(0.25, 0.5)]));
        // An error of 300 % means no use, and not a negative one.
        assert_eq!(points(Purpose::Words), Some(vec![(0.25, 0.0)]));
        assert_eq!(points(Purpose::Profiles), None, "pieces are no profiles");
        assert_eq!(points(Purpose::Rules), None);
        assert!(runs.use_against_risk(None).is_none());
    }
}
