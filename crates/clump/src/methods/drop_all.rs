//! `drop-all`: publishes no line, as a baseline for comparisons.

use clump_log::habits;

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Publishes no line.
    pub struct DropAll {}
}

impl MethodSettings for DropAll {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Publishes no line.",
        explanation: "This is the same as deleting the log. In a comparison it marks the end of the scale.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "The release is empty.",
    };

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Ok(AnyMethod::on_lines(habits::DropAll))
    }
}
