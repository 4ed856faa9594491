//! The lexicon of a taxonomy that is made from the data: everything is known and stands for itself.

use clump_core::taxonomy::Node;
use clump_wordnet::is_stop_word;

use super::{Lexicon, Meaning};

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
