//! Top-down, local generalization.

use clump_core::anonymize::Form;
use clump_core::anonymize::nearest::Mixed;
use clump_core::anonymize::partition::{PartitionParameters, Published};
use clump_core::promise::PropertyName;

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::RunError;
use crate::job::Job;
use crate::job::keys::flags;

settings! {
    /// Splits all rows top-down.
    pub struct Partition: PartitionKeys {
        /// With `partition`: publish the cut that it found for a group, or the group's least common generalization, which
        /// loses less [default: cut]
        #[arg(value_name = "WHAT", value_parser = flags::words::<Published>())]
        pub publish: Published = Published::default(),
    }
}

impl MethodSettings for Partition {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::KAnonymity, PropertyName::Certainty, PropertyName::Composition],
        promise: "k-anonymity",
        also_reads: &[SharedSetting::K, SharedSetting::Cost, SharedSetting::Ledger],
        sentence: "Starts with all rows at the root and splits them top-down by the children that cover their items.",
        explanation: "The node of the cut whose expansion gains most information is expanded; rows with the same set of children go \
                      together; what is left below k owners stays at the parent's cut. With `publish = \"lcg\"` the groups are \
                      published as their least common generalization, which loses far less.",
        reference: "Y. He, J. F. Naughton: Anonymization of Set-Valued Data via Top-Down, Local Generalization, VLDB 2009.",
        weakness: "Published as sets, and one row of another kind holds back all that share its cut: rows of many items stay near \
                   the root.",
    };

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
