//! Applies publishing rules of others to a log: measures how much each publishes, and whom it exposes.

use std::collections::BTreeSet;
use std::time::Instant;

use clump_core::facts::{By, CountedFacts, SEPARATOR};
use clump_core::progress::Progress;
use clump_core::risk::{Attempt, Proportion, RiskParameters, draw_victims, tally};
use clump_io::facts::{FactLog, FactRequest, count_facts, each_fact};
use clump_io::{FactNeed, Input, ReadError, ReadOptions};
use clump_report::{PresetKept, PresetRun, Sample};
use rustc_hash::FxHashMap;

use super::cell::at_known;
use crate::RunError;
use crate::job::Job;
use crate::methods::{AnyMethod, Counts};
use crate::presets::{Preset, PresetTable};
use crate::release::sample::sample_facts;
use crate::release::targets::Targets;
use crate::run::make::MadeTable;

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
            facts: noun(&settings(table, by)),
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
    Counts { by: column.or(settings.by.clone()), ..settings.clone() }
}

/// The facts of a table for readers, such as `queries by day`.
fn noun(settings: &Counts) -> String {
    let facts = settings.fact.noun()[1];
    match &settings.by {
        Some(by) => format!("{facts} by {}", by.column()),
        None => facts.to_owned(),
    }
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
        log.counted = log.counted.retain(|key| before.contains(query_of(key)));
    }
    let made = match MadeTable::make(*method, log, 0.0) {
        Err(error @ RunError::Anonymize { .. }) => return Ok(Err(error.to_string())),
        made => made?,
    };
    let staged = made.stage(&Targets::nowhere(&job, progress), &job)?;
    let checked = made.check(&staged, &job, progress)?;
    let MadeTable { method, log, .. } = &made;
    let linkage = linkage(&inputs, &options, &method.request, &log.counted, progress)?;
    let (facts_kept, volume_kept) = kept(log);
    Ok(Ok(Tabulated {
        kept: PresetKept { rows: made.table.len(), facts_kept, volume_kept, linkage },
        holds: checked.holds,
        sample: sample_facts(&made.table, method.thresholding.is_some(), &staged.facts.blake3),
        queries: published(&log.counted)
            .map(|(fact, _)| query_of(log.counted.facts.key(fact)).to_owned())
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

/// For each row of the table, the index of its fact, and that of its cell if the table has cells.
fn published(counted: &CountedFacts) -> impl Iterator<Item = (usize, Option<usize>)> {
    let cells = counted
        .cells
        .iter()
        .flat_map(|cells| cells.fact_of.iter().enumerate().map(|(cell, &fact)| (fact as usize, Some(cell))));
    let whole = if counted.cells.is_none() { 0..counted.facts.len() } else { 0..0 };
    whole.map(|fact| (fact, None)).chain(cells)
}

/// The share of distinct facts that the table publishes, and the share of occurrences.
fn kept(log: &FactLog) -> (f64, f64) {
    let FactLog { counted, volume, .. } = log;
    let facts: BTreeSet<usize> = published(counted).map(|(fact, _)| fact).collect();
    let times = |(fact, cell): (usize, Option<usize>)| match (cell, &counted.cells) {
        (Some(cell), Some(cells)) => cells.cells.times(cell),
        _ => counted.facts.times(fact),
    };
    let share = |part: u64, whole: u64| if whole == 0 { 0.0 } else { part as f64 / whole as f64 };
    (share(facts.len() as u64, volume.facts()), share(published(counted).map(times).sum(), volume.times()))
}

/// Measures the success of an attacker who knows some facts of an owner with their cells, and tries to find
/// the owner. The attacker takes the smallest row with one of these facts, and guesses one of its owners.
/// Without such a row, the attacker guesses any owner. Reads the input again, since a table does not have the
/// owners of its facts.
fn linkage(
    inputs: &[Input],
    options: &ReadOptions,
    request: &FactRequest,
    counted: &CountedFacts,
    progress: &dyn Progress,
) -> Result<Option<Proportion>, RunError> {
    let mut owners_of: FxHashMap<(&str, Option<&str>), u64> = FxHashMap::default();
    for (fact, cell) in published(counted) {
        let key = counted.facts.key(fact);
        match (cell, &counted.cells) {
            (Some(cell), Some(cells)) => {
                owners_of.insert((key, Some(cells.cells.key(cell))), cells.cells.owners(cell))
            }
            _ => owners_of.insert((key, None), counted.facts.owners(fact)),
        };
    }
    // For each owner, pairs of the hash of a fact and the number of owners in its row. The number is 0 if the
    // fact is not published.
    let mut known: Vec<BTreeSet<(u64, u64)>> = Vec::new();
    let mut take = |owner: u32, key: &str, cell: Option<&str>, _: u64| {
        if known.len() <= owner as usize {
            known.resize_with(owner as usize + 1, BTreeSet::new);
        }
        let owners = owners_of.get(&(key, cell)).copied().unwrap_or(0);
        known[owner as usize].insert((hash(key, cell), owners));
    };
    each_fact(inputs, options, request, &mut take, progress)?;
    let everybody = known.len().max(1) as f64;
    let victims = draw_victims(RiskParameters::default(), known.len(), |owner| {
        known[owner as usize].iter().map(|&(_, owners)| owners).collect()
    });
    let attempts: Vec<Vec<Attempt>> = victims
        .iter()
        .map(|victim| {
            let mut smallest: Option<u64> = None;
            let learn = |&owners: &u64| {
                let found = Some(owners).filter(|&owners| owners > 0);
                smallest = [smallest, found].into_iter().flatten().min();
                let right_row = smallest.map_or(1.0 / everybody, |owners| 1.0 / owners as f64);
                Attempt { right_row, right_group: f64::from(u8::from(smallest.is_some())) }
            };
            victim.known.iter().map(learn).collect()
        })
        .collect();
    Ok(at_known(&tally(&attempts)))
}

fn hash(key: &str, cell: Option<&str>) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(key.as_bytes());
    if let Some(cell) = cell {
        hasher.update(&[SEPARATOR as u8]).update(cell.as_bytes());
    }
    let bytes: [u8; 8] = hasher.finalize().as_bytes()[..8].try_into().expect("eight of 32 bytes");
    u64::from_le_bytes(bytes)
}
