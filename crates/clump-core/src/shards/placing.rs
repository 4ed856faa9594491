//! Label of each word that is published alone, found in rounds from numbers of owners by node.
//!
//! From the leaves up, words get the lowest node that has k owners of words without a label. An owner of
//! several words counts once, so the owners of a node are not the sum of those below it. They must be
//! counted. In each round every owner counts once at each node at or above one of its words without a label.
//! A node that has k owners, and no node with k owners below it, becomes the label of all words below it that
//! have none.

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

    /// Counts an owner of these words, which are sorted, in this round. `left` is working memory.
    pub fn count(&self, taxonomy: &Taxonomy, words: &[Node], left: &mut Vec<Node>, counts: &mut NodeCounts) {
        left.clear();
        left.extend(words.iter().copied().filter(|&word| self.label(word).is_none()));
        for_each_node(taxonomy, left, |node| counts.add_to(node));
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
