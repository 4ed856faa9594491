//! `clump compare`: what does the promise cost, method by method and k by k?

use std::path::{Path, PathBuf};

use clap::Args;
use clump::keys::{CostKeys, LossKeys, MethodKeys, ThreadKeys};
use clump::report::{Comparison, comparison_page, count, counted};
use clump::{CompareParameters, Floors, Keys, MethodName, compare, publish_texts};

use crate::flags::{SensitiveFlags, SourceFlags, method_names, whole_number};
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Runs several methods at several k, verifies each, and writes a page that shows them side by side, with the same as CSV
/// and JSON beside it.
///
/// A comparison that is interrupted keeps the runs that are finished, and goes on when it is started again. Exit code 1:
/// some method did not keep its promise, or none gave a result.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump compare examples/queries.tsv\n  clump compare baskets.csv --taxonomy hierarchy.csv --k 5,10 --methods nearest,partition --output comparison.html"
)]
pub struct Compare {
    /// Files to read, plain, .gz or .zst, or a pattern like 'logs/*.gz'; `-` is standard input
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    #[command(flatten)]
    loss: LossKeys,
    /// Least numbers of owners
    #[arg(long, short, value_name = "K,K,...", value_delimiter = ',', value_parser = whole_number, default_value = "2,5,7,10,15", help_heading = "Method")]
    k: Vec<usize>,
    /// Methods; by default nearest, clump, partition and apriori, and for a query log also hash, drop-ids and drop-rare
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',', value_parser = method_names(), hide_possible_values = true, help_heading = "Method")]
    methods: Vec<MethodName>,
    /// Seed of whatever is random
    #[arg(long, value_name = "N", help_heading = "Method")]
    seed: Option<u64>,
    #[command(flatten)]
    cost: CostKeys,
    #[command(flatten)]
    threads: ThreadKeys,
    #[command(flatten)]
    sensitive: SensitiveFlags,
    /// Computes the floor under the loss for each k also on large logs
    #[arg(long, conflicts_with = "no_floor", help_heading = "Output")]
    floor: bool,
    /// Computes no floor
    #[arg(long, help_heading = "Output")]
    no_floor: bool,
    /// The page; its CSV and JSON lie beside it
    #[arg(long, short, value_name = "FILE", default_value = "comparison.html", help_heading = "Output")]
    output: PathBuf,
    /// Replaces existing files
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Prints the comparison as one JSON object on stdout
    #[arg(long, help_heading = "Output")]
    json: bool,
}

pub fn run(command: Compare) -> anyhow::Result<Answer> {
    let given = Keys {
        loss: command.loss,
        method: MethodKeys { seed: command.seed, ..MethodKeys::default() },
        cost: command.cost,
        threads: command.threads,
        sensitive: command.sensitive.keys,
        ..Keys::default()
    };
    let job = command.source.job(&command.input, [given])?;
    let floor = match (command.floor, command.no_floor) {
        (true, _) => Floors::Always,
        (_, true) => Floors::Never,
        _ => Floors::Small,
    };
    let beside = |extension: &str| command.output.with_extension(extension);
    let targets = [beside("csv"), beside("json"), command.output.clone()];
    clump::check_targets(&targets, &job, command.force)?;
    let parameters = CompareParameters {
        job,
        ks: command.k,
        methods: (!command.methods.is_empty()).then_some(command.methods),
        floor,
    };
    let comparison = compare(&parameters, &beside("cells"), &Bars::new())?;
    // A comparison holds no counts of reading; the file alone tells what was repaired in it.
    if parameters.job.taxonomy.file().is_some_and(|file| !file.repair.is_empty()) {
        let repaired = clump::load_taxonomy(&parameters.job)?.repaired;
        super::repaired_line(&repaired).iter().for_each(|line| say!("{line}"));
    }
    tell(&comparison);
    let json = serde_json::to_string_pretty(&comparison)? + "\n";
    let texts = [comparison.runs.csv(), json, comparison_page(&comparison)];
    publish_texts(targets.iter().map(PathBuf::as_path).zip(&texts), command.force, &Bars::new())?;
    say!("Wrote     {}", names(&targets));
    if command.json {
        output::json(&comparison)?;
    }
    let is_broken = comparison.runs.cells.iter().any(|cell| cell.holds == Some(false));
    let is_empty = comparison.runs.cells.iter().all(|cell| cell.error.is_some());
    Ok(if is_broken || is_empty { Answer::No } else { Answer::Yes })
}

fn names(targets: &[PathBuf]) -> String {
    let names: Vec<String> =
        targets.iter().rev().map(|path: &PathBuf| Path::display(path).to_string()).collect();
    names.join(", ")
}

fn tell(comparison: &Comparison) {
    say!(
        "Compared  {} of {} with {}; words as typed, generalized and gone, bits and links kept are shares of {} words \
         read, of which {} are not in the taxonomy",
        counted(comparison.runs.cells.len(), "run", "runs"),
        counted(comparison.owners, "owner", "owners"),
        counted(comparison.items, "item", "items"),
        count(comparison.words),
        count(comparison.words_unknown)
    );
    for line in comparison.runs.text() {
        say!("{line}");
    }
    let mut reasons: Vec<&str> =
        comparison.runs.cells.iter().filter_map(|cell| cell.error.as_deref()).collect();
    reasons.dedup();
    for reason in reasons {
        say!("no run: {reason}");
    }
}
