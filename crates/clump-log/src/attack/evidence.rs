//! Evidence that two counts, one of a token and one of a word, are counts of the same word.
//!
//! A count is assumed to be Poisson with mean r e. Here e is the count expected by chance, and the factor r
//! is drawn from a Gamma distribution with mean 1 and shape alpha. The evidence is the logarithm of the
//! likelihood ratio of two counts x and y: one common r against a separate r for each. Let G(n) = ln
//! Gamma(n + alpha) - ln Gamma(alpha), and let e and f be the counts expected by chance. The integrals give
//!
//! ```text
//! G(x + y) - G(x) - G(y)
//!   - (x + y + alpha) ln(alpha + e + f) + (x + alpha) ln(alpha + e) + (y + alpha) ln(alpha + f) - alpha ln(alpha)
//! ```
//!
//! The first line is zero if x or y is zero. The second is a sum of a term in x, a term in y, and a constant.
//! So the evidence of many counts, most of them zero, is a sum over the positive counts of either side, plus
//! the first line where both are positive.

/// Computes the evidence of counts for one shape alpha.
pub(super) struct Evidence {
    alpha: f64,
    /// The value G(n) at index n.
    gamma: Vec<f64>,
}

impl Evidence {
    /// Prepares counts whose sum is at most `most`.
    pub fn new(alpha: f64, most: usize) -> Evidence {
        let steps = (0..most).scan(0.0, |sum, count| {
            *sum += (count as f64 + alpha).ln();
            Some(*sum)
        });
        Evidence { alpha, gamma: std::iter::once(0.0).chain(steps).collect() }
    }

    /// The evidence of the counts `x` and `y`, whose expected values by chance are `e` and `f`.
    pub fn of(&self, (x, e): (u32, f64), (y, f): (u32, f64)) -> f64 {
        let alpha = self.alpha;
        let zeros = alpha * ((alpha + e) * (alpha + f) / (alpha * (alpha + e + f))).ln();
        zeros + self.alone((x, e), f) + self.alone((y, f), e) + self.together(x, y)
    }

    /// The first line of the formula: the additional evidence if both counts are positive.
    #[inline]
    pub fn together(&self, x: u32, y: u32) -> f64 {
        self.gamma[(x + y) as usize] - self.gamma[x as usize] - self.gamma[y as usize]
    }

    /// The term of the formula in one count `x`; never positive.
    #[inline]
    pub fn alone(&self, (x, e): (u32, f64), f: f64) -> f64 {
        -f64::from(x) * (f / (self.alpha + e)).ln_1p()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The logarithm of the integral over r of the Poisson densities times the Gamma density, computed as a
    /// sum.
    fn integral(alpha: f64, counts: &[(u32, f64)]) -> f64 {
        let step = 1e-4;
        let density = |r: f64| {
            let poisson = counts.iter().map(|&(x, e)| (r * e).powi(x as i32) * (-r * e).exp());
            r.powf(alpha - 1.0) * (-alpha * r).exp() * poisson.product::<f64>()
        };
        let sum =
            |counts: &dyn Fn(f64) -> f64| (1..400_000).map(|i| counts(f64::from(i) * step)).sum::<f64>();
        (sum(&density) / sum(&|r| r.powf(alpha - 1.0) * (-alpha * r).exp())).ln()
    }

    #[test]
    fn the_closed_form_is_the_ratio_of_integrals() {
        let evidence = Evidence::new(2.0, 20);
        for (x, y) in [((0, 0.5), (0, 1.5)), ((3, 0.5), (0, 1.5)), ((3, 0.5), (7, 1.5)), ((1, 4.0), (5, 2.0))]
        {
            let expected = integral(2.0, &[x, y]) - integral(2.0, &[x]) - integral(2.0, &[y]);
            assert!((evidence.of(x, y) - expected).abs() < 1e-3, "{x:?} {y:?}");
        }
    }

    #[test]
    fn equal_counts_speak_for_one_word_and_unequal_ones_against_it() {
        let evidence = Evidence::new(0.2, 200);
        assert!(evidence.of((50, 1.0), (50, 1.0)) > 0.0);
        assert!(evidence.of((50, 1.0), (5, 1.0)) < 0.0);
        assert!(evidence.of((2, 0.01), (2, 0.01)) > evidence.of((1, 0.01), (1, 0.01)));
    }
}
