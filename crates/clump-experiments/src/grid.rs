//! A figure over sizes of the log and over k, and how it changes along each.

/// A number for each size and k.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Grid {
    sizes: Vec<usize>,
    ks: Vec<usize>,
    /// Size by size.
    values: Vec<f64>,
}

/// Of `of` comparisons, `hold` came out as claimed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Share {
    pub hold: usize,
    pub of: usize,
}

impl Share {
    /// Counts the comparisons that hold.
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

    /// All values, size by size.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The values of one size over k.
    pub(super) fn over_k(&self, size: usize) -> &[f64] {
        &self.values[size * self.ks.len()..][..self.ks.len()]
    }

    /// `f` of the values of this grid and of another over the same sizes and k.
    pub(super) fn with(&self, other: &Grid, f: impl Fn(f64, f64) -> f64) -> Grid {
        let values = self.values.iter().zip(&other.values).map(|(&a, &b)| f(a, b)).collect();
        Grid { values, ..self.clone() }
    }

    /// The largest value with its size and k.
    pub(super) fn largest(&self) -> (f64, usize, usize) {
        let best = (0..self.values.len()).max_by(|&a, &b| self.values[a].total_cmp(&self.values[b]));
        let best = best.expect("a grid has a size and a k");
        (self.values[best], self.sizes[best / self.ks.len()], self.ks[best % self.ks.len()])
    }

    pub(super) fn smallest(&self) -> f64 {
        self.values.iter().copied().fold(f64::INFINITY, f64::min)
    }

    /// Steps from one k to the next, at every size, over which the value falls.
    pub(super) fn falls_over_k(&self) -> Share {
        Share::count(
            (0..self.sizes.len()).flat_map(|size| self.over_k(size).windows(2).map(|step| step[1] < step[0])),
        )
    }

    /// Steps from one size to the next, at every k, over which the value falls.
    pub(super) fn falls_over_sizes(&self) -> Share {
        let step = self.ks.len();
        Share::count((step..self.values.len()).map(|cell| self.values[cell] < self.values[cell - step]))
    }
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
}
