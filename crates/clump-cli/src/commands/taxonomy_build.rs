//! `clump taxonomy build`: makes a taxonomy from the data.

use std::path::PathBuf;

use clap::Args;
use clump::keys::{OutputKeys, PromiseKeys, ThreadKeys};
use clump::report::{count, counted};
use clump::{BuiltTaxonomy, Job, Keys, build_taxonomy, building_job};

use crate::failure::UsageError;
use crate::flags::{LogFlags, connected, typed, whole_number};
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Makes a taxonomy from the items of your data, as `child<TAB>parent` lines.
///
/// Its leaves are the items of at least k people; all rarer items share one leaf. A category has items of
/// similar frequency, and items that occur together are closest. You may publish the tree: it names no item
/// of fewer than k people, and ignores pairs that fewer than k people have. It reveals roughly the rank of
/// items, and which items of similar frequency occur together.
///
/// A release with such a tree loses less than with `flat`: items become `milk or 7 others` instead of being
/// suppressed. Fewer items stay exact.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  clump taxonomy build examples/queries.tsv --k 5 --output tree.tsv")]
pub struct TaxonomyBuild {
    /// Files to read, for example `log.tsv.gz`; `-` is standard input
    ///
    /// Files are plain, .gz or .zst.
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    log: LogFlags,
    #[command(flatten)]
    promise: PromiseKeys,
    #[command(flatten)]
    threads: ThreadKeys,
    /// Most children of a category, for example `--fan-out 8`
    ///
    /// With 2 the tree loses least. With more it is shorter to read.
    #[arg(long, value_name = "N", value_parser = whole_number, default_value_t = clump::FAN_OUT, help_heading = "Taxonomy")]
    fan_out: usize,
    /// File of the taxonomy, for example `--output tree.tsv`
    #[arg(long, short, value_name = "FILE", help_heading = "Output")]
    output: Option<PathBuf>,
    /// Replaces an existing file
    #[arg(long, help_heading = "Output")]
    force: bool,
    /// Prints figures of the tree as one JSON object on stdout
    #[arg(long, help_heading = "Output")]
    json: bool,
}

pub fn run(command: &TaxonomyBuild) -> anyhow::Result<Answer> {
    let given = Keys {
        promise: command.promise.clone(),
        threads: command.threads.clone(),
        output: OutputKeys { output: command.output.clone(), force: command.force, ..OutputKeys::default() },
        ..Keys::default()
    };
    let job = connected(building_job(command.log.keys(&command.input, [given])?)?);
    if job.input.files.is_empty() {
        return Err(UsageError::new(
            "no input was given",
            "name a log, for example `clump taxonomy build log.tsv --k 5 --output tree.tsv`",
        )
        .into());
    }
    let (data, built) = build_taxonomy(&job, command.fan_out, &Bars::new())?;
    // The new tree has every word, so the line on mapped words would say nothing.
    let read = super::read_lines(&data.summary(), &job.report.noun);
    for line in read.iter().filter(|line| !line.starts_with("Mapped")) {
        say!("{line}");
    }
    tell(&built, &job, command)?;
    if command.json {
        output::json(&built)?;
    }
    Ok(Answer::Yes)
}

fn tell(built: &BuiltTaxonomy, job: &Job, command: &TaxonomyBuild) -> anyhow::Result<()> {
    let BuiltTaxonomy { k, items, rare, unknown, leaves, nodes, levels, joined, seconds, .. } = built;
    let items = counted(*items, "distinct item", "distinct items");
    match rare {
        0 => say!("Items     {items}, each of at least {k} owners; the leaf `{unknown}` is for all others"),
        rare => say!(
            "Items     {items}, of which {} have fewer than {k} owners and share the leaf `{unknown}`",
            count(*rare)
        ),
    }
    say!(
        "Tree      {}, {}, {} in {seconds:.2} s; {} of groups that go together",
        counted(*nodes, "node", "nodes"),
        counted(*leaves, "leaf", "leaves"),
        counted(*levels, "level", "levels"),
        counted(*joined, "pair", "pairs")
    );
    say!(
        "Public    each name has at least {k} owners, and pairs of fewer owners had no effect; the tree shows roughly how common items are"
    );
    let output = job.output.release.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
    say!("Wrote     {output}");
    let mut words: Vec<String> = vec!["clump anonymize".to_owned()];
    words.extend(command.input.iter().map(|path| typed(&path.to_string_lossy())));
    words.extend(command.log.again()?);
    words.push(format!(
        "--taxonomy {} --unknown {} --k {k}",
        typed(&output),
        typed(&format!("as:{unknown}"))
    ));
    say!("");
    say!("hint: now run `{} --output release.tsv`", words.join(" "));
    Ok(())
}
