//! How much two counts speak for one and the same word behind them.
//!
//! A count is taken as Poisson with mean r e, where e is what independence would give and r, how much more or less, is
//! drawn from a Gamma distribution with mean 1 and shape alpha. The evidence is the logarithm of how much likelier the
//! two counts are with one r in common than with one each. With G(n) = ln Gamma(n + alpha) - ln Gamma(alpha) it is
//!
//! G(x + y) - G(x) - G(y) - (x + y + alpha) ln(alpha + e + f) + (x + alpha) ln(alpha + e) + (y + alpha) ln(alpha + f)
//! - alpha ln(alpha)
//!
//! for counts x, y with means r e, r f. A zero adds nothing to the first three terms, so that over sparse counts they
//! need to be added up where both are positive only.

/// The shape alpha with its table of G.
pub(super) struct Evidence {
    alpha: f64,
    gamma: Vec<f64>,
}

impl Evidence {
    /// For counts whose sum is at most `most`.
    pub fn new(alpha: f64, most: usize) -> Evidence {
        let mut gamma = Vec::with_capacity(most + 1);
        let mut sum = 0.0;
        for count in 0..=most {
            gamma.push(sum);
            sum += (count as f64 + alpha).ln();
        }
        Evidence { alpha, gamma }
    }

    /// The evidence of counts `x` and `y` where independence would give `e` and `f`.
    pub fn of(&self, (x, e): (u32, f64), (y, f): (u32, f64)) -> f64 {
        let alpha = self.alpha;
        let (xf, yf) = (f64::from(x), f64::from(y));
        self.shared(x, y) - (xf + yf + alpha) * (alpha + e + f).ln()
            + (xf + alpha) * (alpha + e).ln()
            + (yf + alpha) * (alpha + f).ln()
            - alpha * alpha.ln()
    }

    /// What two positive counts add to [`Evidence::alone`] of each.
    #[inline]
    pub fn shared(&self, x: u32, y: u32) -> f64 {
        self.gamma[(x + y) as usize] - self.gamma[x as usize] - self.gamma[y as usize]
    }

    /// The evidence of a count `x` against zero, beyond that of two zeros: never positive.
    #[inline]
    pub fn alone(&self, (x, e): (u32, f64), f: f64) -> f64 {
        -f64::from(x) * (f / (self.alpha + e)).ln_1p()
    }
}
