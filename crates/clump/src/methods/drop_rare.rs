//! `drop-rare`: publishes only queries that at least k owners asked.

use clump_core::promise::PropertyName;
use clump_log::habits::{DropRareParameters, OwnerLinks};

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Publishes the queries that at least k owners asked.
    pub struct DropRare: DropRareKeys {
        /// Gives each person a number, so that the lines of one person stay linked
        ///
        /// No promise covers what these lines reveal together.
        pub link_owners: bool,
    }
}

impl MethodSettings for DropRare {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[PropertyName::CommonQueries],
        promise: "at least k people asked every published query, and at least k clicked every address next \
                  to it",
        also_reads: &[SharedSetting::K],
        sentence: "Publishes each query that at least k people asked, once for each of them and without \
                   links between lines.",
        explanation: "Queries are compared and published in lower case with single spaces. Each person \
                      gives one line for each such query. An address that k people clicked after the query \
                      gives one more line for each of them. So equal lines count people. Owners become `-`, \
                      and times and ranks become empty. Texts that look like the number or address of a \
                      person are excluded. `link-owners` gives each owner a number.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Most queries have one owner and are suppressed. Queries of one person are not linked; \
                   with `link-owners`, their combination can be unique.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let links = if self.link_owners { OwnerLinks::Numbers } else { OwnerLinks::None };
        let parameters = DropRareParameters { k: job.require_k()?, links };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }
}
