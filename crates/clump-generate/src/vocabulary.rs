//! The words that a log may have, in the order of the taxonomy, with running sums of their popularity. The
//! words below a node are a range. So drawing a word below a node takes one binary search, as does drawing
//! from all words.

use std::ops::Range;

use clump_core::taxonomy::{Node, Taxonomy, unmarked};
use clump_wordnet::{WordNet, is_stop_word};

use super::chance::Chance;
use super::popularity;

/// Minimum number of letters of a word. Readers of logs treat shorter words differently.
const MIN_LETTERS: usize = 3;

/// Words that owners may ask. They are numbered from 0 in the preorder of their nodes.
pub(super) struct Vocabulary<'a> {
    wordnet: &'a WordNet,
    words: Vec<&'a str>,
    nodes: Vec<Node>,
    /// For each word, the largest number of words of a phrase that begins with it; 1 if there is no phrase.
    longest: Vec<u8>,
    /// Running sums of popularity: `sums[w]` is that of all words before `w`. One more entry than words.
    sums: Vec<u64>,
    /// For each node, the first word at or after it in preorder. One more entry than nodes.
    first: Vec<u32>,
}

impl<'a> Vocabulary<'a> {
    /// Selects words of `wordnet` that all ways of matching map to one node. Draws their popularity.
    pub(super) fn new(wordnet: &'a WordNet, chance: &mut Chance) -> Vocabulary<'a> {
        let taxonomy = wordnet.taxonomy();
        let mut used: Vec<(Node, &str)> = wordnet
            .words()
            .filter(|&(word, node)| {
                is_plain(word) && unmarked(taxonomy.name(node)).eq_ignore_ascii_case(word)
            })
            .map(|(word, node)| (node, word))
            .collect();
        used.sort_unstable();
        let (nodes, words): (Vec<Node>, Vec<&str>) = used.into_iter().unzip();
        let mut sums = vec![0];
        let mut sum = 0;
        for weight in popularity::weights(wordnet, &words, chance) {
            sum += weight;
            sums.push(sum);
        }
        let first = (0..=taxonomy.len() as u32)
            .map(|node| nodes.partition_point(|&of_word| of_word.0 < node) as u32)
            .collect();
        let longest = words.iter().map(|word| wordnet.longest_phrase(word) as u8).collect();
        Vocabulary { wordnet, words, nodes, longest, sums, first }
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn all(&self) -> Range<u32> {
        0..self.words.len() as u32
    }

    pub(super) fn taxonomy(&self) -> &Taxonomy {
        self.wordnet.taxonomy()
    }

    #[inline]
    pub(super) fn word(&self, number: u32) -> &'a str {
        self.words[number as usize]
    }

    /// The node to which the word `number` is mapped.
    pub(super) fn node(&self, number: u32) -> Node {
        self.nodes[number as usize]
    }

    /// Range of the words at or below `node`.
    pub(super) fn below(&self, node: Node) -> Range<u32> {
        self.first[node.index()]..self.first[self.taxonomy().end(node).index()]
    }

    /// Draws a word of `range` by popularity. `range` must not be empty.
    #[inline]
    pub(super) fn draw(&self, range: &Range<u32>, chance: &mut Chance) -> u32 {
        let (start, end) = (range.start as usize, range.end as usize);
        let (low, high) = (self.sums[start], self.sums[end]);
        let at = low + chance.below(high - low);
        range.start + self.sums[start + 1..=end].partition_point(|&sum| sum <= at) as u32
    }

    /// True if readers take `text` for one noun. `text` has this number of `words`, separated by single
    /// spaces, of which `first` is the first.
    #[inline]
    pub(super) fn is_phrase(&self, first: u32, text: &str, words: usize) -> bool {
        words <= usize::from(self.longest[first as usize]) && self.wordnet.noun(text).is_some()
    }
}

fn is_plain(word: &str) -> bool {
    word.len() >= MIN_LETTERS && word.bytes().all(|byte| byte.is_ascii_lowercase()) && !is_stop_word(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_word_maps_to_its_node_in_both_ways() {
        let wordnet = WordNet::load();
        let vocabulary = Vocabulary::new(wordnet, &mut Chance::new(1));
        assert!(vocabulary.len() > 30_000);
        for number in vocabulary.all() {
            let (word, node) = (vocabulary.word(number), Some(vocabulary.node(number)));
            assert_eq!(wordnet.exact(word), node, "{word}");
            assert_eq!(wordnet.noun(word), node, "{word}");
        }
    }

    #[test]
    fn draws_stay_in_their_subtree_and_follow_popularity() {
        let wordnet = WordNet::load();
        let mut chance = Chance::new(2);
        let vocabulary = Vocabulary::new(wordnet, &mut chance);
        let animal = wordnet.exact("animal").unwrap();
        let range = vocabulary.below(animal);
        let share = |word: u32| (vocabulary.sums[word as usize + 1] - vocabulary.sums[word as usize]) as f64;
        let top = range.clone().max_by(|&a, &b| share(a).total_cmp(&share(b))).unwrap();
        let all = (vocabulary.sums[range.end as usize] - vocabulary.sums[range.start as usize]) as f64;
        let mut hits = 0;
        for _ in 0..100_000 {
            let word = vocabulary.draw(&range, &mut chance);
            assert!(wordnet.taxonomy().is_ancestor(animal, vocabulary.node(word)));
            hits += usize::from(word == top);
        }
        assert!((hits as f64 / (100_000.0 * share(top) / all) - 1.0).abs() < 0.1);
    }
}
