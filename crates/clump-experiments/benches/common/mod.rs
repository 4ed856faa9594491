//! Shared parts of the benchmarks: a generated log, arguments, and a run in a process of its own.

#![allow(dead_code, reason = "no benchmark needs all of it")]

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::process::Command;

use clump::Job;
use clump::report::Report;
use clump_generate::{GenerateParameters, generate};
use clump_wordnet::WordNet;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// The owners of the paper's log.
pub const PAPER: usize = 53_058;

pub const SEED: u64 = 1;

/// Writes a generated log to `path`. How many megabytes it has.
pub fn generate_log(parameters: &GenerateParameters, path: &Path) -> f64 {
    let mut file = BufWriter::new(File::create(path).expect("a file in a temporary folder"));
    let generated = generate(parameters, WordNet::load(), &mut file).expect("a generated log");
    file.flush().expect("a generated log");
    generated.bytes as f64 / 1e6
}

/// The argument after `name` on the command line.
pub fn argument(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}

/// The numbers after `--owners`, or that of the paper.
pub fn owners() -> Vec<usize> {
    let sizes = argument("--owners").unwrap_or_else(|| PAPER.to_string());
    sizes.split(',').map(|size| size.parse().expect("owners are a number")).collect()
}

/// The work of a child process: runs the job that it was given, and prints what `measure` says of it.
pub fn work_alone<T: Serialize>(measure: impl Fn(&Job, &Report) -> T) -> bool {
    let Some(job) = argument("--one") else { return false };
    let job: Job = serde_json::from_str(&job).expect("a job");
    let outcome = clump::run(&job, &()).expect("a log that can be read");
    let report = outcome.published.expect("the promise").report;
    println!("{}", serde_json::to_string(&measure(&job, &report)).expect("numbers"));
    true
}

/// Runs `job` in a process of its own, so that its peak memory is its own: this program starts itself.
pub fn run_alone<T: DeserializeOwned>(job: &Job) -> T {
    let this = std::env::current_exe().expect("the path of this program");
    let job = serde_json::to_string(job).expect("a job is plain data");
    let output = Command::new(this).args(["--one", &job]).output().expect("this program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("what this program prints")
}
