//! The second step of a run: makes a release of the input with the method of the job.

use std::sync::Arc;
use std::time::Instant;

use clump_core::anonymize::AnonymizeError;
use clump_core::anonymize::apply::Applied;
use clump_core::composition::Composed;
use clump_core::facts::{CountedFacts, FactTable};
use clump_core::progress::Progress;
use clump_core::promise::{Promise, PropertyName};
use clump_core::rewrite::{Rewriter, Rewritten};
use clump_core::sensitive::SensitiveItems;
use clump_io::facts::FactLog;
use clump_io::{OwnerIs, ReadCounts};

use super::assess;
use super::read::{Lines, Read};
use crate::check::claim::Claim;
use crate::data::{Data, ReadSummary};
use crate::earlier::EarlierRelease;
use crate::guards::candidates::histories;
use crate::guards::pieces_over_time::{self, LeftOut};
use crate::job::Job;
use crate::methods::{AnyMethod, Apply, FactMethod, Method};
use crate::release::row_release::{RowMethod, RowRelease};
use crate::{JobError, RunError};

impl Job {
    /// Checks the parameters of the method and creates it. The method `apply` is created from its earlier
    /// release.
    ///
    /// # Errors
    /// When a setting is missing, out of range, or contradicts another setting.
    pub fn ready_method(&self) -> Result<AnyMethod, RunError> {
        self.refuse_misleading_name()?;
        self.refuse_idle_cost()?;
        self.refuse_idle_in_pieces()?;
        self.guards.refuse_idle(self)?;
        match &*self.method {
            Method::Apply(apply @ Apply { earlier: Some(earlier), .. }) => {
                EarlierRelease::read(earlier, Some(self))?.method(apply, self)
            }
            method => method.build(self),
        }
    }
}

/// A release in memory, with the input that the method read.
pub(crate) enum MadeRelease {
    Rows(MadeRows),
    Lines(MadeLines),
    Facts(Box<MadeTables>),
}

/// A release of rows in canonical form.
pub(crate) struct MadeRows {
    pub data: Arc<Data>,
    pub rows: RowRelease,
    /// The promise that the written file is checked for.
    pub claim: Claim,
    pub sensitive: Option<SensitiveItems>,
    /// The part of an earlier release that is in this release; `None` if the method applies none.
    pub applied: Option<Applied>,
    /// Number of people and pieces that the ledger left out; `None` for whole rows, or without a ledger.
    pub left_out: Option<LeftOut>,
    /// Seconds that the method took, without reading.
    pub seconds: f64,
}

pub(crate) struct MadeLines {
    pub lines: Arc<Lines>,
    pub rewritten: Rewritten,
    pub promise: Promise,
    pub seconds: f64,
}

/// One or more tables of facts.
pub(crate) struct MadeTables {
    pub method: FactMethod,
    pub log: FactLog,
    /// The tables, in the order of the method.
    pub tables: Vec<FactTable>,
    /// The facts of the only table with noisy numbers; `None` without noise. Noise is added once, so every file
    /// written from this table has the same numbers.
    pub noisy: Option<CountedFacts>,
    /// Seconds that reading and counting the log took.
    pub seconds_read: f64,
    pub seconds: f64,
}

impl MadeRelease {
    /// Makes a release with `method`. The input `read` must have been read for this method.
    pub fn make(
        method: &AnyMethod,
        read: Read,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<MadeRelease, RunError> {
        match (method, read) {
            (AnyMethod::Transactions(method), Read::Transactions(data)) => {
                composed_rows(RowMethod::Whole(method.as_ref()), data, job, progress).map(MadeRelease::Rows)
            }
            (AnyMethod::Pieces(method), Read::Transactions(data)) => {
                composed_rows(RowMethod::Pieces(method.as_ref()), data, job, progress).map(MadeRelease::Rows)
            }
            (AnyMethod::Lines(method), Read::Lines(lines)) => {
                MadeLines::make(method.as_ref(), lines, progress).map(MadeRelease::Lines)
            }
            (AnyMethod::Facts(method), Read::Facts(log, seconds)) => {
                let tables = MadeTables::make(method.as_ref().clone(), *log, seconds)?;
                Ok(MadeRelease::Facts(Box::new(tables)))
            }
            _ => unreachable!("the input was read for this method"),
        }
    }

    pub fn summary(&self) -> ReadSummary {
        let summary = |owner_is: &OwnerIs, counts: ReadCounts, unknown| ReadSummary {
            owner_is: owner_is.clone(),
            counts,
            unknown,
            known_owners: 0,
        };
        match self {
            MadeRelease::Rows(made) => made.data.summary(),
            MadeRelease::Lines(MadeLines { lines, .. }) => {
                summary(&lines.owner_is, lines.counts, lines.unknown.len())
            }
            MadeRelease::Facts(made) => summary(&made.log.owner_is, made.log.counts, 0),
        }
    }
}

/// Makes rows of `data`. With a ledger, owners who were published together are grouped together again, and pieces
/// keep to the numbers of earlier ones.
fn composed_rows(
    method: RowMethod<'_>,
    data: Arc<Data>,
    job: &Job,
    progress: &dyn Progress,
) -> Result<MadeRows, RunError> {
    match method {
        RowMethod::Whole(whole) => match histories(job, &data)? {
            Some(histories) => {
                let (k, form) = (job.require_k()?, job.method.form());
                let composed = Composed { method: whole, histories: &histories, k, form };
                guarded_rows(RowMethod::Whole(&composed), data, job, progress)
            }
            None => guarded_rows(method, data, job, progress),
        },
        RowMethod::Pieces(_) => {
            let made = guarded_rows(method, data, job, progress)?;
            Ok(match pieces_over_time::allowed(&made.rows, &made.data, job)? {
                Some((rows, left_out)) => MadeRows { rows, left_out: Some(left_out), ..made },
                None => made,
            })
        }
    }
}

/// Makes rows of `data`, and finds its sensitive items. They are looked up first, so that a misspelt list is
/// an error before the method runs.
fn guarded_rows(
    method: RowMethod<'_>,
    data: Arc<Data>,
    job: &Job,
    progress: &dyn Progress,
) -> Result<MadeRows, RunError> {
    let sensitive = match method.sensitive() {
        Some(promised) => Some(promised.find(&data.transactions, &data.taxonomy)),
        None => assess::sensitive(&data, job)?,
    };
    let made = MadeRows::make(method, data, job, progress)?;
    let applied = method.applied(&made.data, &made.rows);
    Ok(MadeRows { sensitive, applied, ..made })
}

impl MadeRows {
    pub fn make(
        method: RowMethod<'_>,
        data: Arc<Data>,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<MadeRows, RunError> {
        data.require_owners()?;
        let begun = Instant::now();
        let made = method.make(&data, job.cost, progress);
        let made = made.map_err(|reason| RunError::of_method(reason, data.dropped()))?;
        let seconds = begun.elapsed().as_secs_f64();
        let rows = made.canonical(&data, job.output.root_items);
        let claim = claim(method, &data, job)?;
        Ok(MadeRows { data, rows, claim, sensitive: None, applied: None, left_out: None, seconds })
    }
}

/// The promise and the sensitive labels that the written file is checked for.
fn claim(method: RowMethod<'_>, data: &Data, job: &Job) -> Result<Claim, RunError> {
    let sensitive = method.sensitive().map(|sensitive| sensitive.find(&data.lifted(), &data.taxonomy).items);
    let names = sensitive.into_iter().flatten().map(|node| data.taxonomy.name(node).to_owned());
    Ok(Claim { promise: promise_of_rows(method, job)?, sensitive: names.collect() })
}

/// The promise of the method, with the ceiling and certainty that the job asks for.
pub(super) fn promise_of_rows(method: RowMethod<'_>, job: &Job) -> Result<Promise, RunError> {
    let mut promise = method.method().promise();
    if let Some(ceiling) = job.ceilings()?.filter(|_| !promise.has(PropertyName::Ceiling)) {
        promise = promise.and(ceiling)?;
    }
    for property in job.guards.properties(job, &promise)? {
        promise = promise.and(property)?;
    }
    Ok(promise)
}

impl MadeLines {
    pub fn make(
        method: &dyn Rewriter,
        lines: Arc<Lines>,
        progress: &dyn Progress,
    ) -> Result<MadeLines, RunError> {
        let begun = Instant::now();
        let rewritten = method
            .rewrite(&lines.log, lines.items.as_ref(), progress)
            .map_err(|reason| RunError::of_method(reason, None))?;
        let seconds = begun.elapsed().as_secs_f64();
        Ok(MadeLines { lines, rewritten, promise: method.promise(), seconds })
    }
}

impl MadeTables {
    /// Makes tables of the facts in `log`. Reading and counting took `seconds_read`.
    pub fn make(method: FactMethod, log: FactLog, seconds_read: f64) -> Result<MadeTables, RunError> {
        let (owners, k) = (log.counts.owners as usize, method.request.thresholds.k);
        // With noise, an error here would reveal the number of owners.
        if owners < k && method.thresholding.is_none() {
            return Err(RunError::of_method(AnonymizeError::TooFewOwners { owners, k }, None));
        }
        let begun = Instant::now();
        let noisy = match (method.thresholding, log.tables.first()) {
            (Some(noise), Some(table)) => Some(noise.publish_facts(&table.counted).map_err(JobError::from)?),
            _ => None,
        };
        let counted = log.tables.iter().map(|table| noisy.as_ref().unwrap_or(&table.counted));
        let tables = method.tabulate.iter().zip(counted).map(|(tabulate, counted)| tabulate.publish(counted));
        let tables = tables.collect();
        let seconds = begun.elapsed().as_secs_f64();
        Ok(MadeTables { method, log, tables, noisy, seconds_read, seconds })
    }
}
