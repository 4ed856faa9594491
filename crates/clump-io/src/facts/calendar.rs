//! Days, weeks and months of a log, each called by its first day. One that was named is not made again.

use clump_core::facts::By;
use jiff::civil::Date;
use jiff::tz::Offset;
use jiff::{Timestamp, ToSpan};
use rustc_hash::FxHashMap;

use crate::error::Fault;

const DAY: i64 = 24 * 60 * 60;

/// The names of the days that came up, by number since 1970.
pub(super) struct Calendar {
    by: By,
    names: FxHashMap<i64, String>,
}

impl Calendar {
    pub(super) fn new(by: By) -> Calendar {
        Calendar { by, names: FxHashMap::default() }
    }

    /// What the day, week or month of a time is called.
    pub(super) fn name(&mut self, seconds: i64) -> Result<&str, Fault> {
        let day = seconds.div_euclid(DAY);
        if !self.names.contains_key(&day) {
            let name = first_day(&self.by, seconds).ok_or(Fault::Time)?.to_string();
            self.names.insert(day, name);
        }
        Ok(&self.names[&day])
    }
}

fn first_day(by: &By, seconds: i64) -> Option<Date> {
    let date = Offset::UTC.to_datetime(Timestamp::from_second(seconds).ok()?).date();
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
        // Wednesday, 2006-03-01 07:17:12.
        let name = |by| Calendar::new(by).name(1_141_197_432).unwrap().to_owned();
        assert_eq!([By::Day, By::Week, By::Month].map(name), ["2006-03-01", "2006-02-27", "2006-03-01"]);
        let mut days = Calendar::new(By::Day);
        assert_eq!(days.name(-1), Ok("1969-12-31"));
        assert_eq!(days.name(0), Ok("1970-01-01"));
    }
}
