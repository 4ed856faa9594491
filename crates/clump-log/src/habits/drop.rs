//! The habits `drop-all`, which publishes nothing, and `drop-ids`, which removes the names of owners.

use clump_core::anonymize::AnonymizeError;
use clump_core::log::{LOG_COLUMNS, QueryLog, Table};
use clump_core::progress::Progress;
use clump_core::rewrite::Rewritten;

use super::{NOBODY, fact, filtered, published};

/// Publishes the names of the columns and no line. Every other method is compared with it: it puts no person
/// at risk, and readers learn nothing. It makes no promise, because there is no line that one could hold for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropAll;

habit!(DropAll, "drop-all");

impl DropAll {
    fn apply(&self, log: &QueryLog, _: &dyn Progress) -> Result<Rewritten, AnonymizeError> {
        let lines = log.lines.len();
        let facts = vec![fact("lines read", lines), fact("lines dropped", lines)];
        Ok(Rewritten { table: Table::new(LOG_COLUMNS), origin: Vec::new(), facts })
    }
}

/// Replaces every owner by `-`, so that no column shows which lines are of one owner. O(lines). Do not use it
/// if queries identify their owners by themselves, or if times show which lines follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropIds;

habit!(DropIds, "drop-ids");

impl DropIds {
    fn apply(&self, log: &QueryLog, progress: &dyn Progress) -> Result<Rewritten, AnonymizeError> {
        let table = filtered(log, progress, |table, _, [_, query, time, rank, url]| {
            table.push([NOBODY, query, time, rank, url]);
            Ok(())
        })?;
        Ok(published(table, [("owners dropped", log.owners.len())]))
    }
}
