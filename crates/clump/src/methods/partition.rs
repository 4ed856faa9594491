//! Top-down, local generalization.

use clump_core::anonymize::Form;
use clump_core::anonymize::nearest::Mixed;
use clump_core::anonymize::partition::{PartitionParameters, Published};
use clump_core::promise::PropertyName;

use super::setters::setters;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;
use crate::{JobError, RunError};

/// Splits all rows top-down.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Partition {
    /// What is published for a group.
    pub publish: Published,
}

setters!(Partition { publish: Published });

impl MethodSettings for Partition {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::KAnonymity, PropertyName::Certainty, PropertyName::Composition],
        promise: "k-anonymity",
        also_reads: &["k", "cost", "ledger"],
        sentence: "Starts with all rows at the root and splits them top-down by the children that cover their items.",
        explanation: "The node of the cut whose expansion gains most information is expanded; rows with the same set of children go \
                      together; what is left below k owners stays at the parent's cut. With `publish = \"lcg\"` the groups are \
                      published as their least common generalization, which loses far less.",
        reference: "Y. He, J. F. Naughton: Anonymization of Set-Valued Data via Top-Down, Local Generalization, VLDB 2009.",
        weakness: "Published as sets, and one row of another kind holds back all that share its cut: rows of many items stay near \
                   the root.",
    };

    fn take(keys: &mut MethodKeys) -> Result<Self, JobError> {
        Ok(Partition { publish: keys.publish.take().unwrap_or_default() })
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("publish", self.publish);
    }

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let parameters = PartitionParameters { k: job.require_k()?, publish: self.publish };
        let (method, k) = (parameters.check()?, parameters.k);
        // A cut has each node once.
        let form = if self.publish == Published::Cut { Form::Sets } else { Form::Bags };
        Ok(match job.certainty_of_nodes()? {
            Some(certainty) => AnyMethod::on_transactions(Mixed::new(method, k, form, certainty)),
            None => AnyMethod::on_transactions(method),
        })
    }
}
