//! Lexicons, which map the words of queries and the items of baskets to nodes of a taxonomy.

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

/// Result of looking up a word, a phrase or an item in a lexicon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// The text means this node of the taxonomy.
    Item(Node),
    /// The text becomes a new leaf below this node, with the text as its name.
    Below(Node),
    /// The text is replaced by this node, because the text itself must never be published.
    Excluded(Node),
    /// The text is a function word such as `the`, which reveals nothing about its owner.
    Stop,
    /// The text is left out, because an override or a list of the user drops it.
    Dropped,
    /// The lexicon does not have the text.
    Unknown,
}

/// Maps the words of queries and the items of baskets to nodes of one taxonomy. Words and phrases are looked
/// up in lower case with single spaces; items are looked up unchanged.
pub trait Lexicon: Send + Sync {
    /// Meaning of exactly this word, without rules for plurals and stop words.
    fn exact(&self, word: &str) -> Meaning;
    /// Meaning of a single word, after the rules for plurals and stop words.
    fn word(&self, word: &str) -> Meaning;
    /// Meaning of a phrase of several words; `None` if the phrase is unknown.
    fn phrase(&self, phrase: &str) -> Option<Meaning>;
    /// Number of words of the longest phrase that begins with `first_word`; 1 if there is no such phrase.
    fn longest_phrase(&self, first_word: &str) -> usize;
    /// Meaning of an item of a basket. An item is looked up as a whole, not word by word.
    fn item(&self, item: &str) -> Meaning;

    /// Name of the leaf that an item of a basket becomes.
    fn name_of_item<'i>(&self, item: &'i str) -> Cow<'i, str> {
        Cow::Borrowed(item)
    }

    /// Meaning of a word that a user's override or a guard assigns to `node`.
    fn stated(&self, node: Node) -> Meaning {
        Meaning::Item(node)
    }

    /// Node above unknown words; `None` if the taxonomy has no such node.
    fn other_words(&self) -> Option<Node> {
        None
    }

    /// Meaning of a query that contains only punctuation and other signs.
    fn only_signs(&self, _query: &str) -> Meaning {
        Meaning::Stop
    }

    /// Node that replaces personal identifiers of this class; `None` if the taxonomy has no such node.
    fn identifiers(&self, _class: Class) -> Option<Node> {
        None
    }

    /// True if `node` stands for a shape of words, such as file names, and not for a meaning.
    fn is_shape(&self, _node: Node) -> bool {
        false
    }

    /// Languages other than English in which `word` is a function word; empty if there are none.
    fn languages(&self, _word: &str) -> Languages {
        Languages::EMPTY
    }

    /// Node above the branch called `name`, a category made from the data; `None` if it is no branch.
    fn above_branch(&self, _name: &str) -> Option<Node> {
        None
    }

    /// Name of the category to create between `word` and the node above it; `None` if no category is created.
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
    /// Adds `phrase`, whose words have single spaces between them, and returns its number from 0.
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

/// Looks texts up among the names of a taxonomy. A text means the node with exactly that name. Otherwise it
/// means the only node whose name differs just in case, spacing and compatible Unicode forms.
pub(crate) struct NameLexicon {
    names: Arc<NodeNames>,
    folded: Phrases,
    /// Node for each folded name; `None` if several names have the same folded form.
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

    /// Names are checked before the stop list: if a taxonomy has a node `it`, the word `it` means that node.
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
