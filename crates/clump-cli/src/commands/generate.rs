//! `clump generate`: a synthetic query log.

use std::path::PathBuf;

use clap::Args;
use clump::generate::{GenerateParameters, Generated};
use clump::report::count;

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
        ..GenerateParameters::new(command.owners as usize, command.seed)
    };
    let Generated { lines, owners, .. } =
        clump::generate_file(&parameters, &command.output, command.force, &Bars::new())?;
    say!("Wrote {} lines of {} owners to {}", count(lines), count(owners), command.output.display());
    Ok(Answer::Yes)
}

fn less_than_one(text: &str) -> Result<f64, &'static str> {
    let share = text.parse().map_err(|_| "not a number")?;
    if (0.0..1.0).contains(&share) { Ok(share) } else { Err("not a share from 0 to below 1") }
}
