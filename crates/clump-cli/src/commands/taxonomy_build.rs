//! `clump taxonomy build`: a taxonomy from the data, when there is none.

use std::path::PathBuf;

use clap::Args;
use clump::keys::{OutputKeys, PromiseKeys, ThreadKeys};
use clump::report::{count, counted};
use clump::{BuiltTaxonomy, Job, Keys, build_taxonomy, building_job};

use crate::failure::Refused;
use crate::flags::{LogFlags, typed, whole_number};
use crate::progress::Bars;
use crate::stdin::connected;
use crate::{Answer, output, say};

/// Makes a taxonomy from the items of a log, and writes it as `child<TAB>parent` lines
///
/// Its leaves are the items of at least k owners; all rarer ones share one leaf. Below each node stand items that are
/// about as common, and among those, items that go together stand closest. The tree may be published: it names nothing
/// that fewer than k owners have, and pairs that fewer than k owners have in common do not shape it. It tells
/// roughly how items rank, and which of those that are about as common go together.
///
/// With such a tree less is lost than with none (`flat`), and fewer items are published exactly: they become `milk or 7
/// others` instead of being suppressed.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  clump taxonomy build examples/queries.tsv --k 5 --output tree.tsv")]
pub struct TaxonomyBuild {
    /// Logs to read, plain, .gz or .zst; `-` is standard input
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    log: LogFlags,
    #[command(flatten)]
    promise: PromiseKeys,
    #[command(flatten)]
    threads: ThreadKeys,
    /// The most children of a node. With 2 the tree loses least; with more it is shorter to read
    #[arg(long, value_name = "N", value_parser = whole_number, default_value_t = clump::FAN_OUT, help_heading = "Taxonomy")]
    fan_out: usize,
    #[command(flatten)]
    target: TargetFlags,
    /// Prints what was built as one JSON object on stdout
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Where the taxonomy goes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Output")]
struct TargetFlags {
    /// The taxonomy
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replaces an existing file
    #[arg(long)]
    force: bool,
}

pub fn run(command: &TaxonomyBuild) -> anyhow::Result<Answer> {
    let given = Keys {
        promise: command.promise.clone(),
        threads: command.threads.clone(),
        output: OutputKeys {
            output: command.target.output.clone(),
            force: command.target.force,
            ..OutputKeys::default()
        },
        ..Keys::default()
    };
    let job = connected(building_job(command.log.keys(&command.input, [given])?)?);
    if job.input.files.is_empty() {
        return Err(Refused::new(
            "no input was given",
            "name a log, for example `clump taxonomy build log.tsv --k 5 --output tree.tsv`",
        )
        .into());
    }
    let (data, built) = build_taxonomy(&job, command.fan_out, &Bars::new())?;
    // Every word is an item of the tree that is made, so how many were mapped tells nothing.
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
        0 => say!("Items     {items}, each of at least {k} owners; the leaf `{unknown}` is there for others"),
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
        "Public    names are those of at least {k} owners, pairs of fewer had no say; it tells roughly how common items are"
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
