//! Facts of a log: which hold of how many owners. The way of a line:
//!
//! ```text
//! reader   a line, a basket or a row of a table  -> an owner, a query or items, a time, a cell
//! texts    a query in its normal form            -> the keys of its facts
//! counter  keys with their owners                -> numbers of distinct owners, in bounded memory
//! ceilings an item below a ceiling               -> the ceiling
//! rules    a fact with its number of owners      -> whether it is kept, and if not, which rule withholds it
//! gathered facts that were judged                -> a log of facts
//! certainties facts of enough owners             -> those that would make something sensitive too certain
//! ```
//!
//! Nothing is kept of a line but its keys, each distinct one once, and eight bytes for each pair of an owner and a key. Where owners
//! are divided among machines, [`OwnedFacts`] is what one of them reads; judging and gathering are the same.

use std::path::PathBuf;

use clump_core::facts::{By, CountedFacts, FactKind, NormalForm, Thresholds, Volume};
use clump_core::progress::Progress;
use clump_noise::Bounding;

mod calendar;
mod ceilings;
mod certainties;
mod counter;
mod gathered;
mod kept;
mod owned;
mod reader;
mod rules;
mod texts;

pub use crate::never::NeverList;
pub use crate::options::KeptCost;
pub use ceilings::FactCeilings;
pub use certainties::FactCertainty;
pub use gathered::Gathered;
pub use owned::{OwnedFact, OwnedFacts};
use rules::AsTyped;
pub use rules::{Judge, Judged, Rules, Withheld};
pub use texts::normal_form;

use crate::columns::OwnerIs;
use crate::error::ReadError;
use crate::input::Input;
use crate::options::ReadOptions;
use crate::read::ReadCounts;

/// What is counted.
#[derive(Clone, Debug)]
pub struct FactRequest {
    /// What a fact is.
    pub kind: FactKind,
    /// What divides its owners, if anything does.
    pub by: Option<By>,
    /// The form of queries.
    pub normal_form: NormalForm,
    /// From how many owners on a fact, or a cell of one, is of interest.
    pub thresholds: Thresholds,
    /// Adds a row for all published cells of a fact together.
    pub totals: bool,
    /// A file of what is never published.
    pub never: Option<PathBuf>,
    /// Nodes that are told and nothing below them, if there are any.
    pub ceilings: Option<FactCeilings>,
    /// How certain what is sensitive may be, if something is. Not where owners are bounded: numbers with noise tell nothing of it.
    pub certainty: Option<FactCertainty>,
    /// True if it is told how often a fact was there. Then every query is held by a hash of it, so that its clicks are known
    /// wherever their lines stand.
    pub times: bool,
    /// In how many facts an owner counts, if not in all; a cell is a fact of its own then.
    pub bounding: Option<Bounding>,
}

/// What was counted.
#[derive(Debug)]
pub struct FactLog {
    /// Facts of enough owners that no rule withholds, with their cells. Where there are cells, facts that have enough owners in these.
    /// With bounded owners, only those who count in a fact.
    pub counted: CountedFacts,
    /// Pairs of an owner and a fact that the owner counts in, where owners are bounded.
    pub pairs_counted: Option<u64>,
    /// All facts by their numbers of owners.
    pub volume: Volume,
    /// Facts of enough owners that are withheld all the same, by the rule that did it, in the order of the rules.
    pub withheld: Vec<(Withheld, u64)>,
    /// Cells of enough owners of facts that are published, which are withheld all the same.
    pub withheld_cells: Vec<(Withheld, u64)>,
    /// What of all this is in a table of it; none where owners are bounded, since noise decides then.
    pub in_table: Option<InTable>,
    /// Owners of any of these facts, or, where there are cells and owners are not bounded, of any of these cells.
    pub owners_of_facts: u64,
    /// What was counted as one owner.
    pub owner_is: OwnerIs,
    /// What was read and what was left out.
    pub counts: ReadCounts,
}

/// How much of a log is in a table.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct InTable {
    /// Distinct facts with a row.
    pub facts: u64,
    /// Pairs of an owner and a fact that some row counts the owner in.
    pub pairs: u64,
    /// How often facts were there, where a row counts it.
    pub times: u64,
    /// Owners that some row counts.
    pub owners: u64,
}

/// Counts the facts of `inputs`, which are read as one log. One pass, O(bytes); memory for the owners, for facts of enough owners
/// and `options.room` for everything else: what does not fit lies on disk meanwhile.
///
/// # Errors
/// [`ReadError`], with the file and the line but without any value of the data; [`ReadError::FactNeeds`] for a log that does not
/// have what the fact is about.
pub fn count_facts(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    progress: &dyn Progress,
) -> Result<FactLog, ReadError> {
    let rules = Rules::read(request.never.as_deref())?.under(request.ceilings.clone());
    let mut as_typed = AsTyped::new(&rules, request);
    let read = reader::read(inputs, options, request, &mut as_typed, progress)?;
    let withheld = as_typed.into_withheld();
    kept::keep(read, request, &rules.and_as_typed(withheld), progress)
}

/// Takes the number of an owner, a fact of the owner, its cell if there are any, and how often it was there.
pub type EachFact<'e> = dyn FnMut(u32, &str, Option<&str>, u64) + 'e;

/// Hands out every fact of `inputs` as it is read: the number of its owner, its key, its cell if there are any, and how often it
/// was there. For whoever counts another way.
///
/// # Errors
/// As [`count_facts`].
pub fn each_fact(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    each: &mut EachFact<'_>,
    progress: &dyn Progress,
) -> Result<(OwnerIs, ReadCounts), ReadError> {
    let read =
        reader::each(inputs, options, request, &mut AsTyped::default(), each, progress)?.whole(inputs)?;
    Ok((read.owner_is, ReadCounts { owners: read.owners.len() as u64, ..read.counts }))
}
