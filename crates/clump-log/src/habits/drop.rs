//! `drop-all`, with which nothing is published, and `drop-ids`, with which nobody has a name.

use clump_core::anonymize::AnonymizeError;
use clump_core::log::{LOG_COLUMNS, QueryLog, Table};
use clump_core::progress::Progress;
use clump_core::rewrite::Rewritten;

use super::{NOBODY, fact, filtered, published};

/// Publishes the names of the columns and no line: there is nothing of which a promise could hold. What every other method is compared with: nobody is at risk, and
/// nobody can learn anything.
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

/// Calls every owner `-`, so that no column says which lines are of one owner. O(lines). The wrong tool where queries
/// are telling by themselves, or where times are fine enough to say which lines follow each other.
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
