//! Lexicon that makes each typed word a leaf of WordNet's tree, below the node of its meaning. Every word
//! gets a node.
//!
//! The tree is WordNet's, plus a node for each shape of words and one for all other words. A word is looked
//! up in this order: identifiers of persons, which are never published; other numbers; meanings that words
//! have on the web; stop words; nouns; adjectives, verbs and adverbs by WordNet's links to nouns; shapes. Any
//! other word is unknown, and belongs below `<other word>`.

use std::borrow::Cow;
use std::ops::Deref;

use clump_core::names::Names;
use clump_core::taxonomy::{Node, Taxonomy};
use clump_scrub::Class;
use clump_wordnet::{Languages, WordNet, function_word_in, is_stop_word};

use super::{Lexicon, Meaning};
use crate::shapes::{self, WordShape};
use crate::tokens::fold;

/// Lexicon over the words of `W`, which is a [`WordNet`] or a pointer to one.
pub(crate) struct TypedLexicon<W> {
    wordnet: W,
    tree: Taxonomy,
}

impl<W: Deref<Target = WordNet>> TypedLexicon<W> {
    pub(crate) fn new(wordnet: W) -> Self {
        let nouns = wordnet.taxonomy();
        let mut names: Names = nouns.nodes().map(|node| nouns.name(node)).collect();
        let mut depths: Vec<u32> = nouns.nodes().map(|node| nouns.level(node) - 1).collect();
        for (depth, name) in shapes::NODES {
            names.push(name);
            depths.push(depth);
        }
        TypedLexicon { wordnet, tree: Taxonomy::from_preorder(names, &depths) }
    }

    pub(crate) fn tree(&self) -> &Taxonomy {
        &self.tree
    }

    fn node(&self, name: &str) -> Node {
        let nouns = self.tree.len() - shapes::NODES.len();
        let place = shapes::NODES.iter().position(|(_, node)| *node == name);
        Node((nouns + place.expect("every shape has a node")) as u32)
    }

    fn place(&self, shape: WordShape) -> Meaning {
        let node = self.node(shape.node());
        if shape.is_excluded() { Meaning::Excluded(node) } else { Meaning::Below(node) }
    }

    /// Meaning of a word or phrase that is a noun of WordNet, or that our list of web senses has. The list
    /// has no apostrophes, so they are removed for it.
    fn known(&self, text: &str) -> Option<Meaning> {
        let bare = || text.contains('\'').then(|| self.wordnet.web_sense(&text.replace('\'', "")))?;
        self.wordnet.web_sense(text).or_else(bare).or_else(|| self.wordnet.noun(text)).map(Meaning::Below)
    }

    /// Meaning of a word, before the check that the output formats can represent it.
    fn meaning(&self, word: &str) -> Meaning {
        let shape = WordShape::of(word);
        match shape {
            // Words of digits are numbers, even if WordNet has a noun for them.
            Some(shape @ (WordShape::Year | WordShape::ShortNumber)) => return self.place(shape),
            Some(shape) if shape.is_excluded() => return self.place(shape),
            _ if is_stop_word(word) => return Meaning::Stop,
            _ => {}
        }
        let linked = || self.wordnet.linked(word).map(|linked| Meaning::Below(linked.node));
        let by_shape = || shape.map(|shape| self.place(shape));
        self.known(word).or_else(linked).or_else(by_shape).unwrap_or(Meaning::Unknown)
    }
}

/// True if every output format can represent `word`. Words with column separators or with characters that
/// move the cursor are not published.
fn can_be_published(word: &str) -> bool {
    !word.contains(|char: char| {
        char == '|'
            || char.is_control()
            || matches!(char, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    })
}

impl<W: Deref<Target = WordNet> + Send + Sync> Lexicon for TypedLexicon<W> {
    fn exact(&self, word: &str) -> Meaning {
        self.word(word)
    }

    fn word(&self, word: &str) -> Meaning {
        match self.meaning(word) {
            Meaning::Below(node) if !can_be_published(word) => Meaning::Excluded(node),
            Meaning::Unknown if !can_be_published(word) => Meaning::Excluded(self.node(shapes::OTHER_WORD)),
            meaning => meaning,
        }
    }

    fn phrase(&self, phrase: &str) -> Option<Meaning> {
        self.known(phrase)
    }

    fn longest_phrase(&self, first_word: &str) -> usize {
        self.wordnet.longest_phrase(first_word).max(self.wordnet.longest_web_phrase(first_word))
    }

    fn item(&self, item: &str) -> Meaning {
        match self.word(&fold(item)) {
            // An item of a basket is never a function word, because its owner really has it.
            Meaning::Stop => Meaning::Unknown,
            meaning => meaning,
        }
    }

    fn name_of_item<'i>(&self, item: &'i str) -> Cow<'i, str> {
        Cow::Owned(fold(item))
    }

    fn stated(&self, node: Node) -> Meaning {
        Meaning::Below(node)
    }

    fn other_words(&self) -> Option<Node> {
        Some(self.node(shapes::OTHER_WORD))
    }

    fn only_signs(&self, query: &str) -> Meaning {
        let looks_like_a_node = query.starts_with('<') || query.ends_with('>');
        match self.place(WordShape::OnlySigns) {
            Meaning::Below(node) if looks_like_a_node || !can_be_published(query) => Meaning::Excluded(node),
            meaning => meaning,
        }
    }

    fn identifiers(&self, class: Class) -> Option<Node> {
        Some(self.node(WordShape::of_class(class).node()))
    }

    fn is_shape(&self, node: Node) -> bool {
        node.index() >= self.tree.len() - shapes::NODES.len()
    }

    fn languages(&self, word: &str) -> Languages {
        function_word_in(word)
    }

    fn above_branch(&self, name: &str) -> Option<Node> {
        WordShape::above_branch(name).map(|shape| self.node(shape.node()))
    }

    fn branch(&self, word: &str, below: Node) -> Option<String> {
        let mut shapes = WordShape::WITH_BRANCHES.into_iter();
        shapes.find(|shape| self.node(shape.node()) == below)?.branch(word)
    }
}
