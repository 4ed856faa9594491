//! The lexicon of a taxonomy that is completed from the data: an item that it does not have stands for itself.

use clump_core::taxonomy::Node;

use super::{Lexicon, Meaning};

/// Another lexicon, which knows every item. Words of queries are as known as they were: they are whatever people type.
pub(crate) struct GrowingLexicon {
    known: Box<dyn Lexicon>,
    nodes: u32,
}

impl GrowingLexicon {
    /// `known` leads to a taxonomy of so many `nodes`.
    pub(crate) fn new(known: Box<dyn Lexicon>, nodes: usize) -> Self {
        GrowingLexicon { known, nodes: nodes as u32 }
    }
}

impl Lexicon for GrowingLexicon {
    fn exact(&self, word: &str) -> Meaning {
        self.known.exact(word)
    }

    fn word(&self, word: &str) -> Meaning {
        self.known.word(word)
    }

    fn phrase(&self, phrase: &str) -> Option<Node> {
        self.known.phrase(phrase)
    }

    fn longest_phrase(&self, first_word: &str) -> usize {
        self.known.longest_phrase(first_word)
    }

    fn item(&self, item: &str) -> Meaning {
        match self.known.item(item) {
            Meaning::Unknown => Meaning::Itself,
            meaning => meaning,
        }
    }

    fn known_nodes(&self) -> u32 {
        self.nodes
    }
}
