//! Our own method: groups of like rows.

use clump_core::anonymize::Form;
use clump_core::anonymize::nearest::{Effort, NearestParameters};
use clump_core::promise::PropertyName;

use super::setters::setters;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;
use crate::{JobError, RunError};

/// Groups like rows and searches for better groups.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Nearest {
    /// How long it looks for better groups.
    pub effort: Effort,
    /// Whether published bags hold duplicates.
    pub form: Form,
    /// Seed of the search; 0 when not given.
    pub seed: Option<u64>,
    /// About how many rows are grouped at a time, as a cluster does; all, when not given.
    pub shards: Option<usize>,
}

setters!(Nearest { effort: Effort, form: Form, seed: Option<u64>, shards: Option<usize> });

impl MethodSettings for Nearest {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::KAnonymity, PropertyName::Certainty, PropertyName::Composition],
        promise: "k-anonymity",
        also_reads: &["k", "cost", "ledger"],
        sentence: "Groups like rows, k owners or more to a group, and publishes what each group has in common.",
        explanation: "Rows are sorted and cut into groups by dynamic programming, groups are grown from the heaviest rows, and a \
                      large-neighbourhood search improves the better of the two. Each group is published as its least common \
                      generalization in the taxonomy.",
        reference: "This project; the definitions are those of Milani Fard and Wang, 2010.",
        weakness: "Loses least of the methods that promise k-anonymity; `apriori` promises less and may lose less. Rows that have nothing \
                   in common below the root are published empty; homogeneous groups tell what all of their owners share.",
    };

    fn take(keys: &mut MethodKeys) -> Result<Self, JobError> {
        let effort = keys.effort.take().unwrap_or_default();
        let form = keys.form.take().unwrap_or_default();
        Ok(Nearest { effort, form, seed: keys.seed.take(), shards: keys.shards.take() })
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("effort", self.effort);
        echo.put("form", self.form);
        echo.put("seed", self.seed);
        echo.put("shards", self.shards);
    }

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let Nearest { effort, form, seed, shards } = *self;
        let seed = seed.unwrap_or(0);
        let certainty = job.certainty_of_nodes()?;
        let parameters = NearestParameters { k: job.require_k()?, effort, form, seed, shards, certainty };
        Ok(AnyMethod::on_transactions(parameters.check()?))
    }
}
