//! A lexicon leads from text to nodes of the taxonomy.

use std::borrow::Cow;

use clump_core::taxonomy::Node;
use clump_scrub::Class;
use clump_wordnet::Languages;

mod growing;
mod names;
mod open;
mod phrases;
mod typed;
mod wordnet;

pub(crate) use growing::GrowingLexicon;
pub(crate) use names::NameLexicon;
pub(crate) use open::OpenLexicon;
pub(crate) use phrases::Phrases;
pub(crate) use typed::TypedLexicon;

/// What a word, a phrase or an item stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A node of the taxonomy.
    Item(Node),
    /// A leaf of its own, with the very text as its name, below this node. The tree is completed by such leaves from the
    /// data.
    Below(Node),
    /// This node, whatever was typed: the text itself is never published.
    Withheld(Node),
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
    /// What a phrase of several words means, if it is known.
    fn phrase(&self, phrase: &str) -> Option<Meaning>;
    /// Words of the longest phrase that begins with `first_word`; 1 if there is none.
    fn longest_phrase(&self, first_word: &str) -> usize;
    /// What an item of a basket means, taken whole.
    fn item(&self, item: &str) -> Meaning;

    /// What the leaf of an item of a basket is called.
    fn name_of_item<'i>(&self, item: &'i str) -> Cow<'i, str> {
        Cow::Borrowed(item)
    }

    /// What a word means that the user says belongs to `node`.
    fn stated(&self, node: Node) -> Meaning {
        Meaning::Item(node)
    }

    /// The node that unknown words belong below; none where they have no place.
    fn other_words(&self) -> Option<Node> {
        None
    }

    /// What a query means that consists of signs alone.
    fn only_signs(&self, _query: &str) -> Meaning {
        Meaning::Stop
    }

    /// The node of a number that is typed in several words; none where they are words like others.
    fn split_number(&self, _words: &[&str]) -> Option<Node> {
        None
    }

    /// The node of all identifiers of persons of this kind; none where they are words like others.
    fn identifiers(&self, _class: Class) -> Option<Node> {
        None
    }

    /// Other languages than English in which `word` is a function word.
    fn languages(&self, _word: &str) -> Languages {
        Languages::EMPTY
    }

    /// The node above a node of this name that data make.
    fn above_branch(&self, _name: &str) -> Option<Node> {
        None
    }

    /// The name of a node between `word` and the node that it is below, where the data make one.
    fn branch(&self, _word: &str, _below: Node) -> Option<String> {
        None
    }
}

impl From<Option<Node>> for Meaning {
    fn from(node: Option<Node>) -> Self {
        node.map_or(Meaning::Unknown, Meaning::Item)
    }
}
