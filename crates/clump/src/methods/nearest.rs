//! `nearest`: our own method, which groups similar rows and searches for better groups.

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
        /// Effort of the search for better groups, for example `best` [default: normal]
        ///
        /// It is counted in steps, so the release does not depend on the speed of the machine.
        #[arg(value_name = "EFFORT", value_parser = flags::words::<Effort>())]
        pub effort: Effort = Effort::default(),
        /// Form of the published rows: with duplicates or without.
        #[shared]
        pub form: Form = Form::default(),
        /// Seed of the search; 0 if not given.
        #[shared]
        pub seed: Option<u64>,
        /// Approximate number of rows that are grouped at a time, as in a cluster; all if not given.
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
        sentence: "Groups similar rows of at least k people, and publishes what the rows of a group have in \
                   common.",
        explanation: "Dynamic programming cuts the sorted rows into groups. A second grouping starts at the \
                      heaviest rows and adds rows that fit. A large-neighbourhood search improves the \
                      better of the two. Each group is published as its least common generalization in the \
                      taxonomy. It loses least of the methods here that promise k-anonymity of whole rows.",
        reference: "This project, with the definitions of Milani Fard and Wang, 2010.",
        weakness: "Rows that have nothing in common below the root are published empty. A homogeneous group \
                   reveals what all its people share. `apriori` promises less and can lose less.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let Nearest { effort, form, seed, shards } = *self;
        let seed = seed.unwrap_or(0);
        let certainty = job.certainty_of_nodes()?;
        let parameters = NearestParameters { k: job.require_k()?, effort, form, seed, shards, certainty };
        Ok(AnyMethod::on_transactions(parameters.check()?))
    }
}
