//! A run that applies an earlier release.

use clump_core::anonymize::AnonymizeError;
use clump_core::progress::Progress;

use super::{Outcome, run_with};
use crate::ApplyError;
use crate::RunError;
use crate::earlier::EarlierRelease;
use crate::job::Job;
use crate::methods::Method;
use crate::threads::with_threads;

impl EarlierRelease {
    /// Runs `job`, whose keys [`EarlierRelease::complete`] has completed.
    ///
    /// # Errors
    /// As [`run`](crate::run) and [`EarlierRelease::method`].
    pub fn apply(&self, job: &Job, progress: &dyn Progress) -> Result<Outcome, RunError> {
        let job = &*job.decided()?;
        job.output.refuse_misleading_name(job.method.name())?;
        let Method::Apply(apply) = &job.method else { return Err(ApplyError::NoEarlier.into()) };
        let method = self.method(apply, job)?;
        with_threads(job.resources.threads, || run_with(&method, job, progress)).map_err(
            |error| match error {
                RunError::Anonymize { reason: AnonymizeError::TooFewOwners { owners, k }, .. } => {
                    ApplyError::TooFewNew { owners, k }.into()
                }
                error => error,
            },
        )
    }
}
