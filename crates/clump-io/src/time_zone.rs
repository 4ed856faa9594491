//! The time zone that decides when a day begins.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz;
use serde::{Deserialize, Serialize};

/// A time zone of the IANA database, such as `Europe/Berlin`. The database is built in, so the same name gives
/// the same days on every machine.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct TimeZone(tz::TimeZone);

/// Error: a text is no name of a time zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not a time zone: expected a name such as `Europe/Berlin` or `UTC`")]
pub struct NotATimeZone;

impl TimeZone {
    /// Coordinated universal time.
    pub const UTC: TimeZone = TimeZone(tz::TimeZone::UTC);

    /// The day in this zone at `time`.
    pub(crate) fn date(&self, time: Timestamp) -> Date {
        self.0.to_datetime(time).date()
    }
}

impl Default for TimeZone {
    fn default() -> TimeZone {
        TimeZone::UTC
    }
}

impl FromStr for TimeZone {
    type Err = NotATimeZone;

    fn from_str(name: &str) -> Result<TimeZone, NotATimeZone> {
        match name {
            "UTC" => Ok(TimeZone::UTC),
            name => tz::TimeZone::get(name).map(TimeZone).map_err(|_| NotATimeZone),
        }
    }
}

impl fmt::Display for TimeZone {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.iana_name().unwrap_or("UTC"))
    }
}

impl TryFrom<String> for TimeZone {
    type Error = NotATimeZone;

    fn try_from(name: String) -> Result<TimeZone, NotATimeZone> {
        name.parse()
    }
}

impl From<TimeZone> for String {
    fn from(zone: TimeZone) -> String {
        zone.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_zone_is_written_as_it_is_read() {
        for name in ["UTC", "Europe/Berlin", "America/New_York"] {
            assert_eq!(name.parse::<TimeZone>().map(|zone| zone.to_string()), Ok(name.to_owned()));
        }
        assert_eq!("Mars".parse::<TimeZone>(), Err(NotATimeZone));
    }
}
