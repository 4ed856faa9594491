//! Lexicons: they map text to nodes of the taxonomy.

use std::borrow::Cow;
use std::sync::Arc;

use clump_core::containers::Interner;
use clump_core::taxonomy::{Node, NodeNames, Taxonomy};
use clump_scrub::Class;
use clump_wordnet::{Languages, WordNet, is_stop_word};

use crate::tokens::fold;

pub(crate) use topics::TopicLexicon;
pub(crate) use typed::TypedLexicon;

mod topics;
mod typed;

/// The meaning of a word, a phrase or an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A node of the taxonomy.
    Item(Node),
    /// A leaf of its own below this node, with the text as its name.
    Below(Node),
    /// This node, whatever was typed: the text itself is never published.
    Excluded(Node),
    /// A function word, which says nothing about its owner.
    Stop,
    /// Nothing, because the user dropped it.
    Dropped,
    /// An unknown text.
    Unknown,
}

/// The words of a taxonomy. Words and phrases are looked up in lower case with single spaces; items as they
/// are.
pub trait Lexicon: Send + Sync {
    /// The meaning of a single word by itself, without any rule.
    fn exact(&self, word: &str) -> Meaning;
    /// The meaning of a single word, with the rules for plurals and stop words.
    fn word(&self, word: &str) -> Meaning;
    /// The meaning of a phrase of several words, if it is known.
    fn phrase(&self, phrase: &str) -> Option<Meaning>;
    /// Number of words of the longest phrase that begins with `first_word`; 1 if there is none.
    fn longest_phrase(&self, first_word: &str) -> usize;
    /// The meaning of an item of a basket, taken as a whole.
    fn item(&self, item: &str) -> Meaning;

    /// The name of the leaf of an item of a basket.
    fn name_of_item<'i>(&self, item: &'i str) -> Cow<'i, str> {
        Cow::Borrowed(item)
    }

    /// The meaning of a word that the user assigns to `node`.
    fn stated(&self, node: Node) -> Meaning {
        Meaning::Item(node)
    }

    /// The node above unknown words; `None` if they have no place.
    fn other_words(&self) -> Option<Node> {
        None
    }

    /// The meaning of a query that consists of signs only.
    fn only_signs(&self, _query: &str) -> Meaning {
        Meaning::Stop
    }

    /// The node of all personal identifiers of this class; `None` if the taxonomy has no place for them.
    fn identifiers(&self, _class: Class) -> Option<Node> {
        None
    }

    /// True if `node` is a shape of words and has no other meaning.
    fn is_shape(&self, _node: Node) -> bool {
        false
    }

    /// Languages other than English in which `word` is a function word.
    fn languages(&self, _word: &str) -> Languages {
        Languages::EMPTY
    }

    /// The node above a branch of this name, which the data add to the tree.
    fn above_branch(&self, _name: &str) -> Option<Node> {
        None
    }

    /// The name of the branch between `word` and the node above it, if the data add one.
    fn branch(&self, _word: &str, _below: Node) -> Option<String> {
        None
    }
}

impl From<Option<Node>> for Meaning {
    fn from(node: Option<Node>) -> Self {
        node.map_or(Meaning::Unknown, Meaning::Item)
    }
}

pub(crate) struct OpenLexicon;

impl Lexicon for OpenLexicon {
    fn exact(&self, _: &str) -> Meaning {
        Meaning::Below(Node::ROOT)
    }

    fn word(&self, word: &str) -> Meaning {
        if is_stop_word(word) { Meaning::Stop } else { Meaning::Below(Node::ROOT) }
    }

    fn phrase(&self, _: &str) -> Option<Meaning> {
        None
    }

    fn longest_phrase(&self, _: &str) -> usize {
        1
    }

    fn item(&self, _: &str) -> Meaning {
        Meaning::Below(Node::ROOT)
    }
}

impl Lexicon for WordNet {
    fn exact(&self, word: &str) -> Meaning {
        WordNet::exact(self, word).into()
    }

    fn word(&self, word: &str) -> Meaning {
        if is_stop_word(word) { Meaning::Stop } else { self.noun(word).into() }
    }

    fn phrase(&self, phrase: &str) -> Option<Meaning> {
        self.noun(phrase).map(Meaning::Item)
    }

    fn longest_phrase(&self, first_word: &str) -> usize {
        WordNet::longest_phrase(self, first_word)
    }

    fn item(&self, item: &str) -> Meaning {
        self.noun(&fold(item)).into()
    }
}

#[derive(Default)]
pub(crate) struct Phrases {
    phrases: Interner,
    first_words: Interner,
    longest: Vec<usize>,
}

impl Phrases {
    /// The number of `phrase`, in order of first insertion. Words are separated by single spaces.
    pub(crate) fn insert(&mut self, phrase: &str) -> u32 {
        let words = phrase.split(' ').count();
        let first = phrase.split(' ').next().unwrap_or(phrase);
        let first = self.first_words.intern(first) as usize;
        if first == self.longest.len() {
            self.longest.push(1);
        }
        self.longest[first] = self.longest[first].max(words);
        self.phrases.intern(phrase)
    }

    #[inline]
    pub(crate) fn find(&self, phrase: &str) -> Option<u32> {
        self.phrases.find(phrase)
    }

    #[inline]
    pub(crate) fn longest(&self, first_word: &str) -> usize {
        self.first_words.find(first_word).map_or(1, |number| self.longest[number as usize])
    }
}

/// The names of a taxonomy. A text is the node of exactly that name. Otherwise it is the only node whose name
/// differs just in case, spacing and compatible forms.
pub(crate) struct NameLexicon {
    names: Arc<NodeNames>,
    folded: Phrases,
    /// The node of each folded name; `None` if two names have the same folded form.
    nodes: Vec<Option<Node>>,
}

impl NameLexicon {
    pub(crate) fn new(taxonomy: &Taxonomy) -> Self {
        let mut lexicon =
            NameLexicon { names: taxonomy.names(), folded: Phrases::default(), nodes: Vec::new() };
        for node in taxonomy.nodes() {
            let number = lexicon.folded.insert(&fold(taxonomy.name(node))) as usize;
            if number == lexicon.nodes.len() {
                lexicon.nodes.push(Some(node));
            } else {
                lexicon.nodes[number] = None;
            }
        }
        lexicon
    }

    fn find(&self, text: &str, folded: &str) -> Option<Node> {
        self.names
            .find(text)
            .or_else(|| self.folded.find(folded).and_then(|number| self.nodes[number as usize]))
    }
}

impl Lexicon for NameLexicon {
    fn exact(&self, word: &str) -> Meaning {
        self.find(word, word).into()
    }

    /// A name comes before the stop list: a taxonomy with a node `it` means that word.
    fn word(&self, word: &str) -> Meaning {
        match self.find(word, word) {
            None if is_stop_word(word) => Meaning::Stop,
            found => found.into(),
        }
    }

    fn phrase(&self, phrase: &str) -> Option<Meaning> {
        self.find(phrase, phrase).map(Meaning::Item)
    }

    fn longest_phrase(&self, first_word: &str) -> usize {
        self.folded.longest(first_word)
    }

    fn item(&self, item: &str) -> Meaning {
        self.find(item, &fold(item)).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clump_core::taxonomy::Edge;

    #[test]
    fn exact_names_come_first_and_ambiguous_ones_are_unknown() {
        let names = ["Pepsi", "pepsi", "Coke", "COKE", "Red Wine", "IT"];
        let edges = names.iter().enumerate();
        let taxonomy = Taxonomy::from_edges(edges.map(|(line, child)| Edge {
            child,
            parent: Some("*"),
            line: line + 1,
        }))
        .unwrap();
        let lexicon = NameLexicon::new(&taxonomy);
        let item = |text: &str| match lexicon.item(text) {
            Meaning::Item(node) => Some(taxonomy.name(node)),
            _ => None,
        };
        assert_eq!((item("Pepsi"), item("pepsi"), item("PEPSI")), (Some("Pepsi"), Some("pepsi"), None));
        assert_eq!((item("Coke"), item("coke"), item("red  wine")), (Some("Coke"), None, Some("Red Wine")));
        assert_eq!(lexicon.longest_phrase("red"), 2);
        assert_eq!(lexicon.word("the"), Meaning::Stop);
        assert!(matches!(lexicon.word("it"), Meaning::Item(_)));
    }
}
