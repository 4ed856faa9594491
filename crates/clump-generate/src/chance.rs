//! Random numbers that are the same on all platforms. They come from ChaCha8 and only use additions and
//! multiplications. Logarithms and powers of the standard library may differ in the last bit, which would
//! change all bytes after it.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A seeded generator of random choices.
pub(super) struct Chance(ChaCha8Rng);

impl Chance {
    pub(super) fn new(seed: u64) -> Chance {
        Chance(ChaCha8Rng::seed_from_u64(seed))
    }

    /// A uniform number in `0 .. end`. Its bias is below end / 2^64. `end` must not be 0.
    #[inline]
    pub(super) fn below(&mut self, end: u64) -> u64 {
        debug_assert!(end > 0);
        ((u128::from(self.0.next_u64()) * u128::from(end)) >> 64) as u64
    }

    /// A uniform number in `[0, 1)`.
    #[inline]
    pub(super) fn unit(&mut self) -> f64 {
        (self.0.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// True with this `probability`.
    #[inline]
    pub(super) fn happens(&mut self, probability: f64) -> bool {
        self.unit() < probability
    }

    /// A random index of `weights`, with a probability proportional to the weight at the index.
    #[inline]
    pub(super) fn index(&mut self, weights: &[u64]) -> usize {
        let mut rest = self.below(weights.iter().sum());
        weights
            .iter()
            .position(|&weight| {
                let here = rest < weight;
                rest = rest.wrapping_sub(weight);
                here
            })
            .expect("the rest is below the sum of the weights")
    }

    /// Roughly normal: sum of twelve uniform numbers minus six. Mean 0, deviation 1, at most 6 from 0.
    fn normal(&mut self) -> f64 {
        let pieces =
            |draw: u64| (draw & 0xffff) + (draw >> 16 & 0xffff) + (draw >> 32 & 0xffff) + (draw >> 48);
        let sum: u64 = (0..3).map(|_| pieces(self.0.next_u64())).sum();
        (sum as f64 + 6.0) / 65_536.0 - 6.0
    }
}

/// Random factors with mean 1. Most are below 1, and a few far above, as usual for lengths and pauses.
pub(super) struct Skewed {
    deviation: f64,
    mean: f64,
}

impl Skewed {
    /// Log-normal factors with mean 1, of which the logarithm has this `deviation`.
    pub(super) fn new(deviation: f64) -> Skewed {
        let half = deviation / 2.0;
        // The mean of e^(deviation x u) for one uniform u around 0. `normal` is the sum of twelve such u.
        let one = (exp(half) - exp(-half)) / deviation;
        Skewed { deviation, mean: (0..12).fold(1.0, |product, _| product * one) }
    }

    #[inline]
    pub(super) fn draw(&self, chance: &mut Chance) -> f64 {
        exp(self.deviation * chance.normal()) / self.mean
    }
}

/// e^x as (1 + x / 2^20)^(2^20), with a relative error of about x^2 / 2^21.
fn exp(x: f64) -> f64 {
    let mut power = 1.0 + x / f64::from(1 << 20);
    for _ in 0..20 {
        power *= power;
    }
    power
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn skewed_factors_have_mean_one_and_a_smaller_median() {
        let (mut chance, skewed) = (Chance::new(1), Skewed::new(0.8));
        let mut draws: Vec<f64> = (0..100_000).map(|_| skewed.draw(&mut chance)).collect();
        let mean = draws.iter().sum::<f64>() / draws.len() as f64;
        draws.sort_unstable_by(f64::total_cmp);
        assert!((mean - 1.0).abs() < 0.02, "{mean}");
        assert!((draws[draws.len() / 2] - exp(-0.32)).abs() < 0.02);
    }

    #[test]
    fn an_index_is_as_likely_as_its_weight() {
        let mut chance = Chance::new(2);
        let mut counts = [0; 3];
        for _ in 0..40_000 {
            counts[chance.index(&[1, 0, 3])] += 1;
        }
        assert_eq!(counts[1], 0);
        assert!((9_500..10_500).contains(&counts[0]), "{counts:?}");
    }
}
