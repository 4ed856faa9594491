//! The lexicon of a taxonomy that is completed from the data: an item that it does not have stands for itself.

use clump_core::taxonomy::Node;

use super::{Lexicon, Meaning};

/// Another lexicon, which knows every item. Words of queries are as known as they were: they are whatever people type.
pub(crate) struct GrowingLexicon(pub Box<dyn Lexicon>);

impl Lexicon for GrowingLexicon {
    fn exact(&self, word: &str) -> Meaning {
        self.0.exact(word)
    }

    fn word(&self, word: &str) -> Meaning {
        self.0.word(word)
    }

    fn phrase(&self, phrase: &str) -> Option<Meaning> {
        self.0.phrase(phrase)
    }

    fn longest_phrase(&self, first_word: &str) -> usize {
        self.0.longest_phrase(first_word)
    }

    fn item(&self, item: &str) -> Meaning {
        match self.0.item(item) {
            Meaning::Unknown => Meaning::Below(Node::ROOT),
            meaning => meaning,
        }
    }
}
