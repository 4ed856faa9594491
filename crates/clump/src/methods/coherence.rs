//! `coherence`: suppresses public items, so that an attacker who knows some of them learns little.

use clump_core::anonymize::coherence::CoherenceParameters;
use clump_core::promise::PropertyName;
use clump_core::promise::Share;

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::job::Job;
use crate::job::keys::flags;
use crate::{JobError, RunError};

settings! {
    /// Suppresses public items until few of them tell nothing.
    pub struct Coherence: CoherenceKeys {
        /// Largest share of matching rows with the same sensitive item, for example 0.2 [default: 0.4]
        #[arg(value_name = "SHARE")]
        pub h: Share = Share::from_millionths(400_000).expect("less than the whole"),
        /// Number of a person's public items that an attacker knows, for example 3 [default: 2]
        #[arg(value_parser = flags::whole_number, allow_negative_numbers = true)]
        pub p: usize = 2,
        /// Seed of the draw of sensitive items with `share:S`; 0 if not given.
        #[shared]
        pub seed: Option<u64>,
    }
}

impl MethodSettings for Coherence {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::Coherence],
        promise: "(h,k,p)-coherence",
        also_reads: &[SharedSetting::K, SharedSetting::Sensitive],
        sentence: "Suppresses public items until any p of them match at least k people or none, and at most \
                   a share h of these has the same sensitive item.",
        explanation: "Items are public or sensitive. A set of at most p public items is unsafe if fewer \
                      than k people share it, or if too many of its rows share a sensitive item. Each step \
                      suppresses, in all rows, the public item that breaks most unsafe sets and occurs \
                      least.",
        reference: "Y. Xu, K. Wang, A. W.-C. Fu, P. S. Yu: Anonymizing Transaction Databases for Publication, KDD 2008.",
        weakness: "Sparse data lose most public items, because nothing is generalized. Sensitive items are \
                   published unchanged.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let Coherence { h, p, .. } = *self;
        let sensitive = job.sensitive_items()?.ok_or(JobError::NoSensitive)?;
        let parameters = CoherenceParameters { h, k: job.require_k()?, p, sensitive };
        Ok(AnyMethod::on_transactions(parameters.check()?))
    }
}
