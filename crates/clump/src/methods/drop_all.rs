//! Deletion.

use clump_log::habits;

use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;
use crate::{JobError, RunError};

/// Publishes no line.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct DropAll;

impl MethodSettings for DropAll {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Publishes no line.",
        explanation: "The habit of deleting logs. Here so that every comparison has its end of the scale.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Nothing is left to use.",
    };

    fn take(_: &mut MethodKeys) -> Result<Self, JobError> {
        Ok(DropAll)
    }

    fn echo(&self, _: &mut Echo) {}

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Ok(AnyMethod::on_lines(habits::DropAll))
    }
}
