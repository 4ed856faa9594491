//! `drop-ids`: nobody has a name.

use clump_core::anonymize::AnonymizeError;
use clump_core::log::{QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::rewrite::{Rewriter, Rewritten};

use super::{NOBODY, filtered, published};

/// Calls every owner `-`, so that no column says which lines are of one owner. O(lines). The wrong tool where queries
/// are telling by themselves, or where times are fine enough to say which lines follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropIds;

promises_nothing!(DropIds, "drop-ids");

impl Rewriter for DropIds {
    fn rewrite(
        &self,
        log: &QueryLog,
        _: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        let table = filtered(log, progress, |table, _, [_, query, time, rank, url]| {
            table.push([NOBODY, query, time, rank, url]);
            Ok(())
        })?;
        Ok(published(table, [("owners dropped", log.owners.len())]))
    }
}
