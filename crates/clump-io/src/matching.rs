//! How the text of queries is matched, and what became of its words.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::tokens::Compounds;

/// How the text of queries is matched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
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
    /// Those of them that became a node all the same, as [`Unknown::As`](crate::Unknown::As) asks: none or all.
    #[serde(default)]
    pub placed: u64,
    /// Items of baskets that the taxonomy knows by their shape alone, such as numbers.
    #[serde(default)]
    pub by_shape: u64,
    /// Phrases of several words among what was mapped or dropped.
    pub phrases: u64,
}

impl AddAssign for MapCounts {
    fn add_assign(&mut self, more: MapCounts) {
        self.tokens += more.tokens;
        self.mapped += more.mapped;
        self.stop_words += more.stop_words;
        self.dropped += more.dropped;
        self.unknown += more.unknown;
        self.placed += more.placed;
        self.by_shape += more.by_shape;
        self.phrases += more.phrases;
    }
}

/// What an item is: what was typed, or what is meant by it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Items {
    /// The word as it was typed, in lower case: a leaf of the tree, below the node that it leads to. `car`, `cars` and
    /// `automobile` are siblings below `<car>`.
    #[default]
    Words,
    /// The node that the word leads to: the paper's way. `car`, `cars` and `automobile` are all `<car>`, and words that
    /// lead to none are unknown.
    Senses,
}

impl Items {
    /// What items are where nobody says so: senses with the paper's rule of matching, else words.
    pub fn usual(matching: Matching) -> Items {
        match matching {
            Matching::Paper => Items::Senses,
            Matching::Full => Items::Words,
        }
    }
}
