//! The heading of a page: its title, short enough for the printed sheet, and its day in ISO 8601 form, such as
//! `2026-01-31`.

use std::fmt;
use std::str::FromStr;
use std::time::SystemTime;

use jiff::tz::TimeZone;
use jiff::{Timestamp, civil};
use serde::{Deserialize, Serialize};

const MOST_CHARACTERS: usize = 120;

/// A line of text of 1 to 120 characters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Title(String);

/// The text is not a title: it is empty, too long, or has several lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a title: expected one line of 1 to {MOST_CHARACTERS} characters")]
pub struct TitleError;

impl FromStr for Title {
    type Err = TitleError;

    fn from_str(text: &str) -> Result<Title, TitleError> {
        let text = text.trim();
        let is_line = !text.chars().any(char::is_control);
        let fits = (1..=MOST_CHARACTERS).contains(&text.chars().count());
        if is_line && fits { Ok(Title(text.to_owned())) } else { Err(TitleError) }
    }
}

as_text!(Title);

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Date(civil::Date);

/// The text is not a day of the form `2026-01-31`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a date: expected a day of the calendar as `2026-01-31`")]
pub struct DateError;

/// The day of a system time, in UTC.
impl From<SystemTime> for Date {
    fn from(time: SystemTime) -> Date {
        let time = Timestamp::try_from(time).unwrap_or(Timestamp::MAX);
        Date(time.to_zoned(TimeZone::UTC).date())
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        // Accepts only the form that `Display` prints.
        let is_plain = |date: &civil::Date| date.year() >= 0 && date.to_string() == text;
        text.parse().ok().filter(is_plain).map(Date).ok_or(DateError)
    }
}

as_text!(Date);

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_one_line_that_fits() {
        assert_eq!(" Ward 3 ".parse::<Title>().unwrap().to_string(), "Ward 3");
        for wrong in ["", "  ", "two\nlines", "\u{1b}[2J", &"x".repeat(121)] {
            assert_eq!(wrong.parse::<Title>(), Err(TitleError), "{wrong:?}");
        }
    }

    #[test]
    fn only_days_of_the_calendar_are_dates() {
        assert_eq!("2024-02-29".parse::<Date>().unwrap().to_string(), "2024-02-29");
        let after_epoch = |days: u64| SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(days * 86_400);
        assert_eq!(
            [0, 11_017, 20_454].map(|days| Date::from(after_epoch(days)).to_string()),
            ["1970-01-01", "2000-03-01", "2026-01-01"]
        );
        for wrong in [
            "2023-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-1-01",
            "26-01-01",
            "2026-01-01-",
            "2026-01-01T10:00",
            "-002026-01-01",
            "20260101",
            "+026-01-01",
            "",
        ] {
            assert_eq!(wrong.parse::<Date>(), Err(DateError), "{wrong}");
        }
    }
}
