//! `pieces`: cuts transactions into parts of which each is shared by k owners, word for word.

use clump_core::anonymize::pieces::{DEFAULT_LINKS, PiecesParameters};
use clump_core::promise::PropertyName;

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Cuts transactions into pieces that k owners share.
    pub struct Pieces: PiecesKeys {
        /// Worth of words that stay together, for example 0.5 [default: 0.1]
        ///
        /// Words alone are worth 1. 0 publishes whole queries and single words only.
        #[arg(value_name = "L", allow_negative_numbers = true)]
        pub links: f64 = DEFAULT_LINKS,
        /// Approximate number of rows that are joined at a time, as in a cluster; all if not given.
        #[shared]
        pub shards: Option<usize>,
    }
}

impl MethodSettings for Pieces {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::KAnonymity, PropertyName::Certainty, PropertyName::Differences],
        promise: "k-anonymity of every piece",
        also_reads: &[SharedSetting::K, SharedSetting::Ledger],
        sentence: "Cuts transactions into pieces, and publishes each piece that at least k people share.",
        explanation: "A query that k people typed is published word for word. Other transactions are split \
                      into words or items. A word of at least k people keeps its name; a rarer word becomes \
                      the lowest category that k people share. Words of a row are joined if k people share \
                      them together; `links` weighs joined words against exact words. A row of the release \
                      is a piece with its number of people. The release does not show which pieces belong \
                      to one person.",
        reference: "This project. Publishers of queries commonly publish what k people share. The proof of \
                    the upper bound in the certificate is in `cut/figures.rs`.",
        weakness: "Not suitable if all data of a person must stay together: `nearest` keeps whole rows. All \
                   people of a piece have the words in it. An attacker who knows which pieces go together \
                   can link the pieces of one person.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let certainty = job.certainty_of_nodes()?;
        let parameters =
            PiecesParameters { k: job.require_k()?, links: self.links, shards: self.shards, certainty };
        Ok(AnyMethod::Pieces(Box::new(parameters.check()?)))
    }
}
