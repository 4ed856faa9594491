//! What an item of a transaction is.

use serde::{Deserialize, Serialize};

use crate::matching::Matching;

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
