//! The ledger of a run, opened before the release is checked and written again beside it.
//!
//! Losses of tables with noise add up: for several tables, epsilon is at most the sum of theirs, and delta too
//! (basic composition), whenever they were published.

use clump_core::promise::Privacy;
use clump_report::LedgerFacts;

use super::make::MadeRelease;
use crate::guards::candidates::InLedger;
use crate::guards::ledger::{Ledger, RunName};
use crate::job::Job;
use crate::{LedgerError, RunError};

pub(crate) enum OpenLedger {
    /// With the owners of a release of rows.
    Candidates(InLedger),
    /// With epsilon left for a table with noise.
    Budget(Ledger, Privacy),
}

impl OpenLedger {
    /// The ledger of `job` for the release that `run` made; none if the job has none. It is opened each time
    /// the release is published: another run may have written it meanwhile.
    pub fn open(made: &MadeRelease, run: &RunName, job: &Job) -> Result<Option<OpenLedger>, RunError> {
        Ok(match made {
            MadeRelease::Rows(made) => InLedger::of_job(job, &made.data)?.map(OpenLedger::Candidates),
            MadeRelease::Lines(_) => None,
            MadeRelease::Facts(_) => open_within_budget(job, Some(run))?
                .map(|(ledger, privacy)| OpenLedger::Budget(ledger, privacy)),
        })
    }

    pub fn candidates(&self) -> Option<&InLedger> {
        match self {
            OpenLedger::Candidates(known) => Some(known),
            OpenLedger::Budget(..) => None,
        }
    }

    /// Enters the release with the hash `blake3`. Returns the ledger to write, and its figures.
    pub fn enter(self, made: &MadeRelease, run: &RunName, blake3: &str, job: &Job) -> (Ledger, LedgerFacts) {
        match (self, made) {
            (OpenLedger::Candidates(known), MadeRelease::Rows(made)) => {
                let (transactions, release) = made.rows.release(&made.data);
                known.enter(run, blake3, job.k.unwrap_or(1), transactions, release)
            }
            (OpenLedger::Budget(mut ledger, privacy), _) => {
                ledger.enter_noise(run, blake3, privacy.epsilon(), privacy.delta());
                let ((epsilon_spent, delta_spent, tables), budget) = (ledger.spent(), ledger.budget());
                (ledger, LedgerFacts::Noise { tables, epsilon_spent, delta_spent, budget })
            }
            (OpenLedger::Candidates(_), _) => unreachable!("candidates are owners of rows"),
        }
    }
}

/// Tolerance for sums: numbers like 0.1 are not exact, and neither are their sums.
const EXACT: f64 = 1e-9;

/// The ledger of `job`, if its budget allows the table of the job, and the privacy that the table spends.
/// None if the job has no ledger. A `run` that is entered spends nothing more, in however many formats its
/// table is published. `run` is none before there is a table.
pub(super) fn open_within_budget(
    job: &Job,
    run: Option<&RunName>,
) -> Result<Option<(Ledger, Privacy)>, RunError> {
    let (Some(path), Some(privacy)) = (&job.guards.ledger.file, job.privacy()) else { return Ok(None) };
    let mut ledger = Ledger::open(path)?;
    if let Some(budget) = job.guards.ledger.budget {
        ledger.set_budget(budget)?;
    }
    let is_entered = run.is_some_and(|run| ledger.has(run));
    let (epsilon, (spent, ..)) = (privacy.epsilon(), ledger.spent());
    match ledger.budget() {
        Some(budget) if !is_entered && spent + epsilon > budget * (1.0 + EXACT) => {
            Err(LedgerError::OverBudget { epsilon, spent, budget }.into())
        }
        _ => Ok(Some((ledger, privacy))),
    }
}
