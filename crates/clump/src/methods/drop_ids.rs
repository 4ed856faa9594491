//! Removal of owners.

use clump_log::habits;

use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;
use crate::{JobError, RunError};

/// Removes the owner of each line.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct DropIds;

impl MethodSettings for DropIds {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Removes the owner of each line.",
        explanation: "The owner column becomes `-`, and lines are sorted so that their order does not tell whose they are.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Queries stay as they were typed; times and words link lines again.",
    };

    fn take(_: &mut MethodKeys) -> Result<Self, JobError> {
        Ok(DropIds)
    }

    fn echo(&self, _: &mut Echo) {}

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Ok(AnyMethod::on_lines(habits::DropIds))
    }
}
