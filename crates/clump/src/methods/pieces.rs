//! What k owners share, word for word: transactions cut into pieces.

use clump_core::anonymize::pieces::{DEFAULT_LINKS, PiecesParameters};
use clump_core::promise::PropertyName;

use super::settings::settings;
use super::{AnyMethod, MethodFacts, MethodSettings, SharedSetting, WorksOn};
use crate::RunError;
use crate::job::Job;

settings! {
    /// Cuts transactions into pieces that k owners share.
    pub struct Pieces: PiecesKeys {
        /// With `pieces`: what words together are worth, where a word alone is worth 1; 0 publishes words alone [default:
        /// 0.1]
        #[arg(value_name = "L", allow_negative_numbers = true)]
        pub links: f64 = DEFAULT_LINKS,
        /// About how many rows are joined at a time, as a cluster does; all, when not given.
        #[shared]
        pub shards: Option<usize>,
    }
}

impl MethodSettings for Pieces {
    const FACTS: MethodFacts = MethodFacts {
        works_on: WorksOn::Transactions,
        properties: &[PropertyName::KAnonymity, PropertyName::Certainty],
        promise: "k-anonymity of every piece",
        also_reads: &[SharedSetting::K],
        sentence: "Cuts what owners asked into pieces and publishes each that k owners share: whole queries first, then words together, \
                   then words.",
        explanation: "A word that k owners have keeps its name; what fewer have goes to the lowest node of the taxonomy that k of them \
                      share. Whole queries that k owners typed are published word for word. Then words of a row are joined as long as k \
                      owners share them together and `links` weighs what is told against what is generalized for it. A row of the release \
                      is a piece with its number of owners; which pieces are of one owner is not published.",
        reference: "This project. Publishing what k people share is what practice does with queries; the ceiling that the certificate \
                    states is proved in `cut/ceiling.rs`.",
        weakness: "The wrong tool where all that one owner did must stay together: `nearest` keeps whole rows. A piece tells of all its \
                   owners what stands in it, and pieces of one owner might be brought together by who knows what goes with what.",
    };

    fn build(&self, job: &Job) -> Result<AnyMethod, RunError> {
        let certainty = job.certainty_of_nodes()?;
        let parameters =
            PiecesParameters { k: job.require_k()?, links: self.links, shards: self.shards, certainty };
        Ok(AnyMethod::Pieces(Box::new(parameters.check()?)))
    }
}
