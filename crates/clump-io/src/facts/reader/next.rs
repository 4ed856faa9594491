//! Which query an owner asked before.

use std::time::Duration;

use crate::error::Fault;

/// The pause that ends a session, if none is given.
pub(super) const GAP: Duration = Duration::from_secs(30 * 60);

/// The last query of each owner. A log must have the lines of each owner in the order of their times, as logs have that
/// are sorted by time, or by owner and time.
pub(super) struct NextQueries {
    gap: i64,
    last: Vec<Last>,
}

#[derive(Clone, Default)]
struct Last {
    /// Empty before the first query.
    query: String,
    seconds: i64,
}

impl NextQueries {
    pub(super) fn new(gap: Duration) -> NextQueries {
        NextQueries { gap: i64::try_from(gap.as_secs()).unwrap_or(i64::MAX), last: Vec::new() }
    }

    /// The query that `owner` asked before this one in the same session; none if there is none, or if it is the same one again.
    ///
    /// # Errors
    /// When the time is before that of the query before.
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

    /// Takes a query.
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
