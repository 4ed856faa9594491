//! Split personality.

use clump_log::split::{Interests, SplitParameters};
use serde::{Deserialize, Serialize};

use super::key::KeySource;
use super::settings::{Parameters, setters};
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::group::key_group;
use crate::job::keys::{MethodKeys, flags};
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

/// Cuts each owner's queries into interests with names of their own.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Split {
    /// Kind of the interests.
    pub interests: Interests,
    /// Origin of the key.
    pub key: KeySource,
}

impl Default for Split {
    fn default() -> Split {
        Split { interests: Interests::Subtree { level: LEVEL }, key: KeySource::default() }
    }
}

setters!(Split { interests: Interests, key: KeySource });

key_group! {
    /// Keys of this method only.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct SplitKeys {
        /// Kind of an interest: `subtree` or `similar` [default: subtree]
        ///
        /// `subtree` is a subtree of the taxonomy. `similar` are queries that share words.
        #[arg(long, value_name = "WHAT", value_parser = flags::words::<InterestsName>(), hide = true)]
        pub interests: Option<InterestsName>,
        /// Level of the subtrees, where the root has level 1, for example 4 [default: 5]
        #[arg(long, value_name = "N", hide = true)]
        pub level: Option<u32>,
    }
}

impl Parameters for Split {
    type Keys = SplitKeys;

    fn take(keys: SplitKeys, shared: &mut MethodKeys) -> Result<Split, JobError> {
        let interests = match (keys.interests.unwrap_or_default(), keys.level) {
            (InterestsName::Subtree, level) => Interests::Subtree { level: level.unwrap_or(LEVEL) },
            (InterestsName::Similar, None) => Interests::Similar,
            (InterestsName::Similar, Some(_)) => {
                return Err(JobError::IdleKey { key: "level".to_owned() });
            }
        };
        Ok(Split { interests, key: KeySource::take(shared)? })
    }

    fn echo(&self, echo: &mut Echo) {
        let (name, level) = match self.interests {
            Interests::Subtree { level } => (InterestsName::Subtree, Some(level)),
            Interests::Similar => (InterestsName::Similar, None),
        };
        echo.put("interests", name);
        echo.put("level", level);
        self.key.echo(echo);
    }

    fn key(&self) -> Option<&KeySource> {
        Some(&self.key)
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
        let parameters = SplitParameters { interests: self.interests, key: self.key.load()? };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }
}
