//! Every method on transactions, on generated logs of several sizes: time, peak memory and loss, in one run. `nearest` runs by
//! LM and in bits; both losses are told of all.
//!
//! ```text
//! cargo bench -p clump-experiments --bench methods                                   # 53,058 owners
//! cargo bench -p clump-experiments --bench methods -- --owners 53058,100000,1000000 --efforts fast,normal
//! cargo bench -p clump-experiments --bench methods -- --owners 53058 --threads 1
//! ```
//!
//! Each measurement is a process of its own, so that its peak memory is its own: this program starts itself.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod common;

use std::num::NonZeroUsize;

use clump::core::anonymize::apriori::Recoding;
use clump::core::anonymize::nearest::Effort;
use clump::core::anonymize::partition::Published;
use clump::core::release::RootItems;
use clump::core::taxonomy::PricedIn;
use clump::io::Items;
use clump::report::Report;
use clump::{AnyMethod, Apriori, Data, Job, Method, MethodName, Nearest, Partition};
use clump_generate::GenerateParameters;
use common::{SEED, argument, run_alone as run};
use serde::{Deserialize, Serialize};

const K: usize = 5;

/// Measurements of one process.
#[derive(Serialize, Deserialize)]
struct Measured {
    seconds: f64,
    seconds_total: f64,
    peak_memory: u64,
    loss_per_item: f64,
    loss_bits_share: f64,
    ncp: f64,
}

fn main() {
    if !common::work_alone(measure) {
        table();
    }
}

fn table() {
    let efforts = argument("--efforts").unwrap_or_else(|| "fast,normal".to_owned());
    let threads: Option<NonZeroUsize> = argument("--threads").and_then(|threads| threads.parse().ok());
    let cores = std::thread::available_parallelism().map_or(0, NonZeroUsize::get);
    println!(
        "generated logs, seed {SEED}, k = {K}, {} threads of {cores}",
        threads.map_or(cores, NonZeroUsize::get)
    );
    println!();
    println!(
        "| owners | method | grouping, s | whole, s | peak, MiB | loss per item | bits lost | NCP | loss / clump | time / clump |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    let folder = tempfile::tempdir().expect("a temporary folder");
    for owners in common::owners() {
        let log = folder.path().join("log.tsv");
        common::generate_log(&GenerateParameters::new(owners, SEED), &log);
        let mut job = Job::anonymize(&log).k(K).items(Items::Senses);
        job.resources.threads = threads;
        let clump = run(&job.clone().method(MethodName::Clump));
        row(owners, "clump, r = 10", &clump, &clump);
        for effort in efforts.split(',') {
            let effort_value: Effort = serde_json::from_value(effort.into()).expect("fast, normal or best");
            let nearest = job.clone().method(Nearest::default().effort(effort_value));
            row(owners, &format!("nearest, {effort}"), &run(&nearest), &clump);
            row(owners, &format!("nearest, {effort}, bits"), &run(&nearest.cost(PricedIn::Bits)), &clump);
        }
        for (name, other) in others(&job) {
            row(owners, name, &run(&other), &clump);
        }
    }
}

/// The methods that others proposed.
fn others(job: &Job) -> [(&'static str, Job); 5] {
    let of = |method: Method| job.clone().method(method);
    let coherence = of(MethodName::Coherence.into()).sensitive(["share:0.1"]);
    [
        ("partition", of(MethodName::Partition.into())),
        ("partition, LCG", of(Partition::default().publish(Published::Lcg).into())),
        ("apriori, m = 2", of(MethodName::Apriori.into())),
        ("apriori, m = 2, local", of(Apriori::default().recoding(Recoding::Local).into())),
        ("coherence, p = 2, h = 0.4", coherence),
    ]
}

fn row(owners: usize, name: &str, measured: &Measured, clump: &Measured) {
    println!(
        "| {owners} | {name} | {:.2} | {:.2} | {} | {:.4} | {:.4} | {:.4} | {:.3} | {:.2} |",
        measured.seconds,
        measured.seconds_total,
        measured.peak_memory >> 20,
        measured.loss_per_item,
        measured.loss_bits_share,
        measured.ncp,
        measured.loss_per_item / clump.loss_per_item,
        measured.seconds / clump.seconds,
    );
}

fn measure(job: &Job, report: &Report) -> Measured {
    let measures = report.figures.measures().expect("a method on transactions");
    Measured {
        seconds: report.timing.seconds,
        seconds_total: report.timing.seconds_total,
        peak_memory: report.peak_memory.unwrap_or(0),
        loss_per_item: measures.loss_per_item,
        loss_bits_share: match report.figures.bits() {
            Some(bits) => bits.loss_bits_share,
            None => loss_bits_share(job),
        },
        ncp: measures.ncp,
    }
}

/// The share of bits that a run by LM loses: made again, outside the clock, since its report does not tell.
fn loss_bits_share(job: &Job) -> f64 {
    let data = Data::read(job, &()).expect("a log that can be read");
    let Ok(AnyMethod::Transactions(method)) = job.ready_method() else { panic!("a method on transactions") };
    let release = method.anonymize(&data.transactions, &data.taxonomy, &()).expect("enough owners");
    data.bits(&release.canonical(&data.taxonomy, RootItems::Drop), None).loss_bits_share
}
