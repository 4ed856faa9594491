//! Speed at which logs are read and mapped, as senses and as words, also where no dictionary has a third of the words.
//!
//! ```text
//! cargo bench -p clump-experiments --bench reading                     # 53,058 owners, the size of the paper's log
//! cargo bench -p clump-experiments --bench reading -- --owners 2000
//! ```
//!
//! Prints what was lost beside the time: words and owners without a place. Fails if there is any where items are words.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod common;

use std::process::ExitCode;

use clump::io::Items;
use clump::{Data, Job};
use clump_generate::GenerateParameters;
use common::SEED;

/// Each is read so many times, and the best counts: the machine has other things to do as well.
const TIMES: usize = 3;

fn main() -> ExitCode {
    let owners = common::owners()[0];
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!("generated logs: {owners} owners, seed {SEED}; best of {TIMES}");
    println!(
        "| unknown words | items | MB | seconds | MB a second | words without a place | owners without an item |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut is_all_placed = true;
    for unknown in [0.0, 0.3] {
        let log = folder.path().join("log.tsv");
        let parameters = GenerateParameters { unknown, ..GenerateParameters::new(owners, SEED) };
        let megabytes = common::generate_log(&parameters, &log);
        for (name, items) in [("senses", Items::Senses), ("words", Items::Words)] {
            let job = Job::anonymize(&log).items(items);
            let read = || Data::read(&job, &()).expect("a log that can be read");
            let runs: Vec<Data> = (0..TIMES).map(|_| read()).collect();
            let seconds = runs.iter().map(|data| data.seconds).fold(f64::INFINITY, f64::min);
            let counts = runs[0].counts;
            let (words, empty) = (counts.words_unknown, counts.empty_owners);
            println!(
                "| {unknown} | {name} | {megabytes:.1} | {seconds:.2} | {:.0} | {words} of {} | {empty} |",
                megabytes / seconds,
                counts.words_read()
            );
            is_all_placed &= items == Items::Senses || (words, empty) == (0, 0);
        }
    }
    if is_all_placed { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
