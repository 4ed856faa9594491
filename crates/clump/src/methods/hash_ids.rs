//! Hashing of owners.

use clump_log::habits;

use super::key::KeySource;
use super::setters::setters;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;
use crate::{JobError, RunError};

/// Replaces each owner by a keyed hash.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct HashIds {
    /// Where the key comes from.
    pub key: KeySource,
}

setters!(HashIds { key: KeySource });

impl MethodSettings for HashIds {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Replaces each owner by a keyed hash.",
        explanation: "All lines of an owner stay linked under the new name. With a key from a file, releases can be linked too.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "This is what AOL did in 2006: people were found by what they had asked.",
    };

    fn take(keys: &mut MethodKeys) -> Result<Self, JobError> {
        Ok(HashIds { key: KeySource::take(keys)? })
    }

    fn echo(&self, echo: &mut Echo) {
        self.key.echo(echo);
    }

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Ok(AnyMethod::on_lines(habits::HashIds::new(self.key.load()?)))
    }

    fn key(&self) -> Option<&KeySource> {
        Some(&self.key)
    }
}
