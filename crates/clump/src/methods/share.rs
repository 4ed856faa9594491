//! Secret sharing.

use clump_core::promise::PropertyName;
use clump_log::share::ShareParameters;

use super::key::KeySource;
use super::setters::setters;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;
use crate::{JobError, RunError};

/// Encrypts each query; the shares of k owners open it.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Share {
    /// Where the key comes from.
    pub key: KeySource,
}

setters!(Share { key: KeySource });

impl MethodSettings for Share {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[PropertyName::SealedQueries],
        promise: "a query can be read only with the shares of k owners who asked it",
        also_reads: &["k"],
        sentence: "Encrypts each query and gives every owner who asked it a share of the key; k shares open it.",
        explanation: "Shamir's secret sharing over a prime field: a polynomial of degree k - 1 for each query, one point of it for each \
                      owner. Tags are keyed, so that the dictionary does not help. `clump decode` opens what k owners asked.",
        reference: "E. Adar: User 4XXXXX9: Anonymizing Query Logs, Query Log Analysis Workshop at WWW 2007; A. Shamir: How to Share a \
                    Secret, CACM 1979.",
        weakness: "What opens is published in lower case and stays linked by owner; rare queries are lost whole, but for their time and \
                   length.",
    };

    fn take(keys: &mut MethodKeys) -> Result<Self, JobError> {
        Ok(Share { key: KeySource::take(keys)? })
    }

    fn echo(&self, echo: &mut Echo) {
        self.key.echo(echo);
    }

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let parameters = ShareParameters { k: job.require_k()?, key: self.key.load()? };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }

    fn key(&self) -> Option<&KeySource> {
        Some(&self.key)
    }
}
