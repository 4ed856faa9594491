//! Secret sharing.

use clump_core::promise::PropertyName;
use clump_log::share::ShareParameters;

use super::key::KeySource;
use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Encrypts each query; the shares of k owners open it.
    pub struct Share {
        /// Where the key comes from.
        #[shared]
        pub key: KeySource,
    }
}

impl MethodSettings for Share {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[PropertyName::SealedQueries],
        promise: "a query can be read only with the shares of k owners who asked it",
        also_reads: &[SharedSetting::K],
        sentence: "Encrypts each query and gives every owner who asked it a share of the key; k shares open it.",
        explanation: "Shamir's secret sharing over a prime field: a polynomial of degree k - 1 for each query, one point of it for each \
                      owner. Tags are keyed, so that the dictionary does not help. `clump decode` opens what k owners asked.",
        reference: "E. Adar: User 4XXXXX9: Anonymizing Query Logs, Query Log Analysis Workshop at WWW 2007; A. Shamir: How to Share a \
                    Secret, CACM 1979.",
        weakness: "What opens is published in lower case and stays linked by owner; rare queries are lost whole, but for their time and \
                   length.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let parameters = ShareParameters { k: job.require_k()?, key: self.key.load()? };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }
}
