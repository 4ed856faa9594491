//! Counts the facts of a log, such as queries, words or items, by their number of owners. A line passes these
//! steps:
//!
//! ```text
//! reader   a line, a basket or a row of a table  -> an owner, a query or items, a time, a cell
//! texts    a query in its normal form            -> the keys of its facts
//! counter  keys with their owners                -> numbers of distinct owners, in bounded memory
//! ceilings an item below a ceiling               -> the ceiling; facts that would be too certain
//! rules    a fact with its number of owners      -> whether it is kept, and if not, which rule excludes it
//! selection facts that were judged               -> a log of facts
//! ```
//!
//! Only keys of facts stay in memory: each distinct key once, and eight bytes for each pair of owner and key.
//! In a cluster run, each worker reads its part into [`OwnedFacts`]; rules and selection are the same.

use std::path::PathBuf;

use clump_core::facts::{By, CountedFacts, FactKind, NormalForm, Thresholds, Volume};
use clump_core::progress::Progress;
use clump_noise::Bounding;

mod calendar;
mod ceilings;
mod counter;
mod owner_facts;
mod reader;
mod rules;
mod selection;
mod texts;

pub use crate::never::NeverList;
pub use crate::options::FactMemory;
pub use ceilings::{FactCeilings, FactCertainty};
pub use owner_facts::{OwnedFact, OwnedFacts};
use reader::Counters;
use rules::AsTyped;
pub use rules::{ExclusionRule, Judge, Judgment, Rules};
pub use selection::FactStore;
pub use texts::normal_form;

use crate::columns::OwnerIs;
use crate::error::ReadError;
use crate::input::Input;
use crate::options::ReadOptions;
use crate::read::ReadCounts;

/// Settings for counting the facts of a log.
#[derive(Clone, Debug)]
pub struct FactRequest {
    /// Kind of fact to count, such as queries, words or items.
    pub kind: FactKind,
    /// Division of each fact's owners into cells, by time or by a column; `None` for no cells.
    pub by: Option<By>,
    /// Normalization of queries before they are counted.
    pub normal_form: NormalForm,
    /// Minimum numbers of owners that a published fact and a published cell need.
    pub thresholds: Thresholds,
    /// True to add, for each fact, a row with its totals over all of its published cells.
    pub totals: bool,
    /// File that lists words and phrases that are never published.
    pub never: Option<PathBuf>,
    /// Categories below which nothing is published; `None` if there are none.
    pub ceilings: Option<FactCeilings>,
    /// Limit on what a table may reveal about sensitive items; `None` for no limit. It is not set together
    /// with `bounding`, because counts with noise reveal no such share.
    pub certainty: Option<FactCertainty>,
    /// True to also count how often each fact occurred. A hash of every query is then kept in memory, so that
    /// a click is recognized on any line of its query.
    pub times: bool,
    /// Limit on the number of facts in which one owner is counted; `None` for no limit. With a limit, each
    /// cell of a fact is a fact of its own.
    pub bounding: Option<Bounding>,
}

/// Facts to publish from a log, with statistics of the log.
#[derive(Debug)]
pub struct FactLog {
    /// Facts with enough owners that no rule excludes, with their cells. A fact with cells needs enough
    /// owners in its published cells. With a limit per owner, only owners who count in a fact are counted.
    pub counted: CountedFacts,
    /// Number of pairs of an owner and a fact that counts the owner; `None` without a limit per owner.
    pub pairs_counted: Option<u64>,
    /// Distribution of all facts of the log by their number of owners, published or not.
    pub volume: Volume,
    /// Facts with enough owners that a rule excludes: their number for each rule, in the order of the rules.
    pub excluded: Vec<(ExclusionRule, u64)>,
    /// Cells with enough owners that a rule excludes although their facts are published: number for each
    /// rule.
    pub excluded_cells: Vec<(ExclusionRule, u64)>,
    /// Part of the log that its table covers; `None` with a limit per owner, because noise then decides.
    pub in_table: Option<InTable>,
    /// Number of owners who have at least one fact with enough owners that no rule excludes. With cells and
    /// no limit per owner: of owners in at least one published cell.
    pub owners_of_facts: u64,
    /// Kind of thing that counts as one owner.
    pub owner_is: OwnerIs,
    /// Counts of lines, queries and owners that were read or left out.
    pub counts: ReadCounts,
}

/// Part of a log that the rows of its table cover.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InTable {
    /// Number of distinct facts that have a row.
    pub facts: u64,
    /// Number of distinct pairs of an owner and a fact that rows of the table count.
    pub pairs: u64,
    /// Number of occurrences that rows of the table count.
    pub times: u64,
    /// Number of owners counted in at least one row.
    pub owners: u64,
}

/// Counts the facts of `inputs`, which are read as one log. One pass, O(bytes). Memory holds the owners, the
/// facts to publish, and at most `options.room` for all other data; the rest goes to disk.
///
/// # Errors
/// [`ReadError`], with the file and the line but without any value of the data; [`ReadError::FactNeeds`] for
/// a log that lacks what the fact needs.
pub fn count_facts(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    progress: &dyn Progress,
) -> Result<FactLog, ReadError> {
    let rules = Rules::read(request.never.as_deref())?.guarding(request);
    let mut as_typed = AsTyped::new(&rules, request);
    let mut counters = Counters::new(&options.room, request);
    let owners = reader::read(inputs, options, request, &mut counters, &mut as_typed, progress)?;
    let excluded = as_typed.excluded;
    let rules = rules.and_as_typed(excluded);
    selection::keep(counters, owners.whole(inputs)?, &options.room, request, &rules, progress)
}

/// Callback for one fact of one owner. Its arguments: owner number, key of the fact, cell (`None` if the
/// request has no cells), number of occurrences.
pub type EachFact<'e> = dyn FnMut(u32, &str, Option<&str>, u64) + 'e;

/// Passes every fact of `inputs` to `each` as it is read, for callers that count in another way than
/// [`count_facts`]. See [`EachFact`] for the arguments.
pub fn each_fact(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    mut each: &mut EachFact<'_>,
    progress: &dyn Progress,
) -> Result<(OwnerIs, ReadCounts), ReadError> {
    let read = reader::read(inputs, options, request, &mut each, &mut AsTyped::default(), progress)?;
    let read = read.whole(inputs)?;
    Ok((read.owner_is, ReadCounts { owners: read.owners.len() as u64, ..read.counts }))
}
