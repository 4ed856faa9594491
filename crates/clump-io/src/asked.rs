//! Which queries were asked by whom and when, where it matters how often: a log has one line for each click on the results of a
//! query, and these lines need not follow each other. Without a time nobody knows whether a query was asked once more, so every
//! line without one is a query.

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashSet;

/// All queries so far, by a hash of 64 bits: some 16 bytes for each.
#[derive(Default)]
pub(crate) struct Asked(FxHashSet<u64>);

/// A query of an owner at a time, in a cell of a table or a transaction if there are such.
#[derive(Clone, Copy, Hash)]
pub(crate) struct Asking<'t> {
    pub owner: &'t str,
    pub query: &'t str,
    pub time: &'t str,
    pub part: &'t str,
}

impl Asked {
    /// Notes a query. Whether it was there before, so that its line is one more click.
    pub(crate) fn is_again(&mut self, asking: Asking<'_>) -> bool {
        let mut hasher = DefaultHasher::new();
        asking.hash(&mut hasher);
        !asking.time.is_empty() && !self.0.insert(hasher.finish())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_is_asked_once_at_a_time_wherever_its_lines_stand() {
        let mut asked = Asked::default();
        let mut is_again = |owner, query, time| asked.is_again(Asking { owner, query, time, part: "" });
        assert!(!is_again("1", "dogs", "7:00"));
        assert!(!is_again("1", "cats", "7:00"));
        assert!(is_again("1", "dogs", "7:00"));
        assert!(!is_again("1", "dogs", "7:01"));
        assert!(!is_again("2", "dogs", "7:00"));
        assert!(!is_again("1", "dogs", "") && !is_again("1", "dogs", ""));
    }
}
