//! New names every so often.

use std::time::Duration;

use clump_io::{format_gap, parse_gap};
use clump_log::habits::ShortSessionsParameters;

use super::key::KeySource;
use super::settings::{Parameters, setters};
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;
use crate::job::keys::group::key_group;
use crate::{JobError, RunError};

/// The period, if none is given.
const PERIOD: Duration = Duration::from_secs(24 * 60 * 60);

/// Gives each owner a new name every period.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ShortSessions {
    /// Time for which an owner keeps a name.
    pub period: Duration,
    /// Origin of the key.
    pub key: KeySource,
}

impl Default for ShortSessions {
    fn default() -> ShortSessions {
        ShortSessions { period: PERIOD, key: KeySource::default() }
    }
}

setters!(ShortSessions { period: Duration, key: KeySource });

key_group! {
    /// Keys of this method only.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct ShortSessionsKeys {
        /// Time for which a person keeps a name, for example 168h [default: 24h]
        #[arg(long, value_name = "TIME", hide = true)]
        pub period: Option<String>,
    }
}

impl Parameters for ShortSessions {
    type Keys = ShortSessionsKeys;

    fn take(keys: ShortSessionsKeys, shared: &mut MethodKeys) -> Result<ShortSessions, JobError> {
        let period = keys.period.map_or(Ok(PERIOD), |period| parse_gap(&period)).map_err(JobError::Period)?;
        Ok(ShortSessions { period, key: KeySource::take(shared)? })
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("period", format_gap(self.period));
        self.key.echo(echo);
    }

    fn key(&self) -> Option<&KeySource> {
        Some(&self.key)
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
        let parameters = ShortSessionsParameters { key: self.key.load()?, period: self.period.as_secs() };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }
}
