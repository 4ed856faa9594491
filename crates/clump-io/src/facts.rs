//! Facts of a log, with the number of owners of each. The steps for a line:
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
//! Of each line, only its keys are kept: each distinct key once, and eight bytes for each pair of an owner
//! and a key. In a cluster run, [`OwnedFacts`] is the part that one worker reads; judging and gathering are
//! the same.

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

/// A request to count facts.
#[derive(Clone, Debug)]
pub struct FactRequest {
    /// The kind of the facts.
    pub kind: FactKind,
    /// The division of each fact's owners into cells, if there is one.
    pub by: Option<By>,
    /// The form of queries.
    pub normal_form: NormalForm,
    /// The least numbers of owners of a fact and of a cell.
    pub thresholds: Thresholds,
    /// Adds a row for all published cells of a fact together.
    pub totals: bool,
    /// The file that lists what is never published.
    pub never: Option<PathBuf>,
    /// The nodes below which nothing is published, if there are any.
    pub ceilings: Option<FactCeilings>,
    /// The limit on what a table may reveal about sensitive items, if there is one. Not set where owners are
    /// bounded, because counts with noise reveal no such share.
    pub certainty: Option<FactCertainty>,
    /// True if the table also says how often each fact occurred. Then a hash of every query is kept, so that
    /// its clicks are recognized on any line.
    pub times: bool,
    /// The limit on the number of facts that one owner counts in, if there is one. A cell is then a fact of
    /// its own.
    pub bounding: Option<Bounding>,
}

/// The facts that were counted.
#[derive(Debug)]
pub struct FactLog {
    /// Facts of enough owners that no rule excludes, with their cells. With cells, a fact needs enough owners
    /// in its published cells. With bounded owners, only the owners who count in a fact are counted.
    pub counted: CountedFacts,
    /// Number of pairs of an owner and a fact that the owner counts in, if owners are bounded.
    pub pairs_counted: Option<u64>,
    /// All facts by their numbers of owners.
    pub volume: Volume,
    /// Facts of enough owners that a rule excludes: the number for each rule, in the order of the rules.
    pub excluded: Vec<(ExclusionRule, u64)>,
    /// Cells of enough owners that a rule excludes although their facts are published: the number for each
    /// rule.
    pub excluded_cells: Vec<(ExclusionRule, u64)>,
    /// The part of the log that is in its table; `None` with bounded owners, because noise decides then.
    pub in_table: Option<InTable>,
    /// Number of owners of any of these facts. With cells and without bounded owners: of any of these cells.
    pub owners_of_facts: u64,
    /// The meaning of one owner.
    pub owner_is: OwnerIs,
    /// Counts of what was read and what was left out.
    pub counts: ReadCounts,
}

/// The part of a log that is in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InTable {
    /// Number of distinct facts with a row.
    pub facts: u64,
    /// Number of pairs of an owner and a fact that some row counts.
    pub pairs: u64,
    /// Number of occurrences of facts that some row counts.
    pub times: u64,
    /// Number of owners that some row counts.
    pub owners: u64,
}

/// Counts the facts of `inputs`, which are read as one log. One pass, O(bytes). Memory holds the owners, the
/// facts of enough owners, and `options.room` for everything else; the rest goes to disk.
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

/// Takes the number of an owner, a fact of the owner, its cell if there are cells, and its number of
/// occurrences.
pub type EachFact<'e> = dyn FnMut(u32, &str, Option<&str>, u64) + 'e;

/// Passes every fact of `inputs` to `each` as it is read, for callers that count in another way. The
/// arguments are the number of the owner, the key of the fact, its cell if there are cells, and its number of
/// occurrences.
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
