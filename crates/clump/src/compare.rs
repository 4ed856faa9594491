//! Kinds of release side by side on one log, at one k or at several: whole rows, pieces, tables of facts,
//! lines.
//!
//! All kinds are measured on the same data: the cells of the same transactions. These are queries if there
//! are queries and nothing else was asked for. `kinds` plans the runs. `cell` runs and measures one.
//! `texts_told` finds the texts of a table of facts in the data, and compares counts by text. `presets` runs
//! the rules of others.

use std::sync::Arc;

use clump_core::progress::{Progress, Stage};
use clump_core::promise::Share;
use clump_core::release::Release;
use clump_core::risk::{RiskParameters, certain, risk_before};
use clump_io::Unit;
use clump_report::{Advice, ComparedRun, ComparedUnit, Comparison, FloorAt, ProvedFloor, Runs};

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
mod part;
mod presets;
mod published_texts;

use cell::{Compared, at_known, run_one};
pub use kinds::{DEFAULT_KINDS, DEFAULT_LINE_KINDS};
use kinds::{Planned, distinct, planned};
use part::ComparedPart;

/// Parameters of a comparison.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareParameters {
    /// Input, taxonomy and all other settings that methods share; its method and k are not read.
    pub job: Job,
    /// The k of methods that have one.
    pub ks: Vec<usize>,
    /// The methods; [`DEFAULT_KINDS`] if not given, and for a query log also [`DEFAULT_LINE_KINDS`].
    pub methods: Option<Vec<MethodName>>,
    /// Rules of others to run as well.
    pub presets: Vec<&'static Preset>,
    /// The column that divides the owners of a fact, for rules that do.
    pub by: Option<String>,
    /// Policy for floors.
    pub floor: Floors,
    /// Approximate share of the owners to read, for a quick look at a large log.
    pub sample: Option<Share>,
}

/// Policy for the floor under the loss at each k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Floors {
    /// If the log has at most [`FLOOR_OWNERS`] owners, of at most ten transactions on average: on larger ones
    /// it takes longer than all methods.
    #[default]
    Small,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

/// Runs all methods at all k.
///
/// # Errors
/// When the input cannot be read. A method that fails is reported in its cell.
pub fn compare(parameters: &CompareParameters, progress: &dyn Progress) -> Result<Comparison, RunError> {
    with_threads(parameters.job.resources.threads, || compare_all(parameters, progress))
}

fn compare_all(parameters: &CompareParameters, progress: &dyn Progress) -> Result<Comparison, RunError> {
    let ks = &distinct(&parameters.ks);
    // Reads for pieces, with the texts of all queries: the other kinds need no more.
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
    let planned = planned(&parameters.job, job, ks, parameters.methods.as_deref(), &data)?;
    // A wrong setting is an error of the comparison, not of a cell.
    let ready: Vec<AnyMethod> = planned.iter().map(|run| run.job.ready_method()).collect::<Result<_, _>>()?;
    let on_lines = |run: &&Planned| run.job.method.name().facts().works_on == WorksOn::Lines;
    let needs_items = planned.iter().any(|run| run.job.method.name() == MethodName::Split);
    let lines = planned.iter().find(on_lines);
    let log = lines.map(|run| Lines::read(&run.job, needs_items, progress)).transpose()?.map(Arc::new);
    let profiles = kinds::profiles(&planned, job.transaction_is());
    let floors: &[usize] = if has_floors(parameters.floor, &data) { ks } else { &[] };
    let named = sensitive(&data, &parameters.job)?;
    let sensitive = named.as_ref().map_or(&[][..], |found| &found.nodes);

    let steps = planned.len() + usize::from(profiles.is_some()) + parameters.presets.len() + floors.len();
    progress.begin(Stage::Compare, steps as u64);
    let compared = Compared { data: &data, log: log.as_ref(), cost: parameters.job.cost, sensitive };
    let mut runs = Runs::default();
    for (run, method) in planned.iter().zip(&ready) {
        let part = ComparedPart::begin(progress, run.name());
        runs.cells.push(run_one(method, run, &compared, &part)?);
        part.finish();
    }
    if let Some(run) = profiles {
        let part = ComparedPart::begin(progress, run.name());
        runs.profiles = Some(Box::new(of_owners(&run, &compared, &part)?));
        part.finish();
    }
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
    let advice =
        runs.advice(unit, if has_queries { "words" } else { "items" }).into_iter().map(said).collect();
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

/// True if floors are computed of `data`.
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

/// Runs a method on whole owners, where the comparison is about parts of their data. Reads the data again.
fn of_owners(
    run: &Planned,
    compared: &Compared<'_>,
    progress: &dyn Progress,
) -> Result<ComparedRun, RunError> {
    let data = Arc::new(Data::read(&run.job, progress)?);
    let method = run.job.ready_method()?;
    // Sensitive nodes have other numbers in these data, and are reported for the compared runs.
    run_one(&method, run, &Compared { data: &data, log: None, sensitive: &[], ..*compared }, progress)
}
