//! Labels of words that are published alone, found from numbers of owners: the label of each word, and how often
//! a row publishes each label.
//!
//! From the leaves up, words get the lowest node that has k owners of words without a label. An owner of
//! several words counts once, so the owners of a node are not the sum of those below it. They must be
//! counted. In each round every owner counts once at each node at or above one of its words without a label.
//! A node that has k owners, and no node with k owners below it, becomes the label of all words below it that
//! have none.
//!
//! If a row has a label several times, these are published in one bag if k owners have the label as often,
//! otherwise as many as k owners have; the others go to other bags. A second part in the same bag would show
//! nothing: an owner counts once in a row.

use rustc_hash::FxHashMap;

use super::node_counts::{NodeCounts, for_each_node};
use crate::taxonomy::{Node, Taxonomy};

/// Places words, in rounds of counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    labels: Vec<Option<Node>>,
    k: usize,
}

impl Placing {
    /// No word is placed yet.
    pub fn new(taxonomy: &Taxonomy, k: usize) -> Placing {
        Placing { labels: vec![None; taxonomy.len()], k }
    }

    /// Words that were placed elsewhere: the result of [`labels`](Placing::labels).
    pub fn from_labels(labels: Vec<Option<Node>>, k: usize) -> Placing {
        Placing { labels, k }
    }

    /// By node, its label as a word; none until it is placed.
    pub fn labels(&self) -> &[Option<Node>] {
        &self.labels
    }

    /// Label of `word`; none if it is not placed.
    pub fn label(&self, word: Node) -> Option<Node> {
        self.labels[word.index()]
    }

    /// Counts an owner of these words, which are sorted, in this round.
    pub fn count(&self, taxonomy: &Taxonomy, words: &[Node], counts: &mut NodeCounts) {
        let left: Vec<Node> = words.iter().copied().filter(|&word| self.label(word).is_none()).collect();
        for_each_node(taxonomy, &left, |node| counts.add_to(node));
    }

    /// Places the words that can be placed, once `counts` has all owners. True if there were any. If not, the
    /// work is done, and words that are not placed are not published. Every label given here has k owners.
    /// O(nodes).
    pub fn advance(&mut self, taxonomy: &Taxonomy, counts: &NodeCounts) -> bool {
        let has_enough = |node: Node| counts.of(node) >= self.k as u64;
        let mut is_enough_below = vec![false; taxonomy.len()];
        for node in taxonomy.nodes().skip(1).rev() {
            if has_enough(node) || is_enough_below[node.index()] {
                is_enough_below[taxonomy.parent(node).index()] = true;
            }
        }
        let lowest = |node: &Node| has_enough(*node) && !is_enough_below[node.index()];
        let mut is_any = false;
        for node in taxonomy.nodes().skip(1).filter(lowest) {
            is_any = true;
            for word in node.0..taxonomy.end(node).0 {
                self.labels[word as usize].get_or_insert(node);
            }
        }
        is_any
    }
}

/// Numbers of times for which each label is published in one bag.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alone {
    /// By label, the largest number first.
    times: FxHashMap<Node, Vec<u32>>,
}

impl Alone {
    /// Decides the numbers of times for which `label` is published. `owners` are all who have it, those together
    /// whose rows with the label have it equally often: these numbers of times, each once even if several rows
    /// have it so often, and how many such owners there are. O(owners x times).
    pub fn decide(&mut self, label: Node, owners: impl IntoIterator<Item = (Vec<u32>, u64)>, k: u64) {
        let mut owners: Vec<(Vec<u32>, u64)> = owners.into_iter().collect();
        let most = owners.iter().flat_map(|(times, _)| times).max().copied().unwrap_or(0);
        let mut published = Vec::new();
        for times in (1..=most).rev() {
            let count = |is_as_often: bool| -> u64 {
                let has = |own: &[u32]| own.iter().any(|&n| (n >= times) == is_as_often);
                owners.iter().filter(|(own, _)| has(own)).map(|(_, owners)| owners).sum()
            };
            // Skipped if too few owners have it so often, or if too few would be left.
            if count(true) < k || (1..k).contains(&count(false)) {
                continue;
            }
            published.push(times);
            for (own, _) in &mut owners {
                own.iter_mut().filter(|n| **n >= times).for_each(|n| *n -= times);
                own.retain(|&n| n > 0);
            }
        }
        if !published.is_empty() {
            self.times.insert(label, published);
        }
    }

    /// Numbers of times for which `label` is published in one bag, the largest first.
    pub fn times(&self, label: Node) -> &[u32] {
        self.times.get(&label).map_or(&[], Vec::as_slice)
    }

    /// All labels that are published, with their numbers of times, in no order.
    pub fn iter(&self) -> impl Iterator<Item = (Node, &[u32])> {
        self.times.iter().map(|(&label, times)| (label, times.as_slice()))
    }

    /// Calls `each` with what a row publishes whose sorted remaining `labels` are given: a label, and the
    /// places of the labels that are published as it. A label that no bag takes is published at the lowest
    /// node above it that is published alone and that this row does not have yet; without such a node it is
    /// gone.
    pub fn publish(&self, taxonomy: &Taxonomy, labels: &[Node], mut each: impl FnMut(Node, &[usize])) {
        let (mut left, mut singles): (Vec<usize>, Vec<Node>) = (Vec::new(), Vec::new());
        let mut places: Vec<usize> = Vec::new();
        let mut first = 0;
        for same in labels.chunk_by(|a, b| a == b) {
            places.clear();
            places.extend(first..first + same.len());
            first += same.len();
            for &times in self.times(same[0]) {
                if places.len() >= times as usize {
                    let rest = places.split_off(times as usize);
                    each(same[0], &places);
                    if times == 1 {
                        singles.push(same[0]);
                    }
                    places = rest;
                }
            }
            left.extend_from_slice(&places);
        }
        for place in left {
            let is_new = |node: &Node| self.times(*node).last() == Some(&1) && !singles.contains(node);
            if let Some(node) = taxonomy.ancestors(labels[place]).find(is_new) {
                singles.push(node);
                each(node, &[place]);
            }
        }
    }
}

impl FromIterator<(Node, Vec<u32>)> for Alone {
    fn from_iter<I: IntoIterator<Item = (Node, Vec<u32>)>>(times: I) -> Alone {
        Alone { times: times.into_iter().collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taxonomy::Edge;

    #[test]
    fn a_label_is_published_as_often_as_k_owners_have_it() {
        let mut alone = Alone::default();
        // Two owners have it three times, three have it once: with k = 2 a bag of three, then bags of one.
        alone.decide(Node(1), vec![(vec![3], 2), (vec![1], 3)], 2);
        // One owner alone would be left if the others had a bag of two, so there is none.
        alone.decide(Node(2), vec![(vec![2], 4), (vec![1], 1)], 2);
        alone.decide(Node(3), vec![(vec![1], 1)], 2);
        assert_eq!([1, 2, 3].map(|node| alone.times(Node(node)).to_vec()), [vec![3, 1], vec![1], vec![]]);
    }

    #[test]
    fn what_no_bag_takes_goes_up_to_one_that_the_row_has_not() {
        let edges = [("b", "a"), ("c", "b"), ("d", "b")];
        let edges = edges.map(|(child, parent)| Edge { child, parent: Some(parent), line: 1 });
        let tree = Taxonomy::from_edges(edges).unwrap();
        let [b, c, d] = ["b", "c", "d"].map(|name| tree.find(name).unwrap());
        let alone: Alone = [(b, vec![1]), (c, vec![1])].into_iter().collect();
        let published = |labels: &[Node]| {
            let mut found = Vec::new();
            alone.publish(&tree, labels, |label, places| found.push((label, places.to_vec())));
            found
        };
        assert_eq!(published(&[c, d]), [(c, vec![0]), (b, vec![1])]);
        // The second `c` and `d` both move up, and there is one node for them.
        assert_eq!(published(&[c, c, d]), [(c, vec![0]), (b, vec![1])]);
        assert_eq!(published(&[b, d]), [(b, vec![0])]);
    }
}
