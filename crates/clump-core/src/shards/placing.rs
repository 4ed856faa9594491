//! Label of each word that is published alone, found from numbers of owners by node, in rounds.
//!
//! From the leaves up, words go to the lowest node that has k owners of words that are not placed yet. Owners of several
//! words count once, so what a node has cannot be added up from what is below it. So it is counted: in each round every owner
//! counts once at each node at or above one of its words that are not placed; the nodes that have k owners, and none below
//! them that has, take all that is below them and not placed.

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

    /// Words that were placed elsewhere: what [`labels`](Placing::labels) gave.
    pub fn from_labels(labels: Vec<Option<Node>>, k: usize) -> Placing {
        Placing { labels, k }
    }

    /// By node, what it is published as where it is a word; none as long as it is not placed.
    pub fn labels(&self) -> &[Option<Node>] {
        &self.labels
    }

    /// Label of `word`; none if it is not placed.
    pub fn label(&self, word: Node) -> Option<Node> {
        self.labels[word.index()]
    }

    /// Counts an owner of these words, which are sorted, in this round. `left` is room to work in.
    pub fn count(&self, taxonomy: &Taxonomy, words: &[Node], left: &mut Vec<Node>, counts: &mut NodeCounts) {
        left.clear();
        left.extend(words.iter().copied().filter(|&word| self.label(word).is_none()));
        for_each_node(taxonomy, left, |node| counts.add_to(node));
    }

    /// Places what can be placed now that `counts` has all owners. Whether there was anything: if not, all is done, and what is
    /// not placed is not published. Every label that is given here has k owners. O(nodes).
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
