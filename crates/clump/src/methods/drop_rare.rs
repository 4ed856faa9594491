//! Removal of queries of few owners.

use clump_core::promise::PropertyName;
use clump_log::habits::{DropRareParameters, OwnerLinks};

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Publishes the queries that at least k owners asked.
    pub struct DropRare: DropRareKeys {
        /// With `drop-rare`: gives each owner a number, so that the lines of one owner stay linked; no promise covers what they
        /// tell together
        pub link_owners: bool,
    }
}

impl MethodSettings for DropRare {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[PropertyName::CommonQueries],
        promise: "every published query, and every clicked address beside one, is that of at least k owners",
        also_reads: &[SharedSetting::K],
        sentence: "Publishes the queries that at least k owners asked, once for each of them, and nothing that links them.",
        explanation: "Queries are compared and published in lower case with single spaces. Each owner gives one line for each such query, \
                      and one more for each address clicked after it that k owners clicked after the same query; so equal lines count \
                      owners. Owners are called `-`, times and ranks are emptied. Whatever looks like the number or address of a person is left out. `link-owners` gives each owner a number instead.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Most queries have one owner and are lost, and so is what belongs together. With `link-owners`, an owner's frequent \
                   queries together may be unique.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let links = if self.link_owners { OwnerLinks::Numbers } else { OwnerLinks::None };
        let parameters = DropRareParameters { k: job.require_k()?, links };
        Ok(AnyMethod::on_lines(parameters.check()?))
    }
}
