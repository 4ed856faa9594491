//! `drop-all`: the log is not published.

use clump_core::anonymize::{AnonymizeError, Method};
use clump_core::log::{LOG_COLUMNS, QueryItems, QueryLog, Table};
use clump_core::progress::Progress;
use clump_core::promise::Promise;
use clump_core::rewrite::{Rewriter, Rewritten};

use super::fact;

/// Publishes the names of the columns and no line. What every other method is compared with: nobody is at risk, and
/// nobody can learn anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DropAll;

impl Method for DropAll {
    fn name(&self) -> &'static str {
        "drop-all"
    }

    /// Nothing: there is no line of which anything could hold.
    fn promise(&self) -> Promise {
        Promise::nothing()
    }
}

impl Rewriter for DropAll {
    fn rewrite(
        &self,
        log: &QueryLog,
        _: Option<&QueryItems>,
        _: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError> {
        let lines = log.lines.len();
        let facts = vec![fact("lines read", lines), fact("lines dropped", lines)];
        Ok(Rewritten { table: Table::new(LOG_COLUMNS), origin: Vec::new(), facts })
    }
}
