//! `clump compare`: what does the promise cost, method by method and k by k?

use std::path::{Path, PathBuf};

use clap::Args;
use clump::report::{Cell, Comparison, comparison_page, count, counted};
use clump::{CompareParameters, Floors, MethodName, compare, publish_texts};

use crate::flags::{LossFlags, SensitiveFlags, SourceFlags, given, method_names, whole_number};
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
    loss: LossFlags,
    /// Least numbers of owners
    #[arg(long, short, value_name = "K,K,...", value_delimiter = ',', value_parser = whole_number, default_value = "2,5,7,10,15", help_heading = "Method")]
    k: Vec<usize>,
    /// Methods; by default nearest, clump, partition and apriori, and for a query log also hash, drop-ids and drop-rare
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',', value_parser = method_names(), hide_possible_values = true, help_heading = "Method")]
    methods: Vec<String>,
    #[command(flatten)]
    shared: SharedFlags,
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

/// Parameters that all compared methods share.
#[derive(Debug, Args, serde::Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(next_help_heading = "Method")]
struct SharedFlags {
    /// How many threads to use [default: all cores]
    #[arg(long, value_name = "N")]
    threads: Option<std::num::NonZeroUsize>,
    /// Seed of whatever is random
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
}

pub fn run(command: Compare) -> anyhow::Result<Answer> {
    let groups = [given(&command.loss), given(&command.shared), given(&command.sensitive)];
    let job = command.source.job(&command.input, groups)?;
    let methods: Vec<MethodName> = command
        .methods
        .iter()
        .filter_map(|word| MethodName::ALL.into_iter().find(|method| method.word() == word))
        .collect();
    let floor = match (command.floor, command.no_floor) {
        (true, _) => Floors::Always,
        (_, true) => Floors::Never,
        _ => Floors::Small,
    };
    let beside = |extension: &str| command.output.with_extension(extension);
    let targets = [beside("csv"), beside("json"), command.output.clone()];
    clump::check_targets(&targets, &job, command.force)?;
    let parameters =
        CompareParameters { job, ks: command.k, methods: (!methods.is_empty()).then_some(methods), floor };
    let comparison = compare(&parameters, &beside("cells"), &Bars::new())?;
    // A comparison holds no counts of reading; the file alone tells what was repaired in it.
    if !parameters.job.repair.is_empty() {
        let repaired = clump::load_taxonomy(&parameters.job)?.repaired;
        super::repaired_line(&repaired).iter().for_each(|line| say!("{line}"));
    }
    tell(&comparison);
    let json = serde_json::to_string_pretty(&comparison)? + "\n";
    let texts = [comparison.csv(), json, comparison_page(&comparison)];
    publish_texts(targets.iter().map(PathBuf::as_path).zip(&texts), command.force, &Bars::new())?;
    say!("Wrote     {}", names(&targets));
    if command.json {
        output::json(&comparison)?;
    }
    let is_broken = comparison.cells.iter().any(|cell| cell.holds == Some(false));
    let is_empty = comparison.cells.iter().all(|cell| cell.error.is_some());
    Ok(if is_broken || is_empty { Answer::No } else { Answer::Yes })
}

fn names(targets: &[PathBuf]) -> String {
    let names: Vec<String> =
        targets.iter().rev().map(|path: &PathBuf| Path::display(path).to_string()).collect();
    names.join(", ")
}

fn tell(comparison: &Comparison) {
    say!(
        "Compared  {} of {} with {}; words as typed, generalized and gone are shares of {} read, of which {} are not in \
         the taxonomy",
        counted(comparison.cells.len(), "run", "runs"),
        counted(comparison.owners, "owner", "owners"),
        counted(comparison.items, "item", "items"),
        count(comparison.words),
        count(comparison.words_unknown)
    );
    say!(
        "{:16}{:>5}{:>10}{:>10}{:>13}{:>8}{:>8}{:>10}{:>10}{:>10}",
        "method",
        "k",
        "promise",
        "as typed",
        "generalized",
        "gone",
        "GGD",
        "count",
        "linkage",
        "seconds"
    );
    for Cell { method, k, holds, seconds, cost, error, .. } in &comparison.cells {
        let cost = cost.unwrap_or_default();
        let number = |value: Option<f64>| value.map_or("-".to_owned(), |value| format!("{value:.3}"));
        let answer = match (holds, error) {
            (_, Some(_)) => "no run",
            (Some(true), _) => "holds",
            (Some(false), _) => "broken",
            (None, _) => "none",
        };
        say!(
            "{method:16}{:>5}{answer:>10}{:>10}{:>13}{:>8}{:>8}{:>10}{:>10}{seconds:>10.3}",
            k.map_or("-".to_owned(), |k| k.to_string()),
            number(cost.as_typed_share),
            number(cost.generalized_share),
            number(cost.gone_share),
            number(cost.loss_per_item),
            number(cost.count_error),
            number(cost.linkage.map(|linkage| linkage.share)),
        );
    }
    let mut reasons: Vec<&str> = comparison.cells.iter().filter_map(|cell| cell.error.as_deref()).collect();
    reasons.dedup();
    for reason in reasons {
        say!("no run: {reason}");
    }
    for floor in &comparison.floors {
        say!("{:16}{:>5}{:>49.3}", "floor", floor.k, floor.loss_per_item);
    }
}
