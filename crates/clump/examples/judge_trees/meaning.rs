//! How close the words that are published under one node are in what people clicked.
//!
//! For every word that is published as a node above it: the cosine of its vector and the sum of the vectors of the *other*
//! words below that node, where the word's clicks are of one half of the owners and those of the others of the other half, both
//! ways. A word does not count towards its own node, so that a node of one word scores nothing. The same is computed for words
//! that were clicked as often and are not below the node; what is above that is due to meaning. Each word and node has the
//! weight of how often the word is published so.

use std::collections::BTreeMap;
use std::fmt;

use clump::core::fate::fates_of_row;
use clump::core::taxonomy::Node;

use crate::clicks::{Clicked, Clicks, Vector};
use crate::trees::Judgment;

pub const HEADER: &str = "words judged, of those published as a node | closeness of their clicks to the other words of the node | \
                          of words as frequent elsewhere | above chance";

/// How many words as frequent are asked what chance would give.
const OTHERS: usize = 20;

/// What a tree means to those who click.
#[derive(Debug, Default)]
pub struct Meaning {
    /// How often words are published as a node above them.
    published: usize,
    /// Those of them that have clicks, as have other words below the node.
    judged: usize,
    /// The sum of the closeness of words to their nodes.
    close: f64,
    /// The same of other words as frequent.
    by_chance: f64,
}

impl Meaning {
    pub fn new(judged: &Judgment, clicks: &Clicks) -> Meaning {
        let mut meaning = Meaning::default();
        let mut nodes: BTreeMap<Node, Vec<(Node, usize)>> = BTreeMap::new();
        for ((item, label), times) in published(judged) {
            meaning.published += times;
            nodes.entry(label).or_default().push((item, times));
        }
        let taxonomy = &judged.tree.taxonomy;
        let place: Vec<Option<Node>> =
            clicks.words.iter().map(|clicked| judged.tree.node_of.get(&clicked.word).copied()).collect();
        let at: BTreeMap<Node, usize> =
            place.iter().enumerate().filter_map(|(word, node)| Some(((*node)?, word))).collect();
        for (label, items) in nodes {
            let below: Vec<usize> = at.range(label..taxonomy.end(label)).map(|(_, &word)| word).collect();
            let sums = [0, 1]
                .map(|half| Sum::new(clicks, below.iter().map(|&word| &clicks.words[word].vectors[half])));
            let is_elsewhere =
                |&word: &usize| place[word].is_some_and(|node| !taxonomy.is_ancestor(label, node));
            for (item, times) in items {
                let Some(&word) = at.get(&item).filter(|_| below.len() > 1) else { continue };
                let mine = &clicks.words[word];
                let others: Vec<usize> =
                    as_frequent(word, clicks.words.len()).filter(is_elsewhere).take(OTHERS).collect();
                if others.is_empty() {
                    continue;
                }
                let without = [0, 1].map(|half| sums[half].without(&mine.vectors[half]));
                // Each half of a word against the other half of the sum.
                let closeness = |word: &Clicked| {
                    let [first, second] = &word.vectors;
                    (without[1].cosine(first) + without[0].cosine(second)) / 2.0
                };
                let by_chance: f64 = others.iter().map(|&other| closeness(&clicks.words[other])).sum();
                meaning.judged += times;
                meaning.close += times as f64 * closeness(mine);
                meaning.by_chance += times as f64 * by_chance / others.len() as f64;
            }
        }
        meaning
    }

    /// How much closer words are to the words of their node than other words are; none where none could be judged.
    pub fn above_chance(&self) -> Option<f64> {
        (self.judged > 0).then(|| (self.close - self.by_chance) / self.judged as f64)
    }
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.judged, self.published)?;
        match self.above_chance() {
            None => write!(f, " | nothing is published as a node with other words that were clicked"),
            Some(above) => {
                let mean = |sum: f64| sum / self.judged as f64;
                write!(f, " | {:.4} | {:.4} | {above:+.4}", mean(self.close), mean(self.by_chance))
            }
        }
    }
}

/// How often each item is published as each node above it.
fn published(judged: &Judgment) -> BTreeMap<(Node, Node), usize> {
    let Judgment { tree, release } = judged;
    let is_published = release.is_published(&tree.transactions);
    let mut times = BTreeMap::new();
    for row in (0..release.rows()).filter(|&row| is_published[row]) {
        for (item, label) in fates_of_row(&tree.taxonomy, tree.transactions.get(row), release.get(row)) {
            if let Some(label) = label.filter(|&label| label != item) {
                *times.entry((item, label)).or_default() += 1;
            }
        }
    }
    times
}

/// The places of a sorted list, those next to `place` first.
fn as_frequent(place: usize, length: usize) -> impl Iterator<Item = usize> {
    (1..length)
        .flat_map(move |step| [place.checked_sub(step), Some(place + step)])
        .flatten()
        .filter(move |&at| at < length)
}

/// The sum of some vectors.
struct Sum {
    weights: Vec<f64>,
    square: f64,
}

impl Sum {
    fn new<'a>(clicks: &Clicks, vectors: impl Iterator<Item = &'a Vector>) -> Sum {
        let mut weights = vec![0.0; clicks.hosts];
        for vector in vectors {
            vector.0.iter().for_each(|&(host, weight)| weights[host as usize] += weight);
        }
        let square = weights.iter().map(|weight| weight * weight).sum();
        Sum { weights, square }
    }

    fn dot(&self, vector: &Vector) -> f64 {
        vector.0.iter().map(|&(host, weight)| weight * self.weights[host as usize]).sum()
    }

    /// The sum without one of its vectors.
    fn without<'a>(&'a self, vector: &'a Vector) -> Without<'a> {
        // |S - w|^2, with |w| = 1.
        let square = self.square - 2.0 * self.dot(vector) + 1.0;
        Without { sum: self, vector, length: square.max(0.0).sqrt() }
    }
}

/// A sum without one of its vectors.
struct Without<'a> {
    sum: &'a Sum,
    vector: &'a Vector,
    length: f64,
}

impl Without<'_> {
    /// 0 where nothing is left but rounding.
    fn cosine(&self, other: &Vector) -> f64 {
        if self.length < 1e-6 { 0.0 } else { (self.sum.dot(other) - self.vector.dot(other)) / self.length }
    }
}
