//! Tracks how much of a budget of epsilon is spent. Losses of tables with noise add up: for several tables,
//! epsilon is at most the sum of theirs, and delta too (basic composition), whenever they were published.

use clump_core::promise::Privacy;
use clump_report::LedgerFacts;

use super::ledger::{Ledger, RunName};
use crate::job::Job;
use crate::{LedgerError, RunError};

/// Tolerance for sums: numbers like 0.1 are not exact, and neither are their sums.
const EXACT: f64 = 1e-9;

/// The ledger of `job`, if its budget allows the table of the job, and the privacy that the table spends.
/// None if the job has no ledger. A `run` that is entered spends nothing more, in however many formats its
/// table is published. `run` is none before there is a table.
///
/// # Errors
/// When the ledger cannot be read, has another budget, or would be overspent.
pub(crate) fn open_within_budget(
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

/// Enters a table of `run` with this `privacy`, and returns the sums that are spent now.
pub(crate) fn enter(
    mut ledger: Ledger,
    run: &RunName,
    blake3: &str,
    privacy: Privacy,
) -> (Ledger, LedgerFacts) {
    ledger.enter_noise(run, blake3, privacy.epsilon(), privacy.delta());
    let ((epsilon_spent, delta_spent, tables), budget) = (ledger.spent(), ledger.budget());
    (ledger, LedgerFacts::Noise { tables, epsilon_spent, delta_spent, budget })
}
