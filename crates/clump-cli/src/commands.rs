//! The verbs of the command line, one file each.

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use clump::ReadSummary;
use clump::io::OwnerIs;
use clump::io::taxonomy::{Repair, RepairCounts};
use clump::report::{Noun, count, skipped};

use crate::failure::UsageError;
use crate::{Answer, say};

pub mod anonymize;
pub mod apply;
pub mod attack;
pub mod compare;
pub mod decode;
pub mod floor;
pub mod generate;
pub mod inspect;
pub mod licenses;
pub mod measure;
pub mod methods;
pub mod reproduce;
pub mod sample;
#[cfg(feature = "serve")]
pub mod serve;
pub mod shell;
pub mod sign;
pub mod taxonomy;
pub mod taxonomy_build;
pub mod verify;

/// Turns query logs, baskets and code lists into files that you can publish.
///
/// Each published row is shared by at least k people, unless you choose another promise. clump checks the
/// promise on the finished file, and removes the file if the check fails.
#[derive(Debug, Parser)]
#[command(name = "clump", version, max_term_width = 100, arg_required_else_help = false)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Prints the licences of clump, of the data built into it, and of the linked crates.
    #[arg(long, exclusive = true)]
    pub licenses: bool,

    /// Prints a completion script and the path for it, for example `--completions bash`
    #[arg(long, exclusive = true, value_name = "SHELL", hide_short_help = true)]
    pub completions: Option<Shell>,

    /// Writes manual pages to a folder, for example `--man ~/.local/share/man/man1`
    #[arg(long, exclusive = true, value_name = "FOLDER", hide_short_help = true)]
    pub man: Option<PathBuf>,

    /// Shows the offending line under an error
    ///
    /// The line can contain personal data: keep it out of logs.
    #[arg(long, global = true, hide_short_help = true)]
    pub show_values: bool,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    Anonymize(Box<anonymize::Anonymize>),
    Apply(Box<apply::Apply>),
    Inspect(inspect::Inspect),
    Verify(verify::Verify),
    Sign(sign::Sign),
    Measure(measure::Measure),
    Methods(methods::Methods),
    Attack(attack::Attack),
    Compare(compare::Compare),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    Reproduce(reproduce::Reproduce),
    Decode(decode::Decode),
    Floor(floor::Floor),
    Taxonomy(taxonomy::Taxonomy),
    Generate(generate::Generate),
}

/// Prints the help. clump does this if the command line has no command.
pub fn help() -> anyhow::Result<Answer> {
    let help = Cli::command().render_help().to_string();
    help.split('\n').for_each(|line| say!("{line}"));
    Err(UsageError::new(
        "no command was given",
        "try `clump anonymize examples/queries.tsv --k 5 --output release.csv`",
    )
    .into())
}

/// The counts of reading, in a few lines for the terminal. `noun` is the word for an owner.
pub fn read_lines(read: &ReadSummary, noun: &Noun) -> Vec<String> {
    let ReadSummary { owner_is, counts, unknown, known_owners } = read;
    let words = &counts.words;
    let (owners_read, owners_dropped) =
        (counts.owners_read() as usize, counts.empty_owners as usize + known_owners);
    let content = match (counts.queries, counts.baskets) {
        (0, 0) => String::new(),
        (0, baskets) => format!("{} of ", counted(baskets, "basket", "baskets")),
        (queries, _) => format!("{} of ", counted(queries, "query", "queries")),
    };
    let owners = noun.counted(owners_read);
    let gone =
        if owners_dropped > 0 { format!(", {} dropped", count(owners_dropped)) } else { String::new() };
    let is = match owner_is {
        OwnerIs::Column(_) => owner_is.to_string(),
        OwnerIs::EachRow | OwnerIs::EachLine => noun.say(&owner_is.to_string()),
    };
    let lines = counted(counts.lines, "line", "lines");
    let mut lines = vec![format!("Read      {lines}: {content}{owners} ({is}){gone}")];
    if words.tokens > 0 {
        let parts = [
            (words.by_shape, format!("{} by their shape alone", count(words.by_shape as usize))),
            (words.stop_words, counted(words.stop_words, "stop word", "stop words")),
            (
                words.unknown,
                format!("{} unknown ({} distinct)", count(words.unknown as usize), count(*unknown)),
            ),
            (words.placed, "placed as other words".to_owned()),
        ];
        let parts: Vec<String> =
            parts.into_iter().filter(|&(number, _)| number > 0).map(|(_, part)| part).collect();
        let of = noun.say(&counted(words.tokens, "word", "words"));
        let mapped = count((words.mapped - words.by_shape) as usize);
        let parts = if parts.is_empty() { String::new() } else { format!("; {}", parts.join(", ")) };
        lines.push(format!("Mapped    {mapped} of {of} to the taxonomy{parts}"));
    }
    let dropped: Vec<String> = [
        (counts.null_items, "null or empty item", "null or empty items"),
        (counts.blank_queries, "empty query", "empty queries"),
        (counts.silent_owners, "owner of empty queries alone", "owners of empty queries alone"),
        (counts.empty_owners, "owner without a known item", "owners without a known item"),
        (*known_owners as u64, "owner of the earlier release", "owners of the earlier release"),
        (counts.empty_transactions, "transaction without a known item", "transactions without a known item"),
    ]
    .into_iter()
    .filter(|&(number, ..)| number > 0)
    .map(|(number, one, many)| counted(number, one, many))
    .collect();
    lines.extend(skipped(counts.bad_lines, counts.lines).map(|skipped| format!("Skipped   {skipped}")));
    if !dropped.is_empty() {
        lines.push(noun.say(&format!("Dropped   {}", dropped.join(", "))));
    }
    if counts.shared_transactions > 0 {
        let values = counted(counts.shared_transactions, "value", "values");
        lines.push(noun.say(&format!(
            "Shared    {values} of the transaction column by several owners; each owner's rows stay apart"
        )));
    }
    lines.extend(repaired_line(&counts.repaired));
    lines
}

/// The line on repairs that were made in a taxonomy file; `None` if none were made.
pub fn repaired_line(repaired: &RepairCounts) -> Option<String> {
    let parts: Vec<String> = repaired
        .needed()
        .map(|(repair, number)| {
            let (one, many) = match repair {
                Repair::Qualify => ("place called `parent/name`", "places called `parent/name`"),
                Repair::FirstParent => ("further place left out", "further places left out"),
                Repair::Root => ("root put below another", "roots put below another"),
                Repair::DropRepeats => ("repeated row left out", "repeated rows left out"),
                Repair::DropCycles => ("cycle cut", "cycles cut"),
                Repair::DropEmpty => ("row without a name left out", "rows without a name left out"),
                Repair::AddLeaves => ("item added as a leaf", "items added as leaves"),
            };
            counted(number, one, many)
        })
        .collect();
    (!parts.is_empty()).then(|| format!("Repaired  taxonomy: {}", parts.join(", ")))
}

fn counted(number: u64, one: &str, many: &str) -> String {
    clump::report::counted(number as usize, one, many)
}
