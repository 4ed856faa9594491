//! `clump anonymize`: a log in, a release out.

use std::path::{Path, PathBuf};

use clap::Args;
use clump::report::{Report, count, summary};
use clump::{Job, Outcome};
use serde::Serialize;

use crate::failure::Refused;
use crate::flags::{self, InputFlags, MethodFlags, OutputFlags, ReportFlags, TaxonomyFlags, given};
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Makes a k-anonymous release of a log, and checks it.
///
/// Reads the input, maps its words to the taxonomy, groups the rows, writes the release beside its target, verifies
/// the promise from that file, and only then gives it its name, with a certificate. If the promise does not hold,
/// nothing is left and the exit code is 1.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  clump anonymize examples/queries.tsv --k 5 --output release.tsv")]
pub struct Anonymize {
    /// Logs to read, plain, .gz or .zst; `-` is standard input
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    /// A job as a TOML file: keys are the names of the flags, and flags override it
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    #[command(flatten)]
    reading: InputFlags,
    #[command(flatten)]
    taxonomy: TaxonomyFlags,
    #[command(flatten)]
    method: MethodFlags,
    #[command(flatten)]
    target: OutputFlags,
    #[command(flatten)]
    report: ReportFlags,
    /// Prints the measures as one JSON object on stdout
    #[arg(long, help_heading = "Report (private)")]
    json: bool,
}

pub fn run(command: Anonymize) -> anyhow::Result<Answer> {
    let groups = [
        given(&command.reading),
        given(&command.taxonomy),
        given(&command.method),
        given(&command.target),
        given(&command.report),
    ];
    let job = flags::job(command.config.as_deref(), &command.input, &groups)?;
    refuse_nonsense(&job, command.json)?;
    let outcome = clump::run(&job, &Bars::new())?;
    tell(&outcome, &job);
    if !outcome.holds() {
        return Ok(Answer::No);
    }
    if command.json {
        output::json(&Measured::of(&outcome.report))?;
    }
    Ok(Answer::Yes)
}

fn refuse_nonsense(job: &Job, json: bool) -> Result<(), Refused> {
    if job.input.is_empty() {
        return Err(Refused::new("no input was given", "name a log, for example `clump anonymize log.tsv --k 5 --output release.tsv`"));
    }
    if job.output.is_none() && job.report.is_none() && !json {
        return Err(Refused::new(
            "no output was given",
            "name the release with `--output release.tsv`, or pass `--json` to see only the measures",
        ));
    }
    if job.output.is_none() && job.audit.is_some() {
        return Err(Refused::new("an audit belongs to a release, and there is none", "add `--output release.tsv`"));
    }
    if json && job.output.as_deref() == Some(Path::new("-")) {
        return Err(Refused::new("the release and --json both want standard output", "write the release to a file"));
    }
    Ok(())
}

fn tell(outcome: &Outcome, job: &Job) {
    for line in super::read_lines(&outcome.data) {
        say!("{line}");
    }
    if !outcome.holds() {
        say!("Verified  no: the release does not keep its promise, so nothing was written");
        return;
    }
    for line in summary(&outcome.report) {
        say!("{line}");
    }
    let rows = count(outcome.report.measures.rows);
    match outcome.written.as_slice() {
        [] if job.output.is_some() => say!("Wrote     {rows} rows to standard output, without a certificate"),
        [] => say!("Wrote     nothing: no --output was given"),
        files => {
            let names: Vec<String> = files.iter().rev().map(|file| file.display().to_string()).collect();
            say!("Wrote     {}", names.join(", "));
        }
    }
}

/// What `--json` prints: the measures, and how long they took to make.
#[derive(Debug, Serialize)]
struct Measured<'r> {
    #[serde(flatten)]
    measures: &'r clump::core::measure::Measures,
    method: &'r str,
    seconds: f64,
    seconds_read: f64,
    seconds_total: f64,
}

impl Measured<'_> {
    fn of(report: &Report) -> Measured<'_> {
        Measured {
            measures: &report.measures,
            method: &report.method,
            seconds: report.timing.seconds,
            seconds_read: report.timing.read,
            seconds_total: report.timing.seconds_total,
        }
    }
}
