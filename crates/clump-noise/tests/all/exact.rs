//! The promise in numbers, without OpenDP and without chance: outcomes of neighbours are enumerated, and what one owner
//! changes is added up. The formulas here share nothing with those of the library.

use clump_core::promise::{DifferentialPrivacy, Privacy};
use clump_core::verify::noisy_facts;
use clump_noise::Thresholding;

/// A mechanism by its numbers, right or wrong.
#[derive(Clone, Copy)]
struct Numbers {
    /// Facts of fewer owners are not looked at.
    k: i64,
    scale: f64,
    /// The least noisy count that is published.
    threshold: i64,
}

impl Numbers {
    fn of(k: usize, privacy: Privacy) -> Numbers {
        let thresholding = Thresholding::new(k, privacy).expect("a threshold");
        Numbers { k: k as i64, scale: thresholding.scale(), threshold: thresholding.threshold() as i64 }
    }

    /// The probability of each outcome for a fact of `owners`: excluded, then each count from the threshold on. The last
    /// stands for all above, which are equal for all that is compared but for less than 1e-12.
    fn outcomes(&self, owners: i64) -> Vec<f64> {
        let reach = self.threshold + 12 + (40.0 * self.scale) as i64;
        if owners < self.k {
            return std::iter::once(1.0).chain((self.threshold..=reach).map(|_| 0.0)).collect();
        }
        let ratio = (-1.0 / self.scale).exp();
        let of = |noise: i64| (1.0 - ratio) / (1.0 + ratio) * ratio.powi(noise.abs() as i32);
        let counts: Vec<f64> = (self.threshold..=reach).map(|count| of(count - owners)).collect();
        let excluded = 1.0 - counts.iter().sum::<f64>();
        std::iter::once(excluded).chain(counts).collect()
    }

    /// The least delta for which no set of outcomes breaks the promise, for facts of `owners` that are joined by one
    /// owner: the sum over outcomes of what is above e^epsilon times the other, in the worse direction.
    fn delta(&self, owners: &[i64], epsilon: f64) -> f64 {
        let product = |more: i64| {
            owners.iter().fold(vec![1.0], |product: Vec<f64>, owners| {
                let outcomes = self.outcomes(owners + more);
                product.iter().flat_map(|one| outcomes.iter().map(move |other| one * other)).collect()
            })
        };
        let (without, with) = (product(0), product(1));
        let above = |one: &[f64], other: &[f64]| {
            one.iter().zip(other).map(|(p, q)| (p - epsilon.exp() * q).max(0.0)).sum::<f64>()
        };
        above(&without, &with).max(above(&with, &without))
    }

    /// The same for the worst numbers of owners that `facts` facts can have.
    fn worst_delta(&self, facts: usize, epsilon: f64) -> f64 {
        let few = [0, self.k - 2, self.k - 1, self.k, self.k + 1];
        let around = (self.threshold - 4..=self.threshold + 4).collect::<Vec<_>>();
        let mut owners: Vec<i64> = few.into_iter().chain(around).filter(|owners| *owners >= 0).collect();
        owners.sort_unstable();
        owners.dedup();
        let mut choices = vec![vec![]];
        for _ in 0..facts {
            choices = choices
                .iter()
                .flat_map(|some: &Vec<i64>| {
                    owners.iter().map(move |one| some.iter().copied().chain([*one]).collect())
                })
                .collect();
        }
        choices.iter().map(|owners| self.delta(owners, epsilon)).fold(0.0, f64::max)
    }
}

fn privacy(epsilon: f64, delta: f64, per_owner: u32) -> Privacy {
    Privacy::new(epsilon, delta, per_owner).expect("in range")
}

/// The most that rounding may add up to.
const ROUNDING: f64 = 1e-12;

#[test]
fn no_neighbours_are_further_apart_than_promised_and_less_would_not_do() {
    for epsilon in [0.5, 1.0, 2.0, 4.0] {
        for delta in [1e-2, 1e-5] {
            for k in [1, 2, 5, 50] {
                let what = format!("epsilon {epsilon}, delta {delta}, k {k}");
                let numbers = Numbers::of(k, privacy(epsilon, delta, 1));
                let worst = numbers.worst_delta(1, epsilon);
                assert!(worst <= delta + ROUNDING, "{what}: {worst}");
                let lower = Numbers { threshold: numbers.threshold - 1, ..numbers };
                assert!(lower.worst_delta(1, epsilon) > delta, "{what}: a lower threshold would do");
                let quieter = Numbers { scale: numbers.scale * 0.8, ..numbers };
                assert!(quieter.worst_delta(1, epsilon) > delta, "{what}: less noise would do");
            }
        }
    }
}

#[test]
fn two_facts_of_an_owner_share_the_budget() {
    for (epsilon, delta) in [(1.0, 1e-2), (3.0, 1e-3)] {
        let numbers = Numbers::of(3, privacy(epsilon, delta, 2));
        let worst = numbers.worst_delta(2, epsilon);
        assert!(worst <= delta + ROUNDING, "epsilon {epsilon}, delta {delta}: {worst}");
        let lower = Numbers { threshold: numbers.threshold - 1, ..numbers };
        assert!(
            lower.worst_delta(2, epsilon) > delta,
            "epsilon {epsilon}, delta {delta}: a lower threshold would do"
        );
        let of_one = Numbers::of(3, privacy(epsilon, delta, 1));
        assert!(of_one.worst_delta(2, epsilon) > delta, "noise for one fact is not enough for two");
    }
}

#[test]
fn k_owners_before_noise_need_a_threshold_above_k() {
    // A threshold for the step from 0 owners to 1, and k owners asked for besides: at 20 owners it tells nearly for sure
    // whether the twentieth is there.
    let alone = Numbers::of(1, privacy(1.0, 1e-5, 1));
    assert!(alone.worst_delta(1, 1.0) <= 1e-5 + ROUNDING);
    let besides = Numbers { k: 20, ..alone };
    assert!(besides.worst_delta(1, 1.0) > 0.9);
}

#[test]
fn thresholds_of_usual_settings() {
    let threshold = |epsilon, k, per_owner| {
        let thresholding = Thresholding::new(k, privacy(epsilon, 1e-5, per_owner)).expect("a threshold");
        (thresholding.scale(), thresholding.threshold())
    };
    assert_eq!(threshold(1.0, 5, 1), (1.0, 17));
    assert_eq!(threshold(1.0, 20, 1), (1.0, 32));
    assert_eq!(threshold(4.0, 5, 1), (0.25, 8));
    assert_eq!(threshold(1.0, 5, 10), (10.0, 137));
}

#[test]
fn whoever_checks_a_release_finds_the_numbers_enough_and_no_more_than_that() {
    for epsilon in [1e-3, 0.5, 1.0, 4.0, 40.0] {
        for delta in [0.3, 1e-5, 1e-9] {
            for per_owner in [1, 7, 10_000] {
                for k in [1, 5, 1_000] {
                    let privacy = privacy(epsilon, delta, per_owner);
                    let made = Thresholding::new(k, privacy).expect("a threshold");
                    let (noise_scale, threshold) = (made.scale(), made.threshold());
                    let promised = DifferentialPrivacy { privacy, noise_scale, threshold, seeded: false };
                    let holds = |promised| noisy_facts([], k, &promised).holds;
                    assert!(holds(promised), "{promised:?}");
                    let quieter = DifferentialPrivacy { noise_scale: noise_scale * 0.999, ..promised };
                    assert!(!holds(quieter), "{promised:?}");
                    // For ten thousand facts, OpenDP rounds up by more than a step of the threshold.
                    let lower = DifferentialPrivacy { threshold: threshold - 1, ..promised };
                    assert!(per_owner == 10_000 || !holds(lower), "{promised:?}");
                }
            }
        }
    }
}

#[test]
fn a_delta_that_cannot_be_told_from_zero_is_refused() {
    assert!(Thresholding::new(5, privacy(1.0, 1e-15, 1)).is_ok());
    let refused = Thresholding::new(5, privacy(1.0, 1e-15, 1_000)).expect_err("too many roundings");
    assert_eq!(
        refused.to_string(),
        "no threshold is high enough for this delta with 1000 facts for each owner"
    );
    assert!(refused.remedy().is_some());
}

#[test]
fn the_ends_of_all_ranges_have_a_threshold() {
    for epsilon in [Privacy::LEAST_EPSILON, Privacy::MOST_EPSILON] {
        for per_owner in [1, Privacy::MOST_PER_OWNER] {
            for delta in [1e-6, 0.999] {
                let thresholding =
                    Thresholding::new(2, privacy(epsilon, delta, per_owner)).expect("a threshold");
                assert!(thresholding.scale() >= f64::from(per_owner) / epsilon * (1.0 - 1e-12));
                assert!(thresholding.threshold() > 2);
                assert_eq!(thresholding.publish(&[1]).expect("randomness"), [None]);
            }
        }
    }
}
