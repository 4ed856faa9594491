//! The one place that looks at the clock for something that is written: the day on a page. No release depends on it.

use std::time::{SystemTime, UNIX_EPOCH};

use clump_report::Date;

/// The day it is, in UTC. 1970-01-01 on a machine whose clock stands before that.
pub(crate) fn today() -> Date {
    let seconds = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
    Date::after_epoch(seconds / (24 * 60 * 60))
}
