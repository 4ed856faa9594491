//! Times of queries: in sessions, more by day than by night, from 2006-03-01 to 2006-05-31 as in the AOL log.

use super::chance::{Chance, Skewed};

/// Months of the log as pairs: the month, and its number of days.
const MONTHS: [(u32, u32); 3] = [(3, 31), (4, 30), (5, 31)];

const DAY: u32 = 24 * 60 * 60;

/// End of the log in seconds since the first of March, exclusive.
const END: u32 = (31 + 30 + 31) * DAY;

/// For each hour of the day, the relative frequency of sessions that begin in it.
const HOURS: [u64; 24] =
    [24, 16, 10, 7, 6, 7, 11, 18, 27, 36, 42, 45, 47, 48, 48, 48, 48, 47, 48, 52, 55, 54, 47, 36];

/// Share of queries that begin a session.
const SESSION: f64 = 0.35;

/// Minimum pause between two sessions, in seconds. Pauses within a session are shorter. Only sessions at the
/// end of May may be closer, since times stop there.
const PAUSE: u32 = 40 * 60;

/// Maximum time between two lines of a session, in seconds.
const MAX_STEP: f64 = 25.0 * 60.0;

/// Mean time between two lines of a session in seconds, before it is limited to [`MAX_STEP`].
const MEAN_STEP: f64 = 100.0;

/// The clock of one owner, in seconds since the first of March.
pub(super) struct Calendar {
    now: u32,
    /// Planned starts of the owner's remaining sessions, in descending order.
    sessions: Vec<u32>,
    step: Skewed,
}

/// The event before a query: nothing, or another query of the owner.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Before {
    Nothing,
    Query,
}

impl Calendar {
    pub(super) fn new() -> Calendar {
        Calendar { now: 0, sessions: Vec::new(), step: Skewed::new(1.2) }
    }

    /// Starts the clock for a new owner with this number of `queries`, and plans the sessions.
    pub(super) fn restart(&mut self, queries: usize, chance: &mut Chance) {
        self.now = 0;
        self.sessions.clear();
        let sessions = 1 + (queries as f64 * SESSION + chance.unit()) as usize;
        for _ in 0..sessions {
            let day = chance.below(u64::from(END / DAY)) as u32;
            let hour = chance.index(&HOURS) as u32;
            self.sessions.push(day * DAY + hour * 3600 + chance.below(3600) as u32);
        }
        self.sessions.sort_unstable_by(|a, b| b.cmp(a));
    }

    /// Advances to the time of the owner's next query, which may begin the next planned session.
    pub(super) fn next_query(&mut self, before: Before, chance: &mut Chance) {
        let planned =
            if before == Before::Nothing || chance.happens(SESSION) { self.sessions.pop() } else { None };
        match planned {
            Some(start) if before == Before::Nothing => self.now = start,
            Some(start) => self.now = start.max(self.now + PAUSE).min(END - 1),
            None => self.next_line(chance),
        }
    }

    /// Advances to the next line in the same session, by a random step.
    pub(super) fn next_line(&mut self, chance: &mut Chance) {
        let step = 1.0 + (MEAN_STEP * self.step.draw(chance)).min(MAX_STEP);
        self.now = (self.now + step as u32).min(END - 1);
    }

    /// Appends the time to `line`, such as `2006-03-01 07:17:12`.
    pub(super) fn write(&self, line: &mut Vec<u8>) {
        let (mut day, second) = (self.now / DAY, self.now % DAY);
        let mut months = MONTHS.iter();
        let month = loop {
            let &(month, days) = months.next().expect("the time is before the end of May");
            if day < days {
                break month;
            }
            day -= days;
        };
        let digits = |number: u32| [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        line.extend_from_slice(b"2006-");
        line.extend_from_slice(&digits(month));
        for (separator, number) in
            [(b'-', day + 1), (b' ', second / 3600), (b':', second / 60 % 60), (b':', second % 60)]
        {
            line.push(separator);
            line.extend_from_slice(&digits(number));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_dates_of_the_three_months() {
        let mut calendar = Calendar::new();
        for (now, expected) in [
            (0, "2006-03-01 00:00:00"),
            (31 * DAY - 1, "2006-03-31 23:59:59"),
            (31 * DAY, "2006-04-01 00:00:00"),
            (61 * DAY + 3_723, "2006-05-01 01:02:03"),
            (END - 1, "2006-05-31 23:59:59"),
        ] {
            calendar.now = now;
            let mut text = Vec::new();
            calendar.write(&mut text);
            assert_eq!(text, expected.as_bytes());
        }
    }

    #[test]
    fn pauses_are_between_sessions_only() {
        let (mut calendar, mut chance) = (Calendar::new(), Chance::new(1));
        let mut sessions = 0;
        for _ in 0..200 {
            calendar.restart(10, &mut chance);
            calendar.next_query(Before::Nothing, &mut chance);
            for _ in 1..10 {
                let before = calendar.now;
                calendar.next_query(Before::Query, &mut chance);
                let step = calendar.now - before;
                assert!(step <= 1 + MAX_STEP as u32 || step >= PAUSE || calendar.now == END - 1);
                sessions += usize::from(step >= PAUSE);
            }
        }
        assert!((400..800).contains(&sessions), "{sessions}");
    }
}
