//! Habits that write pseudonyms: `hash-ids` for owners, `hash-queries` for queries, and `short-sessions` for owners, new ones every so
//! often.

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::log::QueryLog;
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_core::rewrite::Rewritten;
use rustc_hash::FxHashMap;

use super::{filtered, published};
use crate::Key;
use crate::texts::NormalForms;

/// Calls every owner by a pseudonym that nobody can compute without the key. O(lines). The wrong tool where the queries
/// of one owner, taken together, tell who it is: they stay together.
#[derive(Clone, Debug)]
pub struct HashIds {
    owners: Key,
}

impl HashIds {
    /// With pseudonyms that belong to `key`.
    pub fn new(key: Key) -> HashIds {
        HashIds { owners: key.derive("owners") }
    }
}

habit!(HashIds, "hash-ids");

impl HashIds {
    fn apply(&self, log: &QueryLog, progress: &dyn Progress) -> Result<Rewritten, AnonymizeError> {
        let mut pseudonyms = Names::default();
        for owner in log.owners.iter() {
            progress.go_on()?;
            pseudonyms.push(&self.owners.pseudonym(owner));
        }
        let table = filtered(log, progress, |table, line, [_, query, time, rank, url]| {
            table.push([pseudonyms.get(line.owner as usize), query, time, rank, url]);
            Ok(())
        })?;
        Ok(published(table, [("pseudonyms of owners", pseudonyms.len())]))
    }
}

/// Publishes a pseudonym for the whole text of each query, the same for queries that differ in case and white space
/// only. A clicked address would tell what was asked, so it becomes a pseudonym too, by a key of its own: a query that
/// is an address does not give itself away by the click that follows. An empty cell stays empty.
///
/// O(lines). The wrong tool against whoever knows how often queries are asked: the most frequent pseudonym is the most
/// frequent query.
#[derive(Clone, Debug)]
pub struct HashQueries {
    queries: Key,
    addresses: Key,
}

impl HashQueries {
    /// With pseudonyms that belong to `key`.
    pub fn new(key: Key) -> HashQueries {
        HashQueries { queries: key.derive("queries"), addresses: key.derive("addresses") }
    }
}

habit!(HashQueries, "hash-queries");

impl HashQueries {
    fn apply(&self, log: &QueryLog, progress: &dyn Progress) -> Result<Rewritten, AnonymizeError> {
        let normal = NormalForms::of(&log.queries);
        let mut queries = Names::default();
        for text in normal.texts() {
            progress.go_on()?;
            queries.push(&pseudonym(&self.queries, text));
        }
        // By number of the text: times and ranks are texts as well and need no pseudonym.
        let mut addresses: FxHashMap<u32, String> = FxHashMap::default();
        let table = filtered(log, progress, |table, line, [owner, _, time, rank, url]| {
            let query = queries.get(normal.number(line.query) as usize);
            let address = addresses.entry(line.url).or_insert_with(|| pseudonym(&self.addresses, url));
            table.push([owner, query, time, rank, address]);
            Ok(())
        })?;
        let counted = [
            ("pseudonyms of queries", queries.iter().filter(|name| !name.is_empty()).count()),
            ("pseudonyms of addresses", addresses.values().filter(|name| !name.is_empty()).count()),
        ];
        Ok(published(table, counted))
    }
}

fn pseudonym(key: &Key, text: &str) -> String {
    if text.is_empty() { String::new() } else { key.pseudonym(text) }
}

/// Parameters of [`ShortSessions`] before they are checked.
#[derive(Clone, Debug)]
pub struct ShortSessionsParameters {
    /// Key that the pseudonyms belong to.
    pub key: Key,
    /// For how many seconds an owner keeps a pseudonym.
    pub period: u64,
}

impl ShortSessionsParameters {
    /// The method that runs with these parameters.
    ///
    /// # Errors
    /// When the period is 0.
    pub fn check(self) -> Result<ShortSessions, ParameterError> {
        if self.period == 0 {
            return Err(ParameterError::NoPeriod);
        }
        Ok(ShortSessions(self))
    }
}

/// Calls every owner by a pseudonym that depends on the owner and on the period in which the line falls. Periods begin
/// at multiples of their length since 1970, the same for all owners, so a session that crosses such a moment is cut.
///
/// O(lines). The wrong tool where owners repeat queries that nobody else asks: these link their periods.
#[derive(Clone, Debug)]
pub struct ShortSessions(ShortSessionsParameters);

habit!(ShortSessions, "short-sessions");

impl ShortSessions {
    fn apply(&self, log: &QueryLog, progress: &dyn Progress) -> Result<Rewritten, AnonymizeError> {
        let mut periods: FxHashMap<i128, Key> = FxHashMap::default();
        let mut pseudonyms: FxHashMap<(u32, i128), String> = FxHashMap::default();
        let table = filtered(log, progress, |table, line, [owner, query, time, rank, url]| {
            let seconds = line.seconds.ok_or(AnonymizeError::NoTime { line: table.len() + 1 })?;
            let period = i128::from(seconds).div_euclid(i128::from(self.0.period));
            let pseudonym = pseudonyms.entry((line.owner, period)).or_insert_with(|| {
                let key = periods
                    .entry(period)
                    .or_insert_with(|| self.0.key.derive(&format!("owners in period {period}")));
                key.pseudonym(owner)
            });
            table.push([pseudonym.as_str(), query, time, rank, url]);
            Ok(())
        })?;
        Ok(published(table, [("periods", periods.len()), ("pseudonyms of owners", pseudonyms.len())]))
    }
}
