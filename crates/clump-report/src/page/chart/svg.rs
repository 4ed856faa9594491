//! The drawing of a chart: axes, lines, marks. Each mark says its numbers when the pointer is over it.

use std::fmt::Write;

use super::{Chart, Point, Series, said};
use crate::figure::Ticks;
use crate::markup::escape;
use crate::page::numbers::percent;

const HEIGHT: f64 = 290.0;
const LEFT: f64 = 52.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 48.0;
/// Between the ends of the horizontal axis and its first and last mark.
const INSET: f64 = 24.0;

/// Where values stand in the drawing.
struct Axes {
    width: f64,
    /// The ends of the horizontal axis.
    first: f64,
    last: f64,
    /// Round values of the vertical axis, from 0.
    marks: Vec<f64>,
}

impl Axes {
    fn of(chart: &Chart) -> Axes {
        let highest = |point: &Point| point.interval.map_or(point.y, |(_, high)| high.max(point.y));
        let largest = chart.lines().flat_map(|line| line.points.iter().map(highest)).fold(0.0, f64::max);
        Axes {
            width: f64::from(chart.width),
            first: chart.ticks.first().map_or(0.0, |tick| tick.0),
            last: chart.ticks.last().map_or(0.0, |tick| tick.0),
            marks: Ticks::over(std::iter::once(largest)).values().collect(),
        }
    }

    fn x(&self, value: f64) -> f64 {
        // One mark alone stands in the middle.
        let share =
            if self.last > self.first { (value - self.first) / (self.last - self.first) } else { 0.5 };
        LEFT + INSET + (self.width - LEFT - RIGHT - 2.0 * INSET) * share
    }

    fn y(&self, value: f64) -> f64 {
        let top = self.marks.last().expect("an axis has marks");
        TOP + (HEIGHT - TOP - BOTTOM) * (1.0 - value / top)
    }
}

impl Chart {
    /// The chart as an image.
    pub(super) fn svg(&self) -> String {
        let axes = Axes::of(self);
        let width = axes.width;
        let mut svg = format!(
            "<div class=\"wide\"><svg class=\"chart\" viewBox=\"0 0 {width} {HEIGHT}\" role=\"img\" aria-label=\"{}\">\n",
            escape(&self.said())
        );
        for &mark in &axes.marks {
            let _ = writeln!(
                svg,
                "<path class=\"grid\" d=\"M{LEFT} {at:.1}H{:.1}\"/><text class=\"up\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                width - RIGHT,
                LEFT - 8.0,
                axes.y(mark) + 4.0,
                percent(mark).replace(".0\u{a0}", "\u{a0}"),
                at = axes.y(mark),
            );
        }
        for (value, text) in &self.ticks {
            let _ = writeln!(
                svg,
                "<text class=\"along\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                axes.x(*value),
                HEIGHT - BOTTOM + 20.0,
                escape(text)
            );
        }
        let _ = writeln!(
            svg,
            "<text class=\"along axis\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            (LEFT + width - RIGHT) / 2.0,
            HEIGHT - 8.0,
            self.across
        );
        for series in self.lines() {
            self.line(&mut svg, series, &axes);
        }
        svg + "</svg></div>\n"
    }

    fn line(&self, svg: &mut String, series: &Series, axes: &Axes) {
        let path: Vec<String> = series
            .points
            .iter()
            .map(|point| format!("{:.1} {:.1}", axes.x(point.x), axes.y(point.y)))
            .collect();
        let _ = writeln!(
            svg,
            "<g class=\"{}\"><path class=\"line\" d=\"M{}\"/>",
            series.look.class(),
            path.join("L")
        );
        for point in &series.points {
            let (at, tip) =
                (axes.x(point.x), format!("{}, {}: {}", series.name, self.tick(point.x), said(point)));
            if let Some((low, high)) = point.interval {
                let _ = write!(
                    svg,
                    "<path class=\"interval\" d=\"M{at:.1} {:.1}V{:.1}\"/>",
                    axes.y(low),
                    axes.y(high)
                );
            }
            let mark = series.look.shape().map_or_else(String::new, |shape| format!("<path d=\"{shape}\"/>"));
            // The ring that cannot be seen makes the mark easy to hit.
            let _ = writeln!(
                svg,
                "<g class=\"mark\" transform=\"translate({at:.1} {:.1})\"><title>{}</title>{mark}<circle r=\"12\"/></g>",
                axes.y(point.y),
                escape(&tip)
            );
        }
        svg.push_str("</g>\n");
    }
}
