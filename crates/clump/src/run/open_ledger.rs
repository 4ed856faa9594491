//! The ledger of a run, opened before the release is checked and written again beside it.

use clump_core::promise::Privacy;
use clump_report::LedgerFacts;

use super::make::MadeRelease;
use crate::RunError;
use crate::guards::budget::{self, open_within_budget};
use crate::guards::candidates::InLedger;
use crate::guards::ledger::{Ledger, RunName};
use crate::job::Job;

/// An open ledger.
pub(crate) enum OpenLedger {
    /// With the owners of a release of rows.
    Candidates(InLedger),
    /// With epsilon left for a table with noise.
    Budget(Ledger, Privacy),
}

impl OpenLedger {
    /// The ledger of `job` for the release that `run` made; none if the job has none. It is opened each time
    /// the release is published: another run may have written it meanwhile.
    ///
    /// # Errors
    /// When it cannot be read, owners have no names, an earlier release promised a larger k, or the budget is
    /// spent.
    pub fn open(made: &MadeRelease, run: &RunName, job: &Job) -> Result<Option<OpenLedger>, RunError> {
        Ok(match made {
            MadeRelease::Rows(made) => InLedger::of_job(job, &made.data)?.map(OpenLedger::Candidates),
            MadeRelease::Lines(_) => None,
            MadeRelease::Facts(_) => open_within_budget(job, Some(run))?
                .map(|(ledger, privacy)| OpenLedger::Budget(ledger, privacy)),
        })
    }

    /// The owners of a release of rows.
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
            (OpenLedger::Budget(ledger, privacy), _) => budget::enter(ledger, run, blake3, privacy),
            (OpenLedger::Candidates(_), _) => unreachable!("candidates are owners of rows"),
        }
    }
}
