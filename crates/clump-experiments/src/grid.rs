//! The values of one measure for each size of the log and each k, and the share of steps at which they fall.

use clump_report::reproduction::Held;

/// A value for each size of the log and each k.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    sizes: Vec<usize>,
    ks: Vec<usize>,
    /// The values for all k of the first size, then of the second size, and so on.
    values: Vec<f64>,
}

/// Number of comparisons (`of`), and how many of them agree with a claim (`hold`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    pub hold: usize,
    pub of: usize,
}

impl Share {
    /// Counts all comparisons, and those that are true.
    pub(super) fn count(comparisons: impl IntoIterator<Item = bool>) -> Share {
        comparisons.into_iter().fold(Share::default(), |share, holds| Share {
            hold: share.hold + usize::from(holds),
            of: share.of + 1,
        })
    }
}

impl Grid {
    pub(super) fn new(sizes: &[usize], ks: &[usize], values: Vec<f64>) -> Grid {
        assert_eq!(values.len(), sizes.len() * ks.len(), "a value for each size and k");
        Grid { sizes: sizes.to_vec(), ks: ks.to_vec(), values }
    }

    /// All values: for all k of the first size, then of the second size, and so on.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The values for all k at the size with this index.
    pub(super) fn over_k(&self, size: usize) -> &[f64] {
        &self.values[size * self.ks.len()..][..self.ks.len()]
    }

    /// Applies `f` to each value of this grid and the value of `other` for the same size and k.
    pub(super) fn with(&self, other: &Grid, f: impl Fn(f64, f64) -> f64) -> Grid {
        let values = self.values.iter().zip(&other.values).map(|(&a, &b)| f(a, b)).collect();
        Grid { values, ..self.clone() }
    }

    /// The largest value, with its size and its k.
    pub(super) fn largest(&self) -> (f64, usize, usize) {
        let best = (0..self.values.len()).max_by(|&a, &b| self.values[a].total_cmp(&self.values[b]));
        let best = best.expect("a grid has a size and a k");
        (self.values[best], self.sizes[best / self.ks.len()], self.ks[best % self.ks.len()])
    }

    pub(super) fn smallest(&self) -> f64 {
        self.values.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Counts the steps from one k to the next at which the value falls, at all sizes.
    pub(super) fn falls_over_k(&self) -> Share {
        Share::count(
            (0..self.sizes.len()).flat_map(|size| self.over_k(size).windows(2).map(|step| step[1] < step[0])),
        )
    }

    /// Counts the steps from one size to the next at which the value falls, at all k.
    pub(super) fn falls_over_sizes(&self) -> Share {
        let step = self.ks.len();
        Share::count((step..self.values.len()).map(|cell| self.values[cell] < self.values[cell - step]))
    }
}

// Rules that turn numbers into verdicts. A rule with a bound of our own choice is stated next to the verdict.

/// Verdict on a claim about all comparisons: held if all agree, in part if some do.
pub(super) fn of_share(share: Share) -> Held {
    match share {
        Share { of: 0, .. } => Held::Untold,
        Share { hold, of } if hold == of => Held::Yes,
        Share { hold: 0, .. } => Held::No,
        Share { .. } => Held::InPart,
    }
}

/// Verdict on "as much as `claimed`": held from there on, rounded to `unit`; in part if above 0.
pub(super) fn reaches(found: f64, claimed: f64, unit: f64) -> Held {
    match found {
        found if found >= claimed - unit / 2.0 => Held::Yes,
        found if found > 0.0 => Held::InPart,
        _ => Held::No,
    }
}

/// Verdict on a value that should be small: held up to `small`, in part up to twice as much.
pub(super) fn at_most(found: f64, small: f64) -> Held {
    match found {
        found if found <= small => Held::Yes,
        found if found <= 2.0 * small => Held::InPart,
        _ => Held::No,
    }
}

/// The exponent e of the best fit y = c x^e to points (x, y), by least squares of the logarithms. `None` with
/// fewer than two different x.
pub(super) fn exponent(points: &[(f64, f64)]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points.iter().map(|&(x, y)| (x.ln(), y.ln())).collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), point| (x + point.0 / count, y + point.1 / count));
    let (above, below) = logs.iter().fold((0.0, 0.0), |(above, below), point| {
        (above + (point.0 - x) * (point.1 - y), below + (point.0 - x).powi(2))
    });
    (below > 0.0).then(|| above / below)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn falling_is_counted_along_each_axis() {
        let grid = Grid::new(&[1_000, 10_000], &[5, 7, 10], vec![9.0, 8.0, 8.0, 7.0, 8.5, 6.0]);
        assert_eq!(grid.over_k(1), [7.0, 8.5, 6.0]);
        assert_eq!(grid.falls_over_k(), Share { hold: 2, of: 4 });
        assert_eq!(grid.falls_over_sizes(), Share { hold: 2, of: 3 });
        assert_eq!(grid.largest(), (9.0, 1_000, 5));
        assert_eq!(grid.smallest(), 6.0);
    }

    #[test]
    fn one_size_has_no_step() {
        assert_eq!(Grid::new(&[40], &[5], vec![1.0]).falls_over_sizes(), Share::default());
    }

    #[test]
    fn all_some_none_and_nothing_to_compare() {
        let verdicts = [(3, 3), (1, 3), (0, 3), (0, 0)].map(|(hold, of)| of_share(Share { hold, of }));
        assert_eq!(verdicts, [Held::Yes, Held::InPart, Held::No, Held::Untold]);
    }

    #[test]
    fn as_much_as_is_rounded_like_the_paper_rounds() {
        let verdicts = [31.0, 29.6, 29.4, 0.1, 0.0, -3.0].map(|found| reaches(found, 30.0, 1.0));
        assert_eq!(verdicts, [Held::Yes, Held::Yes, Held::InPart, Held::InPart, Held::No, Held::No]);
    }

    #[test]
    fn small_is_small_up_to_a_bound() {
        assert_eq!(
            [0.0, 5.0, 9.0, 11.0].map(|found| at_most(found, 5.0)),
            [Held::Yes, Held::Yes, Held::InPart, Held::No]
        );
    }

    #[test]
    fn exponents_of_powers_are_found() {
        let power = |e: f64| [1_000.0, 10_000.0, 53_058.0].map(|x: f64| (x, 0.002 * x.powf(e)));
        for e in [0.5, 1.0, 1.15, 2.0] {
            assert!((exponent(&power(e)).unwrap() - e).abs() < 1e-9);
        }
        assert_eq!(exponent(&[(5.0, 1.0)]), None);
    }
}
