//! WordNet as a lexicon of senses: stop words before single words, phrases before both.

use clump_wordnet::{WordNet, is_stop_word};

use super::{Lexicon, Meaning};
use crate::tokens::fold;

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
