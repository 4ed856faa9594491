//! The method of a job, ready to run.

use crate::RunError;
use crate::earlier::EarlierRelease;
use crate::job::Job;
use crate::methods::{AnyMethod, Apply, Method};

impl Job {
    /// The method with its parameters checked. That which applies an earlier release is made from that release.
    ///
    /// # Errors
    /// When a setting is missing, out of range, or contradicts another.
    pub fn ready_method(&self) -> Result<AnyMethod, RunError> {
        self.output.refuse_misleading_name(self.method.name())?;
        self.refuse_idle_cost()?;
        self.refuse_idle_in_pieces()?;
        self.refuse_idle_guards()?;
        match &self.method {
            Method::Apply(apply @ Apply { earlier: Some(earlier), .. }) => {
                EarlierRelease::read_as(earlier, Some(self))?.method(apply, self)
            }
            method => method.build(self),
        }
    }
}
