//! `drop-ids`: nobody has a name.

use clump_core::anonymize::{AnonymizeError, Method};
use clump_core::log::{LOG_COLUMNS, QueryItems, QueryLog, Table};
use clump_core::progress::Progress;
use clump_core::promise::Promise;
use clump_core::rewrite::{Rewriter, Rewritten};

use super::{NOBODY, cells, fact};

/// Calls every owner `-`, so that no column says which lines are of one owner. O(lines). The wrong tool where queries
/// are telling by themselves, or where times are fine enough to say which lines follow each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropIds;

impl Method for DropIds {
    fn name(&self) -> &'static str {
        "drop-ids"
    }

    fn promise(&self) -> Promise {
        Promise::nothing()
    }
}

impl Rewriter for DropIds {
    fn rewrite(
        &self,
        log: &QueryLog,
        _: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        let mut table = Table::new(LOG_COLUMNS);
        for line in &log.lines {
            progress.go_on()?;
            let [_, query, time, rank, url] = cells(log, line);
            table.push([NOBODY, query, time, rank, url]);
        }
        let facts = vec![
            fact("lines read", log.lines.len()),
            fact("lines published", table.len()),
            fact("owners dropped", log.owners.len()),
        ];
        Ok(Rewritten::line_by_line(table, facts))
    }
}
