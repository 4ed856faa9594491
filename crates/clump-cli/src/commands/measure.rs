//! `clump measure`: what did this release lose?

use std::path::PathBuf;

use clap::Args;
use clump::core::measure::{Measures, measure};
use clump::report::{count, range};

use super::verify::ReleaseFlags;
use crate::flags::SourceFlags;
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Measures what a release lost, from its audit and input.
#[derive(Debug, Args)]
#[command(
    after_help = "Example:\n  clump measure release.tsv --audit audit.tsv --input examples/queries.tsv"
)]
pub struct Measure {
    #[command(flatten)]
    release: ReleaseFlags,
    /// The audit that was written with the release
    #[arg(long, value_name = "FILE")]
    audit: PathBuf,
    /// The input of the release; repeat for several files
    #[arg(long, value_name = "FILE", required = true)]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    /// Prints the measures as one JSON object on stdout
    #[arg(long, help_heading = "Options")]
    json: bool,
}

pub fn run(command: Measure) -> anyhow::Result<Answer> {
    let release = command.release.read(None)?;
    let job = command.source.job(&command.input, [])?;
    let data = clump::Data::read(&job, &Bars::new())?;
    let published = release.published(&command.audit, &data)?;
    let measures = measure(&data.transactions, &data.taxonomy, &published);
    tell(&measures);
    if command.json {
        output::json(&measures)?;
    }
    Ok(Answer::Yes)
}

fn tell(measures: &Measures) {
    let share = |part: usize| {
        format!("{} ({:.1} %)", count(part), 100.0 * part as f64 / measures.items.max(1) as f64)
    };
    say!("rows            {}", count(measures.rows));
    say!("owners          {}", count(measures.owners));
    say!("items           {}", count(measures.items));
    say!(
        "groups          {} of {} owners",
        count(measures.groups),
        range(measures.smallest_group, measures.largest_group)
    );
    say!("loss            {:.3}", measures.loss);
    say!("loss per item   {:.4}", measures.loss_per_item);
    say!("ncp             {:.4}", measures.ncp);
    say!("mean length     {:.3}", measures.mean_length);
    say!("mean level      {:.3}", measures.mean_level);
    say!("exact           {}", share(measures.exact));
    say!("generalized     {}", share(measures.generalized));
    say!("suppressed      {}", share(measures.suppressed));
    say!("density         {:.4} %", 100.0 * measures.density);
}
