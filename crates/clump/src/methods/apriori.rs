//! `apriori`: generalizes items until any m items of a row match k owners or none (k^m-anonymity).

use clump_core::anonymize::apriori::{AprioriParameters, Recoding};
use clump_core::promise::PropertyName;

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::job::Job;
use crate::job::keys::flags;
use crate::{JobError, RunError};

/// Default number of chunks of rows, or of groups of items.
const PARTS: usize = 10;

settings! {
    /// Replaces items by ancestors until any `m` of them match k owners or none.
    pub struct Apriori: AprioriKeys {
        /// Number of a person's items that an attacker knows, for example 3 [default: 2]
        #[arg(value_parser = flags::whole_number, allow_negative_numbers = true)]
        pub m: usize = 2,
        /// Reach of a cut of the taxonomy: `global`, `local` or `vertical` [default: global]
        ///
        /// `global` makes one cut for all rows (AA), `local` one for each chunk of similar rows (LRA).
        /// `vertical` makes a cut for groups of items first (VPA). `local` loses more than `global`, except
        /// if one rare item takes everything to the root.
        #[arg(value_name = "HOW", value_parser = flags::words::<Recoding>())]
        pub recoding: Recoding = Recoding::default(),
        /// Number of chunks or of groups of items, for example 20 [default: 10]
        ///
        /// `local` has chunks, `vertical` has groups of items.
        #[arg(value_name = "N", value_parser = flags::whole_number, allow_negative_numbers = true)]
        pub parts: Option<usize>,
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

    fn settle(&mut self) -> Result<(), JobError> {
        match (self.recoding, self.parts) {
            (Recoding::Global, Some(_)) => Err(JobError::IdleKey { key: "parts".to_owned() }),
            (Recoding::Global, None) => Ok(()),
            (Recoding::Local | Recoding::Vertical, parts) => {
                self.parts = parts.or(Some(PARTS));
                Ok(())
            }
        }
    }

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let Apriori { m, recoding, parts } = *self;
        let parts = parts.unwrap_or(PARTS);
        let parameters = AprioriParameters { k: job.require_k()?, m, recoding, parts };
        Ok(AnyMethod::on_transactions(parameters.check()?))
    }
}
