//! A chart of one figure against k, with a line for each method of a comparison.

use crate::chart::{Chart, Look, Series};
use crate::{Cost, Runs};

/// Content of the drawing.
pub struct Figure<'a> {
    /// Name of the chart and its CSV.
    pub id: &'static str,
    /// Title of the chart.
    pub title: &'a str,
    /// Advice for reading it.
    pub note: &'a str,
    /// The figure of a run, if it has one.
    pub of: fn(&Cost) -> Option<f64>,
    /// A bound as a dashed line: its name, and a value for each k.
    pub bound: Option<(&'a str, Vec<(usize, f64)>)>,
}

/// The chart; `None` if no run has the figure, or if there is one k, for which a table is enough.
pub fn chart(runs: &Runs, figure: Figure<'_>) -> Option<Chart> {
    let all = runs.ks();
    if all.len() == 1 {
        return None;
    }
    // A method without k has the same value at every k.
    let everywhere = if all.is_empty() { vec![0] } else { all };
    let mut lines: Vec<(String, Vec<(usize, f64)>)> = Vec::new();
    for cell in &runs.cells {
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
    let bound = figure.bound.map(|(name, values)| (name.to_owned(), Look::Bound, values));
    let series = lines.chain(bound).map(|(name, look, mut points)| {
        points.sort_by_key(|&(k, _)| k);
        Series::new(&name, look, points.into_iter().map(|(k, y)| (k as f64, y)))
    });
    Some(Chart {
        note: figure.note.to_owned(),
        series: series.collect(),
        width: 1060,
        ..Chart::of_shares(figure.id, figure.title, "k")
    })
}
