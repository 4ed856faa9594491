//! Counts the facts of a log, such as queries, words or items, by their number of owners, for several tables
//! at once. A line passes these steps:
//!
//! ```text
//! plan      the tables of a request         -> what is counted, with each fact and each cell counted once
//! reader    a line, a basket or a row       -> an owner, a query or items, a time, cells
//! texts     a query in its normal form      -> the keys of its facts
//! sessions  the queries of an owner         -> each query with the next one
//! counter   keys with their owners          -> numbers of distinct owners, in bounded memory
//! ceilings  an item below a ceiling         -> the ceiling; facts that would be too certain
//! rules     a fact with its number of owners -> whether it is kept, and if not, which rule excludes it
//! selection facts that were judged          -> the facts of each table
//! links     rows of two tables              -> the rows that contain the owners of others
//! together  linked rows                     -> rows that reveal nothing when they are subtracted
//! rest      everything that has no row      -> its owners
//! ```
//!
//! Only keys of facts stay in memory: each distinct key once, and eight bytes for each pair of owner and key.
//! In a cluster run, each worker reads its part into [`OwnedFacts`]; rules and selection are the same.

use std::path::PathBuf;
use std::sync::Arc;

use clump_core::facts::{CountedFacts, NormalForm, TableSpec, Thresholds, Volume};
use clump_core::names::Names;
use clump_core::over_time::{NamedRow, TakenOverTime};
use clump_core::progress::Progress;
use clump_noise::Bounding;

mod calendar;
mod ceilings;
mod cell_counter;
mod counter;
mod counters;
mod earlier;
mod links;
mod owner_facts;
mod plan;
mod reader;
mod rest;
mod rules;
mod selection;
mod sessions;
mod texts;
mod together;

pub use crate::never::NeverList;
pub use crate::options::FactMemory;
pub use ceilings::{FactCeilings, FactCertainty};
use counters::Counters;
pub use earlier::EarlierReleases;
pub use owner_facts::{OwnedFact, OwnedFacts};
use plan::FactPlan;
use rules::AsTyped;
pub use rules::{ExclusionRule, Judge, Judgment, Rules};
pub use selection::FactStore;
pub use texts::{WordRules, normal_form};
pub use together::{LinkedTables, add_rests};

use crate::columns::OwnerIs;
use crate::error::ReadError;
use crate::input::Input;
use crate::options::ReadOptions;
use crate::read::ReadCounts;
use crate::time_zone::TimeZone;

/// Settings for counting the facts of a log.
#[derive(Clone, Debug)]
pub struct FactRequest {
    /// The tables to make; each is different from the others.
    pub tables: Vec<TableSpec>,
    /// Normalization of queries before they are counted.
    pub normal_form: NormalForm,
    /// Words that tables of words and of pairs of words count.
    pub words: WordRules,
    /// Time zone of days, weeks and months.
    pub time_zone: TimeZone,
    /// Minimum numbers of owners that a published fact and a published cell need.
    pub thresholds: Thresholds,
    /// Maximum number of facts of a table, the most common ones; `None` for no limit.
    pub top: Option<usize>,
    /// True to count the owners of everything that has no row.
    pub rest: bool,
    /// File that lists words and phrases that are never published.
    pub never: Option<PathBuf>,
    /// Categories below which nothing is published; `None` if there are none.
    pub ceilings: Option<FactCeilings>,
    /// Limit on what a table may reveal about sensitive items; `None` for no limit. It is set only for one
    /// table without `bounding`, because counts with noise reveal no such share.
    pub certainty: Option<FactCertainty>,
    /// True to also count how often each fact occurred. A hash of every query is then kept in memory, so that
    /// a click is recognized on any line of its query.
    pub times: bool,
    /// Limit on the number of facts in which one owner is counted; `None` for no limit. With a limit, there is
    /// one table, and each cell of a fact is a fact of its own.
    pub bounding: Option<Bounding>,
    /// Releases that were published before, next to which no number may count few people; `None` without a ledger.
    pub earlier: Option<Arc<dyn EarlierReleases>>,
}

impl FactRequest {
    /// A request for these tables with these thresholds, and defaults for all else.
    pub fn of(tables: Vec<TableSpec>, thresholds: Thresholds) -> FactRequest {
        FactRequest {
            tables,
            normal_form: NormalForm::default(),
            words: WordRules::default(),
            time_zone: TimeZone::UTC,
            thresholds,
            top: None,
            rest: false,
            never: None,
            ceilings: None,
            certainty: None,
            times: false,
            bounding: None,
            earlier: None,
        }
    }

    /// The tables that a run counts: those to make, then those that only follow from them. The latter are checked with
    /// the others, but not published.
    pub fn counted_tables(&self) -> Vec<TableSpec> {
        FactPlan::of(self).tables.into_iter().map(|table| table.spec).collect()
    }

    /// True if a table counts clicks.
    pub fn needs_clicks(&self) -> bool {
        self.tables.iter().any(|table| table.kind.needs_clicks())
    }
}

/// Facts to publish from a log, with statistics of the log.
#[derive(Debug)]
pub struct FactLog {
    /// The facts of each table, in the order of the request.
    pub tables: Vec<CountedTable>,
    /// Kind of thing that counts as one owner.
    pub owner_is: OwnerIs,
    /// Counts of lines, queries and owners that were read or left out.
    pub counts: ReadCounts,
    /// With earlier releases: all rows with their owners.
    pub named: NamedRows,
}

/// The rows of all tables with their owners, for a ledger.
#[derive(Clone, Debug, Default)]
pub struct NamedRows {
    /// The published rows.
    pub rows: Vec<NamedRow>,
    /// The name of each owner.
    pub names: Names,
    /// People and rows that the earlier releases take away.
    pub taken: TakenOverTime,
}

/// The facts to publish in one table, with statistics of all its facts.
#[derive(Debug, Default)]
pub struct CountedTable {
    /// Facts with enough owners that no rule excludes, with their cells. A fact with cells needs enough
    /// owners in its published cells. With a limit per owner, only owners who count in a fact are counted.
    pub counted: CountedFacts,
    /// Number of pairs of an owner and a row that does not count the owner, because tables would reveal few
    /// people when they are subtracted.
    pub left_out: u64,
    /// Number of facts and cells that are not published for the same reason.
    pub hidden: u64,
    /// Number of pairs of an owner and a fact that counts the owner; `None` without a limit per owner.
    pub pairs_counted: Option<u64>,
    /// Distribution of all facts of the log by their number of owners, published or not.
    pub volume: Volume,
    /// Facts with enough owners that a rule excludes: their number for each rule, in the order of the rules.
    pub excluded: Vec<(ExclusionRule, u64)>,
    /// Cells with enough owners that a rule excludes although their facts are published: number for each
    /// rule.
    pub excluded_cells: Vec<(ExclusionRule, u64)>,
    /// Part of the log that the table covers; `None` with a limit per owner, because noise then decides.
    pub in_table: Option<InTable>,
    /// Number of owners who have at least one fact with enough owners that no rule excludes. With cells and
    /// no limit per owner: of owners in at least one published cell.
    pub owners_of_facts: u64,
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

/// Counts the facts of `inputs`, which are read as one log. One pass, O(bytes); a second one for tables of
/// pairs of items, beside others. Memory holds the owners, the facts to publish, and at most `options.room` for
/// all other data; the rest goes to disk.
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
    let plan = FactPlan::of(request);
    let rules = Rules::read(request.never.as_deref())?.guarding(request);
    let mut as_typed = AsTyped::new(&rules, request);
    let mut counters = Counters::new(&options.room, request, &plan);
    let owners = reader::read(inputs, options, request, &plan, &mut counters, &mut as_typed, progress)?;
    let excluded = as_typed.excluded;
    let rules = rules.and_as_typed(excluded);
    let temporary = |source| options.room.temporary(source);
    let closed = counters.close().map_err(temporary)?;
    selection::select(&closed, owners.whole(inputs)?, &options.room, request, &plan, &rules, progress)
}

/// Callback for one fact of one owner. Its arguments: number of the table in the request, owner number, key of
/// the fact, cell (`None` in a table without cells, empty if the cell is unknown), number of occurrences.
pub type EachFact<'e> = dyn FnMut(usize, u32, &str, Option<&str>, u64) + 'e;

/// Passes every fact of `inputs` to `each` as it is read, for callers that count in another way than
/// [`count_facts`]. See [`EachFact`] for the arguments.
pub fn each_fact(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    each: &mut EachFact<'_>,
    progress: &dyn Progress,
) -> Result<(OwnerIs, ReadCounts), ReadError> {
    let plan = FactPlan::of(request);
    let mut passed = counters::Passed::new(plan.shown(), each);
    let read = reader::read(inputs, options, request, &plan, &mut passed, &mut AsTyped::default(), progress)?;
    let read = read.whole(inputs)?;
    Ok((read.owner_is, ReadCounts { owners: read.owners.len() as u64, ..read.counts }))
}
