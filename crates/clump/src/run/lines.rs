//! A run of a method on the lines of a query log.

use std::time::Instant;

use clump_core::log::{QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::promise::Promise;
use clump_core::rewrite::{Rewriter, Rewritten};
use clump_core::risk::RiskParameters;
use clump_io::release::write_table;
use clump_io::{LogLines, OwnerIs, QueryMeanings, ReadCounts, map_queries, read_lines};
use clump_log::linkage::link_lines;
use clump_report::{FactCount, Figures, TaxonomyFacts, Timing, UnknownWord};

use super::{Account, Outcome, StagedRelease, publish, stage};
use crate::RunError;
use crate::check::lines::{LineLayout, check_lines_against};
use crate::data::{Read, memory_limit, refuse_repeats};
use crate::job::Job;
use crate::release::checked_release::Written;
use crate::release::sample::sample_lines;
use crate::release::targets::Targets;
use crate::release::words::lines_read;
use crate::taxonomy::taxonomy_facts;

/// What a method made of the lines of a job.
pub(crate) struct Unpublished {
    /// The word that selects the method.
    method: &'static str,
    lines: Lines,
    made: Made,
    seconds_read: f64,
}

/// Reads the lines of `job` and rewrites them.
pub(super) fn make_unpublished(
    method: &dyn Rewriter,
    job: &Job,
    progress: &dyn Progress,
) -> Result<Unpublished, RunError> {
    let start = Instant::now();
    memory_limit::check_files(job)?;
    let lines = Lines::read(job, method.needs_items(), progress)?;
    memory_limit::check_lines(job, &lines.log)?;
    let seconds_read = start.elapsed().as_secs_f64();
    let made = make(method, &lines, progress)?;
    Ok(Unpublished { method: method.name(), lines, made, seconds_read })
}

impl Unpublished {
    /// Writes, checks and publishes it.
    pub(super) fn publish(&self, targets: &Targets, job: &Job) -> Result<Outcome, RunError> {
        let start = Instant::now();
        let Unpublished { method, lines, made: made @ Made { rewritten, seconds, .. }, seconds_read } = self;
        let read = Read {
            owner_is: lines.owner_is.clone(),
            counts: lines.counts,
            unknown: lines.unknown.len(),
            known_owners: 0,
        };
        let staged = made.write(targets, lines)?;
        let [seconds_write, seconds_verify] = staged.seconds;
        let checked = staged.checked.clone();
        if !checked.is_kept() {
            return Ok(Outcome { read, checked, published: None });
        }
        let linking = Instant::now();
        let linkage = match targets.report {
            Some(_) => link_lines(&lines.log, rewritten, RiskParameters::default()),
            None => Vec::new(),
        };
        let seconds_assess = targets.report.as_ref().map_or(0.0, |_| linking.elapsed().as_secs_f64());
        let (lines_read, owners) = lines_read(&lines.log, rewritten);
        let sample = sample_lines(&rewritten.table, &staged.facts.blake3);
        let account = Account {
            sample,
            job,
            method,
            owner_is: &lines.owner_is,
            counts: lines.counts,
            figures: Figures::Lines {
                lines: rewritten.table.len(),
                read: lines_read,
                owners,
                facts: rewritten.facts.iter().map(FactCount::from).collect(),
            },
            assessment: None,
            certain: None,
            fates: Vec::new(),
            linkage,
            timing: Timing {
                read: *seconds_read,
                seconds: *seconds,
                write: seconds_write,
                verify: seconds_verify,
                assess: seconds_assess,
                seconds_total: seconds_read + seconds + start.elapsed().as_secs_f64(),
                ..Timing::default()
            },
            unknown: lines.unknown.clone(),
            ledger: None,
            sensitive_items: Vec::new(),
            taxonomy: lines.taxonomy.clone(),
        };
        let published = publish(targets, staged, account, None)?;
        Ok(Outcome { read, checked, published: Some(published) })
    }
}

/// A log that was read line by line, with what its queries mean if that is needed.
pub(crate) struct Lines {
    pub log: QueryLog,
    owner_is: OwnerIs,
    items: Option<QueryItems>,
    counts: ReadCounts,
    unknown: Vec<UnknownWord>,
    taxonomy: Option<TaxonomyFacts>,
}

impl Lines {
    /// Reads the input of `job`.
    pub fn read(job: &Job, needs_items: bool, progress: &dyn Progress) -> Result<Lines, RunError> {
        let inputs = job.input.expanded()?;
        refuse_repeats(&inputs)?;
        let options = job.read_options();
        let LogLines { log, owner_is, mut counts } = read_lines(&inputs, &options, progress)?;
        if !needs_items {
            return Ok(Lines { log, owner_is, items: None, counts, unknown: Vec::new(), taxonomy: None });
        }
        let source = job.taxonomy.source.clone();
        let QueryMeanings { items, given, counts: words, unknown, repaired } =
            map_queries(&log, &options, &source, progress)?;
        counts.words = words;
        counts.repaired = repaired;
        Ok(Lines {
            log,
            owner_is,
            taxonomy: Some(taxonomy_facts(job, &given)),
            items: Some(items),
            counts,
            unknown: unknown
                .iter()
                .map(|(word, count)| UnknownWord { word: word.to_owned(), count })
                .collect(),
        })
    }
}

/// Lines that were made.
pub(crate) struct Made {
    pub rewritten: Rewritten,
    /// What is promised of them.
    promise: Promise,
    /// Seconds of the method alone.
    pub seconds: f64,
}

/// Rewrites `lines`.
pub(crate) fn make(method: &dyn Rewriter, lines: &Lines, progress: &dyn Progress) -> Result<Made, RunError> {
    let begun = Instant::now();
    let rewritten = method
        .rewrite(&lines.log, lines.items.as_ref(), progress)
        .map_err(|reason| RunError::of_method(reason, None))?;
    Ok(Made { rewritten, promise: method.promise(), seconds: begun.elapsed().as_secs_f64() })
}

impl Made {
    /// Writes the lines beside their target and checks them there.
    pub(crate) fn write(&self, targets: &Targets, lines: &Lines) -> Result<StagedRelease, RunError> {
        let Made { rewritten, promise, .. } = self;
        let layout = LineLayout::of(rewritten.table.header());
        stage(
            targets,
            Written::Lines(rewritten.table.header()),
            "tsv".to_owned(),
            layout.word().to_owned(),
            |out| write_table(out, &rewritten.table),
            |path| check_lines_against(path, layout, promise, &lines.log, rewritten),
        )
    }
}
