//! The whole way from files to transactions, to lines or to facts.
//!
//! ```text
//! content       an input                -> bytes or batches, with the layout that the finder found
//! rows          every layout            -> rows: the one loop over inputs
//! records       a row                   -> a record of an owner: a query, a click or items; the rule for clicks
//! transactions  records                 -> runs of items, and in the end transactions
//! lines         records                 -> the lines of a log
//! ```
//!
//! Facts are a third sink of records, and have a module of their own. A preview looks at an input before it is read.

use std::fmt;

use clump_core::names::Names;
use clump_core::progress::Progress;
use clump_core::taxonomy::Taxonomy;
use clump_core::transactions::Transactions;

mod canonical;
pub(crate) mod clicks;
mod content;
mod counts;
mod finder;
mod header;
mod lines;
mod plain;
pub(crate) mod preview;
pub(crate) mod records;
pub(crate) mod rows;
mod table;
mod transactions;

pub use counts::ReadCounts;
pub use lines::{LogLines, QueryMeanings, map_queries, read_lines};
pub use preview::{Preview, holds_queries, preview};

use crate::columns::OwnerIs;
use crate::error::ReadError;
use crate::input::Input;
use crate::mapping::{Mapper, WordMapper};
use crate::options::ReadOptions;
use crate::taxonomy::{Made, TaxonomySource};
use crate::unit::{Repeats, Unit};
use crate::unknown::UnknownWords;
use crate::whole_queries::AskedQueries;
use clicks::Clicks;
use records::read_records;
use rows::{Purpose, Request};
use transactions::TransactionRecords;

/// A log that was read. Its `Debug` shows counts only.
pub struct Log {
    /// The whole tree, completed from the data and not cut down to them.
    pub taxonomy: Taxonomy,
    /// The tree as it was given: what no data have made. A mere root where all of it is made from them.
    pub given: Taxonomy,
    /// The rows to anonymize. May be empty, where nothing is known to the taxonomy.
    pub transactions: Transactions,
    /// The whole queries of each transaction, where they are wanted.
    pub queries: Option<AskedQueries>,
    /// What was counted as one owner.
    pub owner_is: OwnerIs,
    /// What the data calls each owner, by owner number. Private.
    pub owner_names: Names,
    /// What was read and what was left out.
    pub counts: ReadCounts,
    /// The words that the taxonomy does not have. Private.
    pub unknown: UnknownWords,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("counts", &self.counts).finish_non_exhaustive()
    }
}

/// Reads `inputs` as one log and maps it to the taxonomy of `source`.
///
/// Rows are in an order that does not depend on that of the input, those of an owner together; owners without a known item are
/// left out.
/// One pass, O(bytes). Memory holds the transactions (4 bytes per item, 12 per row), each owner once, each name that a
/// column gives to transactions once, and `options.room` for everything else: an input of any size is read, and what does not fit lies on disk meanwhile.
///
/// # Errors
/// [`ReadError`], with the file and the line but without any value of the data.
pub fn read_log(
    inputs: &[Input],
    options: &ReadOptions,
    source: &TaxonomySource,
    progress: &dyn Progress,
) -> Result<Log, ReadError> {
    let words = WordMapper::for_reading(source, options)?;
    let mapper = Mapper::new(&words, options.room.clone());
    let mapper = if options.whole_queries { mapper.with_queries() } else { mapper };
    let mut records = TransactionRecords::new(mapper, options);
    let request = Request::new(options, Purpose::of(options.unit), progress);
    // Where queries are the unit, clicks that stand elsewhere are found when the runs of an owner are brought together.
    let clicks = match (options.repeats, options.unit) {
        (Repeats::Remove, _) | (Repeats::Keep, Unit::Query) => Clicks::beside(),
        (Repeats::Keep, Unit::Owner | Unit::Session { .. } | Unit::Transaction) => Clicks::anywhere(),
    };
    let read = read_records(inputs, &request, Some(clicks), &mut records)?;
    records.check_dropped()?;
    let seen = records.seen();
    let (made, leaves) = (words.make(source, &seen)?, seen.leaves());
    let made = made.map(|Made { taxonomy, nodes }| {
        records.renumber(nodes);
        taxonomy
    });
    let log = records.finish(read, progress)?;
    Ok(log.with(words.into_trees(made, leaves)))
}
