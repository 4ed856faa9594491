//! A share of a whole, with exact comparisons: `0.29`, or `29%`, is 29 of 100, and 29 rows of 100 do not exceed it.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A share from 0 to 1, stored in millionths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Share {
    millionths: u32,
}

/// Error: the text or number is not a valid share.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a share from 0 to 1 with at most six decimals")]
pub struct ShareError;

const WHOLE: u32 = 1_000_000;

impl Share {
    /// The share 0: no part of the whole.
    pub const ZERO: Share = Share { millionths: 0 };

    /// The share 1, the whole: no part exceeds it.
    pub const ONE: Share = Share { millionths: WHOLE };

    /// The share `millionths` / 1,000,000; fails above 1.
    pub fn from_millionths(millionths: u32) -> Result<Share, ShareError> {
        if millionths <= WHOLE { Ok(Share { millionths }) } else { Err(ShareError) }
    }

    /// True if `part` / `whole` is more than this share.
    pub fn is_exceeded(self, part: usize, whole: usize) -> bool {
        part as u128 * u128::from(WHOLE) > whole as u128 * u128::from(self.millionths)
    }

    /// This share of `whole`, rounded down.
    pub fn of(self, whole: usize) -> usize {
        (whole as u128 * u128::from(self.millionths) / u128::from(WHOLE)) as usize
    }

    /// The share as a floating-point number, for display only.
    pub fn as_f64(self) -> f64 {
        f64::from(self.millionths) / f64::from(WHOLE)
    }
}

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.as_f64())
    }
}

impl FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Share, ShareError> {
        let (text, one, places) = match text.strip_suffix('%') {
            Some(percent) => (percent.trim_end(), WHOLE / 100, 4),
            None => (text, WHOLE, 6),
        };
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(decimals) || decimals.len() > places {
            return Err(ShareError);
        }
        let whole: u32 = whole.parse().map_err(|_| ShareError)?;
        let decimals: u32 = format!("{decimals:0<places$}").parse().map_err(|_| ShareError)?;
        let millionths = whole.checked_mul(one).and_then(|whole| whole.checked_add(decimals));
        Share::from_millionths(millionths.ok_or(ShareError)?)
    }
}

#[cfg(feature = "schema")]
impl schemars::JsonSchema for Share {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Share".into()
    }

    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({ "type": "number", "exclusiveMinimum": 0, "maximum": 1 })
    }
}

impl Serialize for Share {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_f64(self.as_f64())
    }
}

impl<'de> Deserialize<'de> for Share {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Share, D::Error> {
        // The number was written with at most six decimals, so its shortest decimal form has at most six as well.
        f64::deserialize(deserializer)?.to_string().parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_exact() {
        let share: Share = "0.29".parse().unwrap_or_else(|_| panic!("a share"));
        assert!(!share.is_exceeded(29, 100) && share.is_exceeded(30, 100));
        assert_eq!((share.of(100), share.of(99)), (29, 28));
        assert_eq!(share.to_string(), "0.29");
        for text in ["1", "1.0", "0", "0.000001", "0.4"] {
            assert!(text.parse::<Share>().is_ok(), "{text}");
        }
        for (percent, share) in [("1%", "0.01"), ("0.5%", "0.005"), ("100 %", "1"), ("0.0001%", "0.000001")] {
            assert_eq!(percent.parse::<Share>(), share.parse(), "{percent}");
        }
        for text in [
            "%",
            "101%",
            "0.00001%",
            "1%%",
            "-1%",
            "",
            ".",
            "1.1",
            "-0.1",
            "0.0000001",
            "1e-3",
            "0,4",
            "99999999999",
        ] {
            assert_eq!(text.parse::<Share>(), Err(ShareError), "{text}");
        }
    }
}
