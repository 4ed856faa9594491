//! Apriori-based recoding.

use clump_core::anonymize::apriori::{AprioriParameters, Recoding};
use clump_core::promise::PropertyName;

use super::settings::{Parameters, setters};
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::job::Job;
use crate::job::echo::Echo;
use crate::job::keys::group::key_group;
use crate::job::keys::{MethodKeys, flags};
use crate::{JobError, RunError};

/// Replaces items by ancestors until any `m` of them match k owners or none.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Apriori {
    /// How many items of an owner an attacker knows.
    pub m: usize,
    /// How many cuts are looked for: one, one for each chunk of rows, or by groups of items first.
    pub recoding: Recoding,
    /// Chunks of rows, or groups of items, with a recoding that is not global.
    pub parts: usize,
}

impl Default for Apriori {
    fn default() -> Apriori {
        Apriori { m: 2, recoding: Recoding::default(), parts: 10 }
    }
}

setters!(Apriori { m: usize, recoding: Recoding, parts: usize });

key_group! {
    /// The keys of this method alone.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct AprioriKeys {
        /// With `apriori`: how many items of an owner an attacker knows [default: 2]
        #[arg(long, value_parser = flags::whole_number, allow_negative_numbers = true, hide = true)]
        pub m: Option<usize>,
        /// With `apriori`: one cut for all rows (AA), one for each chunk of like rows (LRA), or found by groups of items first
        /// (VPA). `local` loses more than `global` but where one rare item takes everything to the root [default: global]
        #[arg(long, value_name = "HOW", value_parser = flags::words::<Recoding>(), hide = true)]
        pub recoding: Option<Recoding>,
        /// With `apriori`: chunks of a local, or groups of items of a vertical recoding [default: 10]
        #[arg(long, value_name = "N", value_parser = flags::whole_number, allow_negative_numbers = true, hide = true)]
        pub parts: Option<usize>,
    }
}

impl Parameters for Apriori {
    type Keys = AprioriKeys;

    fn take(keys: AprioriKeys, _: &mut MethodKeys) -> Result<Apriori, JobError> {
        let default = Apriori::default();
        let recoding = keys.recoding.unwrap_or(default.recoding);
        if recoding == Recoding::Global && keys.parts.is_some() {
            return Err(JobError::IdleKey { key: "parts".to_owned() });
        }
        let parts = keys.parts.unwrap_or(default.parts);
        Ok(Apriori { m: keys.m.unwrap_or(default.m), recoding, parts })
    }

    fn echo(&self, echo: &mut Echo) {
        echo.put("m", self.m);
        echo.put("recoding", self.recoding);
        echo.put("parts", (self.recoding != Recoding::Global).then_some(self.parts));
    }
}

impl MethodSettings for Apriori {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::KmAnonymity],
        promise: "k^m-anonymity",
        also_reads: &[SharedSetting::K],
        sentence: "Replaces items by ancestors until any m items that an attacker knows match k owners or none.",
        explanation: "One cut of the taxonomy for all rows (`recoding = \"global\"`: AA), one for each chunk of like rows (`local`: LRA), or found \
                      for groups of items first and repaired then (`vertical`: VPA). Sets of 1, 2, ... m items are made frequent \
                      one size after the other, each by the generalization that loses least.",
        reference: "M. Terrovitis, N. Mamoulis, P. Kalnis: Privacy-preserving Anonymization of Set-valued Data, VLDB 2008; Local and \
                    Global Recoding Methods for Anonymizing Set-valued Data, VLDB Journal 2011.",
        weakness: "Who knows more than m items may find one row. With a global cut, a rare item right below the root takes everything to \
                   the root, and only then a local one may keep more: at k = 5 it lost 57.7 against 21.0 % on FoodMart, 78.5 against \
                   57.7 % on Excite and 67.0 against 2.5 % on msweb.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let Apriori { m, recoding, parts } = *self;
        let parameters = AprioriParameters { k: job.require_k()?, m, recoding, parts };
        Ok(AnyMethod::on_transactions(parameters.check()?))
    }
}
