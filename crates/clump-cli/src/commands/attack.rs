//! `clump attack`: what a release gives away to somebody who tries.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use clump::io::{BadLines, Input, Layout, ReadOptions, Spellings};
use clump::log::attack::Reading;
use clump::report::{count, counted};
use clump::{HashAttack, attack_hash};

use crate::progress::Bars;
use crate::stdin::connect;
use crate::{Answer, output, say};

/// Attacks a release, and says how far it came.
#[derive(Debug, Args)]
pub struct Attack {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    Hash(HashFlags),
}

/// Inverts a hashed log with a reference log: words by their frequency, then by the company they keep.
///
/// With the key of the release, guesses are compared with the truth. Without a release the reference is cut in two: half
/// of its owners are hashed with a key that is forgotten, the other half is the reference, and the truth is known.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump attack hash --reference examples/queries.tsv\n  clump attack hash --reference reference.tsv --key key.txt release.tsv"
)]
struct HashFlags {
    /// A release of the method hash; without one, half of the reference is hashed and attacked
    #[arg(value_name = "RELEASE")]
    release: Option<PathBuf>,
    /// A log of other people of the same kind; repeat for several files, or give a pattern
    #[arg(long, value_name = "LOG", required = true)]
    reference: Vec<PathBuf>,
    /// The key of the release, to tell right guesses from wrong ones
    #[arg(long, value_name = "FILE", requires = "release")]
    key: Option<PathBuf>,
    /// Counts malformed lines of the reference and goes on
    #[arg(long)]
    skip_bad_lines: bool,
    /// Owners of the reference who differ only in spelling are different people
    #[arg(long, conflicts_with = "fold_owners")]
    owners_as_they_are: bool,
    /// Owners of the reference who differ only in spelling are the same people
    #[arg(long)]
    fold_owners: bool,
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
    let spellings = match (flags.owners_as_they_are, flags.fold_owners) {
        (true, _) => Spellings::AsTheyAre,
        (false, true) => Spellings::Fold,
        (false, false) => Spellings::Refuse,
    };
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
        match is_scored {
            true => say!(
                "{step} {:.1} % of the token mass inverted: {} of {} right",
                100.0 * share,
                count(right as usize),
                counted(guessed as usize, "guess", "guesses")
            ),
            false => say!("{step} {}", counted(guessed as usize, "guess", "guesses")),
        }
    }
    if !is_scored {
        say!("          only the key tells which guesses are right: pass it with --key");
    }
}
