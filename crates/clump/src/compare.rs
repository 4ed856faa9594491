//! Compares kinds of releases of one log, at one k or several: whole rows, pieces, tables of facts, lines.
//!
//! Each kind is made twice. One release is of all owners: it is verified, attacked, and measured on the same
//! cells as all others, which are the items of the same transactions. A transaction is a query if the log has
//! queries and the job has no other unit. The other release is of about 80 % of the owners, and shows what readers
//! can do with it ([`clump_core::tasks`]).
//!
//! ```text
//! kinds            plans the runs
//! tables           tables of facts, and combinations of them
//! cell             runs, verifies and measures one release
//! raw              exact facts of both parts of the owners
//! learning         what a reader learns from a release
//! tasks            scores of all runs, and of what they are compared with
//! linkage          the attack on a table of facts
//! published_texts  finds the texts of a table in the data, and compares counts by text
//! presets          publishing rules of other organizations
//! ```

use std::sync::Arc;

use clump_core::progress::{Progress, Stage};
use clump_core::promise::Share;
use clump_core::release::Release;
use clump_core::risk::{RiskParameters, certain, risk_before};
use clump_io::Unit;
use clump_report::{Advice, ComparedUnit, Comparison, FloorAt, ProvedFloor, Runs};

use crate::data::Data;
use crate::data::gone_before::require_half;
use crate::data::require_nodes;
use crate::floor::FLOOR_OWNERS;
use crate::job::Job;
use crate::machine::with_threads;
use crate::methods::{AnyMethod, MethodName, WorksOn};
use crate::presets::Preset;
use crate::run::assess::sensitive;
use crate::run::read::Lines;
use crate::{JobError, RunError};

mod cell;
mod kinds;
mod learning;
mod linkage;
mod part;
mod presets;
mod published_texts;
mod raw;
mod tables;
mod tasks;

use cell::{Compared, at_known, run_one};
pub use kinds::{DEFAULT_KINDS, DEFAULT_LINE_KINDS};
use kinds::{EPSILON, Planned, distinct, planned};
use part::ComparedPart;
use raw::RawData;
use tasks::Tested;

/// The data, methods and values of k to compare.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareParameters {
    /// Input, taxonomy and all other settings that methods share. Its method and k are ignored.
    pub job: Job,
    /// Values of k for methods that read k.
    pub ks: Vec<usize>,
    /// The methods. If `None`, [`DEFAULT_KINDS`], and for a query log also [`DEFAULT_LINE_KINDS`].
    pub methods: Option<Vec<MethodName>>,
    /// Publishing rules of other organizations, to run as well.
    pub presets: Vec<&'static Preset>,
    /// The column that divides the owners of a fact into cells, for presets whose rule divides.
    pub by: Option<String>,
    /// Logs for which the lower bound of the loss is computed.
    pub floor: Floors,
    /// Approximate share of the owners to read, for a quick look at a large log.
    pub sample: Option<Share>,
}

/// Logs for which the lower bound of the loss is computed at each k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Floors {
    /// Logs of at most [`FLOOR_OWNERS`] owners with at most ten transactions on average. For larger logs, the
    /// bound takes longer than all methods.
    #[default]
    Small,
    /// All logs.
    Always,
    /// No log.
    Never,
}

/// Runs and measures each method at each k.
///
/// # Errors
/// When the input cannot be read. A method that fails is reported in its cell.
pub fn compare(parameters: &CompareParameters, progress: &dyn Progress) -> Result<Comparison, RunError> {
    with_threads(parameters.job.resources.threads, || compare_all(parameters, progress))
}

fn compare_all(parameters: &CompareParameters, progress: &dyn Progress) -> Result<Comparison, RunError> {
    let ks = &distinct(&parameters.ks);
    // Reads as `pieces` does, with the texts of all queries. This is enough for all kinds.
    let mut open = Job { k: None, ..parameters.job.clone() }.method(MethodName::Pieces);
    open.input.sample = parameters.sample;
    let job = &*open.decided()?;
    let certainty = parameters.job.certainty_of_nodes().map_err(RunError::from)?;
    let counted_nodes = certainty.map(|certainty| certainty.nodes().to_vec()).unwrap_or_default();
    let data = Arc::new(Data::read_counting(job, counted_nodes.clone(), progress)?);
    data.require_owners()?;
    require_half(job, &data.counts)?;
    require_nodes(&counted_nodes, &data.taxonomy, job, JobError::CertaintyOfUnknown)?;
    let has_queries = data.counts.queries > 0;
    let seed = parameters.job.method.seed().unwrap_or(0);
    let raw = RawData::read(job, has_queries, seed, EPSILON, progress)?;
    let planned = planned(&parameters.job, job, ks, parameters.methods.as_deref(), &data, &raw)?;
    // A wrong setting ends the comparison instead of being reported in a cell.
    let ready: Vec<AnyMethod> = planned.iter().map(|run| run.job.ready_method()).collect::<Result<_, _>>()?;
    let log = lines_of(&planned, &|job| job.clone(), progress)?;
    let tested = Tested::read(job, raw.exam, counted_nodes, seed, &planned, progress)?;
    let floors: &[usize] = if has_floors(parameters.floor, &data) { ks } else { &[] };
    let named = sensitive(&data, &parameters.job)?;
    let sensitive = named.as_ref().map_or(&[][..], |found| &found.nodes);

    let steps = planned.len() + parameters.presets.len() + floors.len();
    progress.begin(Stage::Compare, steps as u64);
    let compared = Compared { data: &data, log: log.as_ref(), cost: parameters.job.cost, sensitive };
    let mut cells = Vec::new();
    for (run, method) in planned.iter().zip(&ready) {
        let part = ComparedPart::begin(progress, run.name());
        cells.push(tested.test(run_one(method, run, &compared, &part)?, run, &part)?);
        part.finish();
    }
    let mut runs = Runs { cells, references: tested.references(ks), ..Runs::default() };
    for preset in &parameters.presets {
        let part = ComparedPart::begin(progress, preset.name().to_owned());
        runs.presets.extend(presets::run(preset, parameters.by.as_deref(), job, has_queries, &part)?);
        part.finish();
    }
    for &k in floors {
        let part = ComparedPart::begin(progress, format!("floor at k = {k}"));
        if k <= data.transactions.owners() {
            let cost = parameters.job.cost;
            let ProvedFloor { loss, cut_short } = data.floor(k, cost, &part)?;
            runs.floors.push(FloorAt::new(k, cost, data.share_of_worth(loss, cost), cut_short));
        }
        part.finish();
    }
    progress.end();
    let (transactions, taxonomy) = (&data.transactions, &data.taxonomy);
    let before = risk_before(transactions, taxonomy, &[], None, RiskParameters::default());
    let as_they_are = || Release::new(transactions.bags().clone(), (0..transactions.len() as u32).collect());
    let unit = compared_unit(job.transaction_is());
    let noun = data.summary().noun(&parameters.job.report.noun);
    let said = |advice: Advice| Advice { sentence: noun.say(&advice.sentence), ..advice };
    let advice = runs.advice(parameters.sample.is_some()).into_iter().map(said).collect();
    Ok(Comparison {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        sample: parameters.sample.map(Share::as_f64),
        words: data.counts.words_read() as usize,
        words_unknown: data.counts.words_unknown as usize,
        bad_lines: data.counts.bad_lines,
        lines: data.counts.lines,
        read: data.owners_read(),
        rows: transactions.len(),
        owners: transactions.owners(),
        items: transactions.items(),
        unit,
        sensitive_holders: (!sensitive.is_empty())
            .then(|| certain(transactions, taxonomy, &as_they_are(), sensitive).holders),
        linkage_before: at_known(&before.linkage),
        advice,
        noun,
        runs,
    })
}

fn compared_unit(unit: Unit) -> ComparedUnit {
    match unit {
        Unit::Owner => ComparedUnit::Owner,
        Unit::Session { .. } => ComparedUnit::Session,
        Unit::Query => ComparedUnit::Query,
        Unit::Transaction => ComparedUnit::Transaction,
    }
}

/// True if lower bounds are computed for `data`.
fn has_floors(asked: Floors, data: &Data) -> bool {
    match asked {
        Floors::Small => {
            let Data { transactions, .. } = data;
            transactions.owners() <= FLOOR_OWNERS && transactions.len() <= 10 * FLOOR_OWNERS
        }
        Floors::Always => true,
        Floors::Never => false,
    }
}

/// Reads the lines of a log if a planned method works on lines. `of` turns the job of a run into the one to read.
fn lines_of(
    planned: &[Planned],
    of: &dyn Fn(&Job) -> Job,
    progress: &dyn Progress,
) -> Result<Option<Arc<Lines>>, RunError> {
    let on_lines = |run: &&Planned| run.job.method.name().facts().works_on == WorksOn::Lines;
    let needs_items = planned.iter().any(|run| run.job.method.name() == MethodName::Split);
    let lines = planned.iter().find(on_lines);
    lines.map(|run| Lines::read(&of(&run.job), needs_items, progress).map(Arc::new)).transpose()
}
