//! Opens the ledger of a run before the release is checked, and enters the release after the check.
//!
//! Privacy losses of tables with noise add up (basic composition). For several tables, epsilon is at most the
//! sum of their epsilons, and delta at most the sum of their deltas. The dates of publication do not matter.

use clump_core::over_time::{NamedRow, TakenOverTime};
use clump_core::promise::Privacy;
use clump_io::facts::FactLog;
use clump_report::LedgerFacts;

use super::make::{MadeRelease, MadeRows, MadeTables};
use crate::check::other_pieces::OtherPieces;
use crate::guards::candidates::InLedger;
use crate::guards::ledger::{Ledger, RunName};
use crate::guards::over_time::OverTimeLedger;
use crate::guards::pieces_over_time::ledger_rows;
use crate::job::Job;
use crate::{LedgerError, RunError};

pub(crate) enum OpenLedger {
    /// The ledger for a release of rows, with the hashes of its owners.
    Candidates(InLedger),
    /// The ledger for tables without noise, and for pieces.
    OverTime {
        ledger: OverTimeLedger,
        rows: Vec<NamedRow>,
        /// People and rows that the earlier releases take away.
        taken: TakenOverTime,
        /// The number of the entry, if the run is entered already.
        entry: Option<usize>,
    },
    /// The ledger for a table with noise, with the privacy that the table spends.
    Budget(Ledger, Privacy),
}

impl OpenLedger {
    /// Opens the ledger of `job` for the release `made`; `None` if the job has no ledger. Each publication
    /// opens it again, because another run may have changed it.
    pub fn open(made: &MadeRelease, run: &RunName, job: &Job) -> Result<Option<OpenLedger>, RunError> {
        Ok(match made {
            MadeRelease::Rows(made) if made.left_out.is_some() => pieces(made, run, job)?,
            MadeRelease::Rows(made) => InLedger::of_job(job, &made.data)?.map(OpenLedger::Candidates),
            MadeRelease::Lines(_) => None,
            MadeRelease::Facts(made) if made.noisy.is_none() => tables(made, run, job)?,
            MadeRelease::Facts(_) => open_within_budget(job, Some(run))?
                .map(|(ledger, privacy)| OpenLedger::Budget(ledger, privacy)),
        })
    }

    pub fn candidates(&self) -> Option<&InLedger> {
        match self {
            OpenLedger::Candidates(known) => Some(known),
            OpenLedger::OverTime { .. } | OpenLedger::Budget(..) => None,
        }
    }

    /// The other releases of pieces, for the check of the release `made`; `None` if it has no pieces.
    pub fn other_pieces<'a>(&'a self, made: &'a MadeRows) -> Option<OtherPieces<'a>> {
        match (self, made.rows.cut()) {
            (OpenLedger::OverTime { ledger, rows, entry, .. }, Some(cut)) => {
                Some(OtherPieces::new(ledger, (&made.data, cut), rows, *entry))
            }
            _ => None,
        }
    }

    /// Enters the release with the hash `blake3`. Returns the ledger to write, and figures for the report.
    pub fn enter(self, made: &MadeRelease, run: &RunName, blake3: &str, job: &Job) -> (Ledger, LedgerFacts) {
        match (self, made) {
            (OpenLedger::Candidates(known), MadeRelease::Rows(made)) => {
                let (transactions, release) = made.rows.release(&made.data);
                known.enter(run, blake3, job.k.unwrap_or(1), transactions, release)
            }
            (OpenLedger::OverTime { ledger, rows, taken, .. }, _) => {
                ledger.enter(run, blake3, (job.k.unwrap_or(2), &rows), taken)
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

/// The ledger of `job` for pieces. An error if another run was entered since they were made, and forbids one.
fn pieces(made: &MadeRows, run: &RunName, job: &Job) -> Result<Option<OpenLedger>, RunError> {
    let MadeRows { data, rows, left_out: Some(left_out), .. } = made else { return Ok(None) };
    let Some(ledger) = OverTimeLedger::of_job(job, &data.owner_is, &data.owner_names)? else {
        return Ok(None);
    };
    let rows = ledger_rows(rows, data, left_out, job.require_k()?);
    over_time(ledger, rows, left_out.taken(), run).map(Some)
}

/// The ledger of `job` for tables, like [`pieces`].
fn tables(made: &MadeTables, run: &RunName, job: &Job) -> Result<Option<OpenLedger>, RunError> {
    let FactLog { named, owner_is, .. } = &made.log;
    let Some(ledger) = OverTimeLedger::of_job(job, owner_is, &named.names)? else { return Ok(None) };
    over_time(ledger, named.rows.clone(), named.taken, run).map(Some)
}

fn over_time(
    ledger: OverTimeLedger,
    rows: Vec<NamedRow>,
    taken: TakenOverTime,
    run: &RunName,
) -> Result<OpenLedger, RunError> {
    let entry = ledger.entry_of(run);
    if entry.is_none() {
        ledger.require(&rows)?;
    }
    Ok(OpenLedger::OverTime { ledger, rows, taken, entry })
}

/// Relative tolerance for sums: numbers like 0.1 have no exact binary form, so their sums are not exact.
const EXACT: f64 = 1e-9;

/// Opens the ledger of `job`, and returns it with the privacy that the job's table spends. An error if the
/// budget does not allow this. `None` if the job has no ledger or no noise. A `run` that is already entered
/// spends nothing more. Before a table is made, `run` is `None`.
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
