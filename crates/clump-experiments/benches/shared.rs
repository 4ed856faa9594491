//! Words that k owners share, published as pieces and as counts, on generated logs of several sizes: what is kept beside time and
//! peak memory, in one run.
//!
//! ```text
//! cargo bench -p clump-experiments --bench shared                                    # 53,058 owners
//! cargo bench -p clump-experiments --bench shared -- --owners 5306,53058
//! ```
//!
//! Fails if pieces of queries keep less than 98 % of the information that any release with this promise can keep, or pieces
//! of all that owners did less than 97 %.

#![allow(clippy::print_stdout, reason = "a benchmark prints its table")]

mod common;

use std::process::ExitCode;

use clump::core::facts::FactKind;
use clump::io::Unit;
use clump::report::Report;
use clump::{Counts, Job, Pieces};
use clump_generate::GenerateParameters;
use serde::{Deserialize, Serialize};

const K: usize = 5;

/// Measurements of one process.
#[derive(Serialize, Deserialize)]
struct Measured {
    seconds: f64,
    seconds_total: f64,
    peak_memory: u64,
    kept: Kept,
}

#[derive(Serialize, Deserialize)]
enum Kept {
    Pieces {
        as_typed: f64,
        information: f64,
        upper_bound: f64,
        links: f64,
    },
    /// The share of all pairs of an owner and a fact.
    Counts {
        pairs: f64,
    },
}

fn main() -> ExitCode {
    if common::work_alone(measure) {
        return ExitCode::SUCCESS;
    }
    println!("generated logs, seed {}, k = {K}", common::SEED);
    println!(
        "| owners | release | method, s | whole, s | peak, MiB | as typed | information | upper bound | links |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let log = folder.path().join("log.tsv");
    let mut is_enough = true;
    for owners in common::owners() {
        common::generate_log(&GenerateParameters::new(owners, common::SEED), &log);
        let job = Job::anonymize(&log).k(K);
        for (name, unit, least) in [("query", Unit::Query, 0.98), ("owner", Unit::Owner, 0.97)] {
            let pieces = job.clone().method(Pieces::default()).unit(unit);
            let found = row(owners, &format!("pieces, unit {name}"), &pieces);
            is_enough &= matches!(found, Kept::Pieces { information, upper_bound, .. } if information >= least * upper_bound);
        }
        row(owners, "pieces, unit query, links 1", &job.clone().method(Pieces::default().links(1.0)));
        for fact in [FactKind::Query, FactKind::Word, FactKind::WordPair] {
            let counts = Counts::of([fact]);
            row(owners, &format!("counts of {}", fact.noun()[1]), &job.clone().method(counts));
        }
    }
    if is_enough { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints the line of a run, and returns what it keeps.
fn row(owners: usize, name: &str, job: &Job) -> Kept {
    let Measured { seconds, seconds_total, peak_memory, kept } = common::run_alone(job);
    let shares = match kept {
        Kept::Pieces { as_typed, information, upper_bound, links } => {
            format!("{as_typed:.4} | {information:.4} | {upper_bound:.4} | {links:.4}")
        }
        Kept::Counts { pairs } => format!("{pairs:.4} | - | - | -"),
    };
    println!("| {owners} | {name} | {seconds:.2} | {seconds_total:.2} | {} | {shares} |", peak_memory >> 20);
    kept
}

fn measure(_: &Job, report: &Report) -> Measured {
    let figures = &report.figures;
    let kept = match (figures.words(), figures.pieces(), figures.tables().first()) {
        (Some(words), Some(pieces), _) => Kept::Pieces {
            as_typed: words.as_typed as f64 / words.words as f64,
            information: words.information.information_kept.unwrap_or(0.0),
            upper_bound: pieces.upper_bound.unwrap_or(0.0),
            links: words.information.links_kept.unwrap_or(0.0),
        },
        (_, _, Some(facts)) => Kept::Counts { pairs: facts.in_table.unwrap_or(facts.kept).pairs_share },
        _ => panic!("neither pieces nor counts"),
    };
    Measured {
        seconds: report.timing.seconds,
        seconds_total: report.timing.seconds_total,
        peak_memory: report.peak_memory.unwrap_or(0),
        kept,
    }
}
