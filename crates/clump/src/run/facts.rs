//! A run of a method on facts: read -> facts -> count -> table -> verify -> release and report.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use clump_core::anonymize::{AnonymizeError, Method as _};
use clump_core::facts::{CountedFacts, FactTable, KEPT_AT};
use clump_core::progress::Progress;
use clump_core::promise::{DifferentialPrivacy, PropertyName};
use clump_io::Input;
use clump_io::facts::{FactLog, InTable, Withheld, count_facts};
use clump_io::release::{ReleaseFormat, read_fact_table, write_fact_table};
use clump_report::{FactCount, FactFigures, Figures, NoiseFigures, OwnersRead, TaxonomyFacts, Timing};

use super::pages::{facts_pages, shown_facts};
use super::{Account, Besides, Outcome, StagedRelease, publish, stage};
use crate::check::ceiling::Places;
use crate::check::facts::{
    ExactCounts, FACTS_LAYOUT, check_facts_against, check_noisy_facts, distinct_facts, texts,
};
use crate::check::listed::listed_in_facts;
use crate::data::{Read, refuse_repeats};
use crate::guards::budget::{self, open_within_budget};
use crate::job::Job;
use crate::methods::FactMethod;
use crate::release::checked_release::Written;
use crate::release::sample::sample_facts;
use crate::release::targets::{ReleaseTarget, Targets};
use crate::taxonomy::taxonomy_facts;
use crate::{JobError, RunError};

/// What was counted in the input of a job, and the table that was made of it.
pub(crate) struct Unpublished {
    method: FactMethod,
    log: FactLog,
    made: Made,
    seconds_read: f64,
    /// Whether what it spends is in the ledger: published again, the same noise spends nothing more.
    is_entered: AtomicBool,
}

/// Counts facts of the input of `job`, and makes a table of them. Noise is added once: however often the table is published, it is
/// the same.
pub(super) fn make_unpublished(
    method: &FactMethod,
    job: &Job,
    progress: &dyn Progress,
) -> Result<Unpublished, RunError> {
    // Whoever may not spend that much should not wait to hear of it.
    open_within_budget(job)?;
    let start = Instant::now();
    let inputs = job.input.expanded()?;
    refuse_repeats(&inputs)?;
    let log = count_facts(&inputs, &job.read_options(), &method.request, progress)?;
    Unpublished::of_log(method.clone(), log, start.elapsed().as_secs_f64())
}

impl Unpublished {
    /// Makes a table of facts that were counted in so many seconds.
    pub(super) fn of_log(
        method: FactMethod,
        log: FactLog,
        seconds_read: f64,
    ) -> Result<Unpublished, RunError> {
        let made = make(&method, &log)?;
        Ok(Unpublished { method, log, made, seconds_read, is_entered: AtomicBool::new(false) })
    }

    /// Writes, checks and publishes it.
    pub(super) fn publish(
        &self,
        targets: &Targets,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let Unpublished { method, log, made: made @ Made { table, seconds, .. }, seconds_read, is_entered } =
            self;
        let read = Read { owner_is: log.owner_is.clone(), counts: log.counts, unknown: 0, known_owners: 0 };
        let staged = made.write(method, targets, log, job, progress)?;
        let checked = staged.checked.clone();
        if !checked.is_kept() {
            return Ok(Outcome { read, checked, published: None });
        }
        let [seconds_write, seconds_verify] = staged.seconds;
        let ledger = if is_entered.load(Ordering::Acquire) { None } else { open_within_budget(job)? };
        let account = Account {
            ledger: ledger.map(|(ledger, privacy)| budget::enter(ledger, &staged.facts.blake3, privacy)),
            sample: sample_facts(table, method.thresholding.is_some(), &staged.facts.blake3),
            job,
            method: method.name(),
            owner_is: &log.owner_is,
            counts: log.counts,
            figures: figures(method, log, table),
            assessment: None,
            certain: None,
            fates: Vec::new(),
            linkage: Vec::new(),
            timing: Timing {
                read: *seconds_read,
                seconds: *seconds,
                write: seconds_write,
                verify: seconds_verify,
                seconds_total: seconds_read + seconds + start.elapsed().as_secs_f64(),
                ..Timing::default()
            },
            unknown: Vec::new(),
            sensitive_items: Vec::new(),
            taxonomy: taxonomy_of_guards(method, job)?,
        };
        let besides = Besides {
            audit: None,
            shown: &|certificate, report, sample| shown_facts(table, job, certificate, report, sample),
            pages: &|shown, _| facts_pages(shown),
        };
        let published = publish(targets, staged, account, Some(besides))?;
        if !matches!(targets.release, ReleaseTarget::Nowhere) {
            is_entered.store(true, Ordering::Release);
        }
        Ok(Outcome { read, checked, published: Some(published) })
    }
}

/// A table that was made.
pub(crate) struct Made {
    pub table: FactTable,
    /// What the noise made of the numbers, if there is any.
    noisy: Option<CountedFacts>,
    /// Seconds of making it from what was counted.
    pub seconds: f64,
}

/// Makes the table of `log`.
pub(crate) fn make(method: &FactMethod, log: &FactLog) -> Result<Made, RunError> {
    let (owners, k) = (log.counts.owners as usize, method.request.thresholds.k);
    // With noise, whether there is a table at all must not tell how many owners there are.
    if owners < k && method.thresholding.is_none() {
        return Err(RunError::of_method(AnonymizeError::TooFewOwners { owners, k }, None));
    }
    let delta = method.tabulate.parameters().noise.map(|noise| noise.privacy.delta());
    if delta.is_some_and(|delta| delta * owners as f64 >= 1.0) {
        return Err(RunError::of_method(AnonymizeError::DeltaTooLarge { owners }, None));
    }
    let begun = Instant::now();
    let noisy = method.thresholding.map(|noise| noise.publish_facts(&log.counted));
    let noisy = noisy.transpose().map_err(JobError::from)?;
    let table = method.tabulate.publish(noisy.as_ref().unwrap_or(&log.counted));
    Ok(Made { table, noisy, seconds: begun.elapsed().as_secs_f64() })
}

impl Made {
    /// Writes the table beside its target and checks it there.
    pub(crate) fn write(
        &self,
        method: &FactMethod,
        targets: &Targets,
        log: &FactLog,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<StagedRelease, RunError> {
        let format = match targets.release {
            ReleaseTarget::Nowhere => ReleaseFormat::Jsonl,
            ReleaseTarget::File(_) | ReleaseTarget::Caller => job.output.release_format()?,
        };
        let parameters = method.tabulate.parameters();
        let columns = parameters.columns();
        stage(
            targets,
            Written::Facts(format, columns.clone()),
            format.word().to_owned(),
            FACTS_LAYOUT.to_owned(),
            |out| write_fact_table(out, &self.table, format).map(drop),
            |path| {
                let mut read_back =
                    read_fact_table(&Input::from(path), format, Some(&columns), &progress.untold())?;
                read_back.columns.has_cells = columns.has_cells;
                let (exact, promise) = (ExactCounts::of(&log.counted), method.promise());
                let has_nodes = promise.has(PropertyName::Ceiling) || promise.has(PropertyName::Certainty);
                let places = match has_nodes {
                    true => Some(Places::of_labels(job, texts(&read_back))?),
                    false => None,
                };
                let places = places.as_ref();
                let checked = match self.noisy.as_ref().map(ExactCounts::of) {
                    None => check_facts_against(&read_back, &promise, parameters, &exact, places),
                    Some(noisy) => {
                        check_noisy_facts(&read_back, &promise, parameters, Some(&noisy), &exact, places)
                    }
                };
                Ok(checked.with_listed(listed_in_facts(&read_back, job.never.as_deref())?))
            },
        )
    }
}

/// The taxonomy that ceilings and what is sensitive are nodes of; none without them, since facts need none.
fn taxonomy_of_guards(method: &FactMethod, job: &Job) -> Result<Option<TaxonomyFacts>, RunError> {
    match method.ceiling.is_some() || method.certainty.is_some() {
        true => Ok(Some(taxonomy_facts(job, &job.taxonomy.source.given(job.words.items())?))),
        false => Ok(None),
    }
}

fn figures(method: &FactMethod, log: &FactLog, table: &FactTable) -> Figures {
    let parameters = method.tabulate.parameters();
    let owners_read = log.counts.owners as usize;
    let k = parameters.thresholds.k as u64;
    let count = |&(rule, count): &(Withheld, u64)| FactCount { name: rule.words().to_owned(), count };
    let owners_kept = log.in_table.map_or(log.owners_of_facts, |in_table| in_table.owners) as usize;
    Figures::Facts {
        counted: FactFigures {
            nouns: parameters.kind.noun().map(str::to_owned),
            rows: table.len(),
            facts_read: log.volume.facts(),
            pairs_read: log.volume.pairs(),
            times_read: log.volume.times(),
            by: parameters.by.as_ref().map(ToString::to_string),
            kept: log.volume.kept_at(k),
            in_table: log
                .in_table
                .map(|InTable { facts, pairs, times, .. }| log.volume.share(k, [facts, pairs, times])),
            kept_at: KEPT_AT.iter().map(|&k| log.volume.kept_at(k)).collect(),
            withheld: log.withheld.iter().map(count).collect(),
            withheld_cells: log.withheld_cells.iter().map(count).collect(),
            lines_without_cell: log.counts.lines_without_cell,
            noise: parameters.noise.map(|noise| noise_figures(noise, log, table)),
        },
        facts: distinct_facts(table),
        owners: OwnersRead { owners_read, owners_dropped: owners_read - owners_kept },
    }
}

/// What noise did, counted in the log itself. Private.
fn noise_figures(noise: DifferentialPrivacy, log: &FactLog, table: &FactTable) -> NoiseFigures {
    let exact = ExactCounts::of(&log.counted);
    let times: u64 = (0..table.len()).map(|row| exact.of_row(table, row).1).sum();
    NoiseFigures {
        pairs_counted: log.pairs_counted.unwrap_or(0),
        facts_of_k: log.counted.cells.as_ref().map_or(&log.counted.facts, |cells| &cells.cells).len() as u64,
        threshold: noise.threshold,
        times_share: if times == 0 { 0.0 } else { times as f64 / log.volume.times() as f64 },
    }
}
