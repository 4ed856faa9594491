//! `hash-ids`: replaces each owner by a keyed hash.

use clump_log::habits;

use super::key::KeySource;
use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Replaces each owner by a keyed hash.
    pub struct HashIds {
        /// Origin of the key.
        #[shared]
        pub key: KeySource,
    }
}

impl MethodSettings for HashIds {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Replaces each owner with a keyed hash.",
        explanation: "All lines of an owner stay linked under the new name. With a key from a file, \
                      releases can be linked too.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "AOL did this in 2006, and people were identified by their queries.",
    };

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Ok(AnyMethod::on_lines(habits::HashIds::new(self.key.load()?)))
    }
}
