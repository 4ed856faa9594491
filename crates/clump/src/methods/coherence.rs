//! Suppression of public items.

use clump_core::anonymize::coherence::CoherenceParameters;
use clump_core::promise::PropertyName;
use clump_core::promise::Share;

use super::setters::setters;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;
use crate::{JobError, RunError};

/// Suppresses public items until few of them tell nothing.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Coherence {
    /// The largest share of rows that may have a sensitive item in common.
    pub h: Share,
    /// How many public items of an owner an attacker knows.
    pub p: usize,
    /// Seed of the draw of sensitive items, where they are drawn; 0 when not given.
    pub seed: Option<u64>,
}

impl Default for Coherence {
    fn default() -> Coherence {
        let h = Share::from_millionths(400_000).expect("less than the whole");
        Coherence { h, p: 2, seed: None }
    }
}

setters!(Coherence { h: Share, p: usize, seed: Option<u64> });

impl MethodSettings for Coherence {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::Coherence],
        promise: "(h,k,p)-coherence",
        also_reads: &["k", "sensitive"],
        sentence: "Suppresses public items until p known ones match k owners or none, and reveal no sensitive item of more than a share h.",
        explanation: "Items are public or sensitive. Sets of at most p public items that too few owners share, or whose rows share a \
                      sensitive item too often, are broken up by suppressing everywhere the item that breaks most of them and \
                      occurs least.",
        reference: "Y. Xu, K. Wang, A. W.-C. Fu, P. S. Yu: Anonymizing Transaction Databases for Publication, KDD 2008.",
        weakness: "Nothing is generalized, so sparse data lose most public items; sensitive items are published as they are.",
    };

    fn take(keys: &mut MethodKeys) -> Result<Self, JobError> {
        let default = Coherence::default();
        let h = keys.h.take().unwrap_or(default.h);
        Ok(Coherence { h, p: keys.p.take().unwrap_or(default.p), seed: keys.seed.take() })
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("h", self.h);
        echo.put("p", self.p);
        echo.put("seed", self.seed);
    }

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let Coherence { h, p, .. } = *self;
        let sensitive = job.sensitive_items()?.ok_or(JobError::NoSensitive)?;
        let parameters = CoherenceParameters { h, k: job.require_k()?, p, sensitive };
        Ok(AnyMethod::on_transactions(parameters.check()?))
    }
}
