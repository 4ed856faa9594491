//! `--certainty`: a bound on what a reader can infer about sensitive items.

use clump_core::promise::{Certainty, Property, Share};
use clump_core::sensitive::Sensitive;

use super::Guard;
use crate::JobError;
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::group::key_group;
use crate::methods::{MethodName, WorksOn};

key_group! {
    /// How much of what is sensitive a row may tell.
    #[command(next_help_heading = "Sensitive items")]
    #[read_by(Named)]
    pub struct CertaintyKeys {
        /// How certain anything at or below each of the sensitive nodes may be to whoever knows something else of an owner: of the
        /// owners of a row at most this share have it, in pieces it stands apart, and of facts those are withheld that tell
        /// more. What does not keep to it is not published. 0.5 is usual
        #[arg(long, value_name = "SHARE", hide_short_help = true)]
        pub certainty: Option<Share>,
    }
}

/// Bounds the share of the owners of a published row who have something sensitive. A release that does not keep to it is not
/// published.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct CertaintyGuard {
    /// The largest share.
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

    fn property(&self, job: &Job) -> Result<Option<Property>, JobError> {
        Ok(job.certainty_of_nodes()?.map(Property::from))
    }
}

impl Job {
    /// The largest share of the owners of a row that may have something sensitive: a promise besides k-anonymity.
    #[must_use]
    pub fn certainty(mut self, certainty: Share) -> Job {
        self.guards.certainty.most = Some(certainty);
        self
    }

    /// How certain what is sensitive may be; none if nothing is said about it.
    ///
    /// # Errors
    /// When nothing is named sensitive, or items are drawn by chance: these are of the data, and the promise would name them.
    pub(crate) fn certainty_of_nodes(&self) -> Result<Option<Certainty>, JobError> {
        let Some(certainty) = self.guards.certainty.most else { return Ok(None) };
        match self.sensitive_items()? {
            Some(Sensitive::Nodes(names)) => Ok(Some(Certainty::new(certainty, names)?)),
            Some(Sensitive::Share { .. }) => Err(JobError::CertaintyOfShare),
            None => Err(JobError::NoSensitive),
        }
    }
}
