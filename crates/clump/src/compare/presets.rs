//! Applies publishing rules of others to a log: measures how much each publishes, and whom it exposes.

use std::collections::BTreeSet;
use std::time::Instant;

use clump_core::facts::{By, SEPARATOR};
use clump_core::progress::Progress;
use clump_io::facts::{CountedTable, count_facts};
use clump_io::{FactNeed, ReadError};
use clump_report::{PresetKept, PresetRun, Sample};

use super::linkage::{linkage, published};
use super::tables::noun;
use crate::RunError;
use crate::job::Job;
use crate::methods::{AnyMethod, Counts};
use crate::presets::{Preset, PresetTable};
use crate::release::sample::sample_facts;
use crate::release::targets::Targets;
use crate::run::make::MadeTables;

/// Makes every table of `preset` from the input of `job`. `by` is the column that divides owners, for rules
/// that divide. If the log lacks something that a table needs, the result of the table names it.
pub(super) fn run(
    preset: &Preset,
    by: Option<&str>,
    job: &Job,
    has_queries: bool,
    progress: &dyn Progress,
) -> Result<Vec<PresetRun>, RunError> {
    let mut published = BTreeSet::new();
    let mut runs = Vec::new();
    for table in preset.tables() {
        let start = Instant::now();
        let made = if has_queries {
            tabulated(table, by, job, &published, progress)?
        } else {
            Err("no queries".to_owned())
        };
        let empty = PresetRun {
            preset: preset.name().to_owned(),
            publisher: preset.publisher().to_owned(),
            rule: preset.rule().to_owned(),
            source: preset.source().to_owned(),
            assumed: preset.assumed().map(str::to_owned),
            facts: noun(&settings(table, by).tables()[0]),
            k: table.counts.k,
            kept: None,
            holds: None,
            seconds: Some(start.elapsed().as_secs_f64()),
            error: None,
            sample: None,
        };
        runs.push(match made {
            Ok(Tabulated { kept, holds, sample, queries }) => {
                published = queries;
                PresetRun { kept: Some(kept), holds: Some(holds), sample: Some(sample), ..empty }
            }
            Err(why) => PresetRun { error: Some(why), ..empty },
        });
    }
    Ok(runs)
}

/// Settings of the count. Column `by` replaces the setting if the rule divides owners.
fn settings(table: &PresetTable, by: Option<&str>) -> Counts {
    let settings = &table.counts.settings;
    let column = by.filter(|_| table.divided).map(|column| By::Column(column.to_owned()));
    let mut spec = settings.tables().remove(0);
    if let Some(column) = column {
        spec.by = vec![column];
    }
    Counts { table: vec![spec], ..settings.clone() }
}

/// Result of a table that was made, checked and attacked.
struct Tabulated {
    kept: PresetKept,
    holds: bool,
    sample: Sample,
    /// The queries in the rows of the table.
    queries: BTreeSet<String>,
}

/// Makes one table of a preset. `before` are the queries in the preset's previous table. The outer error ends
/// the comparison. The inner error names what the log lacks.
fn tabulated(
    table: &PresetTable,
    by: Option<&str>,
    job: &Job,
    before: &BTreeSet<String>,
    progress: &dyn Progress,
) -> Result<Result<Tabulated, String>, RunError> {
    let job = job.clone().method(settings(table, by)).k(table.counts.k);
    let AnyMethod::Facts(method) = job.ready_method()? else { unreachable!("a preset counts facts") };
    let (inputs, options) = (job.input.expanded()?, job.read_options());
    let mut log = match count_facts(&inputs, &options, &method.request, progress) {
        Ok(log) => log,
        Err(error) => return said(error),
    };
    if table.of_published_queries {
        let counted = &mut log.tables[0].counted;
        *counted = counted.retain(|key| before.contains(query_of(key)));
    }
    let made = match MadeTables::make(*method, log, 0.0) {
        Err(error @ RunError::Anonymize { .. }) => return Ok(Err(error.to_string())),
        made => made?,
    };
    let staged = made.stage(&Targets::nowhere(&job, progress), &job)?;
    let checked = made.check(&staged, &job, progress)?;
    let MadeTables { method, log, .. } = &made;
    let (table, made_table) = (&log.tables[0], &made.tables[0]);
    let linkage = linkage(&inputs, &options, &method.request, &log.tables, progress)?;
    let (facts_kept, volume_kept) = kept(table);
    Ok(Ok(Tabulated {
        kept: PresetKept { rows: made_table.len(), facts_kept, volume_kept, linkage },
        holds: checked.holds,
        sample: sample_facts(&made.tables, method.thresholding.is_some(), &staged.facts.blake3),
        queries: published(&table.counted)
            .map(|(fact, _)| query_of(table.counted.facts.key(fact)).to_owned())
            .collect(),
    }))
}

/// Turns an error about something that the log lacks into its name. Other errors stay errors.
fn said<T>(error: ReadError) -> Result<Result<T, String>, RunError> {
    match error {
        ReadError::FactNeeds { need, .. } => Ok(Err(match need {
            FactNeed::Clicks => "no clicks".to_owned(),
            FactNeed::Times => "no times".to_owned(),
            FactNeed::Columns => "no such column".to_owned(),
            need => need.to_string(),
        })),
        error @ ReadError::Malformed { .. } => Ok(Err(error.to_string())),
        error => Err(error.into()),
    }
}

/// The query in the key of a fact, which comes first.
fn query_of(key: &str) -> &str {
    key.split(SEPARATOR).next().unwrap_or(key)
}

/// The share of distinct facts that the table publishes, and the share of occurrences.
fn kept(table: &CountedTable) -> (f64, f64) {
    let CountedTable { counted, volume, .. } = table;
    let facts: BTreeSet<usize> = published(counted).map(|(fact, _)| fact).collect();
    let times = |(fact, cell): (usize, Option<usize>)| match (cell, &counted.cells) {
        (Some(cell), Some(cells)) => cells.cells.times(cell),
        _ => counted.facts.times(fact),
    };
    let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    (share(facts.len() as u64, volume.facts()), share(published(counted).map(times).sum(), volume.times()))
}
