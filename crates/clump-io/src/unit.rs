//! What makes one transaction: all that an owner asked, a session of it, a single query, or what a column says.

use std::time::Duration;

use serde::{Deserialize, Serialize};

/// What one transaction holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// Everything of an owner. The only unit in which equal rows are as many owners.
    #[default]
    Owner,
    /// The queries of an owner until a pause.
    Session {
        /// A longer pause than this begins a new session. As text: `30m`.
        #[serde(with = "gap_text")]
        gap: Duration,
    },
    /// A single query.
    Query,
    /// The rows of an owner that have the same value of the column [`ColumnNames::transaction`](crate::ColumnNames).
    Transaction,
}

/// What becomes of an item that a transaction has several times.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Repeats {
    /// It is kept once. Done after mapping, since two words may be one item.
    #[default]
    Remove,
    /// All are kept.
    Keep,
}

/// Why a text is not a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a duration: expected hours, minutes and seconds like `30m`, `90s` or `2h30m`")]
pub struct GapError;

/// Reads `30m`, `1h`, `90s` or `2h30m`: whole numbers with the units h, m, s in this order, each at most once.
///
/// # Errors
/// [`GapError`] for anything else, also for nothing and for a pause of zero.
pub fn parse_gap(text: &str) -> Result<Duration, GapError> {
    let mut rest = text.trim();
    let mut seconds = 0u64;
    for (unit, length) in [('h', 3600), ('m', 60), ('s', 1)] {
        if let Some((number, tail)) = rest.split_once(unit) {
            if !number.bytes().all(|byte| byte.is_ascii_digit()) {
                return Err(GapError);
            }
            let number: u64 = number.parse().map_err(|_| GapError)?;
            seconds =
                number.checked_mul(length).and_then(|part| seconds.checked_add(part)).ok_or(GapError)?;
            rest = tail;
        }
    }
    if rest.is_empty() && seconds > 0 { Ok(Duration::from_secs(seconds)) } else { Err(GapError) }
}

/// Writes a pause as [`parse_gap`] reads it, in whole seconds: `2h30m`.
pub fn format_gap(gap: Duration) -> String {
    let seconds = gap.as_secs();
    let parts = [(seconds / 3600, 'h'), (seconds / 60 % 60, 'm'), (seconds % 60, 's')];
    let text: String = parts
        .iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, unit)| format!("{number}{unit}"))
        .collect();
    if text.is_empty() { "0s".to_owned() } else { text }
}

mod gap_text {
    use std::borrow::Cow;
    use std::time::Duration;

    use serde::{Deserialize, Deserializer, Serializer, de};

    pub(super) fn serialize<S: Serializer>(gap: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&super::format_gap(*gap))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
        let text = Cow::<str>::deserialize(deserializer)?;
        super::parse_gap(&text).map_err(de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_read_and_written() {
        for (text, seconds) in [("30m", 1800), ("1h", 3600), ("90s", 90), ("2h30m", 9000), ("1h1m1s", 3661)] {
            assert_eq!(parse_gap(text), Ok(Duration::from_secs(seconds)));
            assert_eq!(
                parse_gap(&format_gap(Duration::from_secs(seconds))),
                Ok(Duration::from_secs(seconds))
            );
        }
        for text in ["", "30", "m", "0s", "30m1h", "1d", "-1m", "1h1h", "+3m", "99999999999999999999h"] {
            assert_eq!(parse_gap(text), Err(GapError), "{text}");
        }
    }

    #[test]
    fn units_are_text_in_a_job() {
        let session = Unit::Session { gap: Duration::from_secs(1800) };
        let json = serde_json::to_string(&session).unwrap();
        assert_eq!(json, r#"{"session":{"gap":"30m"}}"#);
        assert_eq!(serde_json::from_str::<Unit>(&json).unwrap(), session);
        assert_eq!(serde_json::to_string(&Unit::Owner).unwrap(), r#""owner""#);
    }
}
