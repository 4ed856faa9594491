//! `clump reproduce`: runs the paper's experiments again.

use std::path::PathBuf;

use clap::Args;
use clump::Job;
use clump::report::{count, counted};
use clump_experiments::{ReproducedLog, Results, ResultsFolder, Source, Trial, reproduce};
use clump_generate::GenerateParameters;

use crate::flags::SourceFlags;
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Repeats the paper's experiments, and reports which of its claims hold.
///
/// It repeats Tables I to III and Figures 3 to 7 for Clump1, Clump2, Partition and our own method. The data
/// are a log in the AOL layout or, without one, a generated log; the page says which. It writes a page, a CSV
/// file for each table and figure, and all numbers as JSON. These files contain aggregates only. With the
/// paper's 53,058 owners it takes some minutes.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump reproduce --output results\n  clump reproduce log.tsv.gz --output results"
)]
pub struct Reproduce {
    /// Log to use, for example `log.tsv.gz` [default: a generated log]
    #[arg(value_name = "LOG")]
    log: Option<PathBuf>,
    /// Folder for the results, for example `--output results`; it must be new or empty
    #[arg(long, short, value_name = "DIR", help_heading = "Output")]
    output: PathBuf,
    /// Replaces files of the same names in that folder
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Number of people in the generated log, for example `--owners 1000` [default: 53058]
    #[arg(long, value_name = "N", conflicts_with = "log", help_heading = "Generated log",
        value_parser = clap::value_parser!(u64).range(15..=53_058))]
    owners: Option<u64>,
    /// Seed of the generated log, for example `--seed 7` [default: 1]
    #[arg(long, value_name = "N", conflicts_with = "log", help_heading = "Generated log")]
    seed: Option<u64>,
    #[command(flatten)]
    source: SourceFlags,
    /// Prints the results as one JSON object on stdout
    #[arg(long, help_heading = "Options")]
    json: bool,
}

impl Reproduce {
    /// The log from the argument or `--config`. If there is none, or if a flag asks for it, a generated log.
    fn log_source(&self, job: &Job) -> Source {
        let is_generated = job.input.files.is_empty() || self.owners.is_some() || self.seed.is_some();
        match Source::default() {
            Source::Generated(default) if is_generated => Source::Generated(GenerateParameters {
                owners: self.owners.map_or(default.owners, |owners| owners as usize),
                seed: self.seed.unwrap_or(default.seed),
                ..default
            }),
            _ => Source::Given,
        }
    }
}

pub fn run(command: Reproduce) -> anyhow::Result<Answer> {
    let job = command.source.job(command.log.as_slice(), [])?;
    let folder = ResultsFolder::open(&command.output, command.force)?;
    let source = command.log_source(&job);
    let bars = Bars::new();
    let log = ReproducedLog::read(&job, source, &bars)?;
    for line in super::read_lines(log.summary(), &job.report.noun) {
        say!("{line}");
    }
    let results = reproduce(&log, &bars, &tell_run)?;
    let files = folder.publish(&results, &bars)?;
    tell(&results);
    if let Some(page) = files.last() {
        say!("Wrote     {} and {}", page.display(), counted(files.len() - 1, "file", "files"));
    }
    if command.json {
        output::json(&results)?;
    }
    let all_verified = results.reproduction.verified == results.reproduction.releases;
    Ok(if all_verified { Answer::Yes } else { Answer::No })
}

fn tell_run(number: usize, of: usize, trial: &Trial) {
    let r = trial.setting.r.map(|r| format!(", r = {r}")).unwrap_or_default();
    say!(
        "Run       {number} of {of}: {} of {}, k = {}{r}: lost {:.1} % in {:.3} s{}",
        trial.setting.algorithm.title(),
        counted(trial.setting.owners, "owner", "owners"),
        trial.setting.k,
        100.0 * trial.loss_per_item,
        trial.seconds,
        if trial.verified { "" } else { ", and is not k-anonymous" }
    );
}

fn tell(Results { reproduction, .. }: &Results) {
    for (exhibit, claim) in reproduction.claims() {
        say!("Claim     {:14}  {}: {}", claim.verdict.words(), exhibit.name(), claim.paper);
    }
    say!(
        "Found     {}, on a {} log: {}",
        counted(reproduction.claims().count(), "claim", "claims"),
        reproduction.log.origin.word(),
        reproduction.tally()
    );
    say!(
        "Verified  {} of {} in {:.0} s",
        count(reproduction.verified),
        counted(reproduction.releases, "release", "releases"),
        reproduction.seconds
    );
}
