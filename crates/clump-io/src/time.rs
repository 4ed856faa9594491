//! Reads the times of a log as seconds since 1970 in UTC. Times are read only if sessions, lines or facts
//! need them.
//!
//! | text | what it is |
//! |---|---|
//! | `2006-03-01 07:17:12`, `2006-03-01T07:17` | ISO 8601, also with a fraction; in UTC unless it has an offset |
//! | `2006-03-01T08:17:12+01:00`, `...Z`, `... UTC` | the same with a zone |
//! | `2006-03-01`, `01.03.2006` | midnight |
//! | `01.03.2006 07:17`, `1.3.2006 7:17:12` | day, month, year |
//! | `060301071712` | `yymmddhhmmss`: 69 is 1969, 68 is 2068 |
//! | 9 or 10 digits | seconds since 1970, of 1973 to 2286; decimals are cut off |
//! | 13, 16 or 19 digits | milliseconds, microseconds or nanoseconds since 1970, of 2001 to 2286 (nanoseconds: 2262) |
//!
//! Shorter numbers are refused: `20060301` is a date to a person, and an early second of 1970 to a machine.
//! The first number of a log decides the unit of all numbers, and a later number of another unit is refused.
//! Dates with slashes are refused too, since the order of day and month is unknown. Use [`TimeFormat`] to
//! read such times.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::fmt::strtime::{self, BrokenDownTime};
use jiff::tz::{Offset, TimeZone};
use serde::{Deserialize, Serialize};

use crate::error::Fault;

#[derive(Debug, Default)]
pub(crate) struct Clock {
    format: Option<TimeFormat>,
    /// Unit of the first number, as units per second; 0 for `yymmddhhmmss`, `None` before a number.
    counted: Option<i64>,
    /// True if numbers in different units are accepted.
    may_mix: bool,
}

impl Clock {
    /// With noise, the first number must not decide the unit of the others, because it belongs to one owner.
    pub(crate) fn new(format: Option<TimeFormat>, with_noise: bool) -> Self {
        Clock { format, counted: None, may_mix: with_noise }
    }

    pub(crate) fn seconds(&mut self, text: &str) -> Result<i64, Fault> {
        if let Some(format) = &self.format {
            return format.seconds(text).ok_or(Fault::OtherTimeFormat);
        }
        match iso_seconds(text) {
            Some(seconds) => Ok(seconds),
            None if is_number(text) => self.number(text),
            None if is_slashed(text) => Err(Fault::SlashedTime),
            None => iso(text).or_else(|| dotted(text)).ok_or(Fault::Time),
        }
    }

    fn number(&mut self, text: &str) -> Result<i64, Fault> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let per_second = match whole.len() {
            9 | 10 => 1,
            12 if fraction.is_empty() => 0,
            13 => 1_000,
            16 => 1_000_000,
            19 => 1_000_000_000,
            _ => return Err(Fault::Time),
        };
        let seconds = match per_second {
            0 => calendar(whole),
            units => whole.parse::<i64>().ok().map(|number| number / units),
        };
        let seconds = seconds.ok_or(Fault::Time)?;
        let is_alike = self.may_mix || *self.counted.get_or_insert(per_second) == per_second;
        if is_alike { Ok(seconds) } else { Err(Fault::MixedTimes) }
    }
}

/// Reads `2006-03-01 07:17:12`, also with a `T`. Nearly all logs have this form, so it needs no slow parser.
#[inline]
fn iso_seconds(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    match bytes {
        [_, _, _, _, b'-', _, _, b'-', _, _, b' ' | b'T', _, _, b':', _, _, b':', _, _] => {
            let [month, day, hour, minute, second] = [5, 8, 11, 14, 17].map(|at| digits(&bytes[at..at + 2]));
            utc(digits(&bytes[..4])?, [month?, day?, hour?, minute?, second?])
        }
        _ => None,
    }
}

fn iso(text: &str) -> Option<i64> {
    // Other calendars and dates by week are not supported.
    if !matches!(text.as_bytes(), [_, _, _, _, b'-', _, _, b'-', _, _, ..]) {
        return None;
    }
    let civil = text.strip_suffix(" UTC").unwrap_or(text);
    let stamp = text.parse::<Timestamp>().ok();
    stamp.or_else(|| Offset::UTC.to_timestamp(civil.parse::<DateTime>().ok()?).ok()).map(Timestamp::as_second)
}

/// Reads a date like `01.03.2006`, also with a time like `07:17` or `07:17:12` after it.
fn dotted(text: &str) -> Option<i64> {
    let (date, time) = text.split_once([' ', 'T']).unwrap_or((text, "0:00"));
    let [day, month, year] = parts(date, '.')?;
    let [hour, minute, second] = match time.matches(':').count() {
        1 => {
            let [hour, minute] = parts(time, ':')?;
            [hour, minute, "00"]
        }
        _ => parts(time, ':')?,
    };
    let short = |text: &str| (text.len() <= 2).then(|| digits(text.as_bytes()))?;
    let two = |text: &str| (text.len() == 2).then(|| digits(text.as_bytes()))?;
    let year = (year.len() == 4).then(|| digits(year.as_bytes()))??;
    utc(year, [short(month)?, short(day)?, short(hour)?, two(minute)?, two(second)?])
}

fn parts<const N: usize>(text: &str, separator: char) -> Option<[&str; N]> {
    text.split(separator).collect::<Vec<_>>().try_into().ok()
}

pub(crate) fn calendar(text: &str) -> Option<i64> {
    let bytes = text.as_bytes();
    let [year, month, day, hour, minute, second] =
        [0, 2, 4, 6, 8, 10].map(|at| digits(bytes.get(at..at + 2)?));
    let year = year?;
    let year = if year < 69 { 2000 + year } else { 1900 + year };
    utc(year, [month?, day?, hour?, minute?, second?])
}

fn is_number(text: &str) -> bool {
    let is_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.split_once('.') {
        Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
        None => is_digits(text),
    }
}

/// True if `text` begins with a date like `3/1/2006` or `03/01/06`.
fn is_slashed(text: &str) -> bool {
    let date = text.split([' ', 'T']).next().unwrap_or(text);
    let is_short = |text: &str| matches!(text.len(), 1 | 2) && digits(text.as_bytes()).is_some();
    let is_year = |text: &str| matches!(text.len(), 2 | 4) && digits(text.as_bytes()).is_some();
    parts(date, '/').is_some_and(|[first, second, third]| {
        is_short(second) && (is_short(first) && is_year(third) || is_year(first) && is_short(third))
    })
}

/// Number that one to four ASCII digits mean; `None` for any other text.
#[inline]
fn digits(bytes: &[u8]) -> Option<i16> {
    let number = |value: i16, &byte: &u8| byte.is_ascii_digit().then(|| value * 10 + i16::from(byte - b'0'));
    if bytes.is_empty() { None } else { bytes.iter().try_fold(0, number) }
}

fn utc(year: i16, rest: [i16; 5]) -> Option<i64> {
    // Each number has two digits, so it fits in an `i8`.
    let [month, day, hour, minute, second] = rest.map(|value| value as i8);
    let time = DateTime::new(year, month, day, hour, minute, second, 0).ok()?;
    Some(Offset::UTC.to_timestamp(time).ok()?.as_second())
}

/// A format of times such as `%d/%m/%Y %H:%M:%S`. It gives at least the day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct TimeFormat(String);

/// Error: a text is not a valid [`TimeFormat`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a time format: expected directives for the day at least, like `%d/%m/%Y %H:%M:%S`")]
pub struct TimeFormatError;

impl TimeFormat {
    /// Reads `text` in this format as seconds since 1970, in UTC unless it has an offset, and at midnight if
    /// it has only a date. `None` if the text does not have this format.
    fn seconds(&self, text: &str) -> Option<i64> {
        seconds(&strtime::parse(&self.0, text).ok()?)
    }
}

impl FromStr for TimeFormat {
    type Err = TimeFormatError;

    /// Parses a format, and checks it by writing a time in this format and reading it again.
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

    fn seconds(text: &str) -> Result<i64, Fault> {
        Clock::default().seconds(text)
    }

    #[test]
    fn all_ways_to_write_one_time_agree() {
        let texts = "2006-03-01 07:17:12|2006-03-01T07:17:12|2006-03-01T07:17:12Z|2006-03-01 07:17:12 UTC|\
             2006-03-01T08:17:12+01:00|2006-03-01 08:17:12.250+01|2006-03-01 07:17:12.5|060301071712|\
             01.03.2006 07:17:12|1.3.2006 7:17:12|1141197432|1141197432.75|1141197432999|1141197432999999|\
             1141197432999999999";
        for text in texts.split('|') {
            assert_eq!(seconds(text), Ok(1_141_197_432), "{text}");
        }
        assert_eq!(seconds("970916105432"), seconds("1997-09-16 10:54:32"));
        assert_eq!(seconds("970916105.0"), Ok(970_916_105));
        for text in ["2006-03-01", "01.03.2006", "1.3.2006 0:00", "2006-03-01T00:00"] {
            assert_eq!(seconds(text), Ok(1_141_171_200), "{text}");
        }
    }

    #[test]
    fn what_is_no_time_is_refused() {
        let texts = "|0|-1141197432|20060301|60301071712|20060301071712|1141197432.|114119743x|11411974320000000000|\
             2006-13-01 07:17:12|2006-02-30 07:17:12|2006-03|2006-060|061301071712|06030107171x|\
             060301071712.5|31.02.2006 07:17|01.03.06 07:17|01.03.2006 7|01.03.2006 07:7|001.03.2006|\
             a/b/2006|yesterday noon, I think|\u{661}\u{662}\u{663}";
        for text in texts.split('|') {
            assert_eq!(seconds(text), Err(Fault::Time), "{text}");
        }
        for text in ["03/01/2006 07:17:12", "3/1/06", "31/12/2006T07:17", "2006/03/01 07:17:12"] {
            assert_eq!(seconds(text), Err(Fault::SlashedTime), "{text}");
        }
    }

    #[test]
    fn the_first_number_decides_what_numbers_count() {
        for (first, other) in [
            ("1141197432", "1141197432000"),
            ("1141197432000", "1141197432"),
            ("060301071712", "1141197432"),
            ("1141197432000000", "1141197432000000000"),
        ] {
            let mut clock = Clock::default();
            assert!(clock.seconds(first).is_ok());
            assert_eq!(clock.seconds(other), Err(Fault::MixedTimes), "{first} {other}");
            assert!(clock.seconds("2006-03-01 07:17:12").is_ok());
            assert!(clock.seconds(first).is_ok());
        }
    }

    #[test]
    fn with_noise_no_time_decides_for_others() {
        let mut clock = Clock::new(None, true);
        for text in ["1141197432", "1141197432000", "060301071712"] {
            assert_eq!(clock.seconds(text), Ok(1_141_197_432), "{text}");
        }
    }

    #[test]
    fn a_format_says_how_all_times_are_written() {
        let mut clock = Clock::new(Some("%m/%d/%Y %I:%M %p".parse().unwrap()), false);
        assert_eq!(clock.seconds("03/01/2006 07:17 AM"), Ok(1_141_197_420));
        assert_eq!(clock.seconds("2006-03-01 07:17:12"), Err(Fault::OtherTimeFormat));
    }

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
