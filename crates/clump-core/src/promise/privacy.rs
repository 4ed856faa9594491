//! Bounds on the influence of one owner: the two numbers of differential privacy, and the bound that makes them possible.
//!
//! Two logs are *neighbours* if one is the other and the whole of one owner besides. A release is (epsilon, delta)
//! private if for every set A of releases and all neighbours x and y, `P(x gives A) <= e^epsilon P(y gives A) + delta`
//! (Dwork, Kenthapadi, McSherry, Mironov and Naor: *Our Data, Ourselves*, EUROCRYPT 2006). Here the unit is an owner
//! and all that the owner did, never a line.

use serde::{Deserialize, Serialize};

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

/// Neither number is NaN: [`Privacy::new`] refuses it.
impl Eq for Privacy {}

/// Why numbers are no (epsilon, delta).
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PrivacyError {
    /// Too strict for anything to be published, or so loose that nothing is promised.
    #[error(
        "epsilon must be from {least} to {most}: at 0 nothing can be published, and e^{most} hides nobody",
        least = Privacy::LEAST_EPSILON,
        most = Privacy::MOST_EPSILON
    )]
    Epsilon,
    /// Not a probability that promises something.
    #[error("delta must be above 0 and below 1: it is the probability that more than epsilon is told")]
    Delta,
    /// Nobody counts, or everybody counts for everything.
    #[error(
        "the facts that an owner counts in must be from 1 to {most}: the noise grows with them",
        most = Privacy::MOST_PER_OWNER
    )]
    PerOwner,
}

impl Privacy {
    /// The least epsilon: noise of a million owners for each fact that an owner counts in.
    pub const LEAST_EPSILON: f64 = 1e-6;

    /// The largest epsilon that is called one.
    pub const MOST_EPSILON: f64 = 100.0;

    /// The most facts that an owner can count in.
    pub const MOST_PER_OWNER: u32 = 1_000_000;

    /// # Errors
    /// When one of the numbers is out of its range.
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

    /// By which factor, as a power of e, an owner may change the probability of any release.
    pub fn epsilon(self) -> f64 {
        self.epsilon
    }

    /// The probability that is left out of this.
    pub fn delta(self) -> f64 {
        self.delta
    }

    /// In how many facts an owner counts at most.
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

    #[test]
    fn the_numbers_are_read_as_they_are_written() {
        let made = Privacy::new(0.1, 1e-7, 3).expect("in range");
        let text = serde_json::to_string(&made).expect("plain data");
        assert_eq!(text, r#"{"epsilon":0.1,"delta":1e-7,"per-owner":3}"#);
        assert_eq!(serde_json::from_str::<Privacy>(&text).expect("the same"), made);
        assert!(serde_json::from_str::<Privacy>(r#"{"epsilon":0,"delta":1e-7,"per-owner":3}"#).is_err());
    }
}
