//! A figure of every run of a comparison against k: one line for each method and variant.

use crate::page::chart::{Chart, Look, Point, Series};
use crate::page::{Comparison, ComparisonCell};

/// What is drawn.
pub struct Figure<'a> {
    /// Names the chart and its CSV.
    pub id: &'static str,
    /// What it shows.
    pub title: &'a str,
    /// How to read it.
    pub note: &'a str,
    /// The figure of a run, if it has one.
    pub of: fn(&ComparisonCell) -> Option<f64>,
    /// Where it is drawn dashed beside the methods: the name, and a value for each k.
    pub bound: Option<(&'a str, Vec<(usize, f64)>)>,
}

/// The chart; none if no run has the figure.
pub fn chart(comparison: &Comparison, figure: Figure<'_>) -> Option<Chart> {
    let mut series: Vec<Series> = Vec::new();
    let mut ks = Vec::new();
    for cell in &comparison.cells {
        let Some(y) = (figure.of)(cell) else { continue };
        let name = name(cell);
        let line = series.iter().position(|line| line.name == name).unwrap_or_else(|| {
            series.push(Series { look: Look::Nth(series.len()), name, points: Vec::new() });
            series.len() - 1
        });
        series[line].points.push(point(cell.k, y));
        ks.push(cell.k);
    }
    if series.is_empty() {
        return None;
    }
    if let Some((name, values)) = figure.bound {
        ks.extend(values.iter().map(|(k, _)| k));
        let points = values.into_iter().map(|(k, y)| point(k, y)).collect();
        series.push(Series { name: name.to_owned(), look: Look::Bound, points });
    }
    for line in &mut series {
        line.points.sort_by(|a, b| a.x.total_cmp(&b.x));
    }
    ks.sort_unstable();
    ks.dedup();
    Some(Chart {
        id: figure.id,
        title: figure.title.to_owned(),
        note: figure.note.to_owned(),
        across: "k",
        ticks: ks.into_iter().map(|k| (k as f64, k.to_string())).collect(),
        series,
        width: 1060,
    })
}

/// The method and what sets this run apart.
pub fn name(cell: &ComparisonCell) -> String {
    if cell.variant.is_empty() { cell.method.clone() } else { format!("{}, {}", cell.method, cell.variant) }
}

fn point(k: usize, y: f64) -> Point {
    Point { x: k as f64, y, interval: None }
}
