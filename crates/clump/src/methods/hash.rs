//! Token-based hashing.

use clump_log::hash;

use super::key::KeySource;
use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Replaces every word, owner and address by a keyed hash.
    pub struct Hash {
        /// Where the key comes from.
        #[shared]
        pub key: KeySource,
    }
}

impl MethodSettings for Hash {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Lines,
        properties: &[],
        promise: "nothing",
        also_reads: &[],
        sentence: "Replaces every word of a query, every owner and every address by a keyed hash.",
        explanation: "BLAKE3 with a key that comes from the operating system and is forgotten, or is read from a file so that releases \
                      can be linked. Times and ranks stay.",
        reference: "R. Kumar, J. Novak, B. Pang, A. Tomkins: On Anonymizing Query Logs via Token-based Hashing, WWW 2007.",
        weakness: "Frequency and company betray words: somebody with the other half of a log of 53,058 generated owners reads 45 % of all \
                   that is hashed. `clump attack hash` says how much of yours.",
    };

    fn build(&self, _: &Job) -> Result<AnyMethod, RunError> {
        Ok(AnyMethod::on_lines(hash::Hash::new(self.key.load()?)))
    }
}
