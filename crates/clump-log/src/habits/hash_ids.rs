//! `hash-ids`: every owner has a pseudonym.

use clump_core::anonymize::AnonymizeError;
use clump_core::log::{QueryItems, QueryLog};
use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_core::rewrite::{Rewriter, Rewritten};

use super::{filtered, published};
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

promises_nothing!(HashIds, "hash-ids");

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
        let table = filtered(log, progress, |table, line, [_, query, time, rank, url]| {
            table.push([pseudonyms.get(line.owner as usize), query, time, rank, url]);
            Ok(())
        })?;
        Ok(published(table, [("pseudonyms of owners", pseudonyms.len())]))
    }
}
