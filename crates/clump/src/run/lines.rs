//! A run of a method on the lines of a query log.

use std::time::Instant;

use clump_core::progress::Progress;
use clump_core::rewrite::Rewriter;
use clump_io::release::write_table;
use clump_io::{LogLines, map_queries, read_lines};
use clump_report::{FactCount, Figures, Timing, UnknownWord};

use super::{Account, Outcome, Read, publish, stage};
use crate::RunError;
use crate::check_lines::{LineLayout, check_lines};
use crate::data::{refuse_repeats, taxonomy_facts};
use crate::job::Job;
use crate::targets::Targets;

pub(super) fn run(
    method: &dyn Rewriter,
    targets: &Targets,
    job: &Job,
    progress: &dyn Progress,
) -> Result<Outcome, RunError> {
    let start = Instant::now();
    refuse_repeats(&job.input)?;
    let options = job.read_options()?;
    let LogLines { log, mut counts } = read_lines(&job.input, &options, progress)?;
    let source = job.taxonomy_source();
    let meanings = method.needs_items().then(|| map_queries(&log, &options, &source)).transpose()?;
    let seconds_read = start.elapsed().as_secs_f64();

    let begun = Instant::now();
    let rewritten = method
        .rewrite(&log, meanings.as_ref().map(|meanings| &meanings.items), progress)
        .map_err(|reason| RunError::Anonymize { reason, cause: None })?;
    let seconds = begun.elapsed().as_secs_f64();

    let layout = LineLayout::of(rewritten.table.header());
    let staged = stage(
        targets,
        "tsv".to_owned(),
        layout.word().to_owned(),
        |out| write_table(out, &rewritten.table),
        |path| check_lines(path, layout, method.promise()),
    )?;
    let mut read = Read { counts, unknown: 0 };
    let (mut unknown, mut taxonomy) = (Vec::new(), None);
    if let Some(meanings) = &meanings {
        counts.words = meanings.counts;
        read = Read { counts, unknown: meanings.unknown.len() };
        let words = meanings.unknown.iter();
        unknown = words.map(|(word, count)| UnknownWord { word: word.to_owned(), count }).collect();
        taxonomy = Some(taxonomy_facts(&source, &meanings.items.taxonomy));
    }
    let checked = staged.checked.clone();
    if !checked.is_kept() {
        return Ok(Outcome { read, checked, published: None });
    }
    let account = Account {
        job,
        method: method.name(),
        counts,
        figures: Figures::Lines {
            lines: rewritten.table.len(),
            facts: rewritten.facts.iter().map(FactCount::from).collect(),
        },
        timing: Timing {
            read: seconds_read,
            seconds,
            floor: 0.0,
            seconds_total: start.elapsed().as_secs_f64(),
        },
        unknown,
        private_items: Vec::new(),
        taxonomy,
    };
    let published = publish(targets, staged, account, None)?;
    Ok(Outcome { read, checked, published: Some(published) })
}
