//! The habits that use pseudonyms: `hash-ids` for owners, `hash-queries` for queries, and `short-sessions`
//! for owners with a new pseudonym in each period.

use clump_core::anonymize::{AnonymizeError, ParameterError};
use clump_core::log::QueryLog;
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_core::rewrite::Rewritten;
use rustc_hash::FxHashMap;

use super::{filtered, published};
use crate::Key;
use crate::texts::NormalForms;

/// Replaces every owner by a pseudonym that cannot be computed without the key. O(lines). Do not use it if
/// the queries of one owner together identify the owner: they stay linked.
#[derive(Clone, Debug)]
pub struct HashIds {
    owners: Key,
}

impl HashIds {
    /// Makes the method; `key` determines the pseudonyms.
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

/// Replaces the text of each query by one pseudonym. Queries that differ only in case and white space get the
/// same one. A clicked address would reveal the query, so it becomes a pseudonym too, by a separate key. With
/// the same key, a query that is an address would match the click that follows it. An empty cell stays empty.
///
/// O(lines). Do not use it against readers who know query frequencies: the most frequent pseudonym belongs to
/// the most frequent query.
#[derive(Clone, Debug)]
pub struct HashQueries {
    queries: Key,
    addresses: Key,
}

impl HashQueries {
    /// Makes the method; `key` determines the pseudonyms.
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
        // By number of the text, computed on demand: times and ranks are texts too and need no pseudonym.
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
    /// Key that determines the pseudonyms.
    pub key: Key,
    /// Number of seconds after which an owner gets a new pseudonym.
    pub period: u64,
}

impl ShortSessionsParameters {
    /// Checks the parameters and makes the method.
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

/// Replaces every owner by a pseudonym that depends on the owner and on the period of the line. Periods begin
/// at multiples of their length since 1970, the same for all owners. A session that crosses the begin of a
/// period is cut.
///
/// O(lines). Do not use it if owners repeat queries that no other owner asks: these link their periods.
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
