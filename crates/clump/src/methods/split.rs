//! `split`: divides the queries of each owner by interest, and gives each interest its own name.

use clump_log::split::{Interests, SplitParameters};

use super::key::KeySource;
use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::{JobError, RunError};

/// Default level of the subtrees that are interests; the root has level 1.
const LEVEL: u32 = 5;

settings! {
    /// Cuts each owner's queries into interests with names of their own.
    pub struct Split: SplitKeys {
        /// Kind of an interest: `subtree` or `similar`, for example `subtree:4` [default: subtree:5]
        ///
        /// `subtree` is a subtree of the taxonomy at this level, where the root has level 1. `similar` are
        /// queries that share words.
        #[arg(value_name = "subtree:LEVEL|similar")]
        pub interests: String = format!("subtree:{LEVEL}"),
        /// Origin of the key.
        #[shared]
        pub key: KeySource,
    }
}

impl Split {
    /// Parses the kind of an interest.
    fn kind(&self) -> Result<Interests, JobError> {
        let wrong = JobError::Value { key: "interests" };
        match self.interests.split_once(':') {
            None if self.interests == "similar" => Ok(Interests::Similar),
            None if self.interests == "subtree" => Ok(Interests::Subtree { level: LEVEL }),
            Some(("subtree", level)) => {
                level.parse().map(|level| Interests::Subtree { level }).map_err(|_| wrong)
            }
            _ => Err(wrong),
        }
    }
}

impl MethodSettings for Split {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Divides the queries of each person into interests, and gives each interest its own name.",
        explanation: "Interests are the subtrees of the taxonomy at a level (`subtree`), or queries that \
                      share words (`similar`). The run reports how many parts an attacker links again by \
                      words, hosts and half hours.",
        reference: "E. Adar: User 4XXXXX9: Anonymizing Query Logs, Query Log Analysis Workshop at WWW 2007.",
        weakness: "Queries are published as typed, and what the parts of one person share links them again.",
    };

    fn settle(&mut self) -> Result<(), JobError> {
        if let Interests::Subtree { level } = self.kind()? {
            self.interests = format!("subtree:{level}");
        }
        Ok(())
    }

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        let parameters = SplitParameters { interests: self.kind()?, key: self.key.load()? };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }
}
