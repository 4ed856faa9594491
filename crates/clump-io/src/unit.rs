//! Units of a transaction: all data of an owner, a session, a single query, or a value of a column.

use std::str::FromStr;
use std::time::Duration;

use jiff::Span;
use jiff::fmt::friendly::{Spacing, SpanParser, SpanPrinter};
use serde::{Deserialize, Serialize};

/// Definition of a transaction: the part of an owner's data that becomes one row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// All data of an owner is one transaction. Only with this unit do n equal rows belong to n owners.
    #[default]
    Owner,
    /// A session is one transaction: the queries of an owner until a long pause.
    Session {
        /// A pause longer than this begins a new session. Written as a text such as `30m`.
        #[serde(with = "gap_text")]
        gap: Duration,
    },
    /// Each query is one transaction.
    Query,
    /// All rows of an owner with the same value in the column
    /// [`ColumnNames::transaction`](crate::ColumnNames) are one transaction.
    Transaction,
}

/// Treatment of an item that occurs several times in one transaction.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Repeats {
    /// The transaction has the item once. Repeats are removed after mapping, since two words may be one item.
    #[default]
    Remove,
    /// The transaction has the item as often as it occurs.
    Keep,
}

/// A pause, or another length of time, as people write it: `30m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Gap(pub Duration);

impl FromStr for Gap {
    type Err = GapError;

    fn from_str(text: &str) -> Result<Gap, GapError> {
        parse_gap(text).map(Gap)
    }
}

impl TryFrom<String> for Gap {
    type Error = GapError;

    fn try_from(text: String) -> Result<Gap, GapError> {
        text.parse()
    }
}

impl From<Gap> for String {
    fn from(Gap(gap): Gap) -> String {
        format_gap(gap)
    }
}

/// Reason why a text is not a valid pause.
#[allow(missing_docs, reason = "the message of each variant says what is wrong")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GapError {
    #[error("not a duration: expected hours, minutes and seconds like `30m`, `90s` or `2h30m`")]
    NotADuration,
    #[error(
        "days, weeks, months and years do not always have the same length: expected hours, minutes and seconds like `24h`"
    )]
    Calendar,
    #[error("not whole seconds: times are compared by the second")]
    Fraction,
}

/// Parses a pause: `30m`, `1h`, `90s` or `2h30m`, and the other forms of hours, minutes and seconds that
/// [`jiff::fmt::friendly`] reads: `2 hours 30 minutes`, `1.5h`, `02:30:00`.
///
/// ```
/// use std::time::Duration;
/// use clump_io::{GapError, parse_gap};
///
/// assert_eq!(parse_gap("2h30m"), Ok(Duration::from_secs(9_000)));
/// assert_eq!(parse_gap("90 minutes"), Ok(Duration::from_secs(5_400)));
/// assert_eq!(parse_gap("1 month"), Err(GapError::Calendar));
/// ```
///
/// # Errors
/// [`GapError`] for anything else, including an empty text, a pause of zero, and units that are not always
/// equally long.
pub fn parse_gap(text: &str) -> Result<Duration, GapError> {
    let parser = SpanParser::new();
    let text = text.trim();
    let gap = parser.parse_unsigned_duration(text).map_err(|_| match parser.parse_span(text) {
        Ok(span) if has_calendar_units(&span) => GapError::Calendar,
        _ => GapError::NotADuration,
    })?;
    match (gap.is_zero(), gap.subsec_nanos()) {
        (true, _) => Err(GapError::NotADuration),
        (false, 0) => Ok(gap),
        (false, _) => Err(GapError::Fraction),
    }
}

fn has_calendar_units(span: &Span) -> bool {
    span.get_years() != 0 || span.get_months() != 0 || span.get_weeks() != 0 || span.get_days() != 0
}

/// Writes a pause in whole seconds, in a form that [`parse_gap`] reads: `2h30m`.
pub fn format_gap(gap: Duration) -> String {
    let printer = SpanPrinter::new().spacing(Spacing::None);
    printer.unsigned_duration_to_string(&Duration::from_secs(gap.as_secs()))
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
        let gaps =
            [("30m", 1800), ("1h", 3600), ("90s", 90), ("2h30m", 9000), ("1h1m1s", 3661), ("24h", 86_400)];
        for (text, seconds) in gaps {
            assert_eq!(parse_gap(text), Ok(Duration::from_secs(seconds)));
        }
        let longest = u64::MAX;
        for seconds in [1, 59, 60, 90, 3600, 3661, 9000, 86_400, longest] {
            let gap = Duration::from_secs(seconds);
            assert_eq!(parse_gap(&format_gap(gap)), Ok(gap), "{seconds}");
        }
        assert_eq!(
            [90, 3660, 86_401, 0].map(|seconds| format_gap(Duration::from_secs(seconds))),
            ["1m30s", "1h1m", "24h1s", "0s"]
        );
        for text in ["", "30", "m", "0s", "30m1h", "-1m", "1h1h", "30m ago", "99999999999999999999h", "soon"]
        {
            assert_eq!(parse_gap(text), Err(GapError::NotADuration), "{text}");
        }
    }

    #[test]
    fn gaps_may_be_said_in_words() {
        for text in
            ["2h30m", " 2h 30m ", "2 hours, 30 minutes", "2.5h", "150min", "02:30:00", "+150m", "9000000ms"]
        {
            assert_eq!(parse_gap(text), Ok(Duration::from_secs(9000)), "{text}");
        }
    }

    #[test]
    fn what_is_not_always_equally_long_is_no_gap() {
        for text in ["1d", "2 weeks", "1 month", "1y 2h"] {
            assert_eq!(parse_gap(text), Err(GapError::Calendar), "{text}");
        }
        for text in ["500ms", "1.5s", "1s 1ns"] {
            assert_eq!(parse_gap(text), Err(GapError::Fraction), "{text}");
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
