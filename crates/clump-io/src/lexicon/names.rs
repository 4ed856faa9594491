//! The names of a taxonomy as a lexicon: a text is the node of exactly that name, else the only node whose name
//! differs in nothing but case, spacing and compatible forms.

use std::sync::Arc;

use clump_core::taxonomy::{Node, NodeNames, Taxonomy};
use clump_wordnet::is_stop_word;

use super::{Lexicon, Meaning, Phrases};
use crate::tokens::fold;

pub(crate) struct NameLexicon {
    names: Arc<NodeNames>,
    folded: Phrases,
    /// The node of each folded name; `None` where two names fold alike.
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

    /// `folded` is `text` folded, where that differs.
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

    /// A name comes before the stop list: whoever calls a node `it` means it.
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
