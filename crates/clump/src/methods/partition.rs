//! `partition`: splits the set of all rows top-down, and generalizes each group by itself.

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
        /// Generalization of a group: `cut`, or `lcg`, which loses less [default: cut]
        ///
        /// `cut` is the cut that was found for the group. `lcg` is the least common generalization of its
        /// rows.
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
        sentence: "Starts with all rows at the root of the taxonomy, and splits them top-down by the \
                   categories of their items.",
        explanation: "Each step expands the node of the cut that gains most information. Rows with the same \
                      set of children stay together. Rows of fewer than k people stay at the cut of the \
                      parent. With `publish = \"lcg\"`, each group is published as its least common \
                      generalization, which loses far less.",
        reference: "Y. He, J. F. Naughton: Anonymization of Set-Valued Data via Top-Down, Local Generalization, VLDB 2009.",
        weakness: "Rows are published as sets. One dissimilar row holds back all rows of its cut, so rows \
                   of many items stay near the root.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let parameters = PartitionParameters { k: job.require_k()?, publish: self.publish };
        let (method, k) = (parameters.check()?, parameters.k);
        // A cut does not repeat nodes.
        let form = if self.publish == Published::Cut { Form::Sets } else { Form::Bags };
        Ok(match job.certainty_of_nodes()? {
            Some(certainty) => AnyMethod::on_transactions(Mixed::new(method, k, form, certainty)),
            None => AnyMethod::on_transactions(method),
        })
    }
}
