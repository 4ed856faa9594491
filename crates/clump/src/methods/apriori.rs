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
    /// Number of items of an owner that an attacker knows.
    pub m: usize,
    /// Kind of recoding: one cut, one for each chunk of rows, or by groups of items first.
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
    /// Keys of this method only.
    #[command(next_help_heading = "Method")]
    #[read_by(Named)]
    pub struct AprioriKeys {
        /// Number of a person's items that an attacker knows, for example 3 [default: 2]
        #[arg(long, value_parser = flags::whole_number, allow_negative_numbers = true, hide = true)]
        pub m: Option<usize>,
        /// Reach of a cut of the taxonomy: `global`, `local` or `vertical` [default: global]
        ///
        /// `global` makes one cut for all rows (AA), `local` one for each chunk of similar rows (LRA).
        /// `vertical` makes a cut for groups of items first (VPA). `local` loses more than `global`, except
        /// if one rare item takes everything to the root.
        #[arg(long, value_name = "HOW", value_parser = flags::words::<Recoding>(), hide = true)]
        pub recoding: Option<Recoding>,
        /// Number of chunks or of groups of items, for example 20 [default: 10]
        ///
        /// `local` has chunks, `vertical` has groups of items.
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
        sentence: "Replaces items by categories until any m items that an attacker knows match at least k \
                   people or none.",
        explanation: "`recoding` sets the reach of a cut of the taxonomy. `global` makes one cut for all \
                      rows (AA). `local` makes one for each chunk of similar rows (LRA). `vertical` makes a \
                      cut for groups of items first and then repairs it (VPA). Sets of 1, 2, ... m items \
                      become frequent, one size after the other. Each step takes the generalization that \
                      loses least.",
        reference: "M. Terrovitis, N. Mamoulis, P. Kalnis: Privacy-preserving Anonymization of Set-valued Data, VLDB 2008; Local and \
                    Global Recoding Methods for Anonymizing Set-valued Data, VLDB Journal 2011.",
        weakness: "An attacker who knows more than m items can find a single row. With a global cut, one \
                   rare item directly below the root takes everything to the root. Only then can a local \
                   cut lose less. At k = 5, local and global lost 57.7 and 21.0 % on FoodMart, 78.5 and \
                   57.7 % on Excite, and 67.0 and 2.5 % on msweb.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let Apriori { m, recoding, parts } = *self;
        let parameters = AprioriParameters { k: job.require_k()?, m, recoding, parts };
        Ok(AnyMethod::on_transactions(parameters.check()?))
    }
}
