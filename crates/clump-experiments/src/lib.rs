//! The experiments of the paper's Section V, and its Tables I and II, repeated on a given or a generated log.
//! Experiments are data: a [`Setting`] is one release to make and measure, and a plan lists them. Each table
//! or figure is made from these measures, and states the paper's claims about it with our verdicts.
//!
//! Losses are measured as in the paper: root items are published, and each subset of the log is measured in
//! the taxonomy pruned to it. Except for timings, every run gives the same results.

use std::time::Instant;

use clump::with_threads;
use clump_core::progress::Progress;
use clump_report::reproduction::{LogFacts, Reproduction};
use serde::Serialize;

mod baskets;
mod density;
mod error;
mod folder;
mod grid;
mod indicators;
mod paper_lcg;
mod plan;
mod runtime;
mod sensitivity;
mod setting;
mod source;
mod trial;

pub use error::ReproduceError;
pub use folder::ResultsFolder;
pub use setting::{Algorithm, Setting};
pub use source::{ReproducedLog, Source};
pub use trial::Trial;

use plan::Plan;
use trial::Trials;

/// The tables and figures, and the measures of every release behind them.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// Tables and figures, with the paper's claims about them.
    #[serde(flatten)]
    pub reproduction: Reproduction,
    /// The measured releases of the paper's five baskets, for Tables I and II.
    pub baskets: Vec<Trial>,
    /// The measured releases of the log, ordered by size of the log, algorithm, k and r.
    pub runs: Vec<Trial>,
}

/// Makes and measures every release of the experiments on `log`, and returns the results. After each release
/// it calls `tell` with the number of finished releases and the total.
///
/// Releases are made one after the other, so that they do not affect each other's timings. 53,058 generated
/// owners take some two minutes on two cores. More than half of it is for Algorithm 2 as printed.
///
/// # Errors
/// When the threads of the job cannot be started, or the run is cancelled.
pub fn reproduce(
    log: &ReproducedLog,
    progress: &dyn Progress,
    tell: &(dyn Fn(usize, usize, &Trial) + Sync),
) -> Result<Results, ReproduceError> {
    with_threads(log.threads(), || carry_out(log, progress, tell))
}

fn carry_out(
    log: &ReproducedLog,
    progress: &dyn Progress,
    tell: &dyn Fn(usize, usize, &Trial),
) -> Result<Results, ReproduceError> {
    let start = Instant::now();
    let plan = Plan::for_owners(log.all().transactions.owners());
    let settings = plan.settings();
    let mut trials = Trials::default();
    let mut number = 0;
    for same_size in settings.chunk_by(|a, b| a.owners == b.owners) {
        let subset = log.first(same_size[0].owners);
        for setting in same_size {
            let (trial, _) = trial::run(*setting, &subset, progress)?;
            number += 1;
            tell(number, settings.len(), &trial);
            trials.add(trial);
        }
    }
    let (mut exhibits, baskets) = baskets::exhibits();
    exhibits.push(density::exhibit(log, &plan));
    exhibits.extend(indicators::exhibits(&plan, &trials));
    exhibits.push(sensitivity::exhibit(&plan, &trials));
    exhibits.push(runtime::exhibit(&plan, &trials));
    exhibits.push(paper_lcg::exhibit(&plan, &trials));
    let runs = trials.into_vec();
    let releases = || runs.iter().chain(&baskets);
    let reproduction = Reproduction {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        log: facts(log, &plan),
        threads: rayon::current_num_threads(),
        releases: releases().count(),
        verified: releases().filter(|trial| trial.verified).count(),
        seconds: start.elapsed().as_secs_f64(),
        exhibits,
    };
    Ok(Results { reproduction, baskets, runs })
}

fn facts(log: &ReproducedLog, plan: &Plan) -> LogFacts {
    let (transactions, taxonomy) = (&log.all().transactions, &log.all().taxonomy);
    LogFacts {
        origin: log.origin(),
        owners: transactions.owners(),
        mean_length: transactions.items() as f64 / transactions.len() as f64,
        nodes: taxonomy.len(),
        leaves: taxonomy.leaves(clump_core::taxonomy::Node::ROOT) as usize,
        height: taxonomy.height(),
        left_out: plan.left_out.clone(),
    }
}
