//! `clump inspect`: prints figures of a log.

use std::path::PathBuf;

use clap::Args;
use clump::core::inspect::{Inspection, TaxonomySize};
use clump::core::risk::UniqueShare;
use clump::inspect;
use clump::keys::NounKeys;
use clump::noise::{Outlook, USUAL_DELTA};
use clump::report::glossary::Term;
use clump::report::{count, counted, range};

use crate::flags::SourceFlags;
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Shows figures of your data: people, lengths, known words, and people at risk.
///
/// A person is at risk if a few known items single out this person.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  clump inspect examples/queries.tsv")]
pub struct Inspect {
    /// Files to read, for example `log.tsv.gz` or 'logs/*.gz'; `-` is standard input
    ///
    /// Files are plain, .gz or .zst.
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    #[command(flatten)]
    noun: NounKeys,
    /// Prints everything as one JSON object on stdout
    #[arg(long, help_heading = "Options")]
    json: bool,
    /// Prints the words that the taxonomy does not have, with their counts, on stdout
    ///
    /// Private: people typed these words.
    #[arg(long, conflicts_with = "json", help_heading = "Options")]
    unknown_words: bool,
}

pub fn run(command: Inspect) -> anyhow::Result<Answer> {
    let job = command.source.job(&command.input, [command.noun.into()])?;
    if command.unknown_words {
        let data = clump::Data::read(&job, &Bars::new())?;
        output::write(|out| {
            data.unknown.iter().try_for_each(|(word, count)| writeln!(out, "{word}\t{count}"))
        })?;
        return Ok(Answer::Yes);
    }
    let (data, inspected) = inspect(&job, &Bars::new())?;
    let noun = data.summary().noun(&job.report.noun);
    let read = super::read_lines(&data.summary(), &noun);
    let lines = read.into_iter().chain(log_lines(&inspected.log, &inspected.taxonomy_given));
    for line in lines.chain(noise_lines(&inspected.noise)) {
        say!("{}", noun.say(&line));
    }
    if command.json {
        output::json(&inspected)?;
    }
    Ok(Answer::Yes)
}

/// Lines with the figures of the log and of its taxonomy.
fn log_lines(log: &Inspection, given: &TaxonomySize) -> Vec<String> {
    let mut lines = vec![
        format!(
            "Lengths   {} a transaction, median {}, mean {:.2}",
            counted_range(log.lengths.min, log.lengths.max),
            log.lengths.median,
            log.lengths.mean
        ),
        format!(
            "Taxonomy  {} of {} in use, {}, {}",
            count(log.taxonomy.nodes),
            counted(given.nodes, "node", "nodes"),
            counted(log.taxonomy.leaves, "leaf", "leaves"),
            counted(log.taxonomy.levels, "level", "levels")
        ),
    ];
    lines.extend(log.density.iter().map(|first| {
        let rows = counted(first.rows, "transaction", "transactions");
        format!("Density   {:.2} % of the first {rows}", 100.0 * first.density)
    }));
    lines.extend(log.unique.iter().map(|UniqueShare { known, attacked, share }| {
        format!(
            "Unique    {:.1} % of {} by {}",
            100.0 * share,
            counted(*attacked, "owner", "owners"),
            counted(*known, "known item", "known items")
        )
    }));
    lines.push(format!("          {}", Term::Unique.sentence()));
    lines
}

/// Lines on the shares that `counts` with noise would keep; a single line if they are almost 0.
fn noise_lines(outlooks: &[Outlook]) -> Vec<String> {
    let mut shares = outlooks.iter().flat_map(|outlook| outlook.at).map(|at| at.pairs_share);
    if shares.all(|share| share < 0.0005) {
        let too_few =
            "Noise     noise would remove nearly all counts of these items: there are too few owners";
        return vec![too_few.to_owned()];
    }
    let kept = |Outlook { epsilon, per_owner, at, .. }: &Outlook| {
        let kept: Vec<String> =
            at.iter().map(|at| format!("{:.1} % at k {}", 100.0 * at.pairs_share, at.k)).collect();
        let items = counted(*per_owner as usize, "item", "items");
        format!("Noise     epsilon {epsilon}, delta {USUAL_DELTA:e}, {items} per owner: {}", kept.join(", "))
    };
    outlooks.iter().map(kept).chain([format!("          {}", Term::Noise.sentence())]).collect()
}

fn counted_range(least: usize, most: usize) -> String {
    format!("{} {}", range(least, most), if most == 1 { "item" } else { "items" })
}
