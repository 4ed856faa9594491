//! Every method on transactions, on generated logs of several sizes: time, peak memory and loss, in one run.
//!
//! ```text
//! cargo bench -p clump --bench methods                                   # 53,058 owners
//! cargo bench -p clump --bench methods -- --owners 53058,100000,1000000 --efforts fast,normal
//! cargo bench -p clump --bench methods -- --owners 53058 --threads 1
//! ```
//!
//! Each measurement is a process of its own, so that its peak memory is its own: this program starts itself.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

use std::num::NonZeroUsize;
use std::path::Path;
use std::process::Command;

use clump::core::anonymize::apriori::Recoding;
use clump::core::anonymize::nearest::Effort;
use clump::core::anonymize::partition::Published;
use clump::generate::GenerateParameters;
use clump::{Job, MethodName};
use serde::{Deserialize, Serialize};

const K: usize = 5;
const SEED: u64 = 1;

/// What one process measured.
#[derive(Serialize, Deserialize)]
struct Measured {
    seconds: f64,
    seconds_total: f64,
    peak_memory: u64,
    loss_per_item: f64,
    ncp: f64,
}

fn main() {
    match argument("--one") {
        Some(job) => println!("{}", measure(&job)),
        None => table(),
    }
}

fn table() {
    let sizes = argument("--owners").unwrap_or_else(|| "53058".to_owned());
    let efforts = argument("--efforts").unwrap_or_else(|| "fast,normal".to_owned());
    let threads: Option<NonZeroUsize> = argument("--threads").and_then(|threads| threads.parse().ok());
    let cores = std::thread::available_parallelism().map_or(0, NonZeroUsize::get);
    println!(
        "generated logs, seed {SEED}, k = {K}, {} threads of {cores}",
        threads.map_or(cores, NonZeroUsize::get)
    );
    println!();
    println!(
        "| owners | method | grouping, s | whole, s | peak, MiB | loss per item | NCP | loss / clump | time / clump |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for owners in sizes.split(',').map(|size| size.parse().expect("owners are a number")) {
        let log = folder.path().join("log.tsv");
        clump::generate_file(&GenerateParameters::new(owners, SEED), &log, true, &())
            .expect("a generated log");
        let job = Job { input: vec![log.as_path().into()], k: Some(K), threads, ..Job::default() };
        let clump = run(&Job { method: MethodName::Clump, ..job.clone() });
        row(owners, "clump, r = 10", &clump, &clump);
        for effort in efforts.split(',') {
            let effort_value: Effort = serde_json::from_value(effort.into()).expect("fast, normal or best");
            let measured = run(&Job { effort: effort_value, ..job.clone() });
            row(owners, &format!("nearest, {effort}"), &measured, &clump);
        }
        for (name, other) in others(&job) {
            row(owners, name, &run(&other), &clump);
        }
    }
}

/// The methods that others proposed.
fn others(job: &Job) -> [(&'static str, Job); 5] {
    let of = |method| Job { method, ..job.clone() };
    let sensitive = vec!["share:0.1".to_owned()];
    [
        ("partition", of(MethodName::Partition)),
        ("partition, LCG", Job { publish: Published::Lcg, ..of(MethodName::Partition) }),
        ("apriori, m = 2", of(MethodName::Apriori)),
        ("apriori, m = 2, local", Job { recoding: Recoding::Local, ..of(MethodName::Apriori) }),
        ("coherence, p = 2, h = 0.4", Job { sensitive, ..of(MethodName::Coherence) }),
    ]
}

fn row(owners: usize, name: &str, measured: &Measured, clump: &Measured) {
    println!(
        "| {owners} | {name} | {:.2} | {:.2} | {} | {:.4} | {:.4} | {:.3} | {:.2} |",
        measured.seconds,
        measured.seconds_total,
        measured.peak_memory >> 20,
        measured.loss_per_item,
        measured.ncp,
        measured.loss_per_item / clump.loss_per_item,
        measured.seconds / clump.seconds,
    );
}

/// Runs `job` in a process of its own.
fn run(job: &Job) -> Measured {
    let this: &Path = &std::env::current_exe().expect("the path of this program");
    let job = serde_json::to_string(job).expect("a job is plain data");
    let output = Command::new(this).args(["--one", &job]).output().expect("this program starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("what this program prints")
}

fn measure(job: &str) -> String {
    let job: Job = serde_json::from_str(job).expect("a job");
    let report =
        clump::run(&job, &()).expect("a log that can be read").published.expect("the promise").report;
    let measures = report.figures.measures().expect("a method on transactions");
    let measured = Measured {
        seconds: report.timing.seconds,
        seconds_total: report.timing.seconds_total,
        peak_memory: report.peak_memory.unwrap_or(0),
        loss_per_item: measures.loss_per_item,
        ncp: measures.ncp,
    };
    serde_json::to_string(&measured).expect("numbers")
}

fn argument(name: &str) -> Option<String> {
    std::env::args().skip_while(|argument| argument != name).nth(1)
}
