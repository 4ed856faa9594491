//! `clump attack`: attacks a release, to show what it gives away.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use clump::io::{BadLines, Input, Layout, ReadOptions, Spellings};
use clump::keys::flags::words;
use clump::log::attack::Reading;
use clump::report::{count, counted};
use clump::{HashAttack, attack_hash};

use crate::flags::connect;
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Attacks a release, and reports how much an attacker learns.
#[derive(Debug, Args)]
pub struct Attack {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Hash(HashFlags),
}

/// Guesses the words of a hashed log from a log of other people.
///
/// The first guess uses the frequency of a word, the next ones the words that occur with it. With the key of
/// the release, clump counts the right guesses. Without a release, it cuts the reference in two: it hashes
/// half of the owners with a key that it forgets, and attacks that half with the other.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump attack hash --reference examples/queries.tsv\n  clump attack hash --reference reference.tsv --key key.txt release.tsv"
)]
struct HashFlags {
    /// Release of the method `hash`, for example `release.tsv` [default: half of the reference]
    #[arg(value_name = "RELEASE")]
    release: Option<PathBuf>,
    /// Log of other people of the same kind, for example `--reference other.tsv`
    ///
    /// Repeat for several, or give a pattern.
    #[arg(long, value_name = "LOG", required = true)]
    reference: Vec<PathBuf>,
    /// File with the key of the release, for example `--key key.txt`
    ///
    /// It tells right guesses from wrong ones.
    #[arg(long, value_name = "FILE", requires = "release")]
    key: Option<PathBuf>,
    /// Skips malformed lines of the reference and reports their number, instead of stopping
    #[arg(long)]
    skip_bad_lines: bool,
    /// Treatment of owners of the reference who differ only in spelling [default: refuse]
    ///
    /// `refuse` stops at such owners. `fold` counts them as one person, and `as-they-are` as different
    /// people.
    #[arg(long, value_name = "HOW", value_parser = words::<Spellings>())]
    spelling: Option<Spellings>,
    /// Prints the figures as one JSON object on stdout
    #[arg(long)]
    json: bool,
}

pub fn run(command: Attack) -> anyhow::Result<Answer> {
    match command.what {
        What::Hash(flags) => hash(flags),
    }
}

fn hash(flags: HashFlags) -> anyhow::Result<Answer> {
    let bad_lines = if flags.skip_bad_lines { BadLines::Skip } else { BadLines::Error };
    let spellings = flags.spelling.unwrap_or_default();
    let options = ReadOptions { layout: Some(Layout::Aol), bad_lines, spellings, ..ReadOptions::default() };
    let mut reference: Vec<Input> = flags.reference.iter().map(|path| Input::from(path.as_path())).collect();
    connect(&mut reference);
    let found =
        attack_hash(&reference, flags.release.as_deref(), flags.key.as_deref(), &options, &Bars::new())?;
    tell(&found);
    if flags.json {
        output::json(&found)?;
    }
    Ok(Answer::Yes)
}

fn tell(HashAttack { is_scored, inverted, seconds }: &HashAttack) {
    say!(
        "Attacked  {} that occur {} times, in {seconds:.2} s",
        counted(inverted.tokens as usize, "token", "tokens"),
        count(inverted.mass as usize)
    );
    for (step, reading) in [("Frequency", inverted.by_frequency), ("Company  ", inverted.with_cooccurrence)] {
        let Reading { guessed, right, share, .. } = reading;
        if *is_scored {
            say!(
                "{step} {:.1} % of the token mass inverted: {} of {} right",
                100.0 * share,
                count(right as usize),
                counted(guessed as usize, "guess", "guesses")
            )
        } else {
            say!("{step} {}", counted(guessed as usize, "guess", "guesses"))
        }
    }
    if !is_scored {
        say!("          pass the key with --key to see which guesses are right");
    }
}
