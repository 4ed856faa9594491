//! `hash-ids`: every owner has a pseudonym.

use clump_core::anonymize::{AnonymizeError, Method};
use clump_core::log::{LOG_COLUMNS, QueryItems, QueryLog, Table};
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_core::promise::Promise;
use clump_core::rewrite::{Rewriter, Rewritten};

use super::{cells, fact};
use crate::Key;

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

impl Method for HashIds {
    fn name(&self) -> &'static str {
        "hash-ids"
    }

    fn promise(&self) -> Promise {
        Promise::nothing()
    }
}

impl Rewriter for HashIds {
    fn rewrite(
        &self,
        log: &QueryLog,
        _: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        let mut pseudonyms = Names::default();
        for owner in log.owners.iter() {
            progress.go_on()?;
            pseudonyms.push(&self.owners.pseudonym(owner));
        }
        let mut table = Table::new(LOG_COLUMNS);
        for line in &log.lines {
            progress.go_on()?;
            let [_, query, time, rank, url] = cells(log, line);
            table.push([pseudonyms.get(line.owner as usize), query, time, rank, url]);
        }
        let facts = vec![
            fact("lines read", log.lines.len()),
            fact("lines published", table.len()),
            fact("pseudonyms of owners", pseudonyms.len()),
        ];
        Ok(Rewritten::line_by_line(table, facts))
    }
}
