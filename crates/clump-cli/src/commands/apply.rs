//! `clump apply`: the generalization of an earlier release, applied to new rows.

use std::path::PathBuf;

use clap::Args;
use clump::keys::EarlierKeys;
use clump::{Apply as ApplySettings, EarlierRelease, Job, Method};

use super::anonymize::{keep_config, refuse_nonsense, tell_outcome};
use crate::failure::Refused;
use crate::flags::{RunFlags, SourceFlags};
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
    known: EarlierKeys,
    #[command(flatten)]
    flags: RunFlags,
    /// Prints the measures as one JSON object on stdout. Private: they are counted in the input
    #[arg(long, help_heading = "Report (private)")]
    json: bool,
}

pub fn run(command: Apply) -> anyhow::Result<Answer> {
    let mut keys = command.source.keys(&command.input, [command.flags.into(), command.known.into()])?;
    if keys.input.is_empty() {
        let hint = "name it after the release: `clump apply release.tsv new.tsv --output release-2.tsv`";
        return Err(Refused::new("no input was given", hint).into());
    }
    let source = command.source.job(&[], [])?;
    let earlier = EarlierRelease::read_as(&command.earlier, Some(&source))?;
    if !earlier.checked().holds {
        let earlier = command.earlier.display();
        say!("Applied   nothing: {earlier} breaks its promise, or is not the file of its certificate");
        say!("          `clump verify {earlier}` says what is wrong with it");
        return Ok(Answer::No);
    }
    let taken = earlier.complete(&mut keys)?;
    let job = connected(Job::try_from(keys)?);
    refuse_nonsense(&job, command.json)?;
    if let Some(config) = command.source.config() {
        keep_config(config, &job)?;
    }
    let outcome = earlier.apply(&job, &Bars::new())?;
    say!("Earlier   {} of {} holds", earlier.checked().promise(), earlier.method_name());
    if !taken.is_empty() {
        say!("Settings  of the earlier release: {}", taken.join(", "));
    }
    if matches!(&*job.method, Method::Apply(ApplySettings { new_owners_only: true, .. })) {
        say!("Unchecked whether owners are in the earlier release too: the certificate says so");
    }
    tell_outcome(&outcome, &job, command.json)
}
