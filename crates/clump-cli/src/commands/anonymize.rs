//! `clump anonymize`: a log in, a release out.

use std::path::{Path, PathBuf};

use clap::Args;
use clump::report::{FloorFacts, Report, counted, summary};
use clump::{Job, MethodName, Published};
use serde::Serialize;

use crate::failure::Refused;
use crate::flags::{MethodFlags, OutputFlags, ReportFlags, SourceFlags, given};
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
    #[command(flatten)]
    source: SourceFlags,
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
    let method = given(&command.method);
    let flags: Vec<&str> = method.keys().map(String::as_str).collect();
    let job = command
        .source
        .job(&command.input, [method.clone(), given(&command.target), given(&command.report)])?;
    refuse_nonsense(&job, command.json)?;
    refuse_stray(&job, &flags)?;
    if let Some(config) = command.source.config() {
        keep_config(config, &job)?;
    }
    let outcome = clump::run(&job, &Bars::new())?;
    for line in super::read_lines(&outcome.data) {
        say!("{line}");
    }
    let Some(published) = outcome.published else {
        say!("Verified  no: the release does not keep its promise, so nothing was written");
        return Ok(Answer::No);
    };
    tell(&published, &job);
    if command.json {
        output::json(&Measured::of(&published.report))?;
    }
    Ok(Answer::Yes)
}

fn refuse_nonsense(job: &Job, json: bool) -> Result<(), Refused> {
    if job.input.is_empty() {
        return Err(Refused::new(
            "no input was given",
            "name a log, for example `clump anonymize log.tsv --k 5 --output release.tsv`",
        ));
    }
    if job.output.is_none() && job.report.is_none() && !json {
        return Err(Refused::new(
            "no output was given",
            "name the release with `--output release.tsv`, or pass `--json` to see only the measures",
        ));
    }
    if job.output.is_none() && job.audit.is_some() {
        return Err(Refused::new(
            "an audit belongs to a release, and there is none",
            "add `--output release.tsv`",
        ));
    }
    if json && job.output.as_deref() == Some(Path::new("-")) {
        return Err(Refused::new(
            "the release and --json both want standard output",
            "write the release to a file",
        ));
    }
    Ok(())
}

/// A flag of another method would be ignored, and whoever gave it would not know.
fn refuse_stray(job: &Job, given: &[&str]) -> Result<(), Refused> {
    let (foreign, owner): (&[&str], &str) = match job.method {
        MethodName::Nearest => (&["r", "order", "lcg"], "clump"),
        MethodName::Clump => (&["effort"], "nearest"),
    };
    match given.iter().find(|flag| foreign.contains(flag)) {
        None => Ok(()),
        Some(flag) => Err(Refused::new(
            format!("`--{flag}` is a flag of the method {owner}"),
            format!("add `--method {owner}`, or leave `--{flag}` out"),
        )),
    }
}

/// The job file is read before there is a job that could know it.
fn keep_config(config: &Path, job: &Job) -> Result<(), Refused> {
    let outputs = [&job.output, &job.report, &job.audit];
    if outputs.into_iter().flatten().any(|output| clump::is_same_file(output, config)) {
        return Err(Refused::new(
            format!("{} is an input of this run", config.display()),
            "give every output a name of its own",
        ));
    }
    Ok(())
}

fn tell(published: &Published, job: &Job) {
    for line in summary(&published.report) {
        say!("{line}");
    }
    let private = [&job.report, &job.audit];
    let is_private = |file: &PathBuf| private.into_iter().flatten().any(|private| private == file);
    let names = |private: bool| -> Vec<String> {
        let files = published.files.iter().rev().filter(|file| is_private(file) == private);
        files.map(|file| file.display().to_string()).collect()
    };
    match job.output.as_deref() {
        Some(path) if path == Path::new("-") => {
            let rows = counted(published.report.measures.rows, "row", "rows");
            say!("Wrote     {rows} to standard output, without a certificate");
        }
        None => say!("Wrote     no release: no --output was given"),
        Some(_) => say!("Wrote     {}", names(false).join(", ")),
    }
    if !names(true).is_empty() {
        say!("Private   {}", names(true).join(", "));
    }
}

/// What `--json` prints: the measures, and how long they took to make.
#[derive(Debug, Serialize)]
struct Measured<'r> {
    #[serde(flatten)]
    measures: &'r clump::core::measure::Measures,
    method: &'r str,
    #[serde(skip_serializing_if = "Option::is_none")]
    floor: Option<FloorFacts>,
    seconds: f64,
    seconds_read: f64,
    seconds_total: f64,
    peak_memory: Option<u64>,
}

impl Measured<'_> {
    fn of(report: &Report) -> Measured<'_> {
        Measured {
            measures: &report.measures,
            method: &report.method,
            floor: report.floor,
            seconds: report.timing.seconds,
            seconds_read: report.timing.read,
            seconds_total: report.timing.seconds_total,
            peak_memory: report.peak_memory,
        }
    }
}
