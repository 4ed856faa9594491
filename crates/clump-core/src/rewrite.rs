//! The interface of methods that work on the lines of a query log instead of on transactions.

use crate::anonymize::{AnonymizeError, Method};
use crate::log::{QueryItems, QueryLog, Table};
use crate::progress::Progress;

/// A method on the lines of a log, with its parameters checked.
pub trait Rewriter: Method {
    /// True if it must know the meaning of queries; then [`Rewriter::rewrite`] gets their items.
    fn needs_items(&self) -> bool {
        false
    }

    /// Makes the lines that are published. Their order does not matter: they are published
    /// [sorted](Table::canonical).
    ///
    /// # Errors
    /// When the promise cannot be kept for this log at all, or the run is cancelled.
    fn rewrite(
        &self,
        log: &QueryLog,
        items: Option<&QueryItems>,
        progress: &dyn Progress,
    ) -> Result<Rewritten, AnonymizeError>;
}

/// Result of a [`Rewriter`] on a log.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rewritten {
    /// The lines.
    pub table: Table,
    /// The line of the log, from 0, that each row of the table was made from, in the order of the table.
    /// Private: attacks are evaluated with it.
    pub origin: Vec<u32>,
    /// Counts from the run. Private.
    pub facts: Vec<Fact>,
}

impl Rewritten {
    /// Result of a method that publishes every line, in the order of the log.
    ///
    /// # Panics
    /// When there are 2^32 lines or more.
    pub fn line_by_line(table: Table, facts: Vec<Fact>) -> Rewritten {
        let lines = u32::try_from(table.len()).expect("fewer than 2^32 lines");
        Rewritten { table, origin: (0..lines).collect(), facts }
    }
}

/// A count with its name, for the private report and the person who runs this.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Fact {
    /// Name of the count, in words: `queries dropped`.
    pub name: &'static str,
    /// The number.
    pub count: u64,
}
