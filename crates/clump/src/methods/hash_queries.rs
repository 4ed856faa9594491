//! `hash-queries`: replaces each whole query and each address by a keyed hash.

use clump_log::habits;

use super::key::KeySource;
use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Replaces each query as a whole, and each address, by a keyed hash.
    pub struct HashQueries {
        /// Origin of the key.
        #[shared]
        pub key: KeySource,
    }
}

impl MethodSettings for HashQueries {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Replaces each whole query and each address with a keyed hash.",
        explanation: "Equal queries stay equal, up to case and white space. Owners, times and ranks stay.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "A reader can recognize frequent queries by their frequency. Owners and times are \
                   published.",
    };

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Ok(AnyMethod::on_lines(habits::HashQueries::new(self.key.load()?)))
    }
}
