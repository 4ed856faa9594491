//! Names of the days, weeks and months of a log, in the time zone of the job.

use clump_core::facts::By;
use jiff::civil::Date;
use jiff::{Timestamp, ToSpan};
use rustc_hash::FxHashMap;

use crate::error::Fault;
use crate::time_zone::TimeZone;

/// Seconds of a quarter of an hour. All zones change their offset at such times, and days begin there.
const QUARTER: i64 = 15 * 60;

/// Computes names of days, weeks and months: the date of the first day, such as `2006-03-01`.
pub(super) struct Calendar {
    by: By,
    zone: TimeZone,
    /// One name for each quarter of an hour of the log.
    names: Vec<String>,
    /// Place of the name of a quarter of an hour, which is counted since 1970.
    places: FxHashMap<i64, usize>,
    /// The last quarter of an hour, with the place of its name.
    last: (i64, usize),
}

impl Calendar {
    pub(super) fn new(by: By, zone: TimeZone) -> Calendar {
        Calendar { by, zone, names: Vec::new(), places: FxHashMap::default(), last: (i64::MIN, 0) }
    }

    pub(super) fn name(&mut self, seconds: i64) -> Result<&str, Fault> {
        let quarter = seconds.div_euclid(QUARTER);
        if quarter != self.last.0 {
            let place = match self.places.get(&quarter) {
                Some(&place) => place,
                None => self.add(quarter)?,
            };
            self.last = (quarter, place);
        }
        Ok(&self.names[self.last.1])
    }

    fn add(&mut self, quarter: i64) -> Result<usize, Fault> {
        let day = first_day(&self.by, &self.zone, quarter * QUARTER).ok_or(Fault::Time)?;
        self.names.push(day.to_string());
        self.places.insert(quarter, self.names.len() - 1);
        Ok(self.names.len() - 1)
    }
}

fn first_day(by: &By, zone: &TimeZone, seconds: i64) -> Option<Date> {
    first_day_of(by, zone.date(Timestamp::from_second(seconds).ok()?))
}

/// First day of the period that `date` is in.
pub(super) fn first_day_of(by: &By, date: Date) -> Option<Date> {
    match by {
        By::Day | By::Column(_) => Some(date),
        By::Week => date.checked_sub(i64::from(date.weekday().to_monday_zero_offset()).days()).ok(),
        By::Month => Some(date.first_of_month()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_called_by_its_first_day() {
        // The time 1_141_197_432 is Wednesday, 2006-03-01 07:17:12.
        let name = |by| Calendar::new(by, TimeZone::UTC).name(1_141_197_432).unwrap().to_owned();
        assert_eq!([By::Day, By::Week, By::Month].map(name), ["2006-03-01", "2006-02-27", "2006-03-01"]);
        let mut days = Calendar::new(By::Day, TimeZone::UTC);
        assert_eq!(days.name(-1), Ok("1969-12-31"));
        assert_eq!(days.name(0), Ok("1970-01-01"));
    }

    #[test]
    fn a_day_begins_at_midnight_of_the_zone() {
        let name = |zone: &str, seconds| {
            Calendar::new(By::Day, zone.parse().unwrap()).name(seconds).unwrap().to_owned()
        };
        // The time 1_141_254_000 is 2006-03-01 23:00 in UTC, and midnight in Berlin.
        assert_eq!(name("UTC", 1_141_254_000), "2006-03-01");
        assert_eq!(name("Europe/Berlin", 1_141_254_000), "2006-03-02");
        assert_eq!(name("Europe/Berlin", 1_141_253_999), "2006-03-01");
    }
}
