//! Words that lead to no item: unknown ones, and those that an override drops. They travel with the items of a run, as
//! numbers that no node has, until transactions are made. There they are counted as items are, once for each transaction
//! where repeats are removed, and taken out.
//!
//! A number holds 30 bits of the hash of the word, since the vocabulary may forget its own numbers on the way. Two
//! different words of one transaction count as one with a chance of 1 in 10^9.

use std::hash::BuildHasher;

use clump_core::taxonomy::Node;
use rustc_hash::FxBuildHasher;

/// Set in every number of a lost word. No taxonomy has 2^31 nodes. (2^30 is a [whole query](crate::whole_queries).)
const LOST: u32 = 1 << 31;
/// Set in the numbers of words that an override drops.
const DROPPED: u32 = 1 << 30;

/// The number of a word that the taxonomy does not have.
pub(crate) fn unknown(word: &str) -> Node {
    Node(LOST | hash(word))
}

/// The number of a word, or phrase, that an override drops.
pub(crate) fn dropped(word: &str) -> Node {
    Node(LOST | DROPPED | hash(word))
}

/// Whether this is a lost word and no node.
#[inline]
pub(crate) fn is_lost(node: Node) -> bool {
    node.0 & LOST != 0
}

fn hash(word: &str) -> u32 {
    FxBuildHasher.hash_one(word) as u32 & (DROPPED - 1)
}

/// How many words were lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct LostWords {
    pub unknown: u64,
    pub dropped: u64,
}

impl LostWords {
    /// Counts the lost words of a sorted row, and returns how many items stand before them.
    pub(crate) fn count(&mut self, row: &[Node]) -> usize {
        let items = row.partition_point(|&node| !is_lost(node));
        let unknown = row[items..].partition_point(|node| node.0 & DROPPED == 0);
        self.unknown += unknown as u64;
        self.dropped += (row.len() - items - unknown) as u64;
        items
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_words_stand_behind_all_nodes_and_are_told_apart() {
        let mut row = [dropped("a"), unknown("b"), Node(7), unknown("a"), Node(LOST - 1)];
        row.sort_unstable();
        let mut lost = LostWords::default();
        assert_eq!(lost.count(&row), 2);
        assert_eq!(lost, LostWords { unknown: 2, dropped: 1 });
        assert_eq!(row[..2], [Node(7), Node(LOST - 1)]);
    }
}
