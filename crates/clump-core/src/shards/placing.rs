//! Labels of words that are published alone, computed from numbers of owners: the label of each word, and the
//! bags in which each label is published.
//!
//! From the leaves up, a word gets the lowest node at which k owners have words without a label. An owner of
//! several words counts once, so the number of owners of a node is not the sum over its children and must be
//! counted. In each round every owner counts once at each node at or above one of the owner's words without a
//! label. If a node has k owners, and no node below it has, it becomes the label of all unlabelled words below it.
//!
//! If a row has a label n times, all n cells are published in one bag if k owners have the label that often;
//! otherwise in smaller bags, each of a size that k owners have. One bag per row and size is enough, because
//! an owner counts once in a bag.

use rustc_hash::FxHashMap;

use super::node_counts::{NodeCounts, for_each_node};
use crate::taxonomy::{Node, Taxonomy};

/// Labels of words, determined in rounds of counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Placing {
    labels: Vec<Option<Node>>,
    k: usize,
}

impl Placing {
    /// Starts a search in which no word has a label yet.
    pub fn new(taxonomy: &Taxonomy, k: usize) -> Placing {
        Placing { labels: vec![None; taxonomy.len()], k }
    }

    /// Labels that were determined elsewhere: the result of [`labels`](Placing::labels).
    pub fn from_labels(labels: Vec<Option<Node>>, k: usize) -> Placing {
        Placing { labels, k }
    }

    /// By node, the label that it gets as a word; `None` if it has none yet.
    pub fn labels(&self) -> &[Option<Node>] {
        &self.labels
    }

    /// Label of `word`; `None` if it has none yet.
    pub fn label(&self, word: Node) -> Option<Node> {
        self.labels[word.index()]
    }

    /// Adds an owner to the `counts` of this round. `words` are the owner's words, sorted.
    pub fn count(&self, taxonomy: &Taxonomy, words: &[Node], counts: &mut NodeCounts) {
        let left: Vec<Node> = words.iter().copied().filter(|&word| self.label(word).is_none()).collect();
        for_each_node(taxonomy, &left, |node| counts.add_to(node));
    }

    /// Ends a round, when `counts` has all owners: gives labels to the words that can get one. True if there
    /// were any. If not, no further round is needed, and words without a label are not published. Every label
    /// has k owners. O(nodes).
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

/// By label, the sizes of the bags in which it is published alone. A bag of size n repeats the label n times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Alone {
    /// By label, the sizes of the bags in which it is published, the largest first.
    times: FxHashMap<Node, Vec<u32>>,
}

impl Alone {
    /// Decides the bag sizes of `label`. `owners` are groups of owners whose rows have the label equally
    /// often. Each group has the distinct numbers of times that a row of such an owner has the label, and the
    /// number of owners. O(owners x times).
    pub fn decide(&mut self, label: Node, owners: impl IntoIterator<Item = (Vec<u32>, u64)>, k: u64) {
        let mut owners: Vec<(Vec<u32>, u64)> = owners.into_iter().collect();
        let most = owners.iter().flat_map(|(times, _)| times).max().copied().unwrap_or(0);
        let mut published = Vec::new();
        for times in (1..=most).rev() {
            let count = |is_as_often: bool| -> u64 {
                let has = |own: &[u32]| own.iter().any(|&n| (n >= times) == is_as_often);
                owners.iter().filter(|(own, _)| has(own)).map(|(_, owners)| owners).sum()
            };
            // Skips a size that too few owners have, or that leaves 1 to k - 1 owners behind.
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

    /// The sizes of the bags in which `label` is published, the largest first.
    pub fn times(&self, label: Node) -> &[u32] {
        self.times.get(&label).map_or(&[], Vec::as_slice)
    }

    /// All published labels with their bag sizes, in no particular order.
    pub fn iter(&self) -> impl Iterator<Item = (Node, &[u32])> {
        self.times.iter().map(|(&label, times)| (label, times.as_slice()))
    }

    /// Calls `each` with every bag that a row publishes: a label, and the indexes in `labels` that the bag
    /// stands for. `labels` are the remaining labels of the row, sorted. A label that fits in no bag is
    /// published once as its lowest ancestor with a bag of size 1 that the row does not have yet; without
    /// such an ancestor it is not published.
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
        // Two owners have it three times, three have it once: with k = 2, a bag of size 3, then bags of size 1.
        alone.decide(Node(1), vec![(vec![3], 2), (vec![1], 3)], 2);
        // If four owners used a bag of size 2, one owner would be left alone, so there is no such bag.
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
        // The second `c` and `d` both move up, but there is one node for both, so one of them is not published.
        assert_eq!(published(&[c, c, d]), [(c, vec![0]), (b, vec![1])]);
        assert_eq!(published(&[b, d]), [(b, vec![0])]);
    }
}
