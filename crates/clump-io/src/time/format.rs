//! How times are written, where a log does not say it by itself: the directives of `strptime`.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::fmt::strtime::{self, BrokenDownTime};
use jiff::tz::{Offset, TimeZone};
use serde::{Deserialize, Serialize};

/// A format like `%d/%m/%Y %H:%M:%S`. It can be read, and says at least which day is meant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct TimeFormat(String);

/// Why a text is no [`TimeFormat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a format of times: expected directives that say the day at least, like `%d/%m/%Y %H:%M:%S`")]
pub struct TimeFormatError;

impl TimeFormat {
    /// Seconds since 1970 of `text`, in UTC unless it has an offset; midnight if it says only the day. `None` if it is
    /// written in another way.
    pub(super) fn seconds(&self, text: &str) -> Option<i64> {
        seconds(&strtime::parse(&self.0, text).ok()?)
    }
}

impl FromStr for TimeFormat {
    type Err = TimeFormatError;

    /// Writes a time in this format and reads it again: only then the format can be used.
    fn from_str(format: &str) -> Result<Self, TimeFormatError> {
        const MOMENT: i64 = 1_141_197_432;
        const DAY: i64 = 86_400;
        let check = || {
            let moment = Timestamp::from_second(MOMENT).ok()?.to_zoned(TimeZone::UTC);
            let again = seconds(&strtime::parse(format, strtime::format(format, &moment).ok()?).ok()?)?;
            (again / DAY == MOMENT / DAY).then(|| TimeFormat(format.to_owned()))
        };
        check().ok_or(TimeFormatError)
    }
}

impl TryFrom<String> for TimeFormat {
    type Error = TimeFormatError;

    fn try_from(format: String) -> Result<Self, TimeFormatError> {
        format.parse()
    }
}

impl From<TimeFormat> for String {
    fn from(format: TimeFormat) -> String {
        format.0
    }
}

impl fmt::Display for TimeFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

fn seconds(time: &BrokenDownTime) -> Option<i64> {
    let stamp = match time.offset() {
        None => time.timestamp().or_else(|| Offset::UTC.to_timestamp(time.to_datetime().ok()?).ok()),
        Some(_) => time.to_timestamp().ok(),
    };
    stamp.map(Timestamp::as_second)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_as_the_format_says() {
        for (format, text, expected) in [
            ("%d/%m/%Y %H:%M:%S", "01/03/2006 07:17:12", 1_141_197_432),
            ("%m/%d/%y", "3/1/06", 1_141_171_200),
            ("%Y%m%d%H%M%S", "20060301071712", 1_141_197_432),
            ("%d %b %Y %I:%M:%S %p", "1 Mar 2006 07:17:12 AM", 1_141_197_432),
            ("%d/%b/%Y:%H:%M:%S %z", "01/Mar/2006:08:17:12 +0100", 1_141_197_432),
            ("%s", "432", 432),
        ] {
            let format: TimeFormat = format.parse().unwrap();
            assert_eq!(format.seconds(text), Some(expected), "{format}");
            assert_eq!(format.seconds("yesterday"), None, "{format}");
        }
    }

    #[test]
    fn what_says_no_day_is_no_format() {
        for text in ["", "%H:%M:%S", "%Y-%m", "%d.%m.", "dd/mm/yyyy", "%Y-%m-%d %", "%Y-%m-%d %Z", "%!"] {
            assert_eq!(text.parse::<TimeFormat>(), Err(TimeFormatError), "{text}");
        }
    }
}
