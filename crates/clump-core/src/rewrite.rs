//! The interface of methods that work on the lines of a query log instead of on transactions.

use crate::anonymize::{AnonymizeError, Method};
use crate::log::{QueryItems, QueryLog, Table};
use crate::progress::Progress;

/// A method that rewrites the lines of a log, with checked parameters.
pub trait Rewriter: Method {
    /// True if the method uses the meaning of queries; then [`Rewriter::rewrite`] gets their items.
    fn needs_items(&self) -> bool {
        false
    }

    /// Makes the published lines, in any order: they are [sorted](Table::canonical) before publication.
    ///
    /// # Errors
    /// When the method cannot keep its promise for this log, or the run is cancelled.
    fn rewrite(
        &self,
        log: &QueryLog,
        items: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError>;
}

/// The result of a [`Rewriter`] on a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The published lines.
    pub table: Table,
    /// For each row of the published table, the line of the log (from 0) that it was made from. Private: used to
    /// evaluate attacks.
    pub origin: Vec<u32>,
    /// Counts from the run, for the private report.
    pub facts: Vec<Fact>,
}

impl Rewritten {
    /// The result of a method that publishes every line, in the order of the log.
    ///
    /// # Panics
    /// When there are 2^32 lines or more.
    pub fn line_by_line(table: Table, facts: Vec<Fact>) -> Rewritten {
        let lines = u32::try_from(table.len()).expect("fewer than 2^32 lines");
        Rewritten { table, origin: (0..lines).collect(), facts }
    }
}

/// A count with its name, for the private report and for the user who runs the method.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Fact {
    /// Name of the count in words, for instance `queries dropped`.
    pub name: &'static str,
    /// The value of the count.
    pub count: u64,
}
