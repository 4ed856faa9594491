//! Rules for matching the text of queries, and counts of the results.

use std::ops::AddAssign;

use serde::{Deserialize, Serialize};

use crate::tokens::Compounds;

/// Rule that turns the text of a query into items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Matching {
    /// Takes phrases first, then drops stop words, then takes single words and their plurals.
    #[default]
    Full,
    /// The paper's rule: exact single words with their first sense, without stop words, plurals or phrases.
    Paper,
}

impl Matching {
    /// The treatment of tokens with punctuation inside.
    pub(crate) fn compounds(self) -> Compounds {
        match self {
            Matching::Full => Compounds::Split,
            Matching::Paper => Compounds::Keep,
        }
    }
}

/// Counts of the words (or, of baskets, items) by result: `tokens` is the sum of the four after it.
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
    /// Unknown words that became a node all the same, as [`Unknown::As`](crate::Unknown::As) asks: none or
    /// all.
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

/// Kind of an item: a word, or its meaning.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Items {
    /// The word in lower case: a leaf of the taxonomy, below the category of its meaning. `car`, `cars` and
    /// `automobile` are siblings below `<car>`.
    #[default]
    Words,
    /// The category of the word, as in the paper. `car`, `cars` and `automobile` are all `<car>`. A word
    /// without a category is unknown.
    Senses,
}

impl Items {
    /// The default for items: senses with the paper's rule of matching, else words.
    pub fn usual(matching: Matching) -> Items {
        match matching {
            Matching::Paper => Items::Senses,
            Matching::Full => Items::Words,
        }
    }
}
