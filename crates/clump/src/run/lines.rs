//! A run of a method on the lines of a query log.

use std::time::Instant;

use clump_core::log::{QueryItems, QueryLog};
use clump_core::progress::Progress;
use clump_core::rewrite::{Rewriter, Rewritten};
use clump_core::risk::RiskParameters;
use clump_io::release::write_table;
use clump_io::{LogLines, OwnerIs, QueryMeanings, ReadCounts, map_queries, read_lines};
use clump_log::linkage::link_lines;
use clump_report::{FactCount, Figures, TaxonomyFacts, Timing, UnknownWord};

use super::{Account, Outcome, StagedRelease, publish, stage};
use crate::RunError;
use crate::check::lines::{LineLayout, check_lines_against};
use crate::data::{Read, refuse_repeats};
use crate::job::Job;
use crate::release::sample::sample_lines;
use crate::release::targets::Targets;
use crate::release::words::lines_read;
use crate::taxonomy::taxonomy_facts;

pub(super) fn run(
    method: &dyn Rewriter,
    targets: &Targets,
    job: &Job,
    progress: &dyn Progress,
) -> Result<Outcome, RunError> {
    let start = Instant::now();
    let lines = Lines::read(job, method.needs_items(), progress)?;
    let seconds_read = start.elapsed().as_secs_f64();
    let read = Read {
        owner_is: lines.owner_is.clone(),
        counts: lines.counts,
        unknown: lines.unknown.len(),
        known_owners: 0,
    };
    let Made { rewritten, staged, seconds } = make(method, targets, &lines, progress)?;
    let [seconds_write, seconds_verify] = staged.seconds;
    let checked = staged.checked.clone();
    if !checked.is_kept() {
        return Ok(Outcome { read, checked, published: None });
    }
    let linking = Instant::now();
    let linkage = match targets.report {
        Some(_) => link_lines(&lines.log, &rewritten, RiskParameters::default()),
        None => Vec::new(),
    };
    let seconds_assess = targets.report.as_ref().map_or(0.0, |_| linking.elapsed().as_secs_f64());
    let (lines_read, owners) = lines_read(&lines.log, &rewritten);
    let sample = sample_lines(&rewritten.table, &staged.facts.blake3);
    let account = Account {
        sample,
        job,
        method: method.name(),
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
            read: seconds_read,
            seconds,
            write: seconds_write,
            verify: seconds_verify,
            assess: seconds_assess,
            seconds_total: start.elapsed().as_secs_f64(),
            ..Timing::default()
        },
        unknown: lines.unknown,
        sensitive_items: Vec::new(),
        taxonomy: lines.taxonomy,
    };
    let published = publish(targets, staged, account, None)?;
    Ok(Outcome { read, checked, published: Some(published) })
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

/// Lines that were made, written beside their target and checked there.
pub(crate) struct Made {
    pub rewritten: Rewritten,
    pub staged: StagedRelease,
    /// Seconds of the method alone.
    pub seconds: f64,
}

/// Rewrites `lines` and checks the result.
pub(crate) fn make(
    method: &dyn Rewriter,
    targets: &Targets,
    lines: &Lines,
    progress: &dyn Progress,
) -> Result<Made, RunError> {
    let begun = Instant::now();
    let rewritten = method
        .rewrite(&lines.log, lines.items.as_ref(), progress)
        .map_err(|reason| RunError::of_method(reason, None))?;
    let seconds = begun.elapsed().as_secs_f64();
    let layout = LineLayout::of(rewritten.table.header());
    let staged = stage(
        targets,
        "tsv".to_owned(),
        layout.word().to_owned(),
        |out| write_table(out, &rewritten.table),
        |path| check_lines_against(path, layout, &method.promise(), &lines.log, &rewritten),
    )?;
    Ok(Made { rewritten, staged, seconds })
}
