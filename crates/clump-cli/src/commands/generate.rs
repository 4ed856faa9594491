//! `clump generate`: a synthetic query log.

use std::path::{Path, PathBuf};

use clap::Args;
use clump::core::progress::Progress;
use clump::io::release::ReleaseFormat;
use clump::report::count;
use clump::staging::{Audience, Existing, PublishError, StagedFile, Staging, check_target, publish_all};
use clump_generate::{GenerateParameters, Generated, generate};
use clump_wordnet::WordNet;

use crate::failure::Refused;
use crate::progress::Bars;
use crate::{Answer, say};

/// Writes a synthetic query log in the AOL layout, for benchmarks and demonstrations.
///
/// Owners have interests and popular words are Zipf-like; at 53,058 owners the log has the mean length and the densities
/// that the paper reports for its own. The same seed gives the same bytes.
#[derive(Debug, Args)]
pub struct Generate {
    /// How many owners
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    owners: u64,
    /// Seed of everything random
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,
    /// The share of lines that are followed by the same query once more; 0.57 makes 20 million lines of 650,000 owners
    #[arg(long, value_name = "SHARE", default_value_t = 0.2, value_parser = less_than_one)]
    again: f64,
    /// The share of all words that no dictionary has: made-up words, web addresses, numbers, misspellings; real logs have
    /// about 0.3
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, value_parser = less_than_one)]
    unknown: f64,
    /// The log
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
    // A log of tabs under another name would be refused by whoever reads it.
    if let Some(format) =
        ReleaseFormat::from_path(&command.output).filter(|&format| format != ReleaseFormat::Tsv)
    {
        return Err(Refused::new(
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

/// Writes the log whole or not at all, compressed if the name says so.
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
