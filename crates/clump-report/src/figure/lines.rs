//! Line charts: several series over one axis of numbers.
//!
//! Colours are variables of the page around the chart, so that it follows light and dark; alone it is drawn in the
//! fallbacks. Series differ by marker as well as by colour, for print in grey, and each point tells its numbers when
//! it is pointed at.

use super::markers::{colour, marker};
use super::ticks::Ticks;
use super::{escape, push};
use crate::number::number;

/// A chart.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// What it shows.
    pub title: String,
    /// To the right. Ticks stand where points are.
    pub x: Axis,
    /// Upwards, from 0 or from below it.
    pub y: Axis,
    /// The lines, in the order of the legend.
    pub series: Vec<Series>,
}

/// One direction of a chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Axis {
    /// What is counted along it.
    pub label: String,
    /// Digits after the point when a value is told.
    pub decimals: usize,
}

/// One line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What the legend calls it.
    pub name: String,
    /// Its place in the palette, for colour and marker: who is drawn in several charts looks the same in all.
    pub look: usize,
    /// x and y, by rising x.
    pub points: Vec<(f64, f64)>,
}

const WIDTH: f64 = 372.0;
const LEFT: f64 = 72.0;
const RIGHT: f64 = 16.0;
const PLOT_WIDTH: f64 = WIDTH - LEFT - RIGHT;
const PLOT_HEIGHT: f64 = 190.0;
const TITLE: f64 = 30.0;
const LEGEND_ROW: f64 = 20.0;
/// From the legend to the plot: the label of the upward axis stands there.
const ABOVE: f64 = 32.0;
const BELOW: f64 = 48.0;
/// What a letter takes, roughly.
const LETTER: f64 = 7.0;

/// Draws `chart`.
pub fn lines(chart: &LineChart) -> String {
    let legend = legend(&chart.series);
    let rows = legend.last().map_or(0.0, |entry| entry.row + 1.0);
    let plot = Plot::new(chart, TITLE + rows * LEGEND_ROW + ABOVE);
    let height = plot.top + PLOT_HEIGHT + BELOW;
    let mut svg = String::new();
    push(
        &mut svg,
        format_args!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="system-ui, sans-serif" font-size="12" style="fill:var(--ink,#1f2933)" role="img">"##
        ),
    );
    let title = escape(&chart.title);
    push(&mut svg, format_args!("<title>{title}</title>"));
    push(&mut svg, format_args!(r#"<text x="8" y="18" font-size="14" font-weight="600">{title}</text>"#));
    for LegendEntry { x, row, series } in legend {
        let middle = TITLE + row * LEGEND_ROW + LEGEND_ROW / 2.0;
        push(&mut svg, format_args!("<g>{}", marker(series.look, x + 6.0, middle)));
        push(
            &mut svg,
            format_args!(
                r#"<text x="{}" y="{}">{}</text></g>"#,
                x + 16.0,
                middle + 4.0,
                escape(&series.name)
            ),
        );
    }
    plot.axes(&mut svg);
    chart.series.iter().for_each(|series| plot.line(&mut svg, series));
    svg.push_str("</svg>\n");
    svg
}

struct LegendEntry<'a> {
    x: f64,
    row: f64,
    series: &'a Series,
}

/// Names one after the other, in as many rows as they need.
fn legend(series: &[Series]) -> Vec<LegendEntry<'_>> {
    let (mut x, mut row) = (8.0, 0.0);
    let mut entries = Vec::new();
    for series in series {
        let width = 30.0 + LETTER * series.name.chars().count() as f64;
        if x + width > WIDTH && x > 8.0 {
            (x, row) = (8.0, row + 1.0);
        }
        entries.push(LegendEntry { x, row, series });
        x += width;
    }
    entries
}

/// Where numbers are on paper.
struct Plot<'a> {
    chart: &'a LineChart,
    top: f64,
    left_value: f64,
    right_value: f64,
    ticks: Ticks,
}

impl Plot<'_> {
    fn new(chart: &LineChart, top: f64) -> Plot<'_> {
        let points = || chart.series.iter().flat_map(|series| &series.points);
        let least = points().map(|point| point.0).fold(f64::INFINITY, f64::min);
        let most = points().map(|point| point.0).fold(f64::NEG_INFINITY, f64::max);
        // One place, or none, still needs a width.
        let (left_value, right_value) = if least < most { (least, most) } else { (most - 1.0, most + 1.0) };
        Plot { chart, top, left_value, right_value, ticks: Ticks::over(points().map(|point| point.1)) }
    }

    fn x(&self, value: f64) -> f64 {
        // A margin keeps the first marker off the axis.
        let inner = PLOT_WIDTH - 24.0;
        LEFT + 12.0 + inner * (value - self.left_value) / (self.right_value - self.left_value)
    }

    fn y(&self, value: f64) -> f64 {
        let share = (value - self.ticks.least()) / (self.ticks.most() - self.ticks.least());
        self.top + PLOT_HEIGHT * (1.0 - share)
    }

    fn axes(&self, svg: &mut String) {
        for tick in self.ticks.values() {
            let (y, right) = (self.y(tick), LEFT + PLOT_WIDTH);
            let width = if tick == 0.0 { 1.4 } else { 0.7 };
            push(
                svg,
                format_args!(
                    r#"<line x1="{LEFT}" y1="{y:.1}" x2="{right}" y2="{y:.1}" style="stroke:var(--rule,#cbd2d9);stroke-width:{width}"/>"#
                ),
            );
            let label = number(tick, self.ticks.decimals());
            push(
                svg,
                format_args!(
                    r#"<text x="{}" y="{:.1}" text-anchor="end">{label}</text>"#,
                    LEFT - 6.0,
                    y + 4.0
                ),
            );
        }
        let below = self.top + PLOT_HEIGHT;
        for (x, label) in self.places() {
            push(
                svg,
                format_args!(r#"<text x="{x:.1}" y="{}" text-anchor="middle">{label}</text>"#, below + 18.0),
            );
        }
        let (middle, Axis { label, .. }) = (LEFT + PLOT_WIDTH / 2.0, &self.chart.x);
        push(
            svg,
            format_args!(
                r#"<text x="{middle}" y="{}" text-anchor="middle" style="fill:var(--quiet,#52606d)">{}</text>"#,
                below + 38.0,
                escape(label)
            ),
        );
        let (above, Axis { label, .. }) = (self.top - 14.0, &self.chart.y);
        push(
            svg,
            format_args!(
                r#"<text x="8" y="{above}" style="fill:var(--quiet,#52606d)">{}</text>"#,
                escape(label)
            ),
        );
    }

    /// Where points are along x, with what is written below. A label that would touch the one before it is left out.
    fn places(&self) -> Vec<(f64, String)> {
        let points = self.chart.series.iter().flat_map(|series| &series.points);
        let mut values: Vec<f64> = points.map(|point| point.0).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        let mut places: Vec<(f64, String)> = Vec::new();
        let mut taken = f64::NEG_INFINITY;
        for value in values {
            let label = number(value, self.chart.x.decimals);
            let (x, half) = (self.x(value), LETTER * label.len() as f64 / 2.0);
            if x - half > taken {
                taken = x + half;
                places.push((x, label));
            }
        }
        places
    }

    fn line(&self, svg: &mut String, series: &Series) {
        let path: Vec<String> =
            series.points.iter().map(|&(x, y)| format!("{:.1},{:.1}", self.x(x), self.y(y))).collect();
        push(
            svg,
            format_args!(
                r#"<polyline points="{}" style="fill:none;stroke:{};stroke-width:2"/>"#,
                path.join(" "),
                colour(series.look)
            ),
        );
        for &(x, y) in &series.points {
            let told = format!(
                "{}: {} at {} = {}",
                series.name,
                number(y, self.chart.y.decimals),
                self.chart.x.label,
                number(x, self.chart.x.decimals)
            );
            let marker = marker(series.look, self.x(x), self.y(y));
            push(svg, format_args!(r#"<g class="point"><title>{}</title>{marker}</g>"#, escape(&told)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn axis(label: &str) -> Axis {
        Axis { label: label.to_owned(), decimals: 0 }
    }

    fn chart(series: Vec<Series>) -> LineChart {
        LineChart { title: "a < b".to_owned(), x: axis("k"), y: axis("loss & more"), series }
    }

    #[test]
    fn every_point_is_drawn_and_tells_its_numbers() {
        let points = vec![(5.0, 0.0), (15.0, 10_000.0)];
        let svg = lines(&chart(vec![
            Series { name: "one".to_owned(), look: 0, points: points.clone() },
            Series { name: "<two>".to_owned(), look: 1, points },
        ]));
        assert_eq!(svg.matches(r#"class="point""#).count(), 4);
        assert!(svg.contains("<title>one: 10,000 at k = 15</title>"), "{svg}");
        // The first point lies on the axis, the second at its top: 10,000 is a tick.
        let (left, right, bottom) = (LEFT + 12.0, LEFT + PLOT_WIDTH - 12.0, 82.0 + PLOT_HEIGHT);
        assert!(svg.contains(&format!(r#"points="{left:.1},{bottom:.1} {right:.1},82.0""#)), "{svg}");
        assert!(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn texts_are_escaped() {
        let svg = lines(&chart(vec![Series { name: "<i>".to_owned(), look: 0, points: vec![(1.0, 1.0)] }]));
        assert!(svg.contains("<title>a &lt; b</title>") && svg.contains("loss &amp; more"));
        assert!(svg.contains("&lt;i&gt;: 1") && !svg.contains("<i>"));
    }

    #[test]
    fn labels_that_would_touch_are_left_out() {
        let points = [5.0, 6.0, 100.0].map(|x| (x, 1.0)).to_vec();
        let svg = lines(&chart(vec![Series { name: "r".to_owned(), look: 0, points }]));
        assert!(svg.contains(">5</text>") && !svg.contains(">6</text>") && svg.contains(">100</text>"));
    }

    #[test]
    fn a_chart_of_nothing_is_a_frame() {
        let svg = lines(&chart(Vec::new()));
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
