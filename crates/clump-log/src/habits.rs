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

use clump_core::log::{Line, QueryLog};
use clump_core::rewrite::Fact;

mod drop_all;
mod drop_ids;
mod drop_rare;
mod hash_ids;
mod hash_queries;
mod scrub;
mod short_sessions;

pub use drop_all::DropAll;
pub use drop_ids::DropIds;
pub use drop_rare::{DropRare, DropRareParameters, OwnerLinks};
pub use hash_ids::HashIds;
pub use hash_queries::HashQueries;
pub use scrub::Scrub;
pub use short_sessions::{ShortSessions, ShortSessionsParameters};

/// What every owner is called where none has a name.
pub const NOBODY: &str = "-";

/// The cells of `line` as the log has them, in the order of [`LOG_COLUMNS`](clump_core::log::LOG_COLUMNS).
fn cells<'a>(log: &'a QueryLog, line: &Line) -> [&'a str; 5] {
    [log.owner(line), log.query(line), log.text(line.time), log.text(line.rank), log.text(line.url)]
}

fn fact(name: &'static str, count: usize) -> Fact {
    Fact { name, count: count as u64 }
}
