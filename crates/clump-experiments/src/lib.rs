//! The experiments of the paper's Section V, and its Tables I and II, run again on a log of one's own or on a generated
//! one. Experiments are data: a [`Setting`] is one release that is made and measured, a plan lists them, and each
//! table or figure is made from the measures and says what the paper claims of it and whether that held.
//!
//! Losses are the paper's: root items are published, as in its tables, and each subset of the log is measured in the
//! taxonomy pruned to it. Everything but the timings is the same in every run.

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
mod plan;
mod printed;
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

/// Findings, and every release that they rest on.
#[derive(Clone, Debug, Serialize)]
pub struct Results {
    /// Tables, figures and claims.
    #[serde(flatten)]
    pub reproduction: Reproduction,
    /// The releases of the paper's five baskets, for Tables I and II.
    pub baskets: Vec<Trial>,
    /// All releases of the log, by size of the log, algorithm, k and r.
    pub runs: Vec<Trial>,
}

/// Makes every release of the experiments on `log` and says what came out. `tell` hears of each release once it is
/// measured, with its number and how many there will be.
///
/// One after the other, so that timings are not each other's. 53,058 generated owners take some two minutes on two
/// cores; more than half of it is Algorithm 2 as printed.
///
/// # Errors
/// When the threads that the job asked for cannot be started, or the run is cancelled.
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
    exhibits.push(printed::exhibit(&plan, &trials));
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
