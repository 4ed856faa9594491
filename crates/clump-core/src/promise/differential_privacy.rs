//! Differential privacy of a table of counts: with or without any one owner, the same table is about equally
//! likely.
//!
//! The promise includes the scale of the noise and the threshold for publication. Anyone can compute if these are
//! enough for epsilon and delta, as [`verify`](crate::verify::noisy_facts) does.

use serde::{Deserialize, Serialize};

use super::property::{COUNTED, REPEATED};
use super::{Promised, PropertyName, Wording};
use crate::verify::{Counted, Reason, Verdict, Violation};

/// The numbers of owners in a table carry noise of the discrete Laplace distribution of scale `noise_scale`, none below
/// `threshold` is published, and the whole is [`Privacy`] for every owner's whole contribution.
///
/// Stands beside [`CommonFacts`](super::CommonFacts): the k of it is counted before noise and after owners were bounded
/// to [`Privacy::per_owner`] facts each.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct DifferentialPrivacy {
    /// The promised numbers.
    #[serde(flatten)]
    pub privacy: Privacy,
    /// The scale of the noise.
    #[serde(rename = "noise-scale")]
    pub noise_scale: f64,
    /// The least number that is published.
    pub threshold: u64,
    /// True if the facts that an owner counts in were chosen by a seed that somebody may know.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub seeded: bool,
}

/// `f64` numbers in JSON are never NaN, and no mechanism uses NaN as a scale.
impl Eq for DifferentialPrivacy {}

impl DifferentialPrivacy {
    /// The scale of the noise, rounded to three decimals for display.
    pub fn scale(&self) -> f64 {
        (self.noise_scale * 1_000.0).round() / 1_000.0
    }

    /// True if epsilon is so large that it alone does not protect an owner.
    pub fn is_loose(&self) -> bool {
        self.privacy.epsilon() > LARGE_EPSILON
    }

    /// Delta as text, for instance `1e-5`, or `0.02` where plain decimals are not longer.
    fn delta(&self) -> String {
        let delta = self.privacy.delta();
        let [plain, scientific] = [delta.to_string(), format!("{delta:e}")];
        if plain.len() <= scientific.len() { plain } else { scientific }
    }

    /// e^epsilon as text, for instance `2.72`, or `e^20` from 1,000 on.
    fn factor(&self) -> String {
        let epsilon = self.privacy.epsilon();
        match epsilon.exp() {
            factor if factor < 1_000.0 => format!("{factor:.2}"),
            _ => format!("e^{epsilon}"),
        }
    }
}

/// Gaps of every promise with noise.
const OPEN: [&str; 6] = [
    "A number is that of the owners who count in a fact, with noise. Each owner counts in a few facts only, so where owners have \
     more, the number is far below that of all owners of the fact.",
    "A second release of the same people spends epsilon and delta again: those of all releases add up.",
    "What is true of many is told, and so is what follows from it for one of them, whether or not they take part.",
    "Who acts under two names is two owners, and owners who always act together are protected one by one.",
    "Nothing else that was computed from the log may be published beside this table, such as exact numbers.",
    "That the noise was added, and that each owner counts in so few facts, cannot be seen in the table: the publisher \
     vouches for it.",
];

/// Gap of a promise whose facts per owner were chosen with a seed.
const SEEDED: &str =
    "The facts that an owner counts in were chosen by a seed: against whoever knows it, nothing is proved.";

/// Gap of a promise with an epsilon above [`LARGE_EPSILON`].
const LOOSE: &str = "Epsilon is above 10: what one owner did may change the odds of a table by more than 20,000 to 1, which protects \
     nobody by itself.";

/// The largest epsilon that authors commonly accept as protection.
const LARGE_EPSILON: f64 = 10.0;

impl Promised for DifferentialPrivacy {
    fn beside(&self) -> Option<PropertyName> {
        Some(PropertyName::CommonFacts)
    }

    fn wording(&self) -> Wording {
        let facts = match self.privacy.per_owner() {
            1 => "one fact".to_owned(),
            facts => format!("{facts} facts"),
        };
        let loose = self.is_loose().then_some(LOOSE);
        let seeded = self.seeded.then_some(SEEDED);
        Wording {
            short: format!("({}, {})-differential privacy", self.privacy.epsilon(), self.delta()),
            sentence: format!(
                "With or without all that any one owner did, every table is at most {} times as likely, but for a probability \
                 of {} (epsilon {}, delta {1}): each owner counts in at most {facts}, numbers carry noise of scale {}, and \
                 none below {} is published.",
                self.factor(),
                self.delta(),
                self.privacy.epsilon(),
                self.scale(),
                self.threshold
            ),
            looked_at: ["row", "rows"],
            not_covered: loose.into_iter().chain(seeded).chain(OPEN).collect(),
            remedy: "do not publish it: make it again from the log",
        }
    }

    /// Noise hides a single owner from an attacker who knows all other owners of a fact. The sentences of this
    /// property state in numbers the effect of a second release.
    fn closes(&self) -> &'static [&'static str] {
        &[COUNTED, REPEATED]
    }
}

/// Tolerance factor for floating-point errors.
const ROUNDING: f64 = 1.0 + 1e-9;

/// Checks the numbers of owners, row by row, against the promised noise for facts of at least `k` owners. A table
/// without rows reveals nothing and passes.
///
/// A table cannot show that noise was added. It can show that no number is below the threshold, and that
/// threshold and scale are enough for epsilon and delta. With p = e^(-1/scale), noise of at least t > 0 has
/// the probability p^t / (1 + p). One owner more in N facts changes the probability of a table by at most
/// e^(N/scale). Some of those facts had k - 1 owners and could not be published; each now is published if the
/// noise is at least threshold - k. The probability that at least one of N is published is 1 - (1 -
/// p^(threshold - k) / (1 + p))^N, which must be at most delta.
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
    Verdict::of_violations(Counted::Stated, [rows, rows], smallest, violations)
}

/// True if the scale and the threshold of the noise are enough for the promised epsilon and delta.
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

// (epsilon, delta), the two numbers of differential privacy, and the bound on facts per owner that they need.
//
// Two logs are *neighbours* if one is the other with all data of one more owner. A release is (epsilon, delta)
// private if for every set A of releases and all neighbours x and y, `P(x gives A) <= e^epsilon P(y gives A) +
// delta` (Dwork, Kenthapadi, McSherry, Mironov and Naor: *Our Data, Ourselves*, EUROCRYPT 2006). The unit is an
// owner with all data, never a line.

/// (epsilon, delta) for an owner who counts in at most `per_owner` facts.
///
/// ```
/// use clump_core::promise::Privacy;
///
/// let privacy = Privacy::new(1.0, 1e-5, 10)?;
/// assert_eq!((privacy.epsilon(), privacy.delta(), privacy.per_owner()), (1.0, 1e-5, 10));
/// assert!(Privacy::new(0.0, 1e-5, 10).is_err(), "nobody can publish anything");
/// assert!(Privacy::new(1.0, 1.0, 10).is_err(), "everything may be told of everybody");
/// # Ok::<(), clump_core::promise::PrivacyError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "UncheckedPrivacy")]
pub struct Privacy {
    epsilon: f64,
    delta: f64,
    #[serde(rename = "per-owner")]
    per_owner: u32,
}

/// [`Privacy::new`] refuses NaN, so equality is reflexive.
impl Eq for Privacy {}

/// Reason why numbers are not valid (epsilon, delta) parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrivacyError {
    /// Epsilon is too small for anything to be published, or so large that nothing is promised.
    #[error(
        "epsilon must be from {least} to {most}: at 0 nothing can be published, and above {most} nothing is protected",
        least = Privacy::LEAST_EPSILON,
        most = Privacy::MOST_EPSILON
    )]
    Epsilon,
    /// Delta is not strictly between 0 and 1.
    #[error("delta must be above 0 and below 1: it is the probability that epsilon does not hold")]
    Delta,
    /// The number of facts per owner is out of range.
    #[error(
        "per-owner must be from 1 to {most}: an owner counts in at most so many facts, and the noise grows with them",
        most = Privacy::MOST_PER_OWNER
    )]
    PerOwner,
}

impl Privacy {
    /// The least accepted epsilon: its noise has a scale of a million owners for each fact that an owner counts in.
    pub const LEAST_EPSILON: f64 = 1e-6;

    /// The largest accepted epsilon.
    pub const MOST_EPSILON: f64 = 100.0;

    /// The largest accepted number of facts that one owner counts in.
    pub const MOST_PER_OWNER: u32 = 1_000_000;

    /// Creates the parameters; fails if a number is out of range.
    pub fn new(epsilon: f64, delta: f64, per_owner: u32) -> Result<Privacy, PrivacyError> {
        if !(Privacy::LEAST_EPSILON..=Privacy::MOST_EPSILON).contains(&epsilon) {
            return Err(PrivacyError::Epsilon);
        }
        if !(delta > 0.0 && delta < 1.0) {
            return Err(PrivacyError::Delta);
        }
        if !(1..=Privacy::MOST_PER_OWNER).contains(&per_owner) {
            return Err(PrivacyError::PerOwner);
        }
        Ok(Privacy { epsilon, delta, per_owner })
    }

    /// The exponent epsilon: one owner changes the probability of any release by at most the factor e^epsilon.
    pub fn epsilon(self) -> f64 {
        self.epsilon
    }

    /// Probability of the releases for which the bound by epsilon does not hold.
    pub fn delta(self) -> f64 {
        self.delta
    }

    /// Largest number of facts that one owner counts in.
    pub fn per_owner(self) -> u32 {
        self.per_owner
    }
}

/// The numbers as they are read.
#[derive(Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
struct UncheckedPrivacy {
    epsilon: f64,
    delta: f64,
    #[serde(rename = "per-owner")]
    per_owner: u32,
}

impl TryFrom<UncheckedPrivacy> for Privacy {
    type Error = PrivacyError;

    fn try_from(
        UncheckedPrivacy { epsilon, delta, per_owner }: UncheckedPrivacy,
    ) -> Result<Privacy, PrivacyError> {
        Privacy::new(epsilon, delta, per_owner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::promise::{CommonFacts, Promise};

    fn promised(epsilon: f64, seeded: bool) -> DifferentialPrivacy {
        let privacy = Privacy::new(epsilon, 1e-5, 10).expect("in range");
        DifferentialPrivacy { privacy, noise_scale: 10.0, threshold: 137, seeded }
    }

    #[test]
    fn all_numbers_are_said_and_written() {
        let promised = promised(1.0, false);
        assert_eq!(
            promised.sentence(),
            "With or without all that any one owner did, every table is at most 2.72 times as likely, but for a \
             probability of 1e-5 (epsilon 1, delta 1e-5): each owner counts in at most 10 facts, numbers carry \
             noise of scale 10, and none below 137 is published."
        );
        let text = serde_json::to_string(&promised).expect("plain data");
        assert_eq!(
            text,
            r#"{"epsilon":1.0,"delta":0.00001,"per-owner":10,"noise-scale":10.0,"threshold":137}"#
        );
        assert_eq!(serde_json::from_str::<DifferentialPrivacy>(&text).expect("the same"), promised);
        let refused = text.replace(r#""epsilon":1.0"#, r#""epsilon":0.0"#);
        assert!(serde_json::from_str::<DifferentialPrivacy>(&refused).is_err());
        // A factor of 1,000 or more is written as a power of e.
        assert!(self::promised(50.0, false).sentence().contains("at most e^50 times as likely"));
    }

    #[test]
    fn a_large_epsilon_is_told() {
        let open = |epsilon, seeded| promised(epsilon, seeded).not_covered();
        assert!(!open(10.0, false).contains(&LOOSE) && open(10.5, false).contains(&LOOSE));
        assert!(open(50.0, true).contains(&LOOSE) && open(50.0, true).contains(&SEEDED));
        assert!(open(1.0, false)[0].contains("far below that of all owners"));
    }

    #[test]
    fn it_stands_beside_k_and_closes_what_exact_numbers_leave_open() {
        let k = CommonFacts { k: 5, k_cell: 5 };
        assert!(Promise::new([promised(1.0, false).into()]).is_err());
        let exact = Promise::from(k);
        let noisy = exact.and(promised(1.0, false)).expect("beside k");
        assert!(exact.not_covered().contains(&COUNTED) && !noisy.not_covered().contains(&COUNTED));
        let seeded = exact.and(promised(1.0, true)).expect("beside k");
        assert_eq!(seeded.not_covered().len(), noisy.not_covered().len() + 1);
        assert_eq!(noisy.to_string(), "facts of at least 5 owners and (1, 1e-5)-differential privacy");
    }

    fn noisy(scale: f64, threshold: u64) -> DifferentialPrivacy {
        let privacy = Privacy::new(1.0, 1e-5, 1).expect("in range");
        DifferentialPrivacy { privacy, noise_scale: scale, threshold, seeded: false }
    }

    fn reason(owners: &[usize], promised: DifferentialPrivacy) -> Option<Reason> {
        noisy_facts(owners.iter().copied(), 5, &promised).first.map(|violation| violation.reason)
    }

    #[test]
    fn numbers_stand_at_the_threshold_or_above() {
        let verdict = noisy_facts([40, 17], 5, &noisy(1.0, 17));
        assert!(verdict.holds);
        assert_eq!((verdict.rows, verdict.smallest), (2, 17));
        assert_eq!(reason(&[40, 16], noisy(1.0, 17)), Some(Reason::TooFew { found: 16, needed: 17 }));
        assert!(noisy_facts([], 5, &noisy(1.0, 17)).holds);
    }

    #[test]
    fn scale_and_threshold_must_be_enough() {
        // e^-11 / (1 + e^-1) = 1.2e-5, e^-12 / (1 + e^-1) = 4.5e-6.
        assert_eq!(reason(&[40], noisy(1.0, 16)), Some(Reason::TooLittleNoise));
        assert_eq!(reason(&[40], noisy(1.0, 17)), None);
        assert_eq!(reason(&[40], noisy(0.99, 17)), Some(Reason::TooLittleNoise));
        for threshold in [0, 4, 5] {
            assert_eq!(reason(&[40], noisy(1.0, threshold)), Some(Reason::TooLittleNoise), "{threshold}");
        }
        for scale in [0.0, -1.0] {
            assert_eq!(reason(&[40], noisy(scale, 17)), Some(Reason::TooLittleNoise), "{scale}");
        }
    }

    #[test]
    fn numbers_that_promise_nothing_are_refused() {
        for epsilon in [0.0, -1.0, 1e-7, 100.1, f64::NAN, f64::INFINITY] {
            assert_eq!(Privacy::new(epsilon, 1e-5, 1), Err(PrivacyError::Epsilon), "{epsilon}");
        }
        for delta in [0.0, -1e-5, 1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(Privacy::new(1.0, delta, 1), Err(PrivacyError::Delta), "{delta}");
        }
        for per_owner in [0, 1_000_001] {
            assert_eq!(Privacy::new(1.0, 1e-5, per_owner), Err(PrivacyError::PerOwner), "{per_owner}");
        }
    }
}
