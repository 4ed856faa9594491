//! Seven methods that publishers of query logs use in practice, as collected by Cooper ("A Survey of Query
//! Log Privacy-Enhancing Techniques from a Policy Perspective", ACM Transactions on the Web, 2008).
//!
//! Each of these habits keeps the layout of a log. They exist so that a report can show their gaps. Only
//! [`DropRare`] makes a promise. The others are filters on lines: they change some columns and keep the rest
//! as it was, including times.
//!
//! | word | effect | gap |
//! |---|---|---|
//! | [`drop-all`](DropAll) | publishes no line | none, but the release is of no use |
//! | [`hash-queries`](HashQueries) | queries and clicked addresses get pseudonyms | frequencies identify queries |
//! | [`drop-ids`](DropIds) | every owner becomes `-` | a query that names its owner, and times that link lines |
//! | [`scrub`](Scrub) | identifiers of known form are replaced in the text | names of persons, and identifiers in another form |
//! | [`hash-ids`](HashIds) | owners get pseudonyms | all queries of one owner together |
//! | [`short-sessions`](ShortSessions) | the pseudonym of an owner changes with time | all queries of one owner in a period, and rare queries that link periods |
//! | [`drop-rare`](DropRare) | suppresses queries and clicks of fewer than k owners, and removes owners, times and ranks | a query of k owners that names a person |

use clump_core::anonymize::AnonymizeError;
use clump_core::log::{LOG_COLUMNS, Line, QueryLog, Table};
use clump_core::progress::Progress;
use clump_core::rewrite::{Fact, Rewritten};

/// Implements [`Method`](clump_core::anonymize::Method) and [`Rewriter`](clump_core::rewrite::Rewriter) for a
/// habit that makes no promise and needs only the lines.
macro_rules! habit {
    ($habit:ty, $name:literal) => {
        impl clump_core::anonymize::Method for $habit {
            fn name(&self) -> &'static str {
                $name
            }

            fn promise(&self) -> clump_core::promise::Promise {
                clump_core::promise::Promise::nothing()
            }
        }

        impl clump_core::rewrite::Rewriter for $habit {
            fn rewrite(
                &self,
                log: &clump_core::log::QueryLog,
                _: Option<&clump_core::log::QueryItems>,
                progress: &dyn clump_core::progress::Progress,
            ) -> Result<clump_core::rewrite::Rewritten, clump_core::anonymize::AnonymizeError> {
                self.apply(log, progress)
            }
        }
    };
}

mod drop_rare;
mod pseudonyms;
mod scrub;

pub use drop_rare::{DropRare, DropRareParameters, OwnerLinks};
pub use pseudonyms::{HashIds, HashQueries, ShortSessions, ShortSessionsParameters};
pub use scrub::Scrub;

/// The cell of the owner column when owners are not published.
pub const NOBODY: &str = "-";

/// Publishes every line of `log`, in the order of the log. `filter` gets the cells of a line, in the order of
/// [`LOG_COLUMNS`], and appends the changed line to the table.
pub(crate) fn filtered<'l>(
    log: &'l QueryLog,
    progress: &dyn Progress,
    mut filter: impl FnMut(&mut Table, &Line, [&'l str; 5]) -> Result<(), AnonymizeError>,
) -> Result<Table, AnonymizeError> {
    let mut table = Table::new(LOG_COLUMNS);
    for line in &log.lines {
        progress.go_on()?;
        let [time, rank, url] = [line.time, line.rank, line.url].map(|number| log.text(number));
        filter(&mut table, line, [log.owner(line), log.query(line), time, rank, url])?;
    }
    Ok(table)
}

/// Combines the table of [`filtered`] with the facts in `counted`, which are names with numbers.
fn published(table: Table, counted: impl IntoIterator<Item = (&'static str, usize)>) -> Rewritten {
    let lines = [("lines read", table.len()), ("lines published", table.len())];
    let facts = lines.into_iter().chain(counted).map(|(name, count)| fact(name, count)).collect();
    Rewritten::line_by_line(table, facts)
}

fn fact(name: &'static str, count: usize) -> Fact {
    Fact { name, count: count as u64 }
}

/// Publishes the header and no line. Other methods are compared with it: it puts no person at risk, and
/// readers learn nothing. It makes no promise, because a promise is about published lines.
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

/// Replaces every owner by `-`, so that no column shows which lines belong to one owner. O(lines). Do not use
/// it if a query alone can identify its owner, or if times show which lines follow each other.
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
