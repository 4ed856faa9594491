//! The paper's Algorithm 1.

use clump_core::anonymize::Form;
use clump_core::anonymize::clump::{ClumpParameters, LcgRule, Order};
use clump_core::anonymize::nearest::Mixed;
use clump_core::promise::PropertyName;

use super::setters::setters;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::MethodKeys;
use crate::{JobError, RunError};

/// Each row joins the one of `r` open groups that loses least by it.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Clump {
    /// How many open groups are tried for a row.
    pub r: usize,
    /// The order in which rows are taken.
    pub order: Order,
    /// Whether published bags hold duplicates.
    pub form: Form,
    /// Which generalization is used.
    pub lcg: LcgRule,
    /// Seed of a random order; 0 when not given.
    pub seed: Option<u64>,
}

impl Default for Clump {
    fn default() -> Clump {
        Clump { r: 10, order: Order::default(), form: Form::default(), lcg: LcgRule::default(), seed: None }
    }
}

setters!(Clump { r: usize, order: Order, form: Form, lcg: LcgRule, seed: Option<u64> });

impl MethodSettings for Clump {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::KAnonymity, PropertyName::Certainty, PropertyName::Composition],
        promise: "k-anonymity",
        also_reads: &["k", "cost", "ledger"],
        sentence: "The paper's Algorithm 1: each row joins the one of r open groups that loses least by it.",
        explanation: "Rows are taken by length. Every k-th opens a group; each other is tried against the first r groups that still \
                      lack members. Groups are published as their least common generalization, with duplicates (Clump1) or \
                      without (Clump2).",
        reference: "A. Milani Fard, K. Wang: An Effective Clustering Approach to Web Query Log Anonymization, SECRYPT 2010.",
        weakness: "Loses about twice as much as `nearest` does: short rows are preferred whatever they hold, and a larger r makes \
                   that worse.",
    };

    fn take(keys: &mut MethodKeys) -> Result<Self, JobError> {
        let default = Clump::default();
        Ok(Clump {
            r: keys.r.take().unwrap_or(default.r),
            order: keys.order.take().unwrap_or(default.order),
            form: keys.form.take().unwrap_or(default.form),
            lcg: keys.lcg.take().unwrap_or(default.lcg),
            seed: keys.seed.take(),
        })
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("r", self.r);
        echo.put("order", self.order);
        echo.put("form", self.form);
        echo.put("lcg", self.lcg);
        echo.put("seed", self.seed);
    }

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let Clump { r, order, form, lcg, seed } = *self;
        let parameters =
            ClumpParameters { k: job.require_k()?, r, order, form, lcg, seed: seed.unwrap_or(0) };
        let (method, k) = (parameters.check()?, parameters.k);
        Ok(match job.certainty_of_nodes()? {
            Some(certainty) => AnyMethod::on_transactions(Mixed::new(method, k, form, certainty)),
            None => AnyMethod::on_transactions(method),
        })
    }
}
