//! Separates clicks from queries. A log has one line for each click on the results of a query. So a line that
//! repeats the owner, text and time of another line is a further click. A line without a time always counts
//! as a query, because nothing separates a click from a repeated query.

use std::hash::{DefaultHasher, Hash, Hasher};

use rustc_hash::FxHashSet;

use super::records::Record;
use crate::gather::UNIQUE;
use crate::owners::Owners;

#[derive(Default)]
pub(crate) struct Clicks {
    /// Hashes of all queries so far, about 16 bytes for each. `None` if each line is compared only with the
    /// query before it, which most clicks follow directly.
    all: Option<FxHashSet<u64>>,
    hash: u64,
    /// Owner, text, time and part of the previous query; used if `all` is `None`.
    owner: String,
    query: String,
    time: String,
    part: String,
}

impl Clicks {
    pub(crate) fn beside() -> Clicks {
        Clicks::default()
    }

    /// Recognizes clicks on any line. Needed if a result depends on how often a query was asked.
    pub(crate) fn anywhere() -> Clicks {
        Clicks { all: Some(FxHashSet::default()), ..Clicks::default() }
    }

    pub(super) fn is_click(&mut self, owners: &Owners, record: Record<'_>) -> bool {
        let Record { owner, query, time, part, .. } = record;
        if time.is_empty() {
            return false;
        }
        match &self.all {
            Some(all) => {
                let mut hasher = DefaultHasher::new();
                (owners.form(owner), query, time, part).hash(&mut hasher);
                self.hash = hasher.finish();
                all.contains(&self.hash)
            }
            None => {
                self.query == query
                    && self.time == time
                    && self.part == part
                    && self.owner == *owners.form(owner)
            }
        }
    }

    pub(super) fn note(&mut self, owners: &Owners, record: Record<'_>) {
        let Record { owner, query, time, part, .. } = record;
        match &mut self.all {
            Some(all) if !time.is_empty() => _ = all.insert(self.hash),
            Some(_) => {}
            None => {
                self.owner.clear();
                self.owner.push_str(&owners.form(owner));
                query.clone_into(&mut self.query);
                time.clone_into(&mut self.time);
                part.clone_into(&mut self.part);
            }
        }
    }
}

/// Hash of a query and its time, which is the same for each further click. If queries are the unit, merging
/// the runs of an owner finds clicks by this number. [`UNIQUE`] for a query without a time.
pub(super) fn number_of(query: &str, time: &str) -> i64 {
    if time.is_empty() {
        return UNIQUE;
    }
    let mut hasher = DefaultHasher::new();
    (query, time).hash(&mut hasher);
    match hasher.finish().cast_signed() {
        UNIQUE => 1,
        number => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::ReadOptions;

    fn clicks(mut clicks: Clicks, lines: &[(&str, &str, &str)]) -> Vec<bool> {
        let owners = Owners::new(&ReadOptions::default());
        let click = |&(owner, query, time): &(&str, &str, &str)| {
            let record = Record { owner, query, time, ..Record::default() };
            let is_click = clicks.is_click(&owners, record);
            clicks.note(&owners, record);
            is_click
        };
        lines.iter().map(click).collect()
    }

    #[test]
    fn a_query_is_asked_once_at_a_time() {
        let lines = [
            ("1", "dogs", "7:00"),
            ("1", "dogs", "7:00"),
            ("1", "cats", "7:00"),
            ("1", "dogs", "7:00"),
            ("1", "dogs", "7:01"),
            ("2", "dogs", "7:01"),
        ];
        assert_eq!(clicks(Clicks::beside(), &lines), [false, true, false, false, false, false]);
        assert_eq!(clicks(Clicks::anywhere(), &lines), [false, true, false, true, false, false]);
    }

    #[test]
    fn without_a_time_every_line_is_a_query() {
        let lines = [("1", "dogs", ""); 2];
        for rule in [Clicks::beside(), Clicks::anywhere()] {
            assert_eq!(clicks(rule, &lines), [false, false]);
        }
        assert_eq!((number_of("dogs", ""), number_of("dogs", "7:00") == UNIQUE), (UNIQUE, false));
    }
}
