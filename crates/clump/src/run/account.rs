//! Collects everything that a run reports about a checked release: figures, risk and samples for its
//! certificate, its report and its pages.

use std::collections::BTreeSet;
use std::time::Instant;

use clump_core::facts::{By, FactTable, KEPT_AT};
use clump_core::inspect::TaxonomySize;
use clump_core::progress::Progress;
use clump_core::promise::DifferentialPrivacy;
use clump_core::risk::RiskParameters;
use clump_core::taxonomy::PricedIn;
use clump_io::facts::{CountedTable, ExclusionRule, InTable};
use clump_log::linkage::link_lines;
use clump_report::{
    CertifiedPromise, CertifiedProperty, FactCount, FactFigures, Figures, FloorFacts, NoiseFigures,
    OwnersRead, Report, Runs, Sample, SensitiveFacts, TaxonomyFacts, Timing,
};

use super::Made;
use super::assess::{assess, certain_facts};
use super::loss_by_k::loss_by_k;
use super::make::{MadeLines, MadeRelease, MadeRows, MadeTables};
use super::open_ledger::OpenLedger;
use super::stage::StagedRelease;
use crate::RunError;
use crate::check::facts::columns::{cell, fact};
use crate::check::facts::{ExactCounts, distinct_facts};
use crate::check::{Checked, CheckedProperty};
use crate::guards::close_words::close_words;
use crate::guards::ledger::Ledger;
use crate::job::Job;
use crate::release::sample::{sample_facts, sample_lines, sample_rows};
use crate::release::targets::Targets;
use crate::release::words::lines_read;
use crate::taxonomy::taxonomy_facts;

/// Everything that a run reports in addition to the release.
pub(crate) struct Account {
    pub report: Report,
    pub sample: Sample,
    /// Losses of the same method at other k; `None` if no page is written.
    pub by_k: Option<Runs>,
    /// Items in the release that the promise treats as sensitive.
    pub sensitive_items: Vec<String>,
    /// The ledger with an entry for this run; `None` if the job has no ledger.
    pub ledger: Option<Ledger>,
    pub taxonomy: Option<TaxonomyFacts>,
}

impl Account {
    fn new(report: Report, sample: Sample, taxonomy: Option<TaxonomyFacts>) -> Account {
        Account { report, sample, by_k: None, sensitive_items: Vec::new(), ledger: None, taxonomy }
    }

    /// Computes the account of the release that `run` made and that the file of `staged` contains.
    pub fn of(
        run: &Made,
        (staged, checked): (&StagedRelease, &Checked),
        ledger: Option<OpenLedger>,
        targets: &Targets,
        job: &Job,
        progress: &dyn Progress,
    ) -> Result<Account, RunError> {
        let report = |figures| report(run, (staged, checked), job, figures);
        let blake3 = staged.facts.blake3.as_str();
        let mut account = match &run.release {
            MadeRelease::Rows(made) => of_rows(made, blake3, report, targets, job, progress)?,
            MadeRelease::Lines(made) => of_lines(made, blake3, report, targets),
            MadeRelease::Facts(made) => of_table(made, blake3, report, job)?,
        };
        if let Some(ledger) = ledger {
            let (ledger, facts) = ledger.enter(&run.release, &run.run, blake3, job);
            (account.ledger, account.report.ledger) = (Some(ledger), Some(facts));
        }
        Ok(account)
    }
}

/// The report of a run, for rows, lines and facts. Assessment and timing are added later.
fn report(run: &Made, (staged, checked): (&StagedRelease, &Checked), job: &Job, figures: Figures) -> Report {
    // The report states these two settings even if the job leaves them to their defaults.
    let mut resolved = job.clone();
    resolved.output.layout = Some(job.release_layout());
    resolved.input.unit = Some(job.transaction_is());
    Report {
        private: true,
        version: env!("CARGO_PKG_VERSION").to_owned(),
        job: serde_json::to_value(resolved).expect("a job is plain data"),
        method: run.method.to_owned(),
        promise: certified(checked),
        release: staged.facts.clone(),
        read: serde_json::to_value(run.release.summary().counts).expect("counts are plain data"),
        figures,
        ledger: None,
        assessment: None,
        certain: None,
        close_words: Vec::new(),
        fates: Vec::new(),
        linkage: Vec::new(),
        timing: Timing::default(),
        peak_memory: None,
        unknown: Vec::new(),
    }
}

/// The promise that was checked, with the verdict on each property.
fn certified(checked: &Checked) -> CertifiedPromise {
    let verdict = |property: &CheckedProperty| {
        let verdict = property.verdict().expect("a release is published after its check").clone();
        CertifiedProperty::new(property.property.clone(), verdict)
    };
    let properties: Vec<CertifiedProperty> = checked.properties.iter().map(verdict).collect();
    properties.try_into().expect("these are the properties of a promise")
}

fn of_rows(
    made: &MadeRows,
    blake3: &str,
    report: impl FnOnce(Figures) -> Report,
    targets: &Targets,
    job: &Job,
    progress: &dyn Progress,
) -> Result<Account, RunError> {
    let MadeRows { data, rows, claim, sensitive, applied, .. } = made;
    let (measures, seconds_measure) = timed(|| Ok(rows.measure(data)))?;
    let (words, pieces) = data.words_of(rows, job.k);
    let (least, seconds_floor) = if job.output.floor {
        timed(|| Ok(Some(data.floor(job.require_k()?, job.cost, progress)?)))?
    } else {
        (None, 0.0)
    };
    let (floor, bits) = match job.cost {
        PricedIn::Lm => (least.map(|least| FloorFacts::new(least, measures.loss, measures.items)), None),
        PricedIn::Bits => (None, rows.whole().map(|release| data.bits(release, least))),
    };
    let is_assessed = targets.report.is_some() || targets.has_pages();
    let (assessment, seconds_assess) =
        if is_assessed { timed(|| Ok(Some(assess(data, rows, job, progress)?)))? } else { (None, 0.0) };
    let by_k = targets.has_pages().then(|| loss_by_k(data, job, least, &progress.untold())).transpose()?;
    let sample = sample_rows(rows.release(data), |bag| rows.text(data, bag), &data.taxonomy, blake3);
    let figures = Figures::Rows {
        words,
        owners: data.owners_published(measures.owners),
        pieces,
        taxonomy: TaxonomySize::of(&data.taxonomy),
        measures,
        floor,
        bits,
        sensitive_items: sensitive.as_ref().map(SensitiveFacts::from),
        applied: *applied,
    };
    let report = Report {
        assessment,
        certain: certain_facts(data, rows.release(data), &claim.promise, sensitive.as_ref()),
        close_words: close_words(job, words_of_rows(made).iter().copied())?,
        fates: if is_assessed { rows.fates(data) } else { Vec::new() },
        timing: Timing {
            read: data.seconds,
            seconds: made.seconds,
            measure: seconds_measure,
            floor: seconds_floor,
            assess: seconds_assess,
            ..Timing::default()
        },
        unknown: data.unknown_words(),
        ..report(figures)
    };
    let sensitive_items = published_sensitive_items(made);
    let taxonomy = Some(data.taxonomy_facts.clone());
    Ok(Account { by_k, sensitive_items, ..Account::new(report, sample, taxonomy) })
}

/// Runs `work`, and returns its result with the seconds that it took.
fn timed<T>(work: impl FnOnce() -> Result<T, RunError>) -> Result<(T, f64), RunError> {
    let start = Instant::now();
    Ok((work()?, start.elapsed().as_secs_f64()))
}

/// The words of each published row with the row's number of owners. The words are those of the row's text, or
/// its labels if it has no text.
fn words_of_rows(MadeRows { data, rows, .. }: &MadeRows) -> Vec<(&str, u64)> {
    let (transactions, release) = rows.release(data);
    let mut words = Vec::new();
    for (bag, size) in release.group_sizes(transactions).iter().enumerate() {
        let owners = size.owners as u64;
        match rows.text(data, bag) {
            Some(text) => words.extend(text.split_whitespace().map(|word| (word, owners))),
            None => {
                let labels = release.bags().get(bag).iter();
                words.extend(labels.map(|&label| (data.taxonomy.name(label), owners)));
            }
        }
    }
    words
}

/// Sensitive items that are labels of the release. The certificate names them, so that readers can check the
/// promise.
fn published_sensitive_items(MadeRows { data, rows, claim, .. }: &MadeRows) -> Vec<String> {
    let items = rows.release(data).1.bags().items().iter();
    let published: BTreeSet<&str> = items.map(|&item| data.taxonomy.name(item)).collect();
    claim.sensitive.iter().filter(|name| published.contains(name.as_str())).cloned().collect()
}

fn of_lines(
    made: &MadeLines,
    blake3: &str,
    report: impl FnOnce(Figures) -> Report,
    targets: &Targets,
) -> Account {
    let MadeLines { lines, rewritten, seconds, .. } = made;
    let linking = Instant::now();
    let (linkage, assess) = match targets.report {
        Some(_) => {
            let linkage = link_lines(&lines.log, rewritten, RiskParameters::default());
            (linkage, linking.elapsed().as_secs_f64())
        }
        None => (Vec::new(), 0.0),
    };
    let (read, owners) = lines_read(&lines.log, rewritten);
    let facts = rewritten.facts.iter().map(FactCount::from).collect();
    let report = Report {
        linkage,
        timing: Timing { read: lines.seconds, seconds: *seconds, assess, ..Timing::default() },
        unknown: lines.unknown.clone(),
        ..report(Figures::Lines { lines: rewritten.table.len(), read, owners, facts })
    };
    Account::new(report, sample_lines(&rewritten.table, blake3), lines.taxonomy.clone())
}

fn of_table(
    made: &MadeTables,
    blake3: &str,
    report: impl FnOnce(Figures) -> Report,
    job: &Job,
) -> Result<Account, RunError> {
    let MadeTables { method, tables, .. } = made;
    let has_nodes = method.ceiling.is_some() || method.certainty.is_some();
    let taxonomy = || Ok::<_, RunError>(taxonomy_facts(job, &job.taxonomy.source.given(job.words.items())?));
    let report = Report {
        close_words: close_words(job, tables.iter().flat_map(words_of_table))?,
        timing: Timing { read: made.seconds_read, seconds: made.seconds, ..Timing::default() },
        ..report(figures_of_tables(made))
    };
    let sample = sample_facts(tables, method.thresholding.is_some(), blake3);
    Ok(Account::new(report, sample, has_nodes.then(taxonomy).transpose()?))
}

/// The words in the texts of a table, each with the number of its row.
fn words_of_table(table: &FactTable) -> impl Iterator<Item = (&str, u64)> {
    let texts = move |row| fact(table, row).into_iter().chain(cell(table, row));
    let words = move |row| texts(row).flat_map(str::split_whitespace);
    (0..table.len()).flat_map(move |row| words(row).map(move |word| (word, table.number(row))))
}

fn figures_of_tables(made: &MadeTables) -> Figures {
    let owners_read = made.log.counts.owners as usize;
    let tables: Vec<FactFigures> =
        (0..made.tables.len()).map(|table| figures_of_table(made, table)).collect();
    let owners_kept = tables.iter().map(|table| table.owners).max().unwrap_or(0);
    Figures::Facts { tables, owners: OwnersRead { owners_read, owners_dropped: owners_read - owners_kept } }
}

fn figures_of_table(made: &MadeTables, table: usize) -> FactFigures {
    let (log, rows) = (&made.log.tables[table], &made.tables[table]);
    let parameters = made.method.tabulate[table].parameters();
    let k = parameters.thresholds.k as u64;
    let count = |&(rule, count): &(ExclusionRule, u64)| FactCount { name: rule.words().to_owned(), count };
    let by: Vec<&str> = parameters.spec.by.iter().map(By::column).collect();
    FactFigures {
        table: parameters.spec.to_string(),
        nouns: parameters.spec.noun(),
        rows: rows.len(),
        facts: distinct_facts(rows),
        owners: log.in_table.map_or(log.owners_of_facts, |in_table| in_table.owners) as usize,
        left_out: log.left_out,
        hidden: log.hidden,
        facts_read: log.volume.facts(),
        pairs_read: log.volume.pairs(),
        times_read: log.volume.times(),
        by: (!by.is_empty()).then(|| by.join(",")),
        kept: log.volume.kept_at(k),
        in_table: log
            .in_table
            .map(|InTable { facts, pairs, times, .. }| log.volume.share(k, [facts, pairs, times])),
        kept_at: KEPT_AT.iter().map(|&k| log.volume.kept_at(k)).collect(),
        excluded: log.excluded.iter().map(count).collect(),
        excluded_cells: log.excluded_cells.iter().map(count).collect(),
        lines_without_cell: if by.is_empty() { 0 } else { made.log.counts.lines_without_cell },
        noise: parameters.noise.map(|noise| noise_figures(noise, made.log.counts.bad_lines, log, rows)),
    }
}

/// Figures of the effect of noise on the table, computed from exact counts of the log. Private.
fn noise_figures(
    noise: DifferentialPrivacy,
    lines_left_out: u64,
    log: &CountedTable,
    table: &FactTable,
) -> NoiseFigures {
    let exact = ExactCounts::of(&log.counted);
    let times: u64 = (0..table.len()).map(|row| exact.of_row(table, row).1).sum();
    NoiseFigures {
        pairs_counted: log.pairs_counted.unwrap_or(0),
        facts_of_k: log.counted.cells.as_ref().map_or(&log.counted.facts, |cells| &cells.cells).len() as u64,
        threshold: noise.threshold,
        times_share: if times == 0 { 0.0 } else { times as f64 / log.volume.times() as f64 },
        lines_left_out,
    }
}
