//! `share`: encrypts each query by secret sharing, so that only the shares of k owners open it.

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
        /// Origin of the key.
        #[shared]
        pub key: KeySource,
    }
}

impl MethodSettings for Share {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[PropertyName::SealedQueries],
        promise: "a query can be read only with the shares of k people who asked it",
        also_reads: &[SharedSetting::K],
        sentence: "Encrypts each query and gives each person who asked it a share of the key; k shares \
                   decrypt it.",
        explanation: "Shamir's secret sharing over a prime field: each query has a polynomial of degree k - \
                      1, and each person has one point of it. Tags are keyed, so a dictionary does not help \
                      an attacker. `clump decode` decrypts the queries that k people asked.",
        reference: "E. Adar: User 4XXXXX9: Anonymizing Query Logs, Query Log Analysis Workshop at WWW 2007; A. Shamir: How to Share a \
                    Secret, CACM 1979.",
        weakness: "Decrypted queries are in lower case and stay linked by owner. Rare queries are lost \
                   completely, except for their time and length.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let parameters = ShareParameters { k: job.require_k()?, key: self.key.load()? };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }
}
