//! Split personality.

use clump_log::split::{Interests, SplitParameters};
use serde::{Deserialize, Serialize};

use super::key::KeySource;
use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::keys::Worded;
use crate::{JobError, RunError};

/// The level of the subtrees that are interests, if none is given; the root is at level 1.
const LEVEL: u32 = 5;

/// Kind of an interest, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum InterestsName {
    /// Subtree of the taxonomy, at a level, that has most items of a query.
    #[default]
    Subtree,
    /// Queries that share words.
    Similar,
}

settings! {
    /// Cuts each owner's queries into interests with names of their own.
    pub struct Split: SplitKeys {
        /// Kind of an interest: `subtree` or `similar`, for example `subtree:4` [default: subtree:5]
        ///
        /// `subtree` is a subtree of the taxonomy at this level, where the root has level 1. `similar` are
        /// queries that share words.
        #[arg(value_name = "subtree:LEVEL|similar")]
        pub interests: Worded<InterestsName> = Worded::with(InterestsName::Subtree, LEVEL),
        /// Origin of the key.
        #[shared]
        pub key: KeySource,
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

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        let level = self.interests.number("interests")?;
        let interests = match (self.interests.word, level) {
            (InterestsName::Subtree, level) => Interests::Subtree { level: level.unwrap_or(LEVEL) },
            (InterestsName::Similar, None) => Interests::Similar,
            (InterestsName::Similar, Some(_)) => return Err(JobError::Argument { key: "interests" }.into()),
        };
        let parameters = SplitParameters { interests, key: self.key.load()? };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }
}
