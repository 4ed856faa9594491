//! The verbs of the command line, one file each.

use clap::{Parser, Subcommand};

pub mod anonymize;
pub mod generate;
pub mod generated;
pub mod inspect;
pub mod licenses;
pub mod measure;
pub mod taxonomy;
pub mod verify;

/// Makes set-valued data safe to publish, with a promise that is checked.
///
/// Query logs, baskets and code lists are grouped so that each group has at least k owners, and every row of a group is
/// published as the same generalization of its items in a taxonomy.
#[derive(Debug, Parser)]
#[command(
    name = "clump",
    version,
    max_term_width = 100,
    arg_required_else_help = false,
    args_conflicts_with_subcommands = true
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Prints the licences of clump and of the data built into it.
    #[arg(long)]
    pub licenses: bool,

    /// Shows the offending line under an error. It may hold personal data: keep it out of logs.
    #[arg(long, global = true)]
    pub show_values: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Makes a k-anonymous release of a log, and checks it
    Anonymize(anonymize::Anonymize),
    /// Says what is in a log: owners, lengths, coverage, how few items single an owner out
    Inspect(inspect::Inspect),
    /// Checks the promise of a release, from its rows alone or with its audit and input
    Verify(verify::Verify),
    /// Measures what a release lost, from its audit and input
    Measure(measure::Measure),
    /// Shows, checks or exports a taxonomy
    Taxonomy(taxonomy::Taxonomy),
    /// Writes a synthetic query log for benchmarks
    Generate(generate::Generate),
    /// Prints a completion script for a shell
    Completions {
        /// Which shell.
        shell: clap_complete::Shell,
    },
    /// Prints the manual page
    Man {
        /// The page of one command instead of that of clump itself.
        command: Option<String>,
    },
}

/// What reading found, in a few lines for a person.
pub fn read_lines(data: &clump::Data) -> Vec<String> {
    let counts = &data.counts;
    let words = &counts.words;
    let count = |number: u64| clump::report::count(number as usize);
    let mut lines = vec![
        format!(
            "Read      {} lines, {} queries of {} owners",
            count(counts.lines),
            count(counts.queries),
            count(counts.owners + counts.empty_owners)
        ),
        format!(
            "Mapped    {} of {} words to the taxonomy; {} stop words, {} unknown ({} distinct)",
            count(words.mapped),
            count(words.tokens),
            count(words.stop_words),
            count(words.unknown),
            count(data.unknown.len() as u64)
        ),
    ];
    let mut dropped = Vec::new();
    for (number, what) in [
        (counts.bad_lines, "malformed lines"),
        (counts.empty_owners, "owners without a known item"),
        (counts.empty_transactions, "transactions without a known item"),
    ] {
        if number > 0 {
            dropped.push(format!("{} {what}", count(number)));
        }
    }
    if !dropped.is_empty() {
        lines.push(format!("Dropped   {}", dropped.join(", ")));
    }
    if counts.qualified_names > 0 {
        lines.push(format!("Repaired  {} repeated names of the taxonomy", count(counts.qualified_names)));
    }
    lines
}
