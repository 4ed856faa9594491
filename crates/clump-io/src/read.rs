//! Reads files into transactions, lines or facts.
//!
//! ```text
//! content       an input                -> bytes or batches, with the layout that the finder found
//! records       every layout            -> records of owners: queries, clicks and items; the one loop over inputs
//! transactions  records                 -> runs of items, and in the end transactions
//! lines         records                 -> the lines of a log
//! ```
//!
//! [`facts`](crate::facts) is a third user of records. A preview shows an input before it is read.

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
mod table;
mod transactions;

pub use counts::ReadCounts;
pub use lines::{LogLines, QueryMeanings, map_queries, read_lines};
pub use preview::{Preview, holds_queries, preview};

use crate::columns::OwnerIs;
use crate::error::ReadError;
use crate::input::Input;
use crate::mapping::{Mapper, Trees, WordMapper};
use crate::options::ReadOptions;
use crate::taxonomy::{Made, TaxonomySource};
use crate::unit::{Repeats, Unit};
use crate::unknown::UnknownWords;
use crate::unmapped::AskedQueries;
use clicks::Clicks;
use records::{Purpose, Request, read_records};
use transactions::TransactionRecords;

/// A log after reading and mapping. Its `Debug` shows only counts.
pub struct Log {
    /// Whole taxonomy, with leaves added from the data; nodes that do not occur in the data are not removed.
    pub taxonomy: Taxonomy,
    /// Taxonomy without nodes made from the data. It is only a root if the whole tree is made from the data.
    pub given: Taxonomy,
    /// Transactions to anonymize. Empty if no word of the data is in the taxonomy.
    pub transactions: Transactions,
    /// Whole queries of each transaction; `None` if the options do not ask for them.
    pub queries: Option<AskedQueries>,
    /// Kind of thing that counts as one owner.
    pub owner_is: OwnerIs,
    /// Name of each owner in the data, by owner number. Private: do not publish it.
    pub owner_names: Names,
    /// Counts of lines, words and owners that were read or left out.
    pub counts: ReadCounts,
    /// Words that the taxonomy does not have. Private: do not publish them.
    pub unknown: UnknownWords,
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Log").field("counts", &self.counts).finish_non_exhaustive()
    }
}

/// Reads `inputs` as one log and maps it to the taxonomy of `source`.
///
/// The order of the rows does not depend on that of the input, and the rows of an owner are together. Owners
/// without a known item are left out. One pass, O(bytes). Memory holds the transactions (4 bytes per item, 12
/// per row), and each owner and each transaction name once. All other data use at most `options.room`. The
/// rest goes to disk, so an input of any size can be read.
pub fn read_log(
    inputs: &[Input],
    options: &ReadOptions,
    source: &TaxonomySource,
    progress: &dyn Progress,
) -> Result<Log, ReadError> {
    let words = WordMapper::for_reading(source, options)?;
    let mut records = TransactionRecords::new(Mapper::new(&words, options.room.clone()), options);
    let request = Request::new(options, Purpose::of(options.unit), progress);
    // If queries are the unit, clicks on other lines are found later, when the runs of an owner are merged.
    let clicks = match (options.repeats, options.unit) {
        (Repeats::Remove, _) | (Repeats::Keep, Unit::Query) => Clicks::beside(),
        (Repeats::Keep, Unit::Owner | Unit::Session { .. } | Unit::Transaction) => Clicks::anywhere(),
    };
    let read = read_records(inputs, &request, Some(clicks), &mut records)?;
    if records.mapper.has_dropped_counted {
        return Err(ReadError::DroppedCounted);
    }
    let seen = records.mapper.vocabulary.seen();
    let (made, leaves) = (words.make(source, &seen)?, seen.leaves());
    let made = made.map(|Made { taxonomy, nodes }| {
        records.renumber(nodes);
        taxonomy
    });
    let log = records.finish(read, progress)?;
    let Trees { given, completed: taxonomy, repaired } = words.into_trees(made, leaves);
    Ok(Log { taxonomy, given, counts: ReadCounts { repaired, ..log.counts }, ..log })
}
