//! Charts of a comparison: use against risk with a mark for each run, and figures against k with a line for
//! each method.

use clump_core::tasks::Purpose;

use super::{ComparedRun, Cost, KNOWN, Runs};
use crate::NumberFormat;
use crate::chart::{Axis, Chart, Look, Series};

/// Content of a chart of one figure against k.
pub(crate) struct FigureByK<'a> {
    /// HTML id of the chart and name of its CSV file.
    pub id: &'static str,
    pub title: &'a str,
    pub note: String,
    pub of: fn(&Cost) -> Option<f64>,
    /// Name and values by k of a bound, drawn as a dashed line; not drawn without values.
    pub bound: (&'a str, Vec<(usize, f64)>),
}

impl Runs {
    /// Chart of use against risk, for the runs with a figure for `purpose`; `None` if there are none. Without
    /// a purpose, use is the mean over all purposes.
    pub fn use_against_risk(&self, purpose: Option<Purpose>) -> Option<Chart> {
        let of = |run: &ComparedRun| match purpose {
            Some(purpose) => run.kept(purpose),
            None => {
                let kept: Vec<f64> = run.tasks.iter().map(|task| task.kept).collect();
                (!kept.is_empty()).then(|| kept.iter().sum::<f64>() / kept.len() as f64)
            }
        };
        let point = |cell: &ComparedRun| Some((cell.cost.as_ref()?.linkage?.share, of(cell)?));
        let series: Vec<Series> = self
            .at_first_k()
            .enumerate()
            .filter_map(|(number, cell)| Some(Series::new(cell.name(), Look::Nth(number), [point(cell)?])))
            .collect();
        let measured = purpose.map_or("all purposes, on average", Purpose::name);
        (!series.is_empty()).then(|| Chart {
            id: Some("use-and-risk"),
            title: "Use against risk".to_owned(),
            note: format!(
                "Up: the kept share of {measured}. To the right: how often an attacker who knows {KNOWN} items of an owner finds \
                 the right row. The upper left corner is best."
            ),
            x: Axis::new("right rows found, of all tries", NumberFormat::Percent),
            y: Axis::new("use", NumberFormat::Percent),
            series,
            width: 560,
            ..Chart::default()
        })
    }

    /// Chart of a figure against k; `None` if no run has the figure, or if there is only one k.
    pub(crate) fn by_k(&self, figure: FigureByK<'_>) -> Option<Chart> {
        let all = self.ks();
        if all.len() == 1 {
            return None;
        }
        // A method without k has the same value at each k.
        let everywhere = if all.is_empty() { vec![0] } else { all };
        let mut lines: Vec<(String, Vec<(usize, f64)>)> = Vec::new();
        for cell in &self.cells {
            let Some(y) = cell.cost.as_ref().and_then(figure.of) else { continue };
            let line = lines.iter().position(|(name, _)| *name == cell.name()).unwrap_or_else(|| {
                lines.push((cell.name(), Vec::new()));
                lines.len() - 1
            });
            let ks = cell.k.map_or_else(|| everywhere.clone(), |k| vec![k]);
            lines[line].1.extend(ks.into_iter().map(|k| (k, y)));
        }
        if lines.is_empty() {
            return None;
        }
        let lines =
            lines.into_iter().enumerate().map(|(number, (name, points))| (name, Look::Nth(number), points));
        let (name, values) = figure.bound;
        let bound = Some((name.to_owned(), Look::Bound, values)).filter(|(_, _, values)| !values.is_empty());
        let series = lines.chain(bound).map(|(name, look, points)| {
            Series::new(&name, look, points.into_iter().map(|(k, y)| (k as f64, y)))
        });
        Some(Chart {
            note: figure.note,
            series: series.collect(),
            width: 1060,
            ..Chart::of_shares(figure.id, figure.title, "k")
        })
    }
}

#[cfg(test)]
mod tests {
    use clump_core::promise::Promise;
    use clump_core::risk::Proportion;
    use clump_core::tasks::KeptUse;

    use super::*;
    use crate::Kind;

    fn cell(method: &str, cost: Cost) -> ComparedRun {
        ComparedRun {
            cost: Some(cost),
            ..ComparedRun::new(method, Kind::Pieces, Some(5), Promise::nothing())
        }
    }

    #[test]
    fn a_run_stands_where_its_figures_say_and_without_figures_nowhere() {
        let risk = Some(Proportion { share: 0.25, low: 0.1, high: 0.4 });
        let mut pieces = cell("pieces", Cost { linkage: risk, ..Cost::default() });
        let task = |purpose, kept| KeptUse { purpose, score: kept, kept };
        pieces.tasks = vec![task(Purpose::Words, 0.5), task(Purpose::Phrases, 1.0)];
        let runs = Runs { cells: vec![pieces, cell("share", Cost::default())], ..Runs::default() };
        let points = |purpose| {
            let chart = runs.use_against_risk(purpose)?;
            Some(
                chart
                    .series
                    .iter()
                    .map(|series| (series.points[0].x, series.points[0].y))
                    .collect::<Vec<_>>(),
            )
        };
        assert_eq!(points(Some(Purpose::Words)), Some(vec![(0.25, 0.5)]));
        assert_eq!(points(None), Some(vec![(0.25, 0.75)]));
        assert_eq!(points(Some(Purpose::Rules)), None);
    }
}
