//! Positions of values in a drawing, and axis ticks: a few multiples of 1, 2 or 5 times a power of ten.

use super::{Chart, Point};

pub(super) const HEIGHT: f64 = 290.0;
const RIGHT: f64 = 18.0;
const TOP: f64 = 14.0;
const BOTTOM: f64 = 48.0;
/// Distance between the ends of the horizontal axis and the first and last tick.
const INSET: f64 = 24.0;
/// Least width to the left of the plot, for the tick labels of the vertical axis.
const LEFT: f64 = 52.0;
/// Height above the plot for the name of the vertical axis.
const NAME: f64 = 20.0;
/// Approximate width of a letter in SVG units.
pub(super) const LETTER: f64 = 7.0;

/// Edges of the plot area in the drawing, and the ticks of both axes.
pub(super) struct Places {
    pub left: f64,
    pub right: f64,
    pub top: f64,
    pub bottom: f64,
    /// The ticks of the vertical axis with their texts, the lowest first.
    pub up: Vec<(f64, String)>,
    pub along: Vec<(f64, String)>,
    ticks: Ticks,
}

impl Places {
    pub(super) fn of(chart: &Chart) -> Places {
        let reached = |point: &Point| {
            let (low, high) = point.interval.unwrap_or((point.y, point.y));
            [low.min(point.y), high.max(point.y)]
        };
        let along = chart.marks();
        let points = chart.lines().flat_map(|line| line.points.iter().flat_map(reached));
        let ticks = Ticks::over(points);
        let mark = |value| (value, chart.y.format.mark(value, ticks.decimals()));
        let up: Vec<(f64, String)> = ticks.values().map(mark).collect();
        let widest = up.iter().map(|(_, text)| text.chars().count()).max().unwrap_or(0);
        let left = LEFT.max(16.0 + LETTER * widest as f64);
        let right = f64::from(chart.width()) - RIGHT;
        let top = if chart.y.label.is_empty() { TOP } else { TOP + NAME };
        Places { left, right, top, bottom: HEIGHT - BOTTOM, up, along, ticks }
    }

    pub(super) fn x(&self, value: f64) -> f64 {
        let end = |mark: Option<&(f64, String)>| mark.map_or(0.0, |mark| mark.0);
        let (first, last) = (end(self.along.first()), end(self.along.last()));
        // A single tick is in the middle.
        let share = if last > first { (value - first) / (last - first) } else { 0.5 };
        self.left + INSET + (self.right - self.left - 2.0 * INSET) * share
    }

    pub(super) fn y(&self, value: f64) -> f64 {
        let share = (value - self.ticks.least()) / (self.ticks.most() - self.ticks.least());
        self.top + (self.bottom - self.top) * (1.0 - share)
    }

    /// The horizontal ticks that get a label. A label that would overlap the previous one is left out.
    pub(super) fn written(&self) -> impl Iterator<Item = &(f64, String)> {
        let mut taken = f64::NEG_INFINITY;
        self.along.iter().filter(move |(value, text)| {
            let (x, half) = (self.x(*value), LETTER * text.chars().count() as f64 / 2.0);
            let is_free = x - half > taken;
            if is_free {
                taken = x + half;
            }
            is_free
        })
    }
}

/// Ticks of an axis: the multiples of `step` from `first` to `last`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Ticks {
    step: f64,
    first: i64,
    last: i64,
}

/// Approximate number of steps between ticks of an axis.
const STEPS: f64 = 5.0;

impl Ticks {
    /// Ticks that cover all `values`, starting at 0 or below the lowest negative value.
    pub(super) fn over(values: impl Iterator<Item = f64>) -> Ticks {
        let (least, most) = values
            .filter(|value| value.is_finite())
            .fold((0f64, 0f64), |(least, most), value| (least.min(value), most.max(value)));
        if least == most {
            return Ticks { step: 1.0, first: 0, last: 1 };
        }
        let rough = (most - least) / STEPS;
        let power = 10f64.powf(rough.log10().floor());
        let step = [1.0, 2.0, 5.0].into_iter().map(|times| times * power).find(|&step| step >= rough);
        let step = step.unwrap_or(10.0 * power);
        // The tolerance keeps rounding errors from adding a tick beyond a value that is itself a tick.
        let steps = |value: f64| value / step;
        Ticks { step, first: (steps(least) + 1e-9).floor() as i64, last: (steps(most) - 1e-9).ceil() as i64 }
    }

    pub(super) fn least(&self) -> f64 {
        self.first as f64 * self.step
    }

    pub(super) fn most(&self) -> f64 {
        self.last as f64 * self.step
    }

    pub(super) fn values(&self) -> impl Iterator<Item = f64> {
        let step = self.step;
        (self.first..=self.last).map(move |tick| tick as f64 * step)
    }

    /// Number of decimals that makes tick labels different.
    pub(super) fn decimals(&self) -> usize {
        (-self.step.log10().floor()).max(0.0) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(values: &[f64]) -> (f64, f64, usize) {
        let ticks = Ticks::over(values.iter().copied());
        (ticks.least(), ticks.most(), ticks.values().count())
    }

    #[test]
    fn ticks_are_round_and_cover_the_values() {
        assert_eq!(ticks(&[5.0, 12_000.0]), (0.0, 15_000.0, 4));
        assert_eq!(ticks(&[31.0]), (0.0, 40.0, 5));
        assert_eq!(ticks(&[-3.0, 29.0]), (-10.0, 30.0, 5));
        assert_eq!(ticks(&[]), (0.0, 1.0, 2));
        assert_eq!(Ticks::over([0.0, 0.07].into_iter()).decimals(), 2);
    }
}
