//! Words without an item of their own. They are stored with the items of a run, as numbers that no node has,
//! until transactions are made. There they are counted in the same way as items, once for each transaction if
//! repeats are removed, and taken out.
//!
//! There are three kinds: unknown words, words that an override drops, and words that a category replaces.
//! The category is also an item of the run. If repeats are removed, it is in a transaction once, and the
//! other words are lost.
//!
//! A number holds 29 bits of the hash of the word, since the vocabulary may forget its own numbers while it
//! reads. Two different words of one transaction count as one with a chance of 1 in 5 * 10^8.

use std::hash::BuildHasher;
use std::ops::{AddAssign, SubAssign};

use clump_core::taxonomy::Node;
use rustc_hash::FxBuildHasher;

/// Set in every number of a lost word. No taxonomy has 2^31 nodes. (2^30 is a [whole
/// query](crate::whole_queries).)
const LOST: u32 = 1 << 31;
/// Set in the numbers of words that an override drops.
const DROPPED: u32 = 1 << 30;
/// Set in the numbers of words that a category replaces.
const PLACED: u32 = 1 << 29;

/// The number of a word that the taxonomy does not have.
pub(crate) fn unknown(word: &str) -> Node {
    Node(LOST | hash(word))
}

/// The number of a word, or phrase, that an override drops.
pub(crate) fn dropped(word: &str) -> Node {
    Node(LOST | DROPPED | hash(word))
}

/// The number of a word, or phrase, that a category replaces.
pub(crate) fn placed(word: &str) -> Node {
    Node(LOST | PLACED | hash(word))
}

/// True if this is a word that a category replaces.
#[inline]
pub(crate) fn is_placed(node: Node) -> bool {
    node.0 & (LOST | PLACED) == LOST | PLACED && node.0 & DROPPED == 0
}

#[inline]
pub(crate) fn is_lost(node: Node) -> bool {
    node.0 & LOST != 0
}

fn hash(word: &str) -> u32 {
    FxBuildHasher.hash_one(word) as u32 & (PLACED - 1)
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct UnmappedWords {
    pub unknown: u64,
    pub dropped: u64,
    /// Words that a category replaces.
    pub placed: u64,
    /// Words among these in excess of the categories of their transaction.
    pub merged: u64,
}

impl UnmappedWords {
    /// Counts the lost words of a sorted row, whose items are categories if `is_category`. Also returns the
    /// number of items, or whole queries, before them.
    pub(crate) fn count(row: &[Node], is_category: impl Fn(Node) -> bool) -> (usize, UnmappedWords) {
        let items = row.partition_point(|&node| !is_lost(node));
        let (items, lost) = row.split_at(items);
        let unknown = lost.partition_point(|node| node.0 & (DROPPED | PLACED) == 0);
        let kept = lost.partition_point(|node| node.0 & DROPPED == 0);
        let placed = kept - unknown;
        let categories = if placed > 0 { items.iter().filter(|&&item| is_category(item)).count() } else { 0 };
        let words = UnmappedWords {
            unknown: unknown as u64,
            dropped: (lost.len() - kept) as u64,
            placed: placed as u64,
            merged: placed.saturating_sub(categories) as u64,
        };
        (items.len(), words)
    }
}

impl AddAssign for UnmappedWords {
    fn add_assign(&mut self, more: UnmappedWords) {
        self.unknown += more.unknown;
        self.dropped += more.dropped;
        self.placed += more.placed;
        self.merged += more.merged;
    }
}

impl SubAssign for UnmappedWords {
    fn sub_assign(&mut self, less: UnmappedWords) {
        self.unknown -= less.unknown;
        self.dropped -= less.dropped;
        self.placed -= less.placed;
        self.merged -= less.merged;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_words_stand_behind_all_nodes_and_are_told_apart() {
        let mut row =
            [dropped("a"), unknown("b"), Node(7), placed("c"), unknown("a"), Node(LOST - 1), placed("d")];
        row.sort_unstable();
        let (items, lost) = UnmappedWords::count(&row, |item| item == Node(7));
        assert_eq!(row[..items], [Node(7), Node(LOST - 1)]);
        assert_eq!(lost, UnmappedWords { unknown: 2, dropped: 1, placed: 2, merged: 1 });
    }
}
