//! How fast logs are read and mapped, as senses and as words, also where no dictionary has a third of the words.
//!
//! ```text
//! cargo bench -p clump-experiments --bench reading                     # 53,058 owners, the size of the paper's log
//! cargo bench -p clump-experiments --bench reading -- --owners 2000
//! ```
//!
//! Prints what was lost beside the time: words and owners without a place. Fails if there is any where items are words.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::ExitCode;

use clump::io::Items;
use clump::{Data, Job};
use clump_generate::{GenerateParameters, generate};
use clump_wordnet::WordNet;

const SEED: u64 = 1;

/// Each is read so many times, and the best counts: the machine has other things to do as well.
const TIMES: usize = 3;

fn main() -> ExitCode {
    let owners = owners().unwrap_or(53_058);
    let folder = tempfile::tempdir().expect("a temporary folder");
    println!("generated logs: {owners} owners, seed {SEED}; best of {TIMES}");
    println!(
        "| unknown words | items | MB | seconds | MB a second | words without a place | owners without an item |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut is_all_placed = true;
    for unknown in [0.0, 0.3] {
        let log = folder.path().join("log.tsv");
        let megabytes = generate_file(owners, unknown, &log);
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

/// Writes a generated log to `path`, and returns its size in megabytes.
fn generate_file(owners: usize, unknown: f64, path: &Path) -> f64 {
    let mut file = BufWriter::new(File::create(path).expect("a file in a temporary folder"));
    let parameters = GenerateParameters { unknown, ..GenerateParameters::new(owners, SEED) };
    let generated = generate(&parameters, WordNet::load(), &mut file).expect("a generated log");
    file.flush().expect("a generated log");
    generated.bytes as f64 / 1e6
}

fn owners() -> Option<usize> {
    let mut arguments = std::env::args().skip_while(|argument| argument != "--owners");
    arguments.nth(1)?.parse().ok()
}
