//! The Wilson score interval: good for shares near 0 and 1, where the attacks of interest are.

use super::Proportion;

/// The 97.5 % point of the normal distribution.
const Z: f64 = 1.959_963_984_540_054;

impl Proportion {
    /// The share of `right` in `trials`, with its 95 % confidence interval. `right` may be a sum of chances: then a trial
    /// varies no more than if it were drawn, and the interval is wide enough. Without trials nothing is known: 0 to 1.
    pub fn of(right: f64, trials: usize) -> Proportion {
        if trials == 0 {
            return Proportion { share: 0.0, low: 0.0, high: 1.0 };
        }
        let n = trials as f64;
        let share = (right / n).clamp(0.0, 1.0);
        let (per_trial, scale) = (Z * Z / n, 1.0 + Z * Z / n);
        let centre = (share + per_trial / 2.0) / scale;
        let reach = (share * (1.0 - share) * per_trial + per_trial * per_trial / 4.0).sqrt() / scale;
        Proportion {
            share,
            low: (centre - reach).clamp(0.0, share),
            high: (centre + reach).clamp(share, 1.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The examples of Newcombe (Statistics in Medicine 17, 1998), method 3.
    #[test]
    fn known_intervals() {
        let cases = [
            (81.0, 263, 0.2553, 0.3662),
            (15.0, 148, 0.0624, 0.1605),
            (0.0, 20, 0.0, 0.1611),
            (1.0, 29, 0.0061, 0.1718),
        ];
        for (right, trials, low, high) in cases {
            let found = Proportion::of(right, trials);
            assert_eq!(found.share, right / trials as f64);
            assert!((found.low - low).abs() < 5e-5 && (found.high - high).abs() < 5e-5, "{found:?}");
        }
    }

    #[test]
    fn the_ends_of_the_scale() {
        assert_eq!(Proportion::of(0.0, 0), Proportion { share: 0.0, low: 0.0, high: 1.0 });
        assert_eq!(Proportion::of(0.0, 9).low, 0.0);
        let all = Proportion::of(20.0, 20);
        assert_eq!((all.share, all.high), (1.0, 1.0));
        assert!((all.low - 0.8389).abs() < 5e-5);
    }
}
