//! Split personality.

use clump_log::split::{Interests, SplitParameters};
use serde::{Deserialize, Serialize};

use super::key::KeySource;
use super::setters::setters;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;
use crate::{JobError, RunError};

/// The level of the subtrees that are interests, if none is given; the root is at level 1.
const LEVEL: u32 = 5;

/// What an interest of an owner is, in one word.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum InterestsName {
    /// The subtree of the taxonomy that most items of a query lie in, at a level.
    #[default]
    Subtree,
    /// Queries that share words.
    Similar,
}

/// Cuts each owner's queries into interests with names of their own.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Split {
    /// What an interest is.
    pub interests: Interests,
    /// Where the key comes from.
    pub key: KeySource,
}

impl Default for Split {
    fn default() -> Split {
        Split { interests: Interests::Subtree { level: LEVEL }, key: KeySource::default() }
    }
}

setters!(Split { interests: Interests, key: KeySource });

impl MethodSettings for Split {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Cuts each owner's queries into interests and gives each interest a name of its own.",
        explanation: "Interests are the subtrees of the taxonomy at a level (`subtree`), or queries that share words (`similar`). The run \
                      reports how many parts an attacker links again by words, hosts and half hours.",
        reference: "E. Adar: User 4XXXXX9: Anonymizing Query Logs, Query Log Analysis Workshop at WWW 2007.",
        weakness: "Queries stay as they were typed, and parts of one owner are linked again by what they share.",
    };

    fn take(keys: &mut MethodKeys) -> Result<Self, JobError> {
        let interests = match keys.interests.take().unwrap_or_default() {
            InterestsName::Subtree => Interests::Subtree { level: keys.level.take().unwrap_or(LEVEL) },
            InterestsName::Similar => Interests::Similar,
        };
        Ok(Split { interests, key: KeySource::take(keys)? })
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

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        let parameters = SplitParameters { interests: self.interests, key: self.key.load()? };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }

    fn key(&self) -> Option<&KeySource> {
        Some(&self.key)
    }
}
