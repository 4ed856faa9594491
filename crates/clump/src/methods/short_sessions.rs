//! `short-sessions`: gives each owner a new name after every period.

use std::time::Duration;

use clump_io::Gap;
use clump_log::habits::ShortSessionsParameters;

use super::key::KeySource;
use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Gives each owner a new name every period.
    pub struct ShortSessions: ShortSessionsKeys {
        /// Time for which a person keeps a name, for example 168h [default: 24h]
        #[arg(value_name = "TIME")]
        pub period: Gap = Gap(Duration::from_secs(24 * 60 * 60)),
        /// Origin of the key.
        #[shared]
        pub key: KeySource,
    }
}

impl MethodSettings for ShortSessions {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Gives each owner a new name in every period.",
        explanation: "The name depends on the owner and on the number of the period since 1970. Lines of \
                      one period stay linked.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "A single session can identify a person, and habits link the sessions of one person \
                   again.",
    };

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        let parameters = ShortSessionsParameters { key: self.key.load()?, period: self.period.0.as_secs() };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }
}
