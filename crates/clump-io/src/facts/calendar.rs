//! Times of facts: names of the days, weeks and months of a log, and the previous query of each owner.

use std::time::Duration;

use clump_core::facts::By;
use jiff::civil::Date;
use jiff::tz::Offset;
use jiff::{Timestamp, ToSpan};
use rustc_hash::FxHashMap;

use crate::error::Fault;

const DAY: i64 = 24 * 60 * 60;

/// Computes names of days, weeks and months: the date of the first day, such as `2006-03-01`.
pub(super) struct Calendar {
    by: By,
    names: FxHashMap<i64, String>,
}

impl Calendar {
    pub(super) fn new(by: By) -> Calendar {
        Calendar { by, names: FxHashMap::default() }
    }

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

pub(super) const GAP: Duration = Duration::from_secs(30 * 60);

/// Last query of each owner. The lines of each owner must be in order of time. Logs that are sorted by time,
/// or by owner and time, meet this.
pub(super) struct NextQueries {
    gap: i64,
    last: Vec<Last>,
}

#[derive(Clone, Default)]
struct Last {
    query: String,
    seconds: i64,
}

impl NextQueries {
    pub(super) fn new(gap: Duration) -> NextQueries {
        NextQueries { gap: i64::try_from(gap.as_secs()).unwrap_or(i64::MAX), last: Vec::new() }
    }

    /// The previous query of `owner`, if it belongs to the same session as `query`. `None` if there is no
    /// such query, or if it has the same text.
    pub(super) fn before(&self, owner: u32, query: &str, seconds: i64) -> Result<Option<&str>, Fault> {
        let Some(last) = self.last.get(owner as usize).filter(|last| !last.query.is_empty()) else {
            return Ok(None);
        };
        if seconds < last.seconds {
            return Err(Fault::TimeGoesBack);
        }
        let is_next = seconds.saturating_sub(last.seconds) <= self.gap && last.query != query;
        Ok(is_next.then_some(last.query.as_str()))
    }

    pub(super) fn take(&mut self, owner: u32, query: &str, seconds: i64) {
        let owner = owner as usize;
        if owner >= self.last.len() {
            self.last.resize(owner + 1, Last::default());
        }
        let last = &mut self.last[owner];
        query.clone_into(&mut last.query);
        last.seconds = seconds;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_is_called_by_its_first_day() {
        // The time 1_141_197_432 is Wednesday, 2006-03-01 07:17:12.
        let name = |by| Calendar::new(by).name(1_141_197_432).unwrap().to_owned();
        assert_eq!([By::Day, By::Week, By::Month].map(name), ["2006-03-01", "2006-02-27", "2006-03-01"]);
        let mut days = Calendar::new(By::Day);
        assert_eq!(days.name(-1), Ok("1969-12-31"));
        assert_eq!(days.name(0), Ok("1970-01-01"));
    }

    #[test]
    fn sessions_end_and_owners_do_not_mix() {
        let mut next = NextQueries::new(Duration::from_secs(60));
        let mut ask = |owner, query: &str, seconds| {
            let before = next.before(owner, query, seconds).map(|before| before.map(str::to_owned));
            next.take(owner, query, seconds);
            before
        };
        assert_eq!(ask(0, "dog", 0), Ok(None));
        assert_eq!(ask(1, "cat", 10), Ok(None));
        assert_eq!(ask(0, "dog", 20), Ok(None));
        assert_eq!(ask(0, "dog food", 80), Ok(Some("dog".to_owned())));
        assert_eq!(ask(0, "cat", 141), Ok(None));
        assert_eq!(ask(1, "dog", 5), Err(Fault::TimeGoesBack));
    }
}
