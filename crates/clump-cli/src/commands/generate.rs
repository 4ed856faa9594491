//! `clump generate`: writes a synthetic query log.

use std::path::{Path, PathBuf};

use clap::Args;
use clump::core::progress::Progress;
use clump::io::release::ReleaseFormat;
use clump::report::count;
use clump::staging::{Audience, Existing, PublishError, StagedFile, Staging, check_target, publish_all};
use clump_generate::{GenerateParameters, Generated, generate};
use clump_wordnet::WordNet;

use crate::failure::UsageError;
use crate::progress::Bars;
use crate::{Answer, say};

/// Writes a synthetic query log in the AOL layout, for tests and demonstrations.
///
/// Owners have interests, and the frequencies of words follow Zipf's law. With 53,058 owners, the log has the
/// mean length and the densities that the paper reports. The same seed gives the same bytes.
#[derive(Debug, Args)]
pub struct Generate {
    /// Number of people in the log, for example `--owners 1000`
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    owners: u64,
    /// Number that starts all random choices, for example `--seed 7`
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// Share of lines that are followed by the same query again, for example `--again 0.57`
    ///
    /// 0.57 makes 20 million lines of 650,000 owners.
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = less_than_one)]
    again: f64,
    /// Share of words that no dictionary has, for example `--unknown 0.3` as in real logs
    ///
    /// They are made-up words, web addresses, numbers and misspellings.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = less_than_one)]
    unknown: f64,
    /// File of the log, for example `--output log.tsv.gz`
    #[arg(long, short, value_name = "FILE")]
    output: PathBuf,
    /// Replaces an existing file
    #[arg(long)]
    force: bool,
}

pub fn run(command: Generate) -> anyhow::Result<Answer> {
    let parameters = GenerateParameters {
        again: command.again,
        unknown: command.unknown,
        ..GenerateParameters::new(command.owners as usize, command.seed)
    };
    // Other commands detect the format by file name, so a tab-separated log needs a matching name.
    if let Some(format) =
        ReleaseFormat::from_path(&command.output).filter(|&format| format != ReleaseFormat::Tsv)
    {
        return Err(UsageError::new(
            format!("a log has tabs between its columns, and the name says {}", format.word()),
            "name it `log.tsv`, `log.tsv.gz` or `log.tsv.zst`",
        )
        .into());
    }
    let Generated { lines, owners, .. } =
        generate_file(&parameters, &command.output, command.force, &Bars::new())?;
    say!("Wrote {} lines of {} owners to {}", count(lines), count(owners), command.output.display());
    Ok(Answer::Yes)
}

/// Writes the complete log, or no file after an error. Compresses a log named `.gz` or `.zst`.
fn generate_file(
    parameters: &GenerateParameters,
    target: &Path,
    replace: bool,
    progress: &dyn Progress,
) -> Result<Generated, PublishError> {
    let existing = if replace { Existing::Replace } else { Existing::Keep };
    check_target(target, existing)?;
    let wordnet = WordNet::load();
    let mut file = StagedFile::new(&Staging::of(progress), target, Audience::Public)?;
    let mut generated = Generated::default();
    file.write_packed(|out| {
        generated = generate(parameters, wordnet, out)?;
        Ok(())
    })?;
    publish_all(vec![file], existing)?;
    Ok(generated)
}

fn less_than_one(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().map_err(|_| "not a number")?;
    if (0.0..1.0).contains(&share) { Ok(share) } else { Err("not a share from 0 to below 1") }
}
