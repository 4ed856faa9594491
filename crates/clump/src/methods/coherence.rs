//! Suppression of public items.

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
        /// With `coherence`: the largest share of matching rows that may hold one sensitive item [default: 0.4]
        #[arg(value_name = "SHARE")]
        pub h: Share = Share::from_millionths(400_000).expect("less than the whole"),
        /// With `coherence`: how many public items of an owner an attacker knows [default: 2]
        #[arg(value_parser = flags::whole_number, allow_negative_numbers = true)]
        pub p: usize = 2,
        /// Seed of the draw of sensitive items, where they are drawn; 0 when not given.
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
        sentence: "Suppresses public items until p known ones match k owners or none, and reveal no sensitive item of more than a share h.",
        explanation: "Items are public or sensitive. Sets of at most p public items that too few owners share, or whose rows share a \
                      sensitive item too often, are broken up by suppressing everywhere the item that breaks most of them and \
                      occurs least.",
        reference: "Y. Xu, K. Wang, A. W.-C. Fu, P. S. Yu: Anonymizing Transaction Databases for Publication, KDD 2008.",
        weakness: "Nothing is generalized, so sparse data lose most public items; sensitive items are published as they are.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let Coherence { h, p, .. } = *self;
        let sensitive = job.sensitive_items()?.ok_or(JobError::NoSensitive)?;
        let parameters = CoherenceParameters { h, k: job.require_k()?, p, sensitive };
        Ok(AnyMethod::on_transactions(parameters.check()?))
    }
}
