//! Numbers of distinct nouns of owners. Early owners of the log ask more. The mean depends on the position of
//! the owner in the log, by the densities of the paper's Table III. The rest is a random factor.

use super::chance::{Chance, Skewed};

/// Pairs of a position among the paper's 53,058 owners, and the mean number of distinct nouns of an owner
/// there. Means between two positions are interpolated linearly.
///
/// Table III gives 53.3, 47.6, 38.1, 30.4, 26.6 and 20.9 nouns for the first 1,000 to 53,058 owners, if 0.11
/// % are 20.93. So the owners of each step have means of 53, 47, 29, 15, 15 and 3.4 nouns. This line falls
/// steadily and stays within 4 % of every figure.
const MEANS: [(f64, f64); 6] =
    [(0.0, 53.0), (10_000.0, 42.5), (20_000.0, 18.0), (30_000.0, 14.5), (40_000.0, 7.6), (53_058.0, 1.0)];

/// Standard deviation of the logarithm of the random factor.
const DEVIATION: f64 = 0.8;

/// Draws the number of distinct nouns for each owner of a log.
pub(super) struct Lengths {
    owners: usize,
    temper: Skewed,
}

impl Lengths {
    pub(super) fn new(owners: usize) -> Lengths {
        Lengths { owners, temper: Skewed::new(DEVIATION) }
    }

    /// Draws the number of distinct nouns of the owner at `position`, at least 1. Only the nouns after the
    /// first are random, so the mean is right even if most owners have one.
    pub(super) fn draw(&self, position: usize, chance: &mut Chance) -> usize {
        let others = (self.mean(position) - 1.0) * self.temper.draw(chance);
        1 + (others + chance.unit()) as usize
    }

    fn mean(&self, position: usize) -> f64 {
        let (all, _) = MEANS[MEANS.len() - 1];
        let place = (position as f64 + 0.5) / self.owners as f64 * all;
        let after = MEANS.iter().position(|&(owner, _)| owner > place).unwrap_or(MEANS.len() - 1);
        let ((from, start), (to, end)) = (MEANS[after - 1], MEANS[after]);
        start + (end - start) * (place - from) / (to - from)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_means_of_table_3_come_out_at_any_size() {
        for owners in [5_000, 53_058, 200_000] {
            let lengths = Lengths::new(owners);
            for (first, expected) in [
                (1_000, 53.3),
                (10_000, 47.6),
                (20_000, 38.1),
                (30_000, 30.4),
                (40_000, 26.6),
                (53_058, 20.93),
            ] {
                let rows = first * owners / 53_058;
                let mean = (0..rows).map(|position| lengths.mean(position)).sum::<f64>() / rows as f64;
                assert!((mean / expected - 1.0).abs() < 0.045, "{mean} for the first {first} of {owners}");
            }
        }
    }

    #[test]
    fn the_mean_of_all_is_that_of_the_paper() {
        let (lengths, mut chance) = (Lengths::new(100_000), Chance::new(3));
        let sum: usize = (0..100_000).map(|position| lengths.draw(position, &mut chance)).sum();
        assert!((sum as f64 / 100_000.0 / 20.93 - 1.0).abs() < 0.02, "{sum}");
    }
}
