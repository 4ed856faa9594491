//! Removal of identifiers from queries.

use clump_log::habits;

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Replaces numbers of cards and phones, addresses and the like.
    pub struct Scrub;
}

impl MethodSettings for Scrub {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Replaces card numbers, social security numbers, phones, e-mails, street addresses and user names in addresses.",
        explanation: "Card numbers must pass Luhn's check. What is found is replaced by its kind in brackets; everything else stays. On the \
                      4,501 lines of the Excite log one reader found 13 identifiers of these kinds: 6 e-mail addresses, which are all \
                      replaced, and 7 bare user names, which are not; nothing is replaced wrongly.",
        reference: "A. Cooper: A Survey of Query Log Privacy-Enhancing Techniques from a Policy Perspective, ACM TWEB 2008.",
        weakness: "Names, places and everything that identifies without a pattern stay; so do owners.",
    };

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Ok(AnyMethod::on_lines(habits::Scrub))
    }
}
