//! A lexicon leads from text to nodes of the taxonomy.

use clump_core::taxonomy::Node;

mod growing;
mod names;
mod open;
mod phrases;
mod wordnet;

pub(crate) use growing::GrowingLexicon;
pub(crate) use names::NameLexicon;
pub(crate) use open::OpenLexicon;
pub(crate) use phrases::Phrases;

/// What a word, a phrase or an item stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A node of the taxonomy.
    Item(Node),
    /// A node that bears the very text as its name, in a taxonomy that is made, or completed, from the data.
    Itself,
    /// A function word, which says nothing of its owner.
    Stop,
    /// Nothing, because the user said so.
    Dropped,
    /// Nothing that is known.
    Unknown,
}

/// The words of a taxonomy. Words and phrases are asked for in lower case with single spaces; items as they stand.
pub trait Lexicon: Send + Sync {
    /// What a single word means by itself, no rule applied to it.
    fn exact(&self, word: &str) -> Meaning;
    /// What a single word means, plurals and stop words considered.
    fn word(&self, word: &str) -> Meaning;
    /// The node of a phrase of several words.
    fn phrase(&self, phrase: &str) -> Option<Node>;
    /// Words of the longest phrase that begins with `first_word`; 1 if there is none.
    fn longest_phrase(&self, first_word: &str) -> usize;
    /// What an item of a basket means, taken whole.
    fn item(&self, item: &str) -> Meaning;
    /// How many nodes there are before those that are yet to be made: the first number of a text that stands for itself.
    fn known_nodes(&self) -> u32 {
        0
    }
}

impl From<Option<Node>> for Meaning {
    fn from(node: Option<Node>) -> Self {
        node.map_or(Meaning::Unknown, Meaning::Item)
    }
}
