//! `clump`: the paper's Algorithm 1, which adds each row to the open group that loses least.

use clump_core::anonymize::Form;
use clump_core::anonymize::clump::{ClumpParameters, LcgRule, Order};
use clump_core::anonymize::nearest::Mixed;
use clump_core::promise::PropertyName;

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::RunError;
use crate::job::Job;
use crate::job::keys::flags;

settings! {
    /// Each row joins the one of `r` open groups that loses least by it.
    pub struct Clump: ClumpKeys {
        /// Number of open groups that are tried for a row, for example 20 [default: 10]
        #[arg(value_parser = flags::whole_number, allow_negative_numbers = true)]
        pub r: usize = 10,
        /// Order of the rows by length, for example `ascending` [default: descending]
        #[arg(value_name = "ORDER", value_parser = flags::words::<Order>())]
        pub order: Order = Order::default(),
        /// Form of the published rows: with duplicates or without.
        #[shared]
        pub form: Form = Form::default(),
        /// Rule for the generalization of a group: `least` or `printed` [default: least]
        ///
        /// `least` is the least common generalization. `printed` follows the paper's Algorithm 2 as printed;
        /// it is slow and loses more.
        #[arg(value_name = "RULE", value_parser = flags::words::<LcgRule>())]
        pub lcg: LcgRule = LcgRule::default(),
        /// Seed of a random order; 0 if not given.
        #[shared]
        pub seed: Option<u64>,
    }
}

impl MethodSettings for Clump {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::KAnonymity, PropertyName::Certainty, PropertyName::Composition],
        promise: "k-anonymity",
        also_reads: &[SharedSetting::K, SharedSetting::Cost, SharedSetting::Ledger],
        sentence: "Runs the paper's Algorithm 1: each row joins the one of r open groups that loses least \
                   by it.",
        explanation: "Rows are sorted by length, and every k-th row opens a group. Each other row is tried \
                      in the first r groups that still lack members. A group is published as its least \
                      common generalization, with duplicates (Clump1) or without (Clump2).",
        reference: "A. Milani Fard, K. Wang: An Effective Clustering Approach to Web Query Log Anonymization, SECRYPT 2010.",
        weakness: "Loses about twice as much as `nearest`. It prefers short rows, whatever their items are, \
                   and a larger r makes this worse.",
    };

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
