//! WordNet with topics such as `health`, to which sensitive categories and words belong.
//!
//! A guard at `health` so covers words that WordNet has elsewhere (`schizophrenia`) or not at all (`chemo`).
//! If WordNet has a node with the name of a topic, that node is the topic. Other topics are new nodes below
//! the root, or below the topic that contains them.
//!
//! A text that WordNet does not have as a whole belongs to the first topic that one of its words or phrases
//! belongs to. Examples are the item `has hiv`, and the address `www.hiv.org`.

use std::borrow::Cow;

use clump_core::names::Names;
use clump_core::taxonomy::{Node, Taxonomy, marked};
use clump_scrub::Class;
use clump_wordnet::{Languages, longest_topic_phrase, topic_of, topics};
use rustc_hash::FxHashMap;

use super::{Lexicon, Meaning};
use crate::tokens::{fold, words_between_signs};

pub(crate) struct TopicLexicon {
    wordnet: &'static dyn Lexicon,
    tree: Taxonomy,
    /// For each node of WordNet's tree, its node in the tree with topics.
    numbers: Vec<Node>,
    /// For each node of the tree with topics, its node in WordNet's tree; `None` for new topics.
    originals: Vec<Option<Node>>,
    topics: FxHashMap<&'static str, Node>,
}

impl TopicLexicon {
    /// Adds the topics to `wordnet`, whose tree is `tree`.
    ///
    /// # Panics
    /// When the tree lacks a category of a topic: the lists are those of the embedded WordNet.
    pub(crate) fn new(wordnet: &'static dyn Lexicon, tree: &Taxonomy) -> TopicLexicon {
        // The list begins with WordNet's nodes in their order; new topics are appended.
        let mut labels: Vec<String> = tree.nodes().map(|node| tree.name(node).to_owned()).collect();
        let mut parents: Vec<usize> = tree.nodes().map(|node| tree.parent(node).index()).collect();
        let mut topics: FxHashMap<&str, usize> = FxHashMap::default();
        for topic in clump_wordnet::topics() {
            let place = tree.find_meant(topic.name).map_or(labels.len(), Node::index);
            if place == labels.len() {
                labels.push(marked(topic.name).into_owned());
                parents.push(Node::ROOT.index());
            }
            topics.insert(topic.name, place);
            if let Some(above) = topic.part_of {
                parents[place] = topics[above];
            }
            for category in &topic.categories {
                let node = tree.find_meant(category).map(Node::index);
                parents[node.expect("the embedded WordNet has every listed category")] = place;
            }
        }
        let mut children = vec![Vec::new(); labels.len()];
        for (place, &parent) in parents.iter().enumerate().skip(1) {
            children[parent].push(place);
        }
        let (mut names, mut depths) = (Names::default(), Vec::with_capacity(labels.len()));
        let mut places = vec![Node::ROOT; labels.len()];
        let mut todo = vec![(Node::ROOT.index(), 0)];
        while let Some((place, depth)) = todo.pop() {
            places[place] = Node(names.push(&labels[place]));
            depths.push(depth);
            todo.extend(children[place].iter().rev().map(|&child| (child, depth + 1)));
        }
        let mut originals = vec![None; places.len()];
        for node in tree.nodes() {
            originals[places[node.index()].index()] = Some(node);
        }
        let topics = topics.into_iter().map(|(name, place)| (name, places[place])).collect();
        places.truncate(tree.len());
        let tree = Taxonomy::from_preorder(names, &depths);
        TopicLexicon { wordnet, tree, numbers: places, originals, topics }
    }

    pub(crate) fn tree(&self) -> &Taxonomy {
        &self.tree
    }

    fn renumbered(&self, node: Node) -> Node {
        self.numbers[node.index()]
    }

    fn meaning(&self, meaning: Meaning) -> Meaning {
        match meaning {
            Meaning::Item(node) => Meaning::Item(self.renumbered(node)),
            Meaning::Below(node) => Meaning::Below(self.renumbered(node)),
            Meaning::Excluded(node) => Meaning::Excluded(self.renumbered(node)),
            Meaning::Stop | Meaning::Dropped | Meaning::Unknown => meaning,
        }
    }

    /// Returns the topic that lists `text`, or else `meaning`, which is that of WordNet. If WordNet lacks the
    /// whole text, its words are searched for topics. Identifiers of persons keep their meaning.
    fn unless_listed(&self, text: &str, meaning: Meaning) -> Meaning {
        let is_whole = match meaning {
            Meaning::Excluded(_) => return self.meaning(meaning),
            Meaning::Below(node) => !self.wordnet.is_shape(node),
            Meaning::Unknown => false,
            Meaning::Item(_) | Meaning::Stop | Meaning::Dropped => true,
        };
        let topic = topic_of(text).map(|topic| self.topics[topic.name]);
        match topic.or_else(|| if is_whole { None } else { self.topic_in(text) }) {
            Some(topic) => self.wordnet.stated(topic),
            None => self.meaning(meaning),
        }
    }

    /// Node of the first topic to which a word or phrase in `text` belongs. `None` for a single word.
    fn topic_in(&self, text: &str) -> Option<Node> {
        let words: Vec<&str> = words_between_signs(text).collect();
        if words.len() < 2 {
            return None;
        }
        (0..words.len()).find_map(|first| {
            let longest = self.longest_phrase(words[first]).min(words.len() - first);
            (1..=longest).rev().find_map(|count| self.topic_of_phrase(&words[first..first + count].join(" ")))
        })
    }

    /// Node of the topic that lists `phrase`, or else of the lowest topic above `phrase` in WordNet.
    fn topic_of_phrase(&self, phrase: &str) -> Option<Node> {
        if let Some(topic) = topic_of(phrase) {
            return Some(self.topics[topic.name]);
        }
        let meaning =
            if phrase.contains(' ') { self.wordnet.phrase(phrase)? } else { self.wordnet.word(phrase) };
        let (Meaning::Item(node) | Meaning::Below(node)) = self.meaning(meaning) else { return None };
        // One topic can contain another, so the lowest topic is the most specific one.
        let above = topics().iter().map(|topic| self.topics[topic.name]);
        above.filter(|&above| self.tree.is_ancestor(above, node)).max_by_key(|&above| self.tree.level(above))
    }
}

impl Lexicon for TopicLexicon {
    fn exact(&self, word: &str) -> Meaning {
        self.unless_listed(word, self.wordnet.exact(word))
    }

    fn word(&self, word: &str) -> Meaning {
        self.unless_listed(word, self.wordnet.word(word))
    }

    fn phrase(&self, phrase: &str) -> Option<Meaning> {
        match topic_of(phrase) {
            Some(topic) => Some(self.wordnet.stated(self.topics[topic.name])),
            None => self.wordnet.phrase(phrase).map(|meaning| self.meaning(meaning)),
        }
    }

    fn longest_phrase(&self, first_word: &str) -> usize {
        self.wordnet.longest_phrase(first_word).max(longest_topic_phrase(first_word))
    }

    fn item(&self, item: &str) -> Meaning {
        self.unless_listed(&fold(item), self.wordnet.item(item))
    }

    fn name_of_item<'i>(&self, item: &'i str) -> Cow<'i, str> {
        self.wordnet.name_of_item(item)
    }

    fn stated(&self, node: Node) -> Meaning {
        self.wordnet.stated(node)
    }

    fn other_words(&self) -> Option<Node> {
        self.wordnet.other_words().map(|node| self.renumbered(node))
    }

    fn only_signs(&self, query: &str) -> Meaning {
        self.meaning(self.wordnet.only_signs(query))
    }

    fn identifiers(&self, class: Class) -> Option<Node> {
        self.wordnet.identifiers(class).map(|node| self.renumbered(node))
    }

    fn is_shape(&self, node: Node) -> bool {
        self.originals[node.index()].is_some_and(|node| self.wordnet.is_shape(node))
    }

    fn languages(&self, word: &str) -> Languages {
        self.wordnet.languages(word)
    }

    fn above_branch(&self, name: &str) -> Option<Node> {
        self.wordnet.above_branch(name).map(|node| self.renumbered(node))
    }

    fn branch(&self, word: &str, below: Node) -> Option<String> {
        self.wordnet.branch(word, self.originals[below.index()]?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WordMapper;
    use crate::options::Items;
    use crate::taxonomy::{TaxonomySource, built_in_topics, built_in_words};

    /// Name of the topic that is above a node of `text` in the tree; `None` if there is none.
    fn topic(mapper: &WordMapper, text: &str) -> Option<&'static str> {
        topic_above(mapper, &mapper.map(text).expect("words are kept"))
    }

    fn topic_of_item(mapper: &WordMapper, item: &str) -> Option<&'static str> {
        let node = mapper.map_item(item).expect("items are kept");
        topic_above(mapper, node.as_slice())
    }

    fn topic_above(mapper: &WordMapper, nodes: &[Node]) -> Option<&'static str> {
        let tree = mapper.taxonomy();
        let is_below = |name: &str| {
            let above = tree.find_meant(name).expect("every topic is a node");
            nodes.iter().any(|&node| tree.is_ancestor(above, node))
        };
        // If one topic contains another, the inner one is found first: mental health is a part of health.
        topics().iter().rev().map(|topic| topic.name).find(|name| is_below(name))
    }

    #[test]
    fn sensitive_words_lead_to_their_topic_and_harmless_ones_do_not() {
        let mapper = WordMapper::new(&TaxonomySource::Topics).unwrap();
        let missed_by_wordnet =
            ["hiv", "bipolar", "schizophrenia", "autism", "epilepsy", "dementia", "marijuana"];
        let plain = WordMapper::new(&TaxonomySource::WordNet).unwrap();
        for word in missed_by_wordnet {
            assert!(topic(&mapper, word).is_some(), "{word}");
            let (tree, nodes) = (plain.taxonomy(), plain.map(word).unwrap());
            let guard = ["illness", "drug"].map(|name| tree.find_meant(name).unwrap());
            let covers = |node: &Node| guard.iter().any(|&above| tree.is_ancestor(above, *node));
            assert!(!nodes.iter().any(covers), "{word} needs no topic");
        }
        let expected = [
            ("breast cancer", "health"),
            ("schizophrenic", "mental health"),
            ("gay", "sexuality"),
            ("marijuana", "drugs"),
            ("burglary", "crime"),
            ("baptist church", "religion"),
            ("republican party", "politics"),
            ("bankruptcy", "finances"),
        ];
        for (text, name) in expected {
            assert_eq!(topic(&mapper, text), Some(name), "{text}");
        }
        for (text, name) in [
            ("HIV test", "health"),
            ("jane has hiv", "health"),
            ("www.hiv.org", "health"),
            ("schizophrenia diary", "mental health"),
        ] {
            assert_eq!(topic_of_item(&mapper, text), Some(name), "{text}");
        }
        for text in ["red shoes", "www.shoes.com", "a map of spain"] {
            assert_eq!(topic_of_item(&mapper, text), None, "{text}");
        }
        assert_eq!(topic(&mapper, "www.hiv.org"), Some("health"));
        assert_eq!(topic(&mapper, "h\u{200b}iv"), Some("health"));
        for text in ["bread", "hotel paris", "map", "dog", "red shoes", "weather", "weed killer", "guitar"] {
            assert_eq!(topic(&mapper, text), None, "{text}");
        }
    }

    #[test]
    fn the_tree_has_every_node_of_wordnet_once_and_the_topics() {
        let (with, without) = (built_in_topics(Items::Words), built_in_words().tree());
        let new = topics().iter().filter(|topic| without.find_meant(topic.name).is_none()).count();
        assert_eq!(with.tree().len(), without.len() + new);
        for node in without.nodes() {
            let there = with.renumbered(node);
            assert_eq!(with.tree().name(there), without.name(node));
            assert_eq!(with.originals[there.index()], Some(node));
        }
        for topic in topics() {
            let above = with.topics[topic.name];
            let is_below = |name: &&str| {
                let node = with.tree().find_meant(name).expect("a category");
                with.tree().is_ancestor(above, node)
            };
            assert!(topic.categories.iter().all(is_below), "{}", topic.name);
            let part_of = topic.part_of.map(|name| with.topics[name]);
            assert!(part_of.is_none_or(|part_of| with.tree().parent(above) == part_of), "{}", topic.name);
        }
    }

    #[test]
    fn every_listed_word_leads_to_its_topic() {
        let mapper = WordMapper::new(&TaxonomySource::Topics).unwrap();
        for listed in topics() {
            for word in &listed.words {
                let tree = mapper.taxonomy();
                let above = tree.find_meant(listed.name).expect("a topic");
                let nodes = mapper.map(word).unwrap();
                assert!(nodes.iter().any(|&node| tree.is_ancestor(above, node)), "{}: {word}", listed.name);
            }
        }
    }
}
