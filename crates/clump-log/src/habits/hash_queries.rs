//! `hash-queries`: every query has a pseudonym.

use clump_core::anonymize::AnonymizeError;
use clump_core::log::{QueryItems, QueryLog};
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_core::rewrite::{Rewriter, Rewritten};
use rustc_hash::FxHashMap;

use super::{filtered, published};
use crate::Key;
use crate::normal_forms::NormalForms;

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

promises_nothing!(HashQueries, "hash-queries");

impl Rewriter for HashQueries {
    fn rewrite(
        &self,
        log: &QueryLog,
        _: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
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
