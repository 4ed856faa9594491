//! `--ledger`: refuses to publish what earlier releases of the same people make unsafe.

use std::path::PathBuf;

use clump_core::promise::{Differences, Promise, Property};
use clump_io::Unit;

use super::Guard;
use crate::JobError;
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::group::key_group;
use crate::methods::{Method, MethodName, SharedSetting};

key_group! {
    /// Keys of the record of earlier releases.
    #[command(next_help_heading = "Guards")]
    #[read_by(Named)]
    pub struct LedgerKeys {
        /// Private file that records your releases, for example `--ledger ledger.json`
        ///
        /// The first run makes it. With `pieces` and `counts`, no number differs from an earlier one by 1 to k - 1
        /// people. With `nearest`, `clump` and `partition`, each person keeps at least k candidates over all releases in it.
        /// With `counts` and `--epsilon`, it adds up the epsilon spent. Only you can read the file (mode 0600).
        #[arg(long, value_name = "FILE", hide_short_help = true)]
        pub ledger: Option<PathBuf>,
        /// Most epsilon that all tables in the ledger may spend, for example `--budget 4`
        ///
        /// `counts` with `--ledger` reads it. The ledger stores it for later runs.
        #[arg(long, value_name = "E", allow_negative_numbers = true, hide_short_help = true)]
        pub budget: Option<f64>,
    }
}

/// Limits what a release reveals together with the earlier releases in the ledger.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LedgerGuard {
    /// The private file that records the publisher's releases; `None` for no ledger.
    pub file: Option<PathBuf>,
    /// The most epsilon that all tables in the ledger may spend together. `None` for the budget that the
    /// ledger has stored.
    pub budget: Option<f64>,
}

impl Guard for LedgerGuard {
    type Keys = LedgerKeys;

    fn is_heard_by(method: MethodName) -> bool {
        method.reads(SharedSetting::Ledger)
    }

    fn take(keys: LedgerKeys) -> LedgerGuard {
        LedgerGuard { file: keys.ledger, budget: keys.budget }
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("ledger", &self.file);
        echo.put("budget", self.budget);
    }

    fn property(&self, job: &Job, _: &Promise) -> Result<Option<Property>, JobError> {
        // Methods on whole rows promise candidates themselves.
        let is_by_numbers = self.file.is_some() && job.is_in_pieces();
        is_by_numbers.then(|| Ok(Differences { k: job.require_k()? }.into())).transpose()
    }

    fn refuse_idle(&self, job: &Job) -> Result<(), JobError> {
        let name = job.method.name();
        if self.file.is_some() && !name.reads(SharedSetting::Ledger) {
            return Err(job.refuse("ledger"));
        }
        if self.budget.is_some() && !name.reads(SharedSetting::Budget) {
            return Err(job.refuse("budget"));
        }
        if self.budget.is_some_and(|budget| !(budget.is_finite() && budget > 0.0)) {
            return Err(JobError::Budget);
        }
        let idle = |key: &str| Err(JobError::IdleKey { key: key.to_owned() });
        match &*job.method {
            _ if self.budget.is_some() && self.file.is_none() => idle("budget"),
            Method::Counts(counts) if self.budget.is_some() && counts.privacy().is_none() => idle("budget"),
            Method::Counts(counts) if self.file.is_some() && counts.rest => Err(JobError::LedgerOfRest),
            Method::Counts(_) | Method::Pieces(_) => Ok(()),
            _ if self.file.is_some() && job.transaction_is() != Unit::Owner => {
                Err(JobError::LedgerOfSeveralRows)
            }
            _ => Ok(()),
        }
    }
}

/// Setters, to build a job.
impl Job {
    /// Sets the private file that records the publisher's releases.
    #[must_use]
    pub fn ledger(mut self, ledger: impl Into<PathBuf>) -> Job {
        self.guards.ledger.file = Some(ledger.into());
        self
    }

    /// Sets the most epsilon that all tables in the ledger may spend together.
    #[must_use]
    pub fn budget(mut self, epsilon: f64) -> Job {
        self.guards.ledger.budget = Some(epsilon);
        self
    }
}
