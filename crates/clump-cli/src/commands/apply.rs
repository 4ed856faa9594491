//! `clump apply`: applies the generalization of an earlier release to new rows.

use std::path::PathBuf;

use clap::Args;
use clump::keys::EarlierKeys;
use clump::{Apply as ApplySettings, EarlierOwners, EarlierRelease, Job, Method};

use super::anonymize::{keep_config, refuse_nonsense, tell_outcome};
use crate::failure::UsageError;
use crate::flags::{RunFlags, SourceFlags, connected};
use crate::progress::Bars;
use crate::{Answer, say};

/// Publishes data of new people in the same way as an earlier release.
///
/// Promise, k and the settings for reading come from the certificate of the earlier release, which clump
/// verifies first. If that release is k-anonymous, each new row becomes one of its rows. Otherwise each new
/// item becomes one of its labels. clump checks the promise on the new rows alone.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  clump apply release.tsv new.tsv --earlier-owners audit.tsv --output release-2.tsv"
)]
pub struct Apply {
    /// Earlier release, with its certificate next to it, for example `release.tsv`
    #[arg(value_name = "EARLIER")]
    earlier: PathBuf,
    /// Files with the new rows, for example `new.tsv`; `-` is standard input
    ///
    /// Files are plain, .gz or .zst.
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    #[command(flatten)]
    known: EarlierKeys,
    #[command(flatten)]
    flags: RunFlags,
    /// Prints the measures as one JSON object on stdout
    ///
    /// Private: they are computed from the input.
    #[arg(long, help_heading = "Report (private)")]
    json: bool,
}

pub fn run(command: Apply) -> anyhow::Result<Answer> {
    let mut keys = command.source.keys(&command.input, [command.flags.into(), command.known.into()])?;
    if keys.input.is_empty() {
        let hint = "name it after the release: `clump apply release.tsv new.tsv --output release-2.tsv`";
        return Err(UsageError::new("no input was given", hint).into());
    }
    let source = command.source.job(&[], [])?;
    let earlier = EarlierRelease::read(&command.earlier, Some(&source))?;
    if !earlier.checked().holds {
        let earlier = command.earlier.display();
        say!("Applied   nothing: {earlier} breaks its promise, or does not match its certificate");
        say!("          run `clump verify {earlier}` to see what is wrong");
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
    if matches!(&*job.method, Method::Apply(ApplySettings { earlier_owners: Some(EarlierOwners::None), .. }))
    {
        say!("Unchecked whether owners are also in the earlier release: the certificate states this");
    }
    tell_outcome(&outcome, &job, command.json)
}
