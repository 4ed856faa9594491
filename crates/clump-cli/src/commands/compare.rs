//! `clump compare`: compares kinds of release of a log.

use std::path::{Path, PathBuf};

use clap::Args;
use clap::builder::PossibleValuesParser;
use clump::core::promise::{PropertyName, Share};
use clump::keys::{
    CeilingKeys, CertaintyKeys, CostKeys, GuardKeys, LossKeys, MethodKeys, NounKeys, SensitiveKeys,
    ThreadKeys,
};
use clump::report::{ComparedRun, Comparison, comparison_page, counted};
use clump::{
    CompareParameters, Floors, Keys, MethodName, Preset, compare, presets, presets_page, publish_texts,
};

use crate::flags::{SourceFlags, method_names, whole_number};
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Compares several kinds of release of your data on one page, each of them verified.
///
/// It compares tables of counts with and without noise, pieces, whole rows, and methods that are common in
/// practice. For each, clump makes a release of about 80 % of the people and tests on the others what readers
/// can do with it: complete queries, count words, find rules. The page shows these tasks first, then what an
/// attacker can do, then ten rows of each release. Next to the page are its figures as CSV and JSON.
/// `--seed` chooses the 80 %. Exit code 1: a method did not keep its promise, or no method gave a result.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  clump compare examples/queries.tsv\n  clump compare log.tsv --presets google-dma,bing,brave\n  clump compare baskets.csv --taxonomy hierarchy.csv --k 5,10 --methods nearest,partition --output comparison.html"
)]
pub struct Compare {
    /// Files to read, for example `log.tsv.gz` or 'logs/*.gz'; `-` is standard input
    ///
    /// Files are plain, .gz or .zst.
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    #[command(flatten)]
    loss: LossKeys,
    /// Least numbers of people, for example `--k 5,10`
    #[arg(long, short, value_name = "K,K,...", value_delimiter = ',', value_parser = whole_number, default_value = "5", help_heading = "Method")]
    k: Vec<usize>,
    /// Methods to compare, for example `--methods nearest,pieces`
    ///
    /// By default nearest (whole rows), pieces and counts, and for a query log also drop-rare. `counts` makes
    /// a table of each kind that the data have, and combinations of them.
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',', value_parser = method_names(), hide_possible_values = true, help_heading = "Method")]
    methods: Vec<MethodName>,
    /// Rules by which others published queries, for example `--presets bing,brave`
    ///
    /// They are google-dma, bing, brave and orcas-like; `--presets help` explains them. Each runs in addition
    /// to the methods.
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',', value_parser = preset_names(), hide_possible_values = true, help_heading = "Method")]
    presets: Vec<String>,
    /// Column that divides the people of a fact where a preset does, for example `--by country`
    #[arg(long, value_name = "COLUMN", requires = "presets", help_heading = "Method")]
    by: Option<String>,
    /// Number that starts all random choices, for example `--seed 7`
    #[arg(long, value_name = "N", help_heading = "Method")]
    seed: Option<u64>,
    #[command(flatten)]
    cost: CostKeys,
    #[command(flatten)]
    threads: ThreadKeys,
    #[command(flatten)]
    sensitive: SensitiveKeys,
    #[command(flatten)]
    certainty: CertaintyKeys,
    #[command(flatten)]
    ceiling: CeilingKeys,
    #[command(flatten)]
    noun: NounKeys,
    /// Share of the people to read, for a quick look at a large log, for example `--sample 5%`
    ///
    /// clump reads all data of these people.
    #[arg(long, value_name = "SHARE", help_heading = "Input")]
    sample: Option<Share>,
    /// Computes the lower bound of the loss for each k, on large logs too
    #[arg(long, conflicts_with = "no_floor", help_heading = "Output")]
    floor: bool,
    /// Skips the lower bound of the loss
    #[arg(long, help_heading = "Output")]
    no_floor: bool,
    /// File of the page, for example `--output comparison.html`
    ///
    /// CSV and JSON are written next to it.
    #[arg(long, short, value_name = "FILE", default_value = "comparison.html", help_heading = "Output")]
    output: PathBuf,
    /// Replaces existing files
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Prints the comparison as one JSON object on stdout
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Words that `--presets` accepts: the names of all presets, and `help`.
fn preset_names() -> PossibleValuesParser {
    presets().iter().map(Preset::name).chain([HELP]).collect::<Vec<_>>().into()
}

/// Value of `--presets` that prints the rules of the presets.
const HELP: &str = "help";

pub fn run(command: Compare) -> anyhow::Result<Answer> {
    if command.presets.iter().any(|name| name == HELP) {
        output::write(|out| out.write_all(presets_page().as_bytes()))?;
        return Ok(Answer::Yes);
    }
    let given = Keys {
        loss: command.loss,
        method: MethodKeys { seed: command.seed, ..MethodKeys::default() },
        cost: command.cost,
        threads: command.threads,
        sensitive: command.sensitive,
        noun: command.noun,
        guards: GuardKeys { certainty: command.certainty, ceiling: command.ceiling, ..GuardKeys::default() },
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
        presets: command.presets.iter().filter_map(|name| Preset::find(name)).collect(),
        by: command.by,
        floor,
        sample: command.sample,
    };
    let comparison = compare(&parameters, &Bars::new())?;
    // A comparison has no counts of reading, so this loads the taxonomy again to report its repairs.
    if parameters.job.taxonomy.file().is_some_and(|file| !file.repair.is_empty()) {
        let repaired = clump::load_taxonomy(&parameters.job)?.repaired;
        super::repaired_line(&repaired).iter().for_each(|line| say!("{line}"));
    }
    comparison.skipped_note().iter().for_each(|note| say!("Skipped   {note}"));
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

/// Prints the tasks and the advice, then privacy, then sample rows of each kind.
fn tell(comparison: &Comparison) {
    let (runs, noun) = (&comparison.runs, &comparison.noun);
    let compared = format!(
        "Compared  {} of {} with {}; the items of {} belong together",
        counted(runs.cells.len(), "release", "releases"),
        counted(comparison.owners, "owner", "owners"),
        counted(comparison.items, "item", "items"),
        comparison.unit.words()
    );
    say!("{}", noun.say(&compared));
    comparison.sample_note().iter().for_each(|note| say!("Note      {}", noun.say(note)));
    if !runs.purposes().is_empty() {
        say!(
            "Tasks     1.000 is as useful as the original data. Scores of the original: {}",
            runs.scores_of_original()
        );
    }
    runs.tasks_text().iter().for_each(|line| say!("{line}"));
    if let Some(k) = runs.chosen_k() {
        say!("Advice    by the figures at k = {k}:");
    }
    for advice in &comparison.advice {
        say!("Advice    {}: {}", advice.purpose.word(), advice.sentence);
    }
    say!("Privacy   promises, and how often attackers find the right row");
    runs.privacy_text().iter().for_each(|line| say!("{line}"));
    runs.notes().iter().for_each(|(name, note)| say!("{name}: {}", noun.say(note)));
    let mut reasons: Vec<&str> = runs.cells.iter().filter_map(|cell| cell.error.as_deref()).collect();
    reasons.dedup();
    reasons.iter().for_each(|reason| say!("no run: {}", noun.say(reason)));
    if !runs.presets.is_empty() {
        say!("Rules     of other publishers on this log (`clump compare --presets help` describes them)");
    }
    runs.presets_text().iter().for_each(|line| say!("{line}"));
    let first = runs.cells.iter().find_map(|cell| cell.k);
    let shown = |cell: &&ComparedRun| cell.k.is_none() || cell.k == first;
    for cell in runs.cells.iter().filter(shown) {
        if let Some(sample) = &cell.sample {
            super::sample::under(&cell.name(), sample, noun).iter().for_each(|line| say!("{line}"));
        }
    }
    runs.floors_text().iter().for_each(|line| say!("Bound     {line}"));
    let is_noisy = |cell: &ComparedRun| cell.promise.has(PropertyName::DifferentialPrivacy);
    if runs.cells.iter().any(is_noisy) {
        say!(
            "Private   do not publish this comparison. Its figures are exact, also those of tables with noise, and no ledger \
             counts them"
        );
    }
}
