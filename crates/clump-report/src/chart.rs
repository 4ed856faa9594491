//! A line chart: series of points over a horizontal axis of numbers.
//!
//! `drawing.rs` draws it once for pages and files. The drawing has colours for files, and classes so that the style
//! sheet of a page can choose light, dark and paper colours. Series also differ by the shape of their marks, for
//! print in grey.

use crate::NumberFormat;

mod drawing;
mod place;

/// A line chart with its axes and series.
///
/// ```
/// use clump_report::NumberFormat;
/// use clump_report::chart::{Axis, Chart, Look, Series};
///
/// let chart = Chart {
///     title: "Loss by k".to_owned(),
///     x: Axis::new("k", NumberFormat::Decimals(0)),
///     y: Axis::new("", NumberFormat::Percent),
///     series: vec![Series::new("nearest", Look::Nth(0), [(2.0, 0.19), (5.0, 0.36)])],
///     ..Chart::default()
/// };
/// assert!(chart.svg().contains("<title>nearest, 5: 36.0\u{a0}%</title>"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// HTML id of the figure and of its CSV file. `None` for a chart whose numbers are elsewhere on the page.
    pub id: Option<&'static str>,
    /// The heading of the chart.
    pub title: String,
    /// One or two sentences on how to read the chart; may be empty.
    pub note: String,
    /// Label and number format of the horizontal axis.
    pub x: Axis,
    /// The vertical axis, from 0 or from the lowest negative value.
    pub y: Axis,
    /// Ticks of the horizontal axis with their texts, in ascending order. If empty, each point has a tick
    /// with its number.
    pub ticks: Vec<(f64, String)>,
    /// The series, in the order of the legend.
    pub series: Vec<Series>,
    /// Width in SVG units, at least 372. On a wide screen a unit is a pixel.
    pub width: u32,
}

/// The horizontal or vertical axis of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// The quantity along the axis; may be empty if the title says it.
    pub label: String,
    /// Format of the axis values.
    pub format: NumberFormat,
}

impl Axis {
    /// An axis of a quantity with a format.
    pub fn new(label: impl Into<String>, format: NumberFormat) -> Axis {
        Axis { label: label.into(), format }
    }
}

/// A series of points, drawn as one line.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// Name of the series in the legend.
    pub name: String,
    /// Colour and mark of the series, the same in all charts.
    pub look: Look,
    /// The points of the series, sorted by `x`.
    pub points: Vec<Point>,
}

impl Series {
    /// A series through pairs of x and y, in any order.
    pub fn new(name: impl Into<String>, look: Look, points: impl IntoIterator<Item = (f64, f64)>) -> Series {
        let mut points: Vec<Point> =
            points.into_iter().map(|(x, y)| Point { x, y, interval: None }).collect();
        points.sort_by(|a, b| a.x.total_cmp(&b.x));
        Series { name: name.into(), look, points }
    }

    fn has_intervals(&self) -> bool {
        self.points.iter().any(|point| point.interval.is_some())
    }
}

/// A point of a series.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Value on the horizontal axis.
    pub x: f64,
    /// Value on the vertical axis.
    pub y: f64,
    /// Confidence interval of `y`; `None` if the point has no interval.
    pub interval: Option<(f64, f64)>,
}

impl Chart {
    /// A chart of shares against counts along `x`. The caller adds the series.
    pub(crate) fn of_shares(id: &'static str, title: impl Into<String>, x: impl Into<String>) -> Chart {
        Chart {
            id: Some(id),
            title: title.into(),
            x: Axis::new(x, NumberFormat::Decimals(0)),
            y: Axis::new("", NumberFormat::Percent),
            width: 520,
            ..Chart::default()
        }
    }

    /// True if at least one series has points.
    pub(crate) fn has_points(&self) -> bool {
        self.lines().next().is_some()
    }

    fn width(&self) -> u32 {
        self.width.max(372)
    }

    /// The series that have points. A workload without results has none.
    fn lines(&self) -> impl Iterator<Item = &Series> {
        self.series.iter().filter(|series| !series.points.is_empty())
    }

    /// The ticks of the horizontal axis with their texts.
    fn marks(&self) -> Vec<(f64, String)> {
        if !self.ticks.is_empty() {
            return self.ticks.clone();
        }
        let mut values: Vec<f64> = self.lines().flat_map(|line| &line.points).map(|point| point.x).collect();
        values.sort_by(f64::total_cmp);
        values.dedup();
        values.into_iter().map(|value| (value, self.x.format.tell(value))).collect()
    }

    /// The value of a point as text, with its confidence interval if it has one.
    fn told(&self, point: &Point) -> String {
        let tell = |value| self.y.format.tell(value);
        match point.interval {
            Some((low, high)) => format!("{} ({} to {})", tell(point.y), tell(low), tell(high)),
            None => tell(point.y),
        }
    }
}

/// Colour and mark of a series.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Look {
    /// Look of the original data.
    Before,
    /// Look of the release.
    After,
    /// Look of one of many series. Up to forty of them differ in colour or mark.
    Nth(usize),
    /// Look of a bound: dashed, without marks.
    Bound,
}

/// The CSS classes of [`Look::Nth`], and their colours in files.
const NTH: [(&str, &str); 8] = [
    ("c0", "#0f6b4f"),
    ("c1", "#b4540a"),
    ("c2", "#3d5fc4"),
    ("c3", "#9b3fa0"),
    ("c4", "#7d6400"),
    ("c5", "#0b7285"),
    ("c6", "#c0264b"),
    ("c7", "#5b6770"),
];

/// SVG paths of the marks: a disc, a square, a diamond, a triangle and a ring, around the origin.
const MARKS: [&str; 5] = [
    "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0-8 0z",
    "M-3.6-3.6h7.2v7.2h-7.2z",
    "M0-5.2 5.2 0 0 5.2-5.2 0z",
    "M0-5 4.9 3.9h-9.8z",
    "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0-10 0zM-2.6 0a2.6 2.6 0 1 1 5.2 0a2.6 2.6 0 1 1-5.2 0z",
];

impl Look {
    fn class(self) -> &'static str {
        self.class_and_colour().0
    }

    fn colour(self) -> &'static str {
        self.class_and_colour().1
    }

    fn class_and_colour(self) -> (&'static str, &'static str) {
        match self {
            Look::Before => ("before", "#87929a"),
            Look::After => ("after", "#0f6b4f"),
            Look::Nth(number) => NTH[number % NTH.len()],
            Look::Bound => ("bound", "#1a2226"),
        }
    }

    /// The SVG path of the mark; `None` for a bound.
    fn mark(self) -> Option<&'static str> {
        match self {
            Look::Before => Some(MARKS[1]),
            Look::After => Some(MARKS[0]),
            Look::Nth(number) => Some(MARKS[number % MARKS.len()]),
            Look::Bound => None,
        }
    }

    /// The SVG dash pattern of the line; `None` for a solid line.
    fn dashes(self) -> Option<&'static str> {
        (self == Look::Bound).then_some("5 4")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn chart(series: Vec<Series>) -> Chart {
        Chart {
            id: Some("losses"),
            title: "a < b".to_owned(),
            x: Axis::new("k", NumberFormat::Decimals(0)),
            y: Axis::new("loss & more", NumberFormat::Decimals(0)),
            series,
            ..Chart::default()
        }
    }

    #[test]
    fn every_point_is_drawn_and_tells_its_numbers() {
        let points = [(5.0, 0.0), (15.0, 10_000.0)];
        let chart = chart(vec![
            Series::new("one", Look::Nth(0), points),
            Series::new("<two>", Look::Nth(1), points),
            Series::new("missing", Look::Nth(2), []),
        ]);
        for drawn in [chart.svg(), chart.figure().into_string()] {
            assert_eq!(drawn.matches(r#"<g class="mark""#).count(), 4);
            assert!(drawn.contains("<title>one, 15: 10,000</title>"), "{drawn}");
            assert!(drawn.contains("&lt;two&gt;") && !drawn.contains("<two>") && !drawn.contains("missing"));
            assert!(drawn.contains("a &lt; b") && drawn.contains("loss &amp; more"));
        }
    }

    #[test]
    fn points_stand_where_their_numbers_say() {
        let mut chart = chart(vec![Series::new("one", Look::Nth(0), [(5.0, 0.0), (15.0, 10_000.0)])]);
        chart.y.label.clear();
        // The first point lies on the axis and the second at its top, where 10,000 is a tick. A margin
        // separates both from the ends.
        let figure = chart.figure().into_string();
        assert!(figure.contains(r#"d="M82.0 242.0L330.0 14.0""#), "{figure}");
    }

    #[test]
    fn a_file_is_whole_and_a_figure_has_its_numbers() {
        let chart = chart(vec![Series::new("one", Look::Nth(0), [(5.0, 1.25)])]);
        let svg = chart.svg();
        assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\"") && svg.ends_with("</svg>\n"));
        assert!(svg.contains("<title>a &lt; b</title>") && !svg.contains("<table"));
        assert!(
            svg.contains("<text text-anchor=\"middle\" font-weight=\"600\""),
            "a single line has its numbers: {svg}"
        );
        let figure = chart.figure().into_string();
        assert!(
            figure.starts_with("<figure id=\"losses\">") && figure.contains("data-csv=\"losses-numbers\"")
        );
        assert!(figure.contains("data-value=\"1.25\""));
        assert!(!Chart { id: None, ..chart }.figure().into_string().contains("<table"));
    }

    #[test]
    fn labels_that_would_touch_are_left_out() {
        let svg = chart(vec![Series::new("r", Look::Nth(0), [5.0, 6.0, 100.0].map(|x| (x, 1.0)))]).svg();
        assert!(svg.contains(">5</text>") && !svg.contains(">6</text>") && svg.contains(">100</text>"));
    }

    #[test]
    fn a_chart_of_nothing_is_a_frame() {
        let svg = chart(Vec::new()).svg();
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }

    #[test]
    fn what_nobody_sees_is_shown_in_a_file() {
        let mut chart = chart(Vec::new());
        chart.title = "lap\u{202e}top".to_owned();
        assert!(chart.svg().contains("lap\\u{202e}top"));
    }

    #[test]
    fn forty_series_differ() {
        let looks: BTreeSet<_> = (0..40).map(Look::Nth).map(|look| (look.class(), look.mark())).collect();
        assert_eq!(looks.len(), 40);
    }
}
