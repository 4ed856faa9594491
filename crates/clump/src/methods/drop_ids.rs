//! `drop-ids`: publishes the lines of a log without their owners.

use clump_log::habits;

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Removes the owner of each line.
    pub struct DropIds {}
}

impl MethodSettings for DropIds {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Removes the owner of each line.",
        explanation: "The owner column becomes `-`. Lines are sorted, so that their order does not reveal \
                      the owners.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Queries are published as typed, and times and words link the lines of one person again.",
    };

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Ok(AnyMethod::on_lines(habits::DropIds))
    }
}
