//! `--certainty`: a bound on what a reader can infer about sensitive items.

use clump_core::promise::{Certainty, Promise, Property, PropertyName, Share};
use clump_core::sensitive::Sensitive;

use super::Guard;
use crate::JobError;
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::group::key_group;
use crate::methods::{MethodName, WorksOn};

key_group! {
    /// Keys of the bound on what a row reveals.
    #[command(next_help_heading = "Sensitive items")]
    #[read_by(Named)]
    pub struct CertaintyKeys {
        /// Limits what a reader can infer: at most this share of the people behind a row may have a sensitive
        /// item. Typical: 0.5
        ///
        /// Needs `--sensitive`, and holds for each name given there. `pieces` publishes sensitive items apart
        /// from others, and `counts` excludes facts that reveal more. A release that breaks the limit is not
        /// published.
        #[arg(long, value_name = "SHARE", hide_short_help = true)]
        pub certainty: Option<Share>,
    }
}

/// Limits the share of a row's owners who have a sensitive item. A release that breaks the limit is not
/// published.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CertaintyGuard {
    /// The largest allowed share; `None` for no limit.
    pub most: Option<Share>,
}

impl Guard for CertaintyGuard {
    type Keys = CertaintyKeys;

    fn is_heard_by(method: MethodName) -> bool {
        method.can_promise_groups() || method.facts().works_on == WorksOn::Facts
    }

    fn take(keys: CertaintyKeys) -> CertaintyGuard {
        CertaintyGuard { most: keys.certainty }
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("certainty", self.most);
    }

    fn is_about_nodes(&self) -> bool {
        self.most.is_some()
    }

    /// Adds no property if the method itself promises the limit.
    fn property(&self, job: &Job, promise: &Promise) -> Result<Option<Property>, JobError> {
        if promise.has(PropertyName::Certainty) {
            Ok(None)
        } else {
            Ok(job.certainty_of_nodes()?.map(Property::from))
        }
    }
}

impl Job {
    /// Sets the largest share of a row's owners who may have a sensitive item. The release promises it in
    /// addition to k-anonymity.
    #[must_use]
    pub fn certainty(mut self, certainty: Share) -> Job {
        self.guards.certainty.most = Some(certainty);
        self
    }

    /// The limit for each sensitive node; `None` if the job has no limit.
    pub(crate) fn certainty_of_nodes(&self) -> Result<Option<Certainty>, JobError> {
        let Some(certainty) = self.guards.certainty.most else { return Ok(None) };
        match self.sensitive_items()? {
            Some(Sensitive::Nodes(names)) => Ok(Some(Certainty::new(certainty, names)?)),
            Some(Sensitive::Share { .. }) => Err(JobError::CertaintyOfShare),
            None => Err(JobError::NoSensitive),
        }
    }
}
