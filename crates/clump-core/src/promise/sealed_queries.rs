//! Sealed queries: a reader of the release alone cannot open queries that fewer than k owners asked.

use serde::{Deserialize, Serialize};

use super::property::REPEATED;
use super::{Promised, Wording};

/// A query can be read only with the shares of at least `k` owners who asked it.
///
/// Checked by `sealed_queries` of the crate that implements shares and seals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SealedQueries {
    /// The least number of owners.
    pub k: usize,
}

impl Promised for SealedQueries {
    fn k(&self) -> Option<usize> {
        Some(self.k)
    }

    fn wording(&self) -> Wording {
        Wording {
            short: format!("queries sealed for {} owners", self.k),
            sentence: format!("A query can be read only with the shares of {} owners who asked it.", self.k),
            looked_at: ["query", "queries"],
            not_covered: vec![
                "All queries of an owner stay linked under one name: those that open may identify the owner together.",
                "How many owners asked a query is visible even if it stays sealed, and so are times and lengths in steps of 32.",
                "If the key was made from a seed, whoever guesses the seed opens everything.",
                "Whoever adds queries of their own to the log can open what k - 1 others asked.",
                REPEATED,
            ],
            remedy: "do not publish it: seal the queries again, with a fresh key",
        }
    }
}
