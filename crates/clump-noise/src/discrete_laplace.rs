//! The distribution of the noise as a formula. OpenDP draws the noise itself.

/// The discrete Laplace distribution: whole numbers z with probability proportional to `exp(-|z| / scale)`.
///
/// ```
/// use clump_noise::DiscreteLaplace;
///
/// let noise = DiscreteLaplace::new(1.0);
/// assert!((noise.at_least(1) + noise.at_least(0) - 1.0).abs() < 1e-12, "it is symmetric");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscreteLaplace {
    scale: f64,
}

impl DiscreteLaplace {
    /// The distribution with this `scale`, a number above 0.
    pub fn new(scale: f64) -> DiscreteLaplace {
        DiscreteLaplace { scale }
    }

    /// The probability that the noise is `least` or more. With `p = exp(-1 / scale)` it is `p^least / (1 +
    /// p)` for `least` above 0, and follows by symmetry otherwise.
    pub fn at_least(self, least: i64) -> f64 {
        match least {
            1.. => self.above_zero(least),
            _ => 1.0 - self.above_zero(1_i64.saturating_sub(least)),
        }
    }

    fn above_zero(self, least: i64) -> f64 {
        (-(least as f64) / self.scale).exp() / (1.0 + (-1.0 / self.scale).exp())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_closed_form_is_the_sum_of_the_weights() {
        for scale in [0.1, 0.5, 1.0, 7.0] {
            let weight = |z: i64| (-(z.abs() as f64) / scale).exp();
            let all: f64 = (-2_000..=2_000).map(weight).sum();
            for least in -20..=20 {
                let sum: f64 = (least..=2_000).map(weight).sum::<f64>() / all;
                let closed = DiscreteLaplace::new(scale).at_least(least);
                assert!((sum - closed).abs() < 1e-12, "scale {scale}, {least}: {closed} for {sum}");
            }
        }
    }
}
