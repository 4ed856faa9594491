//! The seven habits of practice: what those who publish query logs do to them, as collected by Cooper ("A Survey of
//! Query Log Privacy-Enhancing Techniques from a Policy Perspective", ACM Transactions on the Web, 2008).
//!
//! Each keeps the layout of a log. They exist so that a report can show what they leave open. Only [`DropRare`] promises
//! anything, and publishes nothing beside what it promises: the others are filters on lines that change the columns they
//! name and leave the rest as it was, times among it.
//!
//! | word | what it does | what it leaves open |
//! |---|---|---|
//! | [`drop-all`](DropAll) | publishes no line | nothing, and nothing is left to use |
//! | [`hash-queries`](HashQueries) | queries and clicked addresses get pseudonyms | how often each is asked tells which it is |
//! | [`drop-ids`](DropIds) | all owners are called `-` | a query that names its owner, and times that link lines |
//! | [`scrub`](Scrub) | numbers and names of known form are cut out of the text | names of persons, and all that is typed in another form |
//! | [`hash-ids`](HashIds) | owners get pseudonyms | what one owner asked, taken together |
//! | [`short-sessions`](ShortSessions) | the pseudonym of an owner changes with time | what one owner asked in a period, and rare queries that link periods |
//! | [`drop-rare`](DropRare) | queries, and clicks, of fewer than k owners go; so do owners, times and ranks | a query that names a person and that k owners asked |

use clump_core::anonymize::AnonymizeError;
use clump_core::log::{LOG_COLUMNS, Line, QueryLog, Table};
use clump_core::progress::Progress;
use clump_core::rewrite::{Fact, Rewritten};

/// Implements [`Method`](clump_core::anonymize::Method) and [`Rewriter`](clump_core::rewrite::Rewriter) for a habit that promises
/// nothing and looks at the lines alone.
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

mod drop;
mod drop_rare;
mod pseudonyms;
mod scrub;

pub use drop::{DropAll, DropIds};
pub use drop_rare::{DropRare, DropRareParameters, OwnerLinks};
pub use pseudonyms::{HashIds, HashQueries, ShortSessions, ShortSessionsParameters};
pub use scrub::Scrub;

/// Name of every owner where none has one.
pub const NOBODY: &str = "-";

/// Publishes every line of `log`, in its order: `filter` appends it to the table, changed. Gets the cells as the log has
/// them, in the order of [`LOG_COLUMNS`].
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

/// The lines of a table that [`filtered`] made, with what was `counted` on the way.
fn published(table: Table, counted: impl IntoIterator<Item = (&'static str, usize)>) -> Rewritten {
    let lines = [("lines read", table.len()), ("lines published", table.len())];
    let facts = lines.into_iter().chain(counted).map(|(name, count)| fact(name, count)).collect();
    Rewritten::line_by_line(table, facts)
}

fn fact(name: &'static str, count: usize) -> Fact {
    Fact { name, count: count as u64 }
}
