//! `clump apply`: the generalization of an earlier release, applied to new rows.

use std::path::PathBuf;

use clap::Args;
use clump::{EarlierRelease, Job};
use serde::Serialize;
use serde_json::Value;

use super::anonymize::{keep_config, refuse_nonsense, tell_outcome};
use crate::failure::Refused;
use crate::flags::{
    AssessFlags, LossFlags, OutputFlags, PromiseFlags, ReportFlags, SensitiveFlags, SourceFlags, given,
};
use crate::progress::Bars;
use crate::stdin::connected;
use crate::{Answer, say};

/// Applies the generalization of an earlier release to new rows of new owners, as a release of its own.
///
/// Promise, k and the settings of reading come from the certificate of the earlier release, which must verify first. If
/// it is k-anonymous, each new row becomes one of its rows; else each new item becomes one of its labels. The promise
/// is then checked on the new rows alone.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  clump apply release.tsv new.tsv --earlier-audit audit.tsv --output release-2.tsv"
)]
pub struct Apply {
    /// The earlier release, with its certificate beside it
    #[arg(value_name = "EARLIER")]
    earlier: PathBuf,
    /// New rows to read, plain, .gz or .zst; `-` is standard input
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    #[command(flatten)]
    loss: LossFlags,
    #[command(flatten)]
    known: KnownFlags,
    #[command(flatten)]
    promise: PromiseFlags,
    #[command(flatten)]
    sensitive: SensitiveFlags,
    #[command(flatten)]
    target: OutputFlags,
    #[command(flatten)]
    report: ReportFlags,
    #[command(flatten)]
    assess: AssessFlags,
    /// Prints the measures as one JSON object on stdout
    #[arg(long, help_heading = "Report (private)")]
    json: bool,
}

/// Who is in both releases.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Earlier release")]
struct KnownFlags {
    /// The private audit of the earlier release: owners who are in it are refused, since no promise covers people who
    /// are in two releases
    #[arg(long, value_name = "FILE")]
    earlier_audit: Option<PathBuf>,
    /// Leaves these owners out and says how many they were
    #[arg(long)]
    drop_known_owners: bool,
    /// Instead of the audit: you know that no owner is in the earlier release. The certificate says that this was not
    /// checked
    #[arg(long, conflicts_with = "earlier_audit")]
    new_owners_only: bool,
}

pub fn run(command: Apply) -> anyhow::Result<Answer> {
    let groups = [
        given(&command.loss),
        given(&command.known),
        given(&command.promise),
        given(&command.sensitive),
        given(&command.target),
        given(&command.report),
        given(&command.assess),
    ];
    let mut keys = command.source.keys(&command.input, groups)?;
    if !keys.contains_key("input") {
        let hint = "name it after the release: `clump apply release.tsv new.tsv --output release-2.tsv`";
        return Err(Refused::new("no input was given", hint).into());
    }
    let earlier = EarlierRelease::read(&command.earlier)?;
    if !earlier.checked().holds {
        let earlier = command.earlier.display();
        say!("Applied   nothing: {earlier} breaks its promise, or is not the file of its certificate");
        say!("          `clump verify {earlier}` says what is wrong with it");
        return Ok(Answer::No);
    }
    let taken = earlier.complete(&mut keys)?;
    let job: Job = connected(serde_json::from_value(Value::Object(keys))?);
    refuse_nonsense(&job, command.json)?;
    if let Some(config) = command.source.config() {
        keep_config(config, &job)?;
    }
    let outcome = earlier.apply(&job, &Bars::new())?;
    say!("Earlier   {} of {} holds", earlier.checked().promise, earlier.method_name());
    if !taken.is_empty() {
        say!("Settings  of the earlier release: {}", taken.join(", "));
    }
    if job.new_owners_only {
        say!("Unchecked whether owners are in the earlier release too: the certificate says so");
    }
    tell_outcome(&outcome, &job, command.json)
}
