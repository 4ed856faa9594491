//! A date in ISO 8601 form: `2026-01-31`. This file has no clock: the caller passes the current day.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A day of the Gregorian calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(try_from = "String", into = "String")]
pub struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// Error of a text that is not a date.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a date: expected a day of the calendar as `2026-01-31`")]
pub struct DateError;

impl Date {
    /// The day that begins `days` days after 1970-01-01; at most the last day of the year 9999.
    pub fn after_epoch(days: u64) -> Date {
        let (mut year, mut left) = (1970, days);
        while left >= days_of_year(year) && year < 9_999 {
            left -= days_of_year(year);
            year += 1;
        }
        let mut month = 1;
        while month < 12 && left >= u64::from(days_of_month(year, month)) {
            left -= u64::from(days_of_month(year, month));
            month += 1;
        }
        let last = u64::from(days_of_month(year, month)) - 1;
        Date { year, month, day: left.min(last) as u8 + 1 }
    }
}

fn is_leap(year: u16) -> bool {
    year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
}

fn days_of_year(year: u16) -> u64 {
    if is_leap(year) { 366 } else { 365 }
}

fn days_of_month(year: u16, month: u8) -> u8 {
    match month {
        2 if is_leap(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

impl FromStr for Date {
    type Err = DateError;

    fn from_str(text: &str) -> Result<Date, DateError> {
        let is_digits = |part: &str, length| part.len() == length && part.bytes().all(|b| b.is_ascii_digit());
        let mut parts = text.split('-');
        let (Some(year), Some(month), Some(day), None) =
            (parts.next(), parts.next(), parts.next(), parts.next())
        else {
            return Err(DateError);
        };
        if !is_digits(year, 4) || !is_digits(month, 2) || !is_digits(day, 2) {
            return Err(DateError);
        }
        let number = |part: &str| part.parse::<u16>().map_err(|_| DateError);
        let (year, month, day) = (number(year)?, number(month)? as u8, number(day)? as u8);
        let is_day = (1..=12).contains(&month) && (1..=days_of_month(year, month)).contains(&day);
        if is_day { Ok(Date { year, month, day }) } else { Err(DateError) }
    }
}

impl TryFrom<String> for Date {
    type Error = DateError;

    fn try_from(text: String) -> Result<Date, DateError> {
        text.parse()
    }
}

impl From<Date> for String {
    fn from(date: Date) -> String {
        date.to_string()
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_counted_from_the_epoch() {
        let days = [0, 58, 59, 11_016, 11_017, 20_454, u64::MAX];
        assert_eq!(
            days.map(|days| Date::after_epoch(days).to_string()),
            [
                "1970-01-01",
                "1970-02-28",
                "1970-03-01",
                "2000-02-29",
                "2000-03-01",
                "2026-01-01",
                "9999-12-31"
            ]
        );
    }

    #[test]
    fn only_days_of_the_calendar_are_dates() {
        assert_eq!("2024-02-29".parse::<Date>().unwrap().to_string(), "2024-02-29");
        for wrong in [
            "2023-02-29",
            "2026-13-01",
            "2026-00-10",
            "2026-1-01",
            "26-01-01",
            "2026-01-01-",
            "+026-01-01",
            "",
        ] {
            assert_eq!(wrong.parse::<Date>(), Err(DateError), "{wrong}");
        }
    }
}
