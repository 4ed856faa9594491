//! Many methods at many k on one log, read once. Finished cells are kept in a file, so that a comparison that was
//! interrupted goes on where it stopped.

use std::time::Instant;

use clump_core::progress::{Progress, Stage};
use clump_core::promise::Promise;
use clump_core::rewrite::Rewriter;
use clump_core::risk::{Linkage, Proportion, RiskParameters, risk_before};
use clump_core::taxonomy::PricedIn;
use clump_core::utility::{Drawn, UtilityParameters};
use clump_log::linkage::link_lines;
use clump_report::{Cell, Comparison, Cost, FloorAt, KNOWN, Runs};

use crate::data::Data;
use crate::data::gone_before::require_half;
use crate::floor::FLOOR_OWNERS;
use crate::job::Job;
use crate::methods::WorksOn;
use crate::methods::{AnyMethod, Method, MethodName};
use crate::release::made_rows::RowMethod;
use crate::release::targets::Targets;
use crate::run::{lines, transactions};
use crate::threads::with_threads;
use crate::{CompareError, RunError};

mod kept;

use kept::Kept;

/// What is to be compared.
#[derive(Clone, Debug, PartialEq)]
pub struct CompareParameters {
    /// Input, taxonomy and whatever else methods share; its method and k are not read.
    pub job: Job,
    /// The k of methods that have one.
    pub ks: Vec<usize>,
    /// The methods; those of [`DEFAULT_METHODS`] if not given, and for a query log also those of [`DEFAULT_LINE_METHODS`].
    pub methods: Option<Vec<MethodName>>,
    /// Whether floors are computed.
    pub floor: Floors,
}

/// What is compared unasked: the methods on transactions that need to know nothing else.
pub const DEFAULT_METHODS: [MethodName; 4] =
    [MethodName::Nearest, MethodName::Clump, MethodName::Partition, MethodName::Apriori];

/// What practice does with logs, beside them.
pub const DEFAULT_LINE_METHODS: [MethodName; 3] =
    [MethodName::Hash, MethodName::DropIds, MethodName::DropRare];

/// Whether the floor under the loss is computed for each k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Floors {
    /// If the log has at most [`FLOOR_OWNERS`] owners: on larger ones it takes longer than all methods.
    #[default]
    Small,
    /// In any case.
    Always,
    /// Not at all.
    Never,
}

/// Runs all methods at all k. Cells that stand in `kept` already are taken from there, and new ones are added.
///
/// # Errors
/// When the input cannot be read or the file of finished cells cannot be written. A method that fails is a cell that
/// says so.
pub fn compare(
    parameters: &CompareParameters,
    kept: &std::path::Path,
    progress: &dyn Progress,
) -> Result<Comparison, CompareError> {
    with_threads(parameters.job.resources.threads, || compare_all(parameters, kept, progress))
}

fn compare_all(
    parameters: &CompareParameters,
    kept: &std::path::Path,
    progress: &dyn Progress,
) -> Result<Comparison, CompareError> {
    let CompareParameters { job, ks, methods, floor } = parameters;
    let ks = &distinct(ks);
    let data = Data::read(job, progress)?;
    data.require_owners()?;
    require_half(job, &data.counts)?;
    let methods = match methods {
        Some(methods) => distinct(methods),
        None if data.counts.queries > 0 => [&DEFAULT_METHODS[..], &DEFAULT_LINE_METHODS].concat(),
        None => DEFAULT_METHODS.to_vec(),
    };
    let (jobs, compared_in) = (jobs(job, ks, &methods), job.cost);
    // What is wrong with a setting is wrong with the comparison, not with a cell.
    let chosen: Vec<AnyMethod> = jobs.iter().map(Job::ready_method).collect::<Result<_, _>>()?;
    let mut kept = Kept::open(kept, parameters)?;
    let is_on_lines = |method: &MethodName| method.facts().works_on == WorksOn::Lines;
    let log = match methods.iter().any(is_on_lines) {
        true => Some(lines::Lines::read(job, methods.contains(&MethodName::Split), progress)?),
        false => None,
    };
    let with_floor = match floor {
        Floors::Small => data.transactions.owners() <= FLOOR_OWNERS,
        Floors::Always => true,
        Floors::Never => false,
    };
    let floors: &[usize] = if with_floor { ks } else { &[] };

    let untold = progress.untold();
    progress.begin(Stage::Compare, (jobs.len() + floors.len()) as u64);
    let mut cells = Vec::with_capacity(jobs.len());
    for (job, method) in jobs.iter().zip(&chosen) {
        let cell = match kept.find(job) {
            Some(cell) => cell.clone(),
            None => kept.keep(cell(method, job, &data, log.as_ref(), compared_in, &untold)?)?,
        };
        cells.push(cell);
        progress.advance(1);
    }
    let mut floors_found = Vec::new();
    for &k in floors {
        if k <= data.transactions.owners() {
            let floor = || -> Result<f64, CompareError> {
                Ok(data.share_of_worth(data.floor(k, job.cost, &untold)?, job.cost))
            };
            floors_found.push(match kept.floor(k) {
                Some(floor) => floor,
                None => kept.keep_floor(FloorAt::new(k, job.cost, floor()?))?,
            });
        }
        progress.advance(1);
    }
    progress.end();
    kept.remove();
    let before = risk_before(&data.transactions, &data.taxonomy, &[], None, RiskParameters::default());
    Ok(Comparison {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        words: data.counts.words_read() as usize,
        words_unknown: data.counts.words_unknown as usize,
        read: data.owners_read(),
        rows: data.transactions.len(),
        owners: data.transactions.owners(),
        items: data.transactions.items(),
        linkage_before: at_known(&before.linkage),
        runs: Runs { cells, floors: floors_found },
    })
}

/// Each value once, in the order of first appearance.
fn distinct<T: Copy + PartialEq>(values: &[T]) -> Vec<T> {
    let mut distinct = Vec::new();
    for &value in values {
        if !distinct.contains(&value) {
            distinct.push(value);
        }
    }
    distinct
}

/// A job for each method and k: one for a method that has none.
fn jobs(job: &Job, ks: &[usize], methods: &[MethodName]) -> Vec<Job> {
    let seed = job.method.seed();
    let mut jobs = Vec::new();
    for &name in methods {
        let ks: Vec<Option<usize>> =
            if name.has_k() { ks.iter().copied().map(Some).collect() } else { vec![None] };
        let cap = job.cap.filter(|_| name.can_promise_groups());
        let sensitive = match name {
            MethodName::Coherence => job.sensitive.clone(),
            _ if cap.is_some() => job.sensitive.clone(),
            _ => Vec::new(),
        };
        let method = Method::seeded(name, seed);
        // The others do as they always do, and are measured in the same.
        let cost = if method.minimises_loss() { job.cost } else { PricedIn::default() };
        jobs.extend(ks.into_iter().map(|k| Job {
            method: method.clone(),
            k,
            cost,
            sensitive: sensitive.clone(),
            cap,
            ..job.clone()
        }));
    }
    jobs
}

/// Runs one job, and measures it in LM and in what is compared. What cannot be done is said in the cell.
fn cell(
    method: &AnyMethod,
    job: &Job,
    data: &Data,
    log: Option<&lines::Lines>,
    compared_in: PricedIn,
    progress: &dyn Progress,
) -> Result<Cell, RunError> {
    let start = Instant::now();
    let empty = |promise, error| Cell {
        method: job.method.name().word().to_owned(),
        k: job.k,
        promise,
        holds: None,
        seconds: Some(start.elapsed().as_secs_f64()),
        cost: None,
        error,
    };
    let made = match (method, log) {
        (AnyMethod::Transactions(_) | AnyMethod::Pieces(_), _) => {
            let method = RowMethod::of(method).expect("it makes rows");
            of_rows(method, job, data, compared_in, progress)
        }
        (AnyMethod::Lines(method), Some(log)) => of_lines(method.as_ref(), log, progress),
        (AnyMethod::Facts(_), _) => {
            let error = "a table of facts has no rows of owners that could be compared".to_owned();
            return Ok(empty(method.promise(), Some(error)));
        }
        (AnyMethod::Lines(_), None) => unreachable!("lines are read when a method needs them"),
    };
    Ok(match made {
        Ok(Figures { promise, holds, seconds, cost }) => {
            Cell { holds, seconds: Some(seconds), cost: Some(cost), ..empty(promise, None) }
        }
        Err(error @ RunError::Anonymize { .. }) => empty(method.promise(), Some(error.to_string())),
        Err(error) => return Err(error),
    })
}

/// What was found of a run.
struct Figures {
    promise: Promise,
    /// None where nothing is promised.
    holds: Option<bool>,
    seconds: f64,
    cost: Cost,
}

fn of_rows(
    method: RowMethod<'_>,
    job: &Job,
    data: &Data,
    compared_in: PricedIn,
    progress: &dyn Progress,
) -> Result<Figures, RunError> {
    let made = transactions::make(method, &Targets::nowhere(progress), data, job, progress)?;
    let measures = made.rows.measure(data);
    let use_left = made.rows.utility(data, &UtilityParameters::default());
    let risk = made.rows.risk(data, &[], None, RiskParameters::default());
    let rules = use_left.rules.iter().find(|kept| kept.level.is_none() && kept.rules > 0);
    let pairs = use_left.frequent_itemsets.iter().find(|kept| kept.level.is_none() && kept.size == 2);
    let errors =
        use_left.count_queries.iter().find(|errors| errors.drawn == Drawn::Data && errors.items == 1);
    let cost = Cost {
        loss_per_item: Some(measures.loss_per_item),
        loss_bits_share: match compared_in {
            PricedIn::Lm => None,
            PricedIn::Bits => made.rows.whole().map(|release| data.bits(release, None).loss_bits_share),
        },
        ncp: Some(measures.ncp),
        mean_length: Some(measures.mean_length),
        mean_level: Some(measures.mean_level),
        count_error: errors.map(|errors| errors.mean_error),
        top_words_error: Some(use_left.top_words).filter(|top| top.top > 0).map(|top| top.mean_error),
        top_rows_error: Some(use_left.top_rows).filter(|top| top.top > 0).map(|top| top.mean_error),
        rules_kept: rules.map(|rules| rules.kept as f64 / rules.rules as f64),
        pairs_kept: pairs.map(|pairs| pairs.kept as f64 / pairs.top.max(1) as f64),
        linkage: at_known(&risk.linkage),
        ..Cost::default()
    }
    .with_words(&data.words_of(&made.rows, job.k).0);
    let checked = &made.staged.checked;
    Ok(Figures { promise: checked.promise(), holds: Some(checked.holds), seconds: made.seconds, cost })
}

fn of_lines(method: &dyn Rewriter, log: &lines::Lines, progress: &dyn Progress) -> Result<Figures, RunError> {
    let made = lines::make(method, &Targets::nowhere(progress), log, progress)?;
    let linkage = link_lines(&log.log, &made.rewritten, RiskParameters::default());
    let promise = method.promise();
    let holds = (!promise.is_nothing()).then_some(made.staged.checked.holds);
    let cost = Cost { linkage: at_known(&linkage), ..Cost::default() };
    Ok(Figures { promise, holds, seconds: made.seconds, cost })
}

/// The attack of a comparison among those that were measured.
fn at_known(linkage: &[Linkage]) -> Option<Proportion> {
    linkage.iter().find(|linkage| linkage.known == KNOWN).map(|linkage| linkage.right_row)
}
