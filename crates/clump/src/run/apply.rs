//! A run that applies an earlier release.

use clump_core::anonymize::AnonymizeError;
use clump_core::progress::Progress;

use super::{Outcome, run_with};
use crate::RunError;
use crate::earlier::{ApplyError, EarlierRelease};
use crate::job::Job;
use crate::threads::with_threads;

impl EarlierRelease {
    /// Runs `job`, whose keys [`EarlierRelease::complete`] has completed.
    ///
    /// # Errors
    /// As [`run`](crate::run) and [`EarlierRelease::method`].
    pub fn apply(&self, job: &Job, progress: &dyn Progress) -> Result<Outcome, RunError> {
        job.refuse_stray_keys()?;
        job.refuse_misleading_output()?;
        let method = self.method(job)?;
        with_threads(job.threads, || run_with(&method, job, progress)).map_err(|error| match error {
            RunError::Anonymize { reason: AnonymizeError::TooFewOwners { owners, k }, .. } => {
                ApplyError::TooFewNew { owners, k }.into()
            }
            error => error,
        })
    }
}
