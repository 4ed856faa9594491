//! `clump measure`: measures loss, use and risk of a release.

use std::path::PathBuf;

use clap::Args;
use clump::keys::{AssessKeys, CostKeys, SensitiveKeys};
use clump::report::{count, range};
use clump::{Aligned, Keys, Measured};

use super::verify::ReleaseFlags;
use crate::failure::UsageError;
use crate::flags::{SourceFlags, release_formats};
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Measures a release against its original: loss, use, and risk before and after.
///
/// Without the audit, clump does not know which row belongs to which person. It then prints only the figures
/// that do not need this: loss, lengths, levels and groups.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump measure examples/queries.tsv release.tsv --audit audit.tsv\n  clump measure log.tsv release.tsv"
)]
pub struct Measure {
    /// Original and release, for example `log.tsv release.tsv`
    ///
    /// Give only the release if `--input` names the original.
    #[arg(value_name = "ORIGINAL RELEASE", num_args = 1..=2, required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    release: FormatFlags,
    /// Audit of the release, for example `--audit audit.tsv`
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    /// Original, for example `--input log.tsv`; repeat for several
    ///
    /// Takes patterns such as 'logs/*.gz'.
    #[arg(long, value_name = "FILE")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    #[command(flatten)]
    cost: CostKeys,
    #[command(flatten)]
    sensitive: SensitiveKeys,
    #[command(flatten)]
    assess: AssessKeys,
    /// Prints the figures as one JSON object on stdout
    #[arg(long, help_heading = "Options")]
    json: bool,
}

/// Flags for the form of the release.
#[derive(Debug, Args)]
struct FormatFlags {
    /// Format of the release, for example `--to csv` [default: from certificate or extension]
    #[arg(long, value_name = "FORMAT", value_parser = release_formats())]
    to: Option<String>,
    /// Layout of the release, for example `--layout groups` [default: from the certificate]
    ///
    /// Without a certificate it is `rows`.
    #[arg(long, value_name = "LAYOUT", value_parser = ["rows", "groups"])]
    layout: Option<String>,
}

pub fn run(command: Measure) -> anyhow::Result<Answer> {
    let (originals, release) = match command.files.as_slice() {
        [original, release] => ([vec![original.clone()], command.input.clone()].concat(), release),
        [release] => (command.input.clone(), release),
        _ => {
            return Err(UsageError::new(
                "no release was given",
                "name both files: `clump measure ORIGINAL RELEASE`",
            )
            .into());
        }
    };
    if originals.is_empty() {
        let hint = "name it first: `clump measure ORIGINAL RELEASE`";
        return Err(UsageError::new("the original of the release was not given", hint).into());
    }
    let (sensitive, asked) = (command.sensitive, command.assess);
    let assessed = Keys { sensitive: sensitive.clone(), assess: asked.clone(), ..Keys::default() };
    if let (None, Some(flag)) = (&command.audit, assessed.given().into_iter().next()) {
        let hint = "add `--audit`: this measure needs the owner of each row";
        return Err(UsageError::new(format!("`--{flag}` cannot be assessed without the audit"), hint).into());
    }
    let FormatFlags { to, layout } = command.release;
    let release = ReleaseFlags { release: release.clone(), to, layout }.read(None)?;
    let mut job = command.source.job(&originals, [sensitive.into(), command.cost.into()])?;
    (job.report.population, job.report.labels) = (asked.population, asked.labels);
    let (data, measured) = release.measure(job, command.audit.as_deref(), &Bars::new())?;
    super::repaired_line(&data.counts.repaired).iter().for_each(|line| say!("{line}"));
    tell(&measured);
    if command.json {
        output::json(&measured)?;
    }
    Ok(Answer::Yes)
}

/// Prints the measures, first the fate of the words, which clump knows only with the audit.
fn tell(measured: &Measured) {
    let (measures, found) = (measured.unaligned(), measured.aligned());
    let percent = |part: usize, all: usize| {
        format!("{} ({:.1} %)", count(part), 100.0 * part as f64 / all.max(1) as f64)
    };
    let share = |share: Option<f64>| {
        share
            .map_or_else(|| "nothing was there to keep".to_owned(), |share| format!("{:.1} %", 100.0 * share))
    };
    let mut lines = Vec::new();
    if let Some(Aligned { words, .. }) = found {
        lines.extend([
            ("words", count(words.words)),
            ("as typed", percent(words.as_typed, words.words)),
            ("generalized", percent(words.generalized, words.words)),
            ("gone", percent(words.gone, words.words)),
            ("information kept", share(words.information.information_kept)),
            ("links kept", share(words.information.links_kept)),
        ]);
    }
    lines.extend([
        ("rows", count(measures.rows)),
        ("owners", count(measures.owners)),
        ("items grouped", count(measures.items)),
        ("items suppressed", percent(measures.items_suppressed, measures.items)),
        (
            "groups",
            format!("{} of {:.2} rows on average", count(measures.groups), measures.average_group_size),
        ),
        ("loss (GGD)", format!("{:.3}", measures.loss)),
        ("loss per item (GGD)", format!("{:.4}", measures.loss_per_item)),
    ]);
    lines.extend(measures.bits.iter().flat_map(|bits| {
        [
            ("bits lost", format!("{:.0} of {:.0}", bits.loss_bits, bits.bits_grouped)),
            ("share of bits lost", format!("{:.4}", bits.loss_bits_share)),
        ]
    }));
    lines.extend([
        ("discernibility", count(measures.discernibility as usize)),
        ("mean length", format!("{:.3}", measures.mean_length)),
        ("mean level", format!("{:.3}", measures.mean_level)),
        ("density", format!("{:.4} %", 100.0 * measures.density)),
    ]);
    if let Some(Aligned { measures, .. }) = found {
        let owners = range(measures.smallest_group, measures.largest_group);
        lines.extend([
            ("owners a group", owners),
            ("ncp", format!("{:.4}", measures.ncp)),
            ("lm", format!("{:.4}", measures.lm)),
        ]);
    }
    for (name, value) in lines {
        say!("{name:24}{value}");
    }
    match found {
        Some(Aligned { assessment, .. }) => {
            for (name, value) in assessment.lines() {
                say!("{name:24}{value}");
            }
        }
        None => say!("The other measures need the owner of each row: pass the audit with --audit"),
    }
}
