//! Ticks of an axis: multiples of 1, 2 or 5 times a power of ten, a handful of them.

/// From `first` steps to `last` steps.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Ticks {
    step: f64,
    first: i64,
    last: i64,
}

/// Approximate number of steps of an axis.
const STEPS: f64 = 5.0;

impl Ticks {
    /// Ticks from 0 over all `values`; from below it, if some are negative.
    pub(crate) fn over(values: impl Iterator<Item = f64>) -> Ticks {
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
        // A value that is a tick but for rounding needs no other one beyond it.
        let steps = |value: f64| value / step;
        Ticks { step, first: (steps(least) + 1e-9).floor() as i64, last: (steps(most) - 1e-9).ceil() as i64 }
    }

    pub(super) fn least(&self) -> f64 {
        self.first as f64 * self.step
    }

    pub(super) fn most(&self) -> f64 {
        self.last as f64 * self.step
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = f64> {
        let step = self.step;
        (self.first..=self.last).map(move |tick| tick as f64 * step)
    }

    /// Digits after the point that tell ticks apart.
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
