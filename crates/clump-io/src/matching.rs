//! How the text of queries is matched, and what became of its words.

use serde::{Deserialize, Serialize};

use crate::tokens::Compounds;

/// How the text of queries is matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Matching {
    /// Phrases, then the stop list, then single words and their plurals.
    #[default]
    Full,
    /// The paper's plain rule: single words as they stand, first sense, no stop list, no plurals, no phrases.
    Paper,
}

impl Matching {
    /// What becomes of tokens with punctuation inside.
    pub(crate) fn compounds(self) -> Compounds {
        match self {
            Matching::Full => Compounds::Split,
            Matching::Paper => Compounds::Keep,
        }
    }
}

/// What became of the words (or, of baskets, items): `tokens` is the sum of the four after it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MapCounts {
    /// Words in all.
    pub tokens: u64,
    /// Words that led to a node, alone or in a phrase.
    pub mapped: u64,
    /// Stop words left out.
    pub stop_words: u64,
    /// Words left out because an override says `drop`.
    pub dropped: u64,
    /// Words that the taxonomy does not have.
    pub unknown: u64,
    /// Phrases of several words among what was mapped or dropped.
    pub phrases: u64,
}
