//! A table of facts whose numbers carry noise: what can be seen of its differential privacy.
//!
//! That noise was added cannot be seen in a table. What can: that no number is below the threshold, and that threshold
//! and scale are enough for epsilon and delta. With p = e^(-1/scale), noise of at least t > 0 has the probability
//! p^t / (1 + p). One owner more in N facts changes the probability of a table by at most e^(N/scale); and each of
//! those facts that had k - 1 owners, and so could not be published, now is if the noise is at least threshold - k. That
//! one of N is has the probability 1 - (1 - p^(threshold - k) / (1 + p))^N, which must be at most delta.

use super::{Counted, Reason, Verdict, Violation};
use crate::promise::DifferentialPrivacy;

/// What floating point may add to a number.
const ROUNDING: f64 = 1.0 + 1e-9;

/// Whether numbers of owners, row by row, can be those of a table with the promised noise, of facts of at least `k` owners.
/// A table without rows tells nothing, and may well be all that can be published.
pub fn noisy_facts(
    owners: impl IntoIterator<Item = usize>,
    k: usize,
    promised: &DifferentialPrivacy,
) -> Verdict {
    let needed = usize::try_from(promised.threshold).unwrap_or(usize::MAX);
    let mut violations: Vec<Violation> = Vec::new();
    if !is_enough(k, promised) {
        violations.push(Violation { rows: Vec::new(), columns: Vec::new(), reason: Reason::TooLittleNoise });
    }
    let (mut rows, mut smallest) = (0, None);
    for found in owners {
        rows += 1;
        smallest = Some(smallest.map_or(found, |least: usize| least.min(found)));
        if found < needed {
            let reason = Reason::TooFew { found, needed };
            violations.push(Violation { rows: vec![rows], columns: Vec::new(), reason });
        }
    }
    Verdict {
        holds: violations.is_empty(),
        counted: Counted::Stated,
        rows,
        sets: rows,
        smallest: smallest.unwrap_or(0),
        violations: violations.len(),
        first: violations.into_iter().next(),
    }
}

/// Whether scale and threshold keep epsilon and delta.
fn is_enough(k: usize, promised: &DifferentialPrivacy) -> bool {
    let DifferentialPrivacy { privacy, noise_scale: scale, threshold, .. } = *promised;
    let per_owner = f64::from(privacy.per_owner());
    let Some(noise) = threshold.checked_sub(k as u64).filter(|noise| *noise > 0) else {
        return false;
    };
    let passes = (-(noise as f64) / scale).exp() / (1.0 + (-1.0 / scale).exp());
    let any_passes = -(per_owner * (-passes).ln_1p()).exp_m1();
    scale > 0.0
        && per_owner / scale <= privacy.epsilon() * ROUNDING
        && any_passes <= privacy.delta() * ROUNDING
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promise::Privacy;

    fn promised(scale: f64, threshold: u64) -> DifferentialPrivacy {
        let privacy = Privacy::new(1.0, 1e-5, 1).expect("in range");
        DifferentialPrivacy { privacy, noise_scale: scale, threshold, seeded: false }
    }

    fn reason(owners: &[usize], promised: DifferentialPrivacy) -> Option<Reason> {
        noisy_facts(owners.iter().copied(), 5, &promised).first.map(|violation| violation.reason)
    }

    #[test]
    fn numbers_stand_at_the_threshold_or_above() {
        let verdict = noisy_facts([40, 17], 5, &promised(1.0, 17));
        assert!(verdict.holds);
        assert_eq!((verdict.rows, verdict.smallest), (2, 17));
        assert_eq!(reason(&[40, 16], promised(1.0, 17)), Some(Reason::TooFew { found: 16, needed: 17 }));
        assert!(noisy_facts([], 5, &promised(1.0, 17)).holds);
    }

    #[test]
    fn scale_and_threshold_must_be_enough() {
        // e^-11 / (1 + e^-1) = 1.2e-5, e^-12 / (1 + e^-1) = 4.5e-6.
        assert_eq!(reason(&[40], promised(1.0, 16)), Some(Reason::TooLittleNoise));
        assert_eq!(reason(&[40], promised(1.0, 17)), None);
        assert_eq!(reason(&[40], promised(0.99, 17)), Some(Reason::TooLittleNoise));
        for threshold in [0, 4, 5] {
            assert_eq!(reason(&[40], promised(1.0, threshold)), Some(Reason::TooLittleNoise), "{threshold}");
        }
        for scale in [0.0, -1.0] {
            assert_eq!(reason(&[40], promised(scale, 17)), Some(Reason::TooLittleNoise), "{scale}");
        }
    }
}
