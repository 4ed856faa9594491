//! Encodes words without an item of their own, and whole queries, as numbers among the items of a run. No
//! node has these numbers; they are removed when transactions are made.
//!
//! There are three kinds of such words: unknown words, words that an override drops, and words that a
//! category replaces. They are counted in the same way as items, once for each transaction if repeats are
//! removed. The category is also an item of the run. If repeats are removed, a transaction has it once, and
//! its other words are lost. A number contains 29 bits of the hash of the word, since the vocabulary may
//! forget its own numbers while it reads. Two different words of one transaction count as one with a chance
//! of 1 in 5 * 10^8.
//!
//! A query that enough owners share word for word can be published as a whole. It gets no number if a part of
//! it is excluded or a word of it is lost.

use std::hash::BuildHasher;
use std::ops::{AddAssign, SubAssign};

use clump_core::containers::{Interner, Ragged};
use clump_core::cut::WholeQueries;
use clump_core::names::Names;
use clump_core::normal_form::normal_form;
use clump_core::taxonomy::Node;
use clump_core::transactions::Transactions;
use rustc_hash::FxBuildHasher;

/// Bit that every number of a lost word has, so no node can have such a number: no taxonomy has 2^31 nodes.
/// The bit 2^30 alone marks a whole query.
const LOST: u32 = 1 << 31;
const DROPPED: u32 = 1 << 30;
const PLACED: u32 = 1 << 29;

pub(crate) fn unknown(word: &str) -> Node {
    Node(LOST | hash(word))
}

pub(crate) fn dropped(word: &str) -> Node {
    Node(LOST | DROPPED | hash(word))
}

pub(crate) fn placed(word: &str) -> Node {
    Node(LOST | PLACED | hash(word))
}

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
    /// Number of words that a category replaces.
    pub placed: u64,
    /// Number of `placed` words minus the number of categories in their transaction: words that add no item.
    pub merged: u64,
}

impl UnmappedWords {
    /// Counts the lost words of a sorted row. `is_category` is true for items that replace words. Also
    /// returns the number of items that are not lost words.
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

/// Bit that marks the number of a query. No taxonomy has 2^30 nodes, and lost words also have bit 2^31.
const QUERY: u32 = 1 << 30;

#[inline]
pub(crate) fn is_query(node: Node) -> bool {
    node.0 & QUERY != 0 && !is_lost(node)
}

#[inline]
pub(crate) fn query_number(node: Node) -> u32 {
    node.0 & !QUERY
}

/// Distinct queries of a log, in [normal form](normal_form()), with the items of each.
#[derive(Default)]
pub(crate) struct QueryTexts {
    texts: Interner,
    items: Ragged<Node>,
}

impl QueryTexts {
    /// Adds `query`, which has these `items`, and returns the number that represents it among the items of a
    /// run.
    ///
    /// # Panics
    /// When there are 2^30 queries.
    pub(crate) fn note(&mut self, query: &str, items: &[Node]) -> Node {
        let number = self.texts.intern(&normal_form(query));
        assert!(number < QUERY, "fewer than 2^30 queries");
        if number as usize == self.items.len() {
            self.items.open().extend_from_slice(items);
            self.items.close_as_set();
        }
        Node(QUERY | number)
    }

    pub(crate) fn renumber(&mut self, table: &[Node]) {
        self.items.values_mut().iter_mut().for_each(|item| *item = table[item.index()]);
    }

    pub(crate) fn finish(self, of: Ragged<u32>) -> AskedQueries {
        let items = self.items.iter().map(|items| items.iter().copied());
        AskedQueries { whole: WholeQueries { items: items.collect(), of }, texts: self.texts.into_names() }
    }
}

/// Removes repeated queries from `transactions`, each of which must be one query. A query is repeated if its
/// owner asked it before with the same words, including lost words. The rows of an owner must be adjacent.
/// Also returns the number of removed queries, and subtracts their lost words from `lost`.
pub(crate) fn once_each(
    transactions: Transactions,
    queries: Ragged<u32>,
    lost_of_each: &[(UnmappedWords, u64)],
    lost: &mut UnmappedWords,
) -> (Transactions, Ragged<u32>, u64) {
    let asked = |row: usize| (transactions.get(row), queries.get(row), lost_of_each[row].1);
    let mut is_repeated = vec![false; transactions.len()];
    let mut rows: Vec<u32> = (0..transactions.len() as u32).collect();
    let of_one = |a: &u32, b: &u32| transactions.owner(*a as usize) == transactions.owner(*b as usize);
    for rows in rows.chunk_by_mut(of_one) {
        rows.sort_by_key(|&row| asked(row as usize));
        for same in rows.chunk_by(|&a, &b| asked(a as usize) == asked(b as usize)) {
            for &row in &same[1..] {
                is_repeated[row as usize] = true;
                *lost -= lost_of_each[row as usize].0;
            }
        }
    }
    let repeated = is_repeated.iter().filter(|&&is| is).count();
    if repeated == 0 {
        return (transactions, queries, 0);
    }
    let kept = || (0..transactions.len()).filter(|&row| !is_repeated[row]);
    let mut items = Ragged::with_capacity(transactions.len() - repeated, transactions.items());
    let mut numbers = Ragged::default();
    for row in kept() {
        items.push(transactions.get(row).iter().copied());
        numbers.push(queries.get(row).iter().copied());
    }
    let owners = kept().map(|row| transactions.owner(row)).collect();
    (Transactions::from_rows(items, owners), numbers, repeated as u64)
}

/// Whole queries of a log. Its `Debug` shows only their number.
#[derive(Clone, Default)]
pub struct AskedQueries {
    /// Items of each query, and the queries of each transaction.
    pub whole: WholeQueries,
    /// Text of each query, in normal form. Private: do not publish it unchecked.
    pub texts: Names,
}

impl std::fmt::Debug for AskedQueries {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AskedQueries").field("queries", &self.texts.len()).finish_non_exhaustive()
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
