//! Our own method: groups of like rows.

use clump_core::anonymize::Form;
use clump_core::anonymize::nearest::{Effort, NearestParameters};
use clump_core::promise::PropertyName;

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::RunError;
use crate::job::Job;
use crate::job::keys::flags;

settings! {
    /// Groups like rows and searches for better groups.
    pub struct Nearest: NearestKeys {
        /// With `nearest`: how long to look for better groups; counted in steps, so that the release does not depend on the
        /// machine [default: normal]
        #[arg(value_name = "EFFORT", value_parser = flags::words::<Effort>())]
        pub effort: Effort = Effort::default(),
        /// Whether published bags hold duplicates.
        #[shared]
        pub form: Form = Form::default(),
        /// Seed of the search; 0 when not given.
        #[shared]
        pub seed: Option<u64>,
        /// About how many rows are grouped at a time, as a cluster does; all, when not given.
        #[shared]
        pub shards: Option<usize>,
    }
}

impl MethodSettings for Nearest {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::KAnonymity, PropertyName::Certainty, PropertyName::Composition],
        promise: "k-anonymity",
        also_reads: &[SharedSetting::K, SharedSetting::Cost, SharedSetting::Ledger],
        sentence: "Groups like rows, k owners or more to a group, and publishes what each group has in common.",
        explanation: "Rows are sorted and cut into groups by dynamic programming, groups are grown from the heaviest rows, and a \
                      large-neighbourhood search improves the better of the two. Each group is published as its least common \
                      generalization in the taxonomy.",
        reference: "This project; the definitions are those of Milani Fard and Wang, 2010.",
        weakness: "Loses least of the methods that promise k-anonymity; `apriori` promises less and may lose less. Rows that have nothing \
                   in common below the root are published empty; homogeneous groups tell what all of their owners share.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let Nearest { effort, form, seed, shards } = *self;
        let seed = seed.unwrap_or(0);
        let certainty = job.certainty_of_nodes()?;
        let parameters = NearestParameters { k: job.require_k()?, effort, form, seed, shards, certainty };
        Ok(AnyMethod::on_transactions(parameters.check()?))
    }
}
