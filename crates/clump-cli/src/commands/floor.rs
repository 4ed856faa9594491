//! `clump floor`: computes the lower bound of the loss.

use std::path::PathBuf;

use clap::Args;
use clump::keys::{CostKeys, PromiseKeys, ThreadKeys};
use clump::report::{CUT_SHORT, counted};
use clump::{Bound, Least, bound};

use crate::flags::SourceFlags;
use crate::progress::Bars;
use crate::{Answer, output, say};

/// Computes the lower bound of the loss of any k-anonymous grouping.
///
/// The bound is proved: no method that groups rows loses less on these data.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  clump floor examples/queries.tsv --k 5")]
pub struct Floor {
    /// Files to read, for example `log.tsv.gz` or 'logs/*.gz'; `-` is standard input
    ///
    /// Files are plain, .gz or .zst.
    #[arg(value_name = "INPUT")]
    input: Vec<PathBuf>,
    #[command(flatten)]
    source: SourceFlags,
    #[command(flatten)]
    promise: PromiseKeys,
    #[command(flatten)]
    cost: CostKeys,
    #[command(flatten)]
    threads: ThreadKeys,
    /// Prints the lower bound as one JSON object on stdout
    #[arg(long, help_heading = "Options")]
    json: bool,
}

pub fn run(command: Floor) -> anyhow::Result<Answer> {
    let given = [command.promise.into(), command.cost.into(), command.threads.into()];
    let job = command.source.job(&command.input, given)?;
    let (data, bound) = bound(&job, &Bars::new())?;
    for line in super::read_lines(&data.summary(), &job.report.noun) {
        say!("{line}");
    }
    let Bound { k, owners, items, least, cut_short, seconds, .. } = bound;
    let items = counted(items, "item", "items");
    let (share, least) = match least {
        Least::Lm { floor, floor_per_item } => (floor_per_item, format!("{floor:.1} of {items}")),
        Least::Bits { bits_grouped, floor_bits, floor_bits_share } => {
            (floor_bits_share, format!("{floor_bits:.0} of the {bits_grouped:.0} bits of {items}"))
        }
    };
    say!(
        "Bound     every {k}-anonymous grouping of {} loses at least {:.1} %: {least}, in {seconds:.2} s",
        counted(owners, "owner", "owners"),
        100.0 * share,
    );
    if cut_short {
        say!("Note      {CUT_SHORT}");
    }
    if command.json {
        output::json(&bound)?;
    }
    Ok(Answer::Yes)
}
