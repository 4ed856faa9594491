//! The verbs of the command line, one file each.

use std::path::PathBuf;

use clap::{CommandFactory, Parser, Subcommand};
use clap_complete::Shell;
use clump::ReadSummary;
use clump::io::taxonomy::{Repair, RepairCounts};
use clump::report::{Noun, count, skipped};

use crate::failure::Refused;
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

/// Makes set-valued data safe to publish, with a promise that is checked.
///
/// Query logs, baskets and code lists are grouped so that each group has at least k owners, and every row of a group is
/// published as the same generalization of its items in a taxonomy.
#[derive(Debug, Parser)]
#[command(name = "clump", version, max_term_width = 100, arg_required_else_help = false)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Option<Command>,

    /// Prints the licences of clump, of the data built into it, and of the crates that are linked.
    #[arg(long, exclusive = true)]
    pub licenses: bool,

    /// Prints a completion script, and says where to put it
    #[arg(long, exclusive = true, value_name = "SHELL", hide_short_help = true)]
    pub completions: Option<Shell>,

    /// Writes manual pages to a folder, for example ~/.local/share/man/man1
    #[arg(long, exclusive = true, value_name = "FOLDER", hide_short_help = true)]
    pub man: Option<PathBuf>,

    /// Shows the offending line under an error. It may hold personal data: keep it out of logs.
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

/// Without a command nothing can be done, but what can be done can be said.
pub fn help() -> anyhow::Result<Answer> {
    let help = Cli::command().render_help().to_string();
    help.split('\n').for_each(|line| say!("{line}"));
    Err(Refused::new(
        "no command was given",
        "try `clump anonymize examples/queries.tsv --k 5 --output release.csv`",
    )
    .into())
}

/// What reading found, in a few lines for a person. Owners are called by `noun`.
pub fn read_lines(read: &ReadSummary, noun: &Noun) -> Vec<String> {
    let ReadSummary { owner_is, counts, unknown, known_owners } = read;
    let words = &counts.words;
    let (owners_read, owners_dropped) =
        (counts.owners_read() as usize, counts.empty_owners as usize + known_owners);
    let owners = noun.counted(owners_read);
    let asked = match (counts.queries, counts.baskets) {
        (0, 0) => format!(" of {owners}"),
        (0, baskets) => format!(", {}", counted(baskets, "basket", "baskets")),
        (queries, _) => format!(", {} of {owners}", counted(queries, "query", "queries")),
    };
    let mut lines = vec![
        format!("Read      {}{asked}", counted(counts.lines, "line", "lines")),
        format!(
            "{:9} {owner_is}: {} read, {} dropped",
            noun.say("Owners"),
            count(owners_read),
            count(owners_dropped)
        ),
    ];
    if words.tokens > 0 {
        let by_shape = match words.by_shape {
            0 => String::new(),
            by_shape => format!("{} by their shape alone, as numbers are, ", count(by_shape as usize)),
        };
        lines.push(format!(
            "Mapped    {} of {} to the taxonomy; {by_shape}{}, {} unknown ({} distinct){}",
            count((words.mapped - words.by_shape) as usize),
            counted(words.tokens, "word", "words"),
            counted(words.stop_words, "stop word", "stop words"),
            count(words.unknown as usize),
            count(*unknown),
            if words.placed > 0 { ", placed as other words" } else { "" }
        ));
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

/// What was repaired in a taxonomy file, if anything was.
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
