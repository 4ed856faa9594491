//! Clump on the least common generalization against Clump on Algorithm 2 as printed, in one run on a generated log.
//!
//! ```text
//! cargo bench -p clump-experiments --bench clump                       # 53,058 owners, the size of the paper's log
//! cargo bench -p clump-experiments --bench clump -- --owners 2000
//! ```
//!
//! Prints loss beside time, and fails if the least rule is not 50 times faster than the printed one, or slower than
//! reading and mapping the log.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod common;

use std::process::ExitCode;
use std::time::Instant;

use clump::core::anonymize::Anonymizer;
use clump::core::anonymize::clump::{ClumpParameters, LcgRule};
use clump::core::measure::measure;
use clump::core::release::RootItems;
use clump::io::Items;
use clump::{Data, Job};
use clump_generate::GenerateParameters;
use common::SEED;

const K: usize = 5;
const R: usize = 10;

fn main() -> ExitCode {
    let owners = common::owners()[0];
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("log.tsv");
    common::generate_log(&GenerateParameters::new(owners, SEED), &log);

    let job = Job::anonymize(&log).items(Items::Senses);
    let data = Data::read(&job, &()).expect("a log that can be read");
    println!("generated log: {owners} owners, seed {SEED}; k = {K}, r = {R}");
    println!("{:<22} {:>10} {:>14}", "stage", "seconds", "loss per item");
    println!("{:<22} {:>10.3}", "read and map", data.seconds);
    let (least, loss) = run(&data, LcgRule::Least);
    println!("{:<22} {:>10.3} {:>14.4}", "clump, lcg least", least, loss);
    let (printed, loss) = run(&data, LcgRule::Printed);
    println!("{:<22} {:>10.3} {:>14.4}", "clump, lcg printed", printed, loss);
    println!("printed / least: {:.0}; least / reading: {:.2}", printed / least, least / data.seconds);
    if printed / least >= 50.0 && least <= data.seconds { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Seconds of the grouping and what it lost.
fn run(data: &Data, lcg: LcgRule) -> (f64, f64) {
    let method = ClumpParameters { r: R, lcg, ..ClumpParameters::new(K) }.check().expect("valid parameters");
    let start = Instant::now();
    let release = method.anonymize(&data.transactions, &data.taxonomy, &()).expect("enough owners");
    let seconds = start.elapsed().as_secs_f64();
    let release = release.canonical(&data.taxonomy, RootItems::Drop);
    (seconds, measure(&data.transactions, &data.taxonomy, &release).loss_per_item)
}
